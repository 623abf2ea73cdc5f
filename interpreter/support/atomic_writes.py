"""Atomic files and folders: write beside the target and rename when complete, so that no reader finds half of it.

A temporary file or folder is locked while its writer runs. One that is not locked was left by a process that is gone.
The next process that writes to that name deletes what nobody needs: empty files, and folders of tables.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import stat
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import BinaryIO, Self

from interpreter.support.errors import Location, Problem, SaveError

if sys.platform != "win32":
    import fcntl

PART_SUFFIX = ".part"
MAX_NAME_BYTES = 100
"""Largest number of bytes of a target's name that the name of its temporary file contains."""
OWNER_ONLY = 0o600
"""Permissions of a file that only its owner may read."""
PART_NAME = re.compile(r"\.(?P<name>.+)\.(?P<mark>[a-z0-9_]+)" + re.escape(PART_SUFFIX))
"""Name of a temporary file. `mark` distinguishes files with the same final name."""


def shorten_name(name: str, max_bytes: int) -> str:
    """Return the longest beginning of a file name that takes at most this many bytes on disk."""
    short = name[:max_bytes]  # a character takes at least one byte
    while len(os.fsencode(short)) > max_bytes:
        short = short[:-1]
    return short


def _create_part(folder: str, name: str, suffix: str, create: Callable[[str], int | None]) -> tuple[str, int | None]:
    """Create and lock a temporary file or folder under a unique name, and return its path and handle.

    `create` returns its handle; None if the system can't open it, which is then not locked.
    """
    while True:
        path = os.path.join(folder, f".{name}.{os.urandom(4).hex()}{suffix}")
        try:
            handle = create(path)
        except FileExistsError:
            continue
        if handle is not None:
            _try_lock(handle, wait=True)
        if os.path.lexists(path):
            return path, handle
        if handle is not None:
            os.close(handle)  # another process deleted it as abandoned before it was locked


def create_part_file(folder: str, name: str, suffix: str, mode: int) -> tuple[str, int]:
    """Create a temporary file.

    The system applies the umask to `mode`. Querying the umask would mean changing it, also for files that other threads
    create meanwhile.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    path, handle = _create_part(folder, name, suffix, lambda path: os.open(path, flags, mode))
    assert handle is not None
    return path, handle


def _make_folder(path: str) -> int | None:
    """Create a folder and return its handle; None where folders can't be opened."""
    os.mkdir(path)
    try:
        return os.open(path, os.O_RDONLY)
    except OSError:
        return None


def _try_lock(handle: int, wait: bool) -> bool:
    """Lock an open file or folder until it is closed.

    Returns:
        False if another process has locked it or this system has no such locks.
    """
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True


