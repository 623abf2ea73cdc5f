"""The folder of the user's own where commands keep what saves time."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from interpreter.rulebook.files import INSTALLED


def own_folder(rules: str) -> Path | None:
    """The folder, made if need be; None if there is none that can be trusted, or if it would lie among the `rules` of a
    game."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    if not os.path.isabs(base) or not hasattr(os, "geteuid"):
        return None
    own = os.path.realpath(os.path.join(base, "cahier"))
    for folder in (os.path.realpath(rules), os.path.realpath(INSTALLED / "rules")):
        if os.path.commonpath([own, folder]) == folder:  # never among somebody's rules
            return None
    try:
        os.makedirs(own, mode=0o700, exist_ok=True)
        status = os.lstat(own)
    except OSError:
        return None
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & 0o077:
        return None
    return Path(own)
