"""Writing a file aside and renaming it when it is whole, so that nobody ever finds half a file.

A file that is being written is locked. One that lies aside and is not, nobody will finish: its process is gone.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import BinaryIO, Self

from interpreter.errors import Problem, SaveError, Where

if sys.platform != "win32":
    import fcntl

ENDING = ".part"
LONGEST = 100
"""Letters of a name that are kept while it lies aside."""
OWNERS = 0o600
"""The permissions of what only its owner may read."""
PART = re.compile(r"\.(?P<name>.+)\.(?P<mark>[a-z0-9_]+)" + re.escape(ENDING))
"""What a file is called while it lies aside: `mark` tells it from others of that name."""


class AtomicFile:
    """A text file in the making. It appears under its name when the `with` block ends, however it ends.

    Made at once, so that a place where nothing can be written is known before hours of play. Only whole pieces of text,
    as given to `write`, are ever in it. What is not a regular file (a terminal, a pipe) is written to directly.
    Raises SaveError if the file can't be made or written.
    """

    def __init__(self, path: str | os.PathLike[str], mode: int | None = None) -> None:
        """`mode`: who may read and write it, if not whoever could before, or whoever may by default."""
        self.path = os.fspath(path)
        self._mode = mode
        self._aside: str | None = None
        self._whole = 0
        with self._said():
            self._target = target_of(self.path)
            self._file = self._open()

    def _open(self) -> BinaryIO:
        try:
            before = os.stat(self._target).st_mode
        except FileNotFoundError:
            before = None
        if before is not None and not stat.S_ISREG(before):
            return open(self._target, "wb", buffering=0)
        if before is not None and not os.access(self._target, os.W_OK):
            raise PermissionError(13, "Permission denied")
        folder, name = os.path.split(self._target)
        _tidy(folder, name[:LONGEST])
        mode = self._mode
        if mode is None and before is not None:
            mode = stat.S_IMODE(before)
        handle, self._aside = _aside(folder, name[:LONGEST], 0o666 if mode is None else OWNERS)
        if mode is not None:
            os.chmod(self._aside, mode)
        return open(handle, "wb", buffering=0)

    def write(self, text: str) -> None:
        """Add a piece of text; if it can't be written in full, it is not there at all."""
        data = text.encode()
        rest = memoryview(data)
        with self._said():
            try:
                while rest:
                    rest = rest[self._file.write(rest) :]
            except OSError:
                if self._aside is not None:
                    self._file.truncate(self._whole)
                raise
        self._whole += len(data)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Put the file in its place, once; what was there stays if nothing was written because of an error."""
        if self._file.closed:
            return
        with self._said():
            kept = self._aside is not None and (kind is None or self._whole > 0)
            with self._file:
                if kept:
                    os.fsync(self._file.fileno())  # else the new name may be on the disk before what it names
            if self._aside is not None and not kept:
                os.unlink(self._aside)
            elif self._aside is not None:
                os.replace(self._aside, self._target)
                _sync_folder(os.path.dirname(self._target))

    @contextlib.contextmanager
    def _said(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise SaveError(Problem(Where(self.path), "cannot-write", f"cannot be written: {why}")) from None


@dataclass(frozen=True, slots=True)
class LeftOver:
    """A file that lies aside and that nobody will finish: what is in it, `size` bytes, is whole but for its last line,
    perhaps. `free` is a name for it, by which it was to be called, that no other run gives."""

    path: str
    free: str
    size: int


def target_of(path: str) -> str:
    """The place that a path leads to. Raises ValueError for an empty one, which would lead to the working directory."""
    if not path:
        raise ValueError("the name is empty")
    return os.path.realpath(path)


def left_overs(folder: str) -> list[LeftOver]:
    """What runs that were killed have left in a folder; nothing if it can't be told."""
    found: list[LeftOver] = []
    for entry, match in lying_aside(folder or "."):
        with contextlib.suppress(OSError), nobodys(entry.path) as left:
            if left and entry.is_file(follow_symlinks=False):
                stem, ending = os.path.splitext(match["name"])
                free = os.path.join(folder, f"{stem}.{match['mark']}{ending}")
                size = entry.stat(follow_symlinks=False).st_size
                found += [LeftOver(os.path.join(folder, entry.name), free, size)] if size else []
    return sorted(found, key=lambda each: each.path)


def lying_aside(folder: str, name: str | None = None) -> Iterator[tuple[os.DirEntry[str], re.Match[str]]]:
    """What lies aside in a folder, whoever is at it; `name`: only what is to be called so. Nothing if it can't be
    told."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            match = PART.fullmatch(entry.name)
            if match and name in (None, match["name"]):
                yield entry, match


@contextlib.contextmanager
def nobodys(path: str) -> Iterator[bool]:
    """Whether the process that wrote something aside is gone: its lock is, and is ours in this block. Raises OSError if
    it can't be opened."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    try:
        yield lock(handle, wait=False)
    finally:
        os.close(handle)


def lock(handle: int, wait: bool) -> bool:
    """Lock a file or folder for as long as it is open. False if that can't be: another has locked it, or nobody can
    here."""
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True


def _aside(folder: str, name: str, mode: int) -> tuple[int, str]:
    """A new file, locked."""
    while True:
        handle, path = new_file(folder, name, ENDING, mode)
        lock(handle, wait=True)
        if os.path.lexists(path):
            return handle, path
        os.close(handle)  # another run took it for left over before it was locked


def _tidy(folder: str, name: str) -> None:
    """Take away files of that name that runs that were killed have left, with nothing in them."""
    for entry, _ in lying_aside(folder, name):
        with contextlib.suppress(OSError), nobodys(entry.path) as left:
            if left and entry.is_file(follow_symlinks=False) and not entry.stat(follow_symlinks=False).st_size:
                os.unlink(entry.path)


def _sync_folder(folder: str) -> None:
    """Have the names in a folder on the disk. Not every system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def aside_of(folder: str, name: str, ending: str) -> str:
    """A name that no other file has: that of something which is to be called `name` and lies aside."""
    return os.path.join(folder, f".{name}.{os.urandom(4).hex()}{ending}")


def new_file(folder: str, name: str, ending: str, mode: int) -> tuple[int, str]:
    """Make a file that lies aside; its handle and its path. The system itself takes from `mode` what a new file doesn't
    get: to ask for the umask is to change it, for files that other threads make meanwhile too."""
    while True:
        path = aside_of(folder, name, ending)
        with contextlib.suppress(FileExistsError):
            return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode), path
