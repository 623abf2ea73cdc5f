"""What runs that were killed had recorded by then: said, with the command that keeps it."""

from __future__ import annotations

import os
import shlex

from cli.output import tell
from interpreter.atomic_files import left_overs
from interpreter.errors import shown
from interpreter.presentation.counts import number_of

MOST = 5
"""So many are named, and the others counted."""


def tell_left_overs(path: str | None) -> None:
    """Name on standard error what lies in the folder of a file, or in the working directory."""
    found = left_overs(os.path.dirname(path or ""))
    for each in found[:MOST]:
        command = shlex.join(["mv", "-n", "--", each.path, each.free])
        many = number_of(each.size, "byte")
        tell(f"note: a run that was killed left {many} that it had recorded; to keep them: {shown(command)}")
    if len(found) > MOST:
        tell(f"note: and {len(found) - MOST} more such files, whose names begin with `.` and end with `.part`")
