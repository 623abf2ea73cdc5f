"""Atomic files: write to a temporary file and rename it when complete, so that no reader finds half a file.

A temporary file is locked while its writer runs. One that is not locked was left by a process that is gone.

Atomic folders: fill a temporary folder and rename it when complete, so that no reader finds half of its files.

A temporary folder is locked while its writer runs. One that is not locked was left by a process that is gone. The next
process that creates a folder of that name deletes it.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import BinaryIO, Self

from interpreter.support.errors import Location, Problem, SaveError

if sys.platform != "win32":
    import fcntl

PART_SUFFIX = ".part"
MAX_NAME_BYTES = 100
"""Largest number of bytes of a file's name that the name of its temporary file contains."""
OWNER_ONLY = 0o600
"""Permissions of a file that only its owner may read."""
PART_NAME = re.compile(r"\.(?P<name>.+)\.(?P<mark>[a-z0-9_]+)" + re.escape(PART_SUFFIX))
"""Name of a temporary file. `mark` distinguishes files with the same final name."""


class AtomicFile:
    """A text file that appears under its name when the `with` block ends, even after an error.

    The temporary file is created at once, so that an unwritable place is noticed before hours of play. It only ever
    contains whole pieces of text, as passed to `write`. After an error with nothing written, the old file stays. A path
    that isn't a regular file (a terminal, a pipe) is written to directly.

    Raises:
        SaveError: The file can't be created or written.
    """

    def __init__(self, path: str | os.PathLike[str], mode: int | None = None) -> None:
        """Create the temporary file. `mode`: its permissions, if not those of the old file or the default."""
        self.path = os.fspath(path)
        self._mode = mode
        self._part_path: str | None = None
        self._complete_bytes = 0
        with self._as_save_error():
            self._target = resolve_target(self.path)
            self._file = self._open()

    def _open(self) -> BinaryIO:
        try:
            old_mode = os.stat(self._target).st_mode
        except FileNotFoundError:
            old_mode = None
        if old_mode is not None and not stat.S_ISREG(old_mode):
            return open(self._target, "wb", buffering=0)
        if old_mode is not None and not os.access(self._target, os.W_OK):
            raise PermissionError(13, "Permission denied")
        folder, whole = os.path.split(self._target)
        name = shorten_name(whole, MAX_NAME_BYTES)
        _delete_empty_parts(folder, name)
        mode = self._mode
        if mode is None and old_mode is not None:
            mode = stat.S_IMODE(old_mode)
        handle, self._part_path = _create_locked_part(folder, name, 0o666 if mode is None else OWNER_ONLY)
        if mode is not None:
            os.chmod(self._part_path, mode)
        return open(handle, "wb", buffering=0)

    def write(self, text: str) -> None:
        """Append a piece of text, either completely or not at all."""
        data = text.encode()
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

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Move the file to its place, once. The old file stays if an error occurred before anything was written."""
        if self._file.closed:
            return
        with self._as_save_error():
            replaces = self._part_path is not None and (kind is None or self._complete_bytes > 0)
            with self._file:
                if replaces:
                    os.fsync(self._file.fileno())  # else the new name may reach the disk before the content
            if self._part_path is not None and not replaces:
                os.unlink(self._part_path)
            elif self._part_path is not None:
                os.replace(self._part_path, self._target)
                _sync_folder(os.path.dirname(self._target))

    @contextlib.contextmanager
    def _as_save_error(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise SaveError(Problem(Location(self.path), "cannot-write", f"cannot be written: {why}")) from None


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


def resolve_target(path: str) -> str:
    """Return the real path of the file at `path`.

    Raises:
        ValueError: The path is empty, which would mean the working directory.
    """
    if not path:
        raise ValueError("the name is empty")
    return os.path.realpath(path)


def find_abandoned(folder: str) -> list[AbandonedFile]:
    """Return the temporary files that killed processes left in a folder; empty if the folder can't be read."""
    found: list[AbandonedFile] = []
    for entry, match in scan_part_files(folder or "."):
        with contextlib.suppress(OSError), lock_if_abandoned(entry.path) as is_abandoned:
            if is_abandoned and entry.is_file(follow_symlinks=False):
                stem, ending = os.path.splitext(match["name"])
                free = os.path.join(folder, f"{stem}.{match['mark']}{ending}")
                size = entry.stat(follow_symlinks=False).st_size
                found += [AbandonedFile(os.path.join(folder, entry.name), free, size)] if size else []
    return sorted(found, key=lambda each: each.path)


def scan_part_files(folder: str, name: str | None = None) -> Iterator[tuple[os.DirEntry[str], re.Match[str]]]:
    """Yield the temporary files and folders in a folder, in use or not; nothing if the folder can't be read.

    `name` restricts them to those with this final name.
    """
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            match = PART_NAME.fullmatch(entry.name)
            if match and name in (None, match["name"]):
                yield entry, match


