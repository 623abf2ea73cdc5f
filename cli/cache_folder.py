"""The user's own cache folder, in which commands keep data that saves time."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from interpreter.rulebook import INSTALLED


def find_cache_folder(rules: str) -> Path | None:
    """Return the folder, created if needed, or None if there is none that can be trusted.

    A folder within the `rules` of a game is not used either.
    """
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    if not os.path.isabs(base) or not hasattr(os, "geteuid"):
        return None
    own = os.path.realpath(os.path.join(base, "cahier"))
    for folder in (os.path.realpath(rules), os.path.realpath(INSTALLED / "rules")):
        if os.path.commonpath([own, folder]) == folder:  # never within a game's folder
            return None
    try:
        os.makedirs(own, mode=0o700, exist_ok=True)
        status = os.lstat(own)
    except OSError:
        return None
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & 0o077:
        return None
    return Path(own)
