"""What is there already is overwritten only by those who ask for it."""

from __future__ import annotations

import os
from collections.abc import Iterable

from interpreter.errors import Problem, SaveError, Where


def refuse_existing(paths: Iterable[str], force: bool) -> None:
    """Raises SaveError if a plain file is there by one of these names, unless it is to be overwritten."""
    there = [] if force else [path for path in paths if os.path.isfile(path)]
    if there:
        message = "is there already; take another name, or say --force to overwrite it"
        raise SaveError([Problem(Where(path), "file-there", message) for path in there])
