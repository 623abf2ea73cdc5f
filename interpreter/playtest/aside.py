"""Writing a file aside and renaming it when it is whole, so that nobody ever finds half a file."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Iterator
from types import TracebackType
from typing import BinaryIO, Self

from interpreter.errors import Problem, SaveError, Where


class Aside:
    """A text file in the making. It appears under its name when the `with` block ends, however it ends.

    Made at once, so that a place where nothing can be written is known before hours of play. Only whole pieces of text,
    as given to `write`, are ever in it. What is not a regular file (a terminal, a pipe) is written to directly.
    Raises SaveError if the file can't be made or written.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._aside: str | None = None
        self._whole = 0
        with self._said():
            self._target = os.path.realpath(path)
            self._file = self._open()

    def _open(self) -> BinaryIO:
        try:
            mode = os.stat(self._target).st_mode
        except FileNotFoundError:
            mode = None
        if mode is not None and not stat.S_ISREG(mode):
            return open(self._target, "wb", buffering=0)
        if mode is not None and not os.access(self._target, os.W_OK):
            raise PermissionError(13, "Permission denied")
        folder, name = os.path.split(self._target)
        handle, self._aside = tempfile.mkstemp(prefix=f".{name[:100]}.", suffix=".part", dir=folder)
        os.chmod(self._aside, stat.S_IMODE(mode) if mode is not None else 0o666 & ~_umask())
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
        """Put the file in its place; what was there stays if nothing was written because of an error."""
        self._file.close()
        if self._aside is None:
            return
        if kind is not None and not self._whole:
            os.unlink(self._aside)
            return
        with self._said():
            os.replace(self._aside, self._target)

    @contextlib.contextmanager
    def _said(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise SaveError(Problem(Where(self.path), "cannot-write", f"cannot be written: {why}")) from None


def _umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now
