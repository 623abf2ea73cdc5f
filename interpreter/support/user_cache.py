"""Cache of small files in a folder of the user's own. A file that is suspicious in any way counts as missing."""

from __future__ import annotations

import contextlib
import os
import stat
from hashlib import sha256
from pathlib import Path

MAX_BYTES = 64 << 20
"""Largest size of a file that is read, in bytes."""
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def read_cached(path: Path, largest: int = MAX_BYTES) -> str | None:
    """Return the text that `write_cached` stored.

    None if there is none, it was changed, or other users can write there.
    """
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return None
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode) or status.st_size > largest:
            return None
        if not (_is_own(status) and _is_own(os.stat(path.parent))):
            return None
        with open(handle, encoding="utf-8", newline="", closefd=False) as file:
            checksum, _, text = file.read().partition("\n")
    except (OSError, ValueError):
        return None
    finally:
        os.close(handle)
    return text if checksum == _checksum(path, text) else None


def write_cached(path: Path, text: str) -> None:
    """Store a text atomically in a file that only its owner can read. Failure is silently ignored."""
    aside = path.with_name(f"{path.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        with contextlib.suppress(FileNotFoundError):  # left by an earlier process with this id
            os.unlink(aside)
        handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with open(handle, "w", encoding="utf-8", newline="") as file:
                file.write(f"{_checksum(path, text)}\n{text}")
            os.replace(aside, path)
        except OSError:
            os.unlink(aside)


def _checksum(path: Path, text: str) -> str:
    """Return a checksum of the text and its file's name, so that a renamed file is rejected."""
    return sha256(f"{path.name}\n{text}".encode()).hexdigest()


def _is_own(status: os.stat_result) -> bool:
    return hasattr(os, "geteuid") and status.st_uid == os.geteuid() and not status.st_mode & OTHERS_WRITE
