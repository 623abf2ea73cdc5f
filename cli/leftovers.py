"""Note on the unfinished recordings of killed runs, with the commands that keep or delete them."""

from __future__ import annotations

import os
import shlex

from cli.output import echo_err
from interpreter.atomic_files import find_abandoned
from interpreter.errors import CahierError, printable
from interpreter.presentation.counts import format_count

MAX_NAMED = 5
"""Maximum number of files that are named; others are counted."""


def report_leftovers(path: str) -> None:
    """List unfinished recordings in the folder of a file, and say once how to keep or delete them."""
    found = [each for each in find_abandoned(os.path.dirname(path)) if _is_recording(each.path)]
    if not found:
        return
    many = format_count(len(found), "recording that was not finished is", "recordings that were not finished are")
    echo_err(f"note: {many} left of runs that were killed")
    for each in found[:MAX_NAMED]:
        echo_err(f"    {printable(each.path)}, {format_count(each.size, 'byte')}")
    if len(found) > MAX_NAMED:
        echo_err(f"    and {len(found) - MAX_NAMED} more such files, whose names begin with `.` and end with `.part`")
    keep, delete = (["mv", "-n", "--", found[0].path, found[0].recovery_path], ["rm", "--", found[0].path])
    echo_err(f"to keep one: {printable(shlex.join(keep))}; to delete it: {printable(shlex.join(delete))}")


def _is_recording(path: str) -> bool:
    """Return True if a file begins with a recorded game; other files are made again by the command that was killed."""
    from interpreter.playtest.records import read_records

    try:
        return next(read_records(path), None) is not None
    except CahierError:
        return False
