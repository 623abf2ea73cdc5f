"""Watcher of a game's files while they are edited: files saved, moved or deleted since the last query."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Sequence
from pathlib import Path
from queue import Empty, Queue
from threading import Event, Thread
from types import TracebackType
from typing import Self

from interpreter.extras import require_extra
from interpreter.rulebook.files import find_folder, is_own_variant, is_path, is_setting
from interpreter.rulebook.library import library_variants

EXTRA, LIBRARY = "watch", "watchfiles"
QUIET_MS, GROUP_MS, POLL_MS = 20, 200, 200
"""Milliseconds of quiet before changes are reported, over which they are grouped, and between checks of the folder."""
FILES = ("*.y*ml", "*/*.y*ml")
"""Patterns of files that may contain rules, including names that are refused."""

Stamp = tuple[int, int, int]


class FileWatcher:
    """Watcher of the files of a game, of variants outside its folder, and of others; use it in a `with` block.

    The waiting is done in threads, so that signals interrupt the main thread.
    """

    def __init__(self, game: str, variants: Sequence[str], others: Sequence[str] = ()) -> None:
        """Start to watch. Raises MissingExtra; RulebookError if there is no such game."""
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
