"""Small files that save time, in a folder of the user's own. One that is odd in any way is as good as none."""

from __future__ import annotations

import contextlib
import os
import stat
from hashlib import sha256
from pathlib import Path

LARGEST = 64 << 20
"""Bytes that are read."""
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def recalled(path: Path, largest: int = LARGEST) -> str | None:
    """The text that `keep` has put there; None if there is none, it was changed since, or others can write there."""
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


def keep(path: Path, text: str) -> None:
    """Keep a text, so that nobody else can read it or finds half of it. That it can't be kept is no error."""
    aside = path.with_name(f"{path.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        with contextlib.suppress(FileNotFoundError):  # left by a process of that number
            os.unlink(aside)
        handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with open(handle, "w", encoding="utf-8", newline="") as file:
                file.write(f"{_checksum(path, text)}\n{text}")
            os.replace(aside, path)
        except OSError:
            os.unlink(aside)


def _checksum(path: Path, text: str) -> str:
    """Of the text under its name: under another one it is not what was kept."""
    return sha256(f"{path.name}\n{text}".encode()).hexdigest()


def _is_own(status: os.stat_result) -> bool:
    return hasattr(os, "geteuid") and status.st_uid == os.geteuid() and not status.st_mode & OTHERS_WRITE
