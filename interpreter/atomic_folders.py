"""Writing a folder aside and renaming it when all is in it, so that nobody ever finds some of its files."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from types import TracebackType
from typing import Self

from interpreter.atomic_files import ENDING, AtomicFile, umask
from interpreter.errors import Problem, SaveError, Where


class AtomicFolder:
    """A folder in the making. It appears under its name when the `with` block ends, unless an error ends it.

    Made at once, so that a place where nothing can be written is known before hours of play. Nothing is overwritten:
    what is there by that name already must be an empty folder. Raises SaveError if it is not, or if nothing can be
    written.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        with self._said():
            self._target = os.path.realpath(path)
            if os.path.lexists(self._target):
                self._refuse_full()
            above, name = os.path.split(self._target)
            self._aside = tempfile.mkdtemp(prefix=f".{name[:100]}.", suffix=ENDING, dir=above)

    def _refuse_full(self) -> None:
        if not os.path.isdir(self._target):
            message = "is a file; name a folder that is empty, or not there yet"
        elif os.listdir(self._target):
            message = "there are files in it, and nothing is overwritten; name a folder that is empty, or not there yet"
        else:
            return
        raise SaveError(Problem(Where(self._path), "not-empty", message))

    def file(self, name: str) -> AtomicFile:
        """A file in it, of that name."""
        file = AtomicFile(os.path.join(self._aside, name))
        file.path = os.path.join(self._path, name)
        return file

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Put the folder in its place, or take it away."""
        if kind is not None:
            shutil.rmtree(self._aside, ignore_errors=True)
            return
        with self._said():
            try:
                if os.path.lexists(self._target):
                    self._refuse_full()
                    usual = os.stat(self._target).st_mode
                    os.rmdir(self._target)
                else:
                    usual = 0o777 & ~umask()
                os.chmod(self._aside, usual)
                os.rename(self._aside, self._target)
            except BaseException:
                shutil.rmtree(self._aside, ignore_errors=True)
                raise

    @contextlib.contextmanager
    def _said(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise SaveError(Problem(Where(self._path), "cannot-write", f"cannot be written: {why}")) from None
