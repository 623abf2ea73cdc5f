"""Saves of a game's files during play at the terminal: they interrupt the wait for input."""

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
"""Seconds without another save after which files count as complete."""
PATIENCE = 0.2
"""Seconds between checks if the watching should stop."""
CALL: int | None = getattr(signal, "SIGUSR1", None)
"""Signal that wakes the main thread from waiting, on systems that have one."""


class Edited(Halt):
    """Interruption by a save of files of the rules."""

    def __init__(self, files: Sequence[str]) -> None:
        super().__init__(files)
        self.files = files


class Edits:
    """Watcher of a game's files that raises `Edited` in blocks that allow it.

    Use it in a `with` block, in the main thread.
    """

    def __init__(self, game: str, variants: Sequence[str]) -> None:
        """Prepare to watch a game. Raises MissingExtra; RulebookError if there is no such game."""
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
        """Let saves interrupt the block.

        `Edited` is raised at the beginning for earlier saves, and later even while the block waits, on systems with
        signals. Raises SaveError if the files can't be watched any more.
        """
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
        """Collect saves, in a thread of its own, and wake the main thread."""
        while not self._stop.is_set() and self._failure is None:
            try:
                saved = set(self._saves.since(PATIENCE))
                while saved and (more := self._saves.since(SETTLED)):
                    saved.update(more)
            except Exception as error:  # raised again in the next block that allows it
                self._failure = SaveError(
                    Problem(Where(self._saves.folder), "not-watched", f"can't be watched: {error}")
                )
            else:
                self._saved = sorted({*self._saved, *saved})
            if self._heeded and CALL is not None and (self._saved or self._failure):
                signal.pthread_kill(main_thread().ident or 0, CALL)
