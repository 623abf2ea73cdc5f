"""Lines about games, written to a file during play; if that fails, play goes on without them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from types import TracebackType
from typing import Self

from interpreter.atomic_files import AtomicFile
from interpreter.errors import Problem, SaveError


class GameLineWriter:
    """Writer of lines to a file; use it in a `with` block.

    `problems`: the reasons why the file is incomplete, if it is.
    """

    def __init__(self, file: AtomicFile) -> None:
        self._file = file
        self.problems: tuple[Problem, ...] = ()

    def write(self, text: str) -> None:
        """Add some lines, unless an earlier write has failed."""
        if not self.problems:
            with self._collect_errors():
                self._file.write(text)

    def raise_if_failed(self) -> None:
        """Raise SaveError if a write has failed."""
        if self.problems:
            raise SaveError(self.problems)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._collect_errors():
            self._file.__exit__(SaveError if self.problems else kind, error, trace)

    @contextlib.contextmanager
    def _collect_errors(self) -> Iterator[None]:
        try:
            yield
        except SaveError as error:
            self.problems = (*self.problems, *error.problems)