@contextlib.contextmanager
def lock_if_abandoned(path: str) -> Iterator[bool]:
    """Yield True if the writer of a temporary file or folder is gone. Its lock is held during the `with` block.

    Raises:
        OSError: It can't be opened.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    try:
        yield try_lock(handle, wait=False)
    finally:
        os.close(handle)


def try_lock(handle: int, wait: bool) -> bool:
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


def _create_locked_part(folder: str, name: str, mode: int) -> tuple[int, str]:
    """Create a locked temporary file and return its handle and path."""
    while True:
        handle, path = create_part_file(folder, name, PART_SUFFIX, mode)
        try_lock(handle, wait=True)
        if os.path.lexists(path):
            return handle, path
        os.close(handle)  # another process deleted it as abandoned before it was locked


def _delete_empty_parts(folder: str, name: str) -> None:
    """Delete empty temporary files of this name that killed processes left."""
    for entry, _ in scan_part_files(folder, name):
        with contextlib.suppress(OSError), lock_if_abandoned(entry.path) as is_abandoned:
            if is_abandoned and entry.is_file(follow_symlinks=False) and not entry.stat(follow_symlinks=False).st_size:
                os.unlink(entry.path)


def _sync_folder(folder: str) -> None:
    """Flush a folder's entries to disk, on systems that can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def shorten_name(name: str, max_bytes: int) -> str:
    """Return the longest beginning of a file name that takes at most this many bytes on disk."""
    short = name[:max_bytes]  # a character takes at least one byte
    while len(os.fsencode(short)) > max_bytes:
        short = short[:-1]
    return short


def make_part_path(folder: str, name: str, ending: str) -> str:
    """Return a unique path for the temporary file or folder of `name`."""
    return os.path.join(folder, f".{name}.{os.urandom(4).hex()}{ending}")


def create_part_file(folder: str, name: str, ending: str, mode: int) -> tuple[int, str]:
    """Create a uniquely named temporary file and return its handle and path.

    The system applies the umask to `mode`. Querying the umask would mean changing it, also for files that other threads
    create meanwhile.
    """
    while True:
        path = make_part_path(folder, name, ending)
        with contextlib.suppress(FileExistsError):
            return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode), path


class AtomicFolder:
    """A folder that appears under its name when the `with` block ends, unless an error ends it.

    The temporary folder is created at once, so that an unwritable place is noticed before hours of play. Nothing is
    overwritten: if the folder exists, it must be empty, and not the working directory.

    Raises:
        SaveError: The folder is in use, or nothing can be written there.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._is_done = False
        with self._as_save_error():
            self._target = resolve_target(path)
            if os.path.lexists(self._target):
                self._require_empty()
            above, whole = os.path.split(self._target)
            name = shorten_name(whole, MAX_NAME_BYTES)
            _delete_abandoned(above, name)
            self._part_path, self._handle = _create_locked_folder(above, name)

    def _require_empty(self) -> None:
        if not os.path.isdir(self._target):
            message = "is a file"
        elif os.listdir(self._target):
            message = "there are files in it, and nothing is overwritten"
        elif self._target == os.path.realpath(os.curdir):
            message = "this is the folder that you are in, which can't be replaced"
        else:
            return
        message = f"{message}; name a folder that is empty, or not there yet"
        raise SaveError(Problem(Location(self._path), "not-empty", message))

    @property
    def part_path(self) -> str:
        """Path of the temporary folder."""
        return self._part_path

    def create_file(self, name: str) -> AtomicFile:
        """Return a new file in the folder."""
        file = AtomicFile(os.path.join(self._part_path, name))
        file.path = os.path.join(self._path, name)
        return file

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Move the folder to its place, or delete it after an error; only once."""
        if self._is_done:
            return
        self._is_done = True
        with contextlib.ExitStack() as stack:
            if self._handle is not None:
                stack.callback(os.close, self._handle)
            if kind is None:
                self._place()
            else:
                shutil.rmtree(self._part_path, ignore_errors=True)

    def _place(self) -> None:
        with self._as_save_error():
            try:
                if os.path.lexists(self._target):
                    self._require_empty()
                    os.chmod(self._part_path, os.stat(self._target).st_mode)
                    os.rmdir(self._target)
                os.rename(self._part_path, self._target)
            except BaseException:
                shutil.rmtree(self._part_path, ignore_errors=True)
                raise

    @contextlib.contextmanager
    def _as_save_error(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise SaveError(Problem(Location(self._path), "cannot-write", f"cannot be written: {why}")) from None


def _create_locked_folder(above: str, name: str) -> tuple[str, int | None]:
    """Create a temporary folder and lock it.

    Returns:
        Its path, and the handle that holds the lock; None where folders can't be locked.
    """
    while True:
        aside = make_part_path(above, name, PART_SUFFIX)
        try:
            os.mkdir(aside)
        except FileExistsError:
            continue
        try:
            handle = os.open(aside, os.O_RDONLY)
        except FileNotFoundError:
            continue  # another process deleted it as abandoned before it was locked
        except OSError:
            return aside, None
        try_lock(handle, wait=True)
        if os.path.lexists(aside):
            return aside, handle
        os.close(handle)


def _delete_abandoned(above: str, name: str) -> None:
    """Delete temporary folders of this name that killed processes left."""
    for entry, _ in scan_part_files(above, name):
        with contextlib.suppress(OSError), lock_if_abandoned(entry.path) as is_abandoned:
            if is_abandoned and all(found.endswith((".csv", PART_SUFFIX)) for found in os.listdir(entry.path)):
                shutil.rmtree(entry.path)
