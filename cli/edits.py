"""Saves of a game's files while somebody sits at the terminal: they interrupt what waits for a line."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator, Sequence
from threading import Event, Thread, main_thread
from types import FrameType, TracebackType
from typing import Self

from cli.saves import Saves
from interpreter.errors import Problem, SaveError, Where
from interpreter.halt import Halt

SETTLED = 0.1
"""Seconds without another save until files are whole."""
PATIENCE = 0.2
"""Seconds until it is looked whether nobody wants to know any more."""
CALL: int | None = getattr(signal, "SIGUSR1", None)
"""The signal by which the main thread is called from what it waits for, where there is one."""


class Edited(Halt):
    """Some files of the rules were saved."""

    def __init__(self, files: Sequence[str]) -> None:
        super().__init__(files)
        self.files = files


class Edits:
    """Tells of saves by raising Edited where it is heeded; use it in a `with` block, in the main thread."""

    def __init__(self, game: str, variants: Sequence[str]) -> None:
        """Raises MissingExtra; RulebookError if there is no such game."""
        self._saves = Saves(game, variants)
        self._stop = Event()
        self._saved: list[str] = []
        self._failure: SaveError | None = None
        self._heeded = False
        self._thread = Thread(target=self._wait, daemon=True)

    def __enter__(self) -> Self:
        self._saves.__enter__()
        if CALL is not None:
            signal.signal(CALL, self._called)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join()
        if CALL is not None:
            signal.signal(CALL, signal.SIG_DFL)
        self._saves.__exit__(kind, error, trace)

    @contextlib.contextmanager
    def heed(self) -> Iterator[None]:
        """A block that a save interrupts: Edited is raised at its beginning for what was saved before, and in it, where
        there are signals, even if it waits. Raises SaveError if files can't be watched any more."""
        self._heeded = True
        try:
            self._raise()
            yield
        finally:
            self._heeded = False

    def _raise(self) -> None:
        if self._failure is not None:
            raise self._failure
        if self._saved:
            files, self._saved = self._saved, []
            raise Edited(files)

    def _called(self, number: int, _: FrameType | None) -> None:
        if self._heeded:
            self._raise()

    def _wait(self) -> None:
        """In a thread of its own: note what is saved, and call the main one."""
        while not self._stop.is_set() and self._failure is None:
            try:
                saved = set(self._saves.since(PATIENCE))
                while saved and (more := self._saves.since(SETTLED)):
                    saved.update(more)
            except Exception as error:  # told where it is heeded
                self._failure = SaveError(
                    Problem(Where(self._saves.folder), "not-watched", f"can't be watched: {error}")
                )
            else:
                self._saved = sorted({*self._saved, *saved})
            if self._heeded and CALL is not None and (self._saved or self._failure):
                signal.pthread_kill(main_thread().ident or 0, CALL)
