"""Locks on saves that are being played: of several processes only one goes on with a match.

A lock is a file beside the save, locked as long as its process lives. Where files can't be locked, no save counts as
being played; `Autosave` then still notices that another process has written one.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

if sys.platform != "win32":
    import fcntl

ENDING = ".lock"

_held: dict[str, int] = {}
"""The open lock files of this process, by the save's real path."""


def acquire(save: Path) -> bool:
    """Lock a save for this process; return False if another process plays it."""
    real = os.path.realpath(save)
    while real not in _held:
        try:
            handle = os.open(_lock_file(real), os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        except OSError:  # nobody can play where nothing can be written
            return True
        if not _lock(handle):
            os.close(handle)
            return False
        if _is_there(handle, real):
            _held[real] = handle
        else:  # its owner has deleted it meanwhile
            os.close(handle)
    return True


def release(save: Path) -> None:
    """Unlock a save, so that another process may play it."""
    real = os.path.realpath(save)
    handle = _held.pop(real, None)
    if handle is not None:
        with contextlib.suppress(OSError):
            os.unlink(_lock_file(real))
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                fcntl.flock(handle, fcntl.LOCK_UN)  # a process forked from this one may have it open as well
        os.close(handle)


def release_all() -> None:
    """Unlock all saves of this process."""
    for real in tuple(_held):
        release(Path(real))


def is_in_use(save: Path) -> bool:
    """Return True if a process plays this save; nothing is changed."""
    try:
        handle = os.open(_lock_file(os.path.realpath(save)), os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return False
    try:
        return not _lock(handle)
    finally:
        os.close(handle)


def _lock_file(real: str) -> str:
    folder, name = os.path.split(real)
    return os.path.join(folder, f".{name}{ENDING}")


def _lock(handle: int) -> bool:
    """Lock an open file without waiting; return False if another process holds the lock."""
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


def _is_there(handle: int, real: str) -> bool:
    """Return True if an open lock file is still the one beside the save."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(_lock_file(real), follow_symlinks=False))
    except OSError:
        return False
