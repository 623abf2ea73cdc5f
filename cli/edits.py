"""Saves of a game's files during play at the terminal: they interrupt the wait for input."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator, Sequence
from threading import Event, Thread, main_thread
from types import FrameType, TracebackType
from typing import Self

from cli.saves import FileWatcher
from interpreter.errors import Location, Problem, SaveError
from interpreter.halt import Halt

SETTLE_SECONDS = 0.1
"""Seconds without another save after which files count as complete."""
POLL_SECONDS = 0.2
"""Seconds between checks if the watching should stop."""
WAKE_SIGNAL: int | None = getattr(signal, "SIGUSR1", None)
"""Signal that wakes the main thread from waiting, on systems that have one."""


class FilesEdited(Halt):
    """Interruption by a save of files of the rules."""

    def __init__(self, files: Sequence[str]) -> None:
        super().__init__(files)
        self.files = files


class EditWatcher:
    """Watcher of a game's files that raises `FilesEdited` in blocks that allow it.

    Use it in a `with` block, in the main thread.
    """

    def __init__(self, game: str, variants: Sequence[str]) -> None:
        """Prepare to watch a game. Raises MissingExtra; RulebookError if there is no such game."""
        self._watcher = FileWatcher(game, variants)
        self._stop = Event()
        self._saved: list[str] = []
        self._failure: SaveError | None = None
        self._is_interruptible = False
        self._thread = Thread(target=self._wait, daemon=True)

    def __enter__(self) -> Self:
        self._watcher.__enter__()
        if WAKE_SIGNAL is not None:
            signal.signal(WAKE_SIGNAL, self._on_signal)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join()
        if WAKE_SIGNAL is not None:
            signal.signal(WAKE_SIGNAL, signal.SIG_DFL)
        self._watcher.__exit__(kind, error, trace)

    @contextlib.contextmanager
    def interruptible(self) -> Iterator[None]:
        """Let saves interrupt the block.

        `FilesEdited` is raised at the beginning for earlier saves, and later even while the block waits, on systems
        with signals. Raises SaveError if the files can't be watched any more.
        """
        self._is_interruptible = True
        try:
            self._raise_pending()
            yield
        finally:
            self._is_interruptible = False

    def _raise_pending(self) -> None:
        if self._failure is not None:
            raise self._failure
        if self._saved:
            files, self._saved = self._saved, []
            raise FilesEdited(files)

    def _on_signal(self, number: int, _: FrameType | None) -> None:
        if self._is_interruptible:
            self._raise_pending()

    def _wait(self) -> None:
        """Collect saves, in a thread of its own, and wake the main thread."""
        while not self._stop.is_set() and self._failure is None:
            try:
                saved = set(self._watcher.wait_for_saves(POLL_SECONDS))
                while saved and (more := self._watcher.wait_for_saves(SETTLE_SECONDS)):
                    saved.update(more)
            except Exception as error:  # raised again in the next block that allows it
                self._failure = SaveError(
                    Problem(Location(self._watcher.folder), "not-watched", f"can't be watched: {error}")
                )
            else:
                self._saved = sorted({*self._saved, *saved})
            if self._is_interruptible and WAKE_SIGNAL is not None and (self._saved or self._failure):
                signal.pthread_kill(main_thread().ident or 0, WAKE_SIGNAL)
