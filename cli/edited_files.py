"""Watching a game's files while they are edited, also during play at the terminal."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from queue import Empty, Queue
from threading import Event, Thread, main_thread
from types import FrameType, TracebackType
from typing import Self

from interpreter.rulebook import find_folder, is_own_variant, is_path, is_setting, library_variants
from interpreter.support import Halt, Location, Problem, SaveError, require_extra

EXTRA, LIBRARY = "watch", "watchfiles"
QUIET_MS, GROUP_MS, POLL_MS = 20, 200, 200
"""Milliseconds of quiet before changes are reported, over which they are grouped, and between checks of the folder."""
SETTLE_SECONDS = 0.1
"""Seconds without another save after which files count as complete."""
FILES = ("*.y*ml", "*/*.y*ml")
"""Patterns of files that may contain rules, including names that are refused."""

Stamp = tuple[int, int, int]


class FileWatcher:
    """Watcher of the files of a game, of variants outside its folder, and of others; use it in a `with` block.

    The waiting is done in threads, so that signals interrupt the main thread.
    """

    def __init__(self, game: str, variants: Sequence[str], others: Sequence[str] = ()) -> None:
        """Start to watch. Raises MissingExtraError; RulebookError if there is no such game."""
        self.folder = find_folder(game)
        self._files = (
            *_files_outside(variants, self.folder),
            *(each for each in others if not self._is_in_game_folder(each)),
        )
        require_extra(EXTRA, LIBRARY)
        self._stamps = self._current_stamps()
        self._stop = Event()
        self._events: Queue[Exception | None] = Queue()
        beside = dict.fromkeys(os.path.dirname(file) or "." for file in self._files)
        watched = [(self.folder, True), *((folder, False) for folder in beside)]
        self._threads = [Thread(target=self._watch, args=each, daemon=True) for each in watched]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def wait_for_saves(self, within: float | None) -> list[str]:
        """Return the files saved since the last call; wait up to `within` seconds, or without a limit.

        Raises OSError if the files can't be watched.
        """
        end = None if within is None else time.monotonic() + within
        while True:
            try:
                failure = self._events.get(timeout=None if end is None else max(0.0, end - time.monotonic()))
            except Empty:
                return []
            if failure is not None:
                raise failure
            before, self._stamps = self._stamps, self._current_stamps()
            paths = sorted({*before, *self._stamps})
            if saved := [path for path in paths if before.get(path) != self._stamps.get(path)]:
                return saved

    def wait_for_settled_saves(self, within: float) -> set[str]:
        """Return the files saved since the last call, once no more follow; wait up to `within` seconds for the first.

        Raises OSError if the files can't be watched.
        """
        saved = set(self.wait_for_saves(within))
        while saved and (more := self.wait_for_saves(SETTLE_SECONDS)):
            saved.update(more)
        return saved

    def _is_in_game_folder(self, path: str) -> bool:
        """Return True if a file lies in the game's folder."""
        return Path(self.folder).resolve() in Path(path).resolve().parents

    def _current_stamps(self) -> dict[str, Stamp]:
        """Return the existing files, each with values that change when it is saved or replaced."""
        found: dict[str, Stamp] = {}
        inside = (str(path) for pattern in FILES for path in Path(self.folder).glob(pattern))
        for path in (*inside, *self._files):
            with contextlib.suppress(OSError):
                status = os.stat(path)
                found[path] = status.st_ino, status.st_size, status.st_mtime_ns
        return found

    def _watch(self, folder: str, whole: bool) -> None:
        """Report changes in a folder, including its sub-folders if `whole`.

        If it is moved or deleted, the next folder of this name is watched.
        """
        try:
            while not self._stop.is_set():
                self._watch_while_there(folder, whole)
                self._stop.wait(POLL_MS / 1000)
        except Exception as error:  # raised by `wait_for_saves`
            self._events.put(error)

    def _watch_while_there(self, folder: str, whole: bool) -> None:
        import watchfiles

        there = _folder_identity(folder)
        with contextlib.suppress(FileNotFoundError):
            changing = watchfiles.watch(
                folder,
                watch_filter=None,
                debounce=GROUP_MS,
                step=QUIET_MS,
                stop_event=self._stop,
                rust_timeout=POLL_MS,
                yield_on_timeout=True,
                recursive=whole,
                ignore_permission_denied=True,
            )
            for number, changes in enumerate(changing):
                same = _folder_identity(folder) == there
                if changes or not number or not same:
                    self._events.put(None)
                if not same:
                    return


def _files_outside(variants: Sequence[str], folder: str) -> list[str]:
    """Return the files of variants that lie outside the game's folder."""
    named = [each for each in variants if not is_setting(each) and not is_own_variant(each, folder)]
    shelved = {each.name: each.path for each in reversed(library_variants())}
    return [path for each in named if (path := each if is_path(each) else shelved.get(each)) is not None]


def _folder_identity(folder: str) -> tuple[int, int] | None:
    """Return the device and inode of a folder, or None if it doesn't exist."""
    try:
        status = os.stat(folder)
    except OSError:
        return None
    return status.st_dev, status.st_ino


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
        """Prepare to watch a game. Raises MissingExtraError; RulebookError if there is no such game."""
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

    def take_saved(self) -> list[str]:
        """Return the files that were saved since the last call. Raises SaveError if they can't be watched any more."""
        if self._failure is not None:
            raise self._failure
        files, self._saved = self._saved, []
        return files

    def _raise_pending(self) -> None:
        if files := self.take_saved():
            raise FilesEdited(files)

    def _on_signal(self, number: int, _: FrameType | None) -> None:
        if self._is_interruptible:
            self._raise_pending()

    def _wait(self) -> None:
        """Collect saves, in a thread of its own, and wake the main thread."""
        while not self._stop.is_set() and self._failure is None:
            try:
                saved = self._watcher.wait_for_settled_saves(POLL_SECONDS)
            except Exception as error:  # raised again in the next block that allows it
                self._failure = SaveError(
                    Problem(Location(self._watcher.folder), "not-watched", f"can't be watched: {error}")
                )
            else:
                self._saved = sorted({*self._saved, *saved})
            if self._is_interruptible and WAKE_SIGNAL is not None and (self._saved or self._failure):
                signal.pthread_kill(main_thread().ident or 0, WAKE_SIGNAL)
