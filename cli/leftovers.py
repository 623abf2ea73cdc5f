"""Note on the unfinished recordings of killed runs, with the commands that keep or delete them."""

from __future__ import annotations

import os
import shlex

from cli.output import tell
from interpreter.atomic_files import left_overs
from interpreter.errors import CahierError, shown
from interpreter.presentation.counts import number_of

MOST = 5
"""Maximum number of files that are named; others are counted."""


def tell_left_overs(path: str) -> None:
    """List unfinished recordings in the folder of a file, and say once how to keep or delete them."""
    found = [each for each in left_overs(os.path.dirname(path)) if _is_recording(each.path)]
    if not found:
        return
    many = number_of(len(found), "recording that was not finished is", "recordings that were not finished are")
    tell(f"note: {many} left of runs that were killed")
    for each in found[:MOST]:
        tell(f"    {shown(each.path)}, {number_of(each.size, 'byte')}")
    if len(found) > MOST:
        tell(f"    and {len(found) - MOST} more such files, whose names begin with `.` and end with `.part`")
    keep, delete = (["mv", "-n", "--", found[0].path, found[0].free], ["rm", "--", found[0].path])
    tell(f"to keep one: {shown(shlex.join(keep))}; to delete it: {shown(shlex.join(delete))}")


def _is_recording(path: str) -> bool:
    """Return True if a file begins with a recorded game; other files are made again by the command that was killed."""
    from interpreter.playtest.records import read_records

    try:
        return next(read_records(path), None) is not None
    except CahierError:
        return False
