"""Lines of games that go to a file while games are played: if it can't be written any more, play goes on without."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from types import TracebackType
from typing import Self

from interpreter.atomic_files import AtomicFile
from interpreter.errors import Problem, SaveError


class GameLines:
    """Writes to a file; use it in a `with` block. `problems`: why it could not be written to the end, if so."""

    def __init__(self, file: AtomicFile) -> None:
        self._file = file
        self.problems: tuple[Problem, ...] = ()

    def write(self, text: str) -> None:
        """Add some lines, as long as all before could be written."""
        if not self.problems:
            with self._noted():
                self._file.write(text)

    def refuse(self) -> None:
        """Raise SaveError if not all could be written."""
        if self.problems:
            raise SaveError(self.problems)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._noted():
            self._file.__exit__(SaveError if self.problems else kind, error, trace)

    @contextlib.contextmanager
    def _noted(self) -> Iterator[None]:
        try:
            yield
        except SaveError as error:
            self.problems = (*self.problems, *error.problems)