def _abandoned_parts(folder: str, name: str | None = None) -> Iterator[tuple[os.DirEntry[str], re.Match[str]]]:
    """Yield the temporary files and folders in a folder whose writers are gone; nothing if it can't be read.

    Each is locked until the next one is asked for. `name` restricts them to those with this final name.
    """
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            match = PART_NAME.fullmatch(entry.name)
            if match is None or name not in (None, match["name"]):
                continue
            try:
                handle = os.open(entry.path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
            except OSError:
                continue
            try:
                if _try_lock(handle, wait=False):
                    yield entry, match
            finally:
                os.close(handle)


@dataclass(frozen=True, slots=True)
class AbandonedFile:
    """An unfinished temporary file whose writer is gone. Its content is complete, except perhaps for the last line.

    Attributes:
        path: Path of the temporary file.
        recovery_path: A name under which to recover it, derived from its final name and used by no other run.
        size: Size in bytes.
    """

    path: str
    recovery_path: str
    size: int


def find_abandoned(folder: str) -> list[AbandonedFile]:
    """Return the temporary files that killed processes left in a folder; empty if the folder can't be read."""
    found: list[AbandonedFile] = []
    for entry, match in _abandoned_parts(folder or "."):
        if size := _file_size(entry):
            stem, ending = os.path.splitext(match["name"])
            free = os.path.join(folder, f"{stem}.{match['mark']}{ending}")
            found.append(AbandonedFile(os.path.join(folder, entry.name), free, size))
    return sorted(found, key=lambda each: each.path)


def _file_size(entry: os.DirEntry[str]) -> int | None:
    """Return the size in bytes of a regular file; None for anything else."""
    with contextlib.suppress(OSError):
        return entry.stat().st_size if entry.is_file(follow_symlinks=False) else None
    return None


class _AtomicTarget(ABC):
    """A path whose real target appears under its name when it is complete."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        with self._as_save_error():
            if not self.path:
                raise ValueError("the name is empty")  # it would mean the working directory
            self._target = os.path.realpath(self.path)
            above, name = os.path.split(self._target)
            self._above, self._short = above, shorten_name(name, MAX_NAME_BYTES)
            self._open()

    @abstractmethod
    def _open(self) -> None:
        """Create the temporary file or folder, and delete those that killed processes left."""

    @contextlib.contextmanager
    def _as_save_error(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise SaveError(Problem(Location(self.path), "cannot-write", f"cannot be written: {why}")) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close(kind is None)

    @abstractmethod
    def close(self, is_complete: bool) -> None:
        """Move the temporary file or folder to its place, or delete it."""


class AtomicFile(_AtomicTarget):
    """A text file that appears under its name when the `with` block ends, even after an error.

    The temporary file is created at once, so that an unwritable place is noticed before hours of play. It only ever
    contains whole pieces of text, as passed to `write`. After an error with nothing written, the old file stays. A path
    that isn't a regular file (a terminal, a pipe) is written to directly.

    Raises:
        SaveError: The file can't be created or written.
    """

    def __init__(self, path: str | os.PathLike[str], mode: int | None = None) -> None:
        """Create the temporary file. `mode`: its permissions, if not those of the old file or the default."""
        self._mode = mode
        self._part_path: str | None = None
        self._complete_bytes = 0
        super().__init__(path)

    def _open(self) -> None:
        self._file = self._open_file()

    def _open_file(self) -> BinaryIO:
        try:
            old_mode = os.stat(self._target).st_mode
        except FileNotFoundError:
            old_mode = None
        if old_mode is not None and not stat.S_ISREG(old_mode):
            return open(self._target, "wb", buffering=0)
        if old_mode is not None and not os.access(self._target, os.W_OK):
            raise PermissionError(errno.EACCES, "Permission denied")
        for entry, _ in _abandoned_parts(self._above, self._short):
            if _file_size(entry) == 0:
                with contextlib.suppress(OSError):
                    os.unlink(entry.path)
        mode = self._mode
        if mode is None and old_mode is not None:
            mode = stat.S_IMODE(old_mode)
        first_mode = 0o666 if mode is None else OWNER_ONLY
        self._part_path, handle = create_part_file(self._above, self._short, PART_SUFFIX, first_mode)
        if mode is not None:
            os.chmod(self._part_path, mode)
        return open(handle, "wb", buffering=0)

    def write(self, text: str) -> None:
        """Append a piece of text, either completely or not at all."""
        self.write_bytes(text.encode())

    def write_bytes(self, data: bytes) -> None:
        """Append a piece of data, either completely or not at all."""
        rest = memoryview(data)
        with self._as_save_error():
            try:
                while rest:
                    rest = rest[self._file.write(rest) :]
            except OSError:
                if self._part_path is not None:
                    self._file.truncate(self._complete_bytes)
                raise
        self._complete_bytes += len(data)

    def close(self, is_complete: bool) -> None:
        """Move the file to its place, once. The old file stays if an error occurred before anything was written."""
        if self._file.closed:
            return
        with self._as_save_error():
            replaces = self._part_path is not None and (is_complete or self._complete_bytes > 0)
            with self._file:
                if replaces:
                    os.fsync(self._file.fileno())  # else the new name may reach the disk before the content
            if self._part_path is not None and not replaces:
                os.unlink(self._part_path)
            elif self._part_path is not None:
                os.replace(self._part_path, self._target)
                _sync_folder(self._above)


def _sync_folder(folder: str) -> None:
    """Flush a folder's entries to disk, on systems that can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class AtomicFolder(_AtomicTarget):
    """A folder that appears under its name when the `with` block ends, unless an error ends it.

    The temporary folder is created at once, so that an unwritable place is noticed before hours of play. Nothing is
    overwritten: if the folder exists, it must be empty, and not the working directory.

    Attributes:
        part_path: Path of the temporary folder.

    Raises:
        SaveError: The folder is in use, or nothing can be written there.
    """

    def _open(self) -> None:
        self._is_done = False
        self._require_empty()
        for entry, _ in _abandoned_parts(self._above, self._short):
            with contextlib.suppress(OSError):
                if all(found.endswith((".csv", PART_SUFFIX)) for found in os.listdir(entry.path)):
                    shutil.rmtree(entry.path)
        self.part_path, self._handle = _create_part(self._above, self._short, PART_SUFFIX, _make_folder)

    def _require_empty(self) -> None:
        if not os.path.lexists(self._target):
            return
        if not os.path.isdir(self._target):
            message = "is a file"
        elif os.listdir(self._target):
            message = "there are files in it, and nothing is overwritten"
        elif self._target == os.path.realpath(os.curdir):
            message = "this is the folder that you are in, which can't be replaced"
        else:
            return
        message = f"{message}; name a folder that is empty, or not there yet"
        raise SaveError(Problem(Location(self.path), "not-empty", message))

    def create_file(self, name: str) -> AtomicFile:
        """Return a new file in the folder."""
        file = AtomicFile(os.path.join(self.part_path, name))
        file.path = os.path.join(self.path, name)
        return file

    def close(self, is_complete: bool) -> None:
        """Move the folder to its place, or delete it after an error; only once."""
        if self._is_done:
            return
        self._is_done = True
        try:
            with self._as_save_error():
                if is_complete:
                    self._require_empty()
                    if os.path.lexists(self._target):
                        os.chmod(self.part_path, os.stat(self._target).st_mode)
                        os.rmdir(self._target)
                    os.rename(self.part_path, self._target)
        finally:
            shutil.rmtree(self.part_path, ignore_errors=True)  # it is gone if it was moved
            if self._handle is not None:
                os.close(self._handle)
