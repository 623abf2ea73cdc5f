"""Guard against overwriting existing files."""

from __future__ import annotations

import os
from collections.abc import Iterable

from interpreter.errors import Location, Problem, SaveError


def refuse_existing(paths: Iterable[str], force: bool) -> None:
    """Raise SaveError if one of the paths is a plain file, unless `force` is set."""
    there = [] if force else [path for path in paths if os.path.isfile(path)]
    if there:
        message = "is there already; take another name, or say --force to overwrite it"
        raise SaveError([Problem(Location(path), "file-there", message) for path in there])
