"""Atomic folders: fill a temporary folder and rename it when complete, so that no reader finds half of its files.

A temporary folder is locked while its writer runs. One that is not locked was left by a process that is gone. The next
process that creates a folder of that name deletes it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from types import TracebackType
from typing import Self

from interpreter.atomic_files import (
    MAX_NAME_LENGTH,
    PART_SUFFIX,
    AtomicFile,
    lock_if_abandoned,
    make_part_path,
    resolve_target,
    scan_part_files,
    try_lock,
)
from interpreter.errors import Location, Problem, SaveError


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
            above, name = os.path.split(self._target)
            _delete_abandoned(above, name[:MAX_NAME_LENGTH])
            self._part_path, self._handle = _create_locked_part(above, name[:MAX_NAME_LENGTH])

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


def _create_locked_part(above: str, name: str) -> tuple[str, int | None]:
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
