"""Scheduler for checks in progress: each change of a game restarts its check."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from interpreter.editor.buffers import Buffers
from interpreter.editor.checking import GAME, Step, found_alone, steps
from interpreter.editor.findings import Finding, by_file
from interpreter.editor.homes import Home
from interpreter.errors import Problem

BEFORE, BETWEEN = 0.03, 0.02
"""Delays in seconds before a check, for further keystrokes, and between its steps."""

Publish = Callable[[str, list[Finding]], None]
"""Called with a path and the findings in that file."""


@dataclass(slots=True)
class _Known:
    """State of one game: problems by part, findings published by file, and the task of the current check."""

    parts: dict[tuple[str, ...], tuple[Problem, ...]] = field(default_factory=dict)
    told: dict[str, list[Finding]] = field(default_factory=dict)
    task: asyncio.Task[None] | None = None


class Checks:
    """Checks of all open games. Problems found earlier remain until their part is checked again."""

    def __init__(self, buffers: Buffers, publish: Publish) -> None:
        self._buffers = buffers
        self._publish = publish
        self._games: dict[Home, _Known] = {}

    def begin(self, home: Home, edited: str) -> None:
        """Start a check after an edit and cancel the previous one.

        On the first check of a game, mistakes of the edited file are published at once, before the game is loaded.
        """
        known = self._games.setdefault(home, _Known())
        if known.task is not None:
            known.task.cancel()
        if not known.parts:
            with self._buffers.read():
                known.parts[GAME] = found_alone(home, edited)
            self._tell(home, known)
        known.task = asyncio.get_running_loop().create_task(self._check(home, edited, known))

    def begin_all(self) -> None:
        """Check all games again, because any file may have changed."""
        for home in list(self._games):
            self.begin(home, home.main)

    def told_of(self, path: str) -> list[Finding]:
        """Return the findings last published for a file."""
        return [finding for known in self._games.values() for finding in known.told.get(path, ())]

    async def _check(self, home: Home, edited: str, known: _Known) -> None:
        await asyncio.sleep(BEFORE)
        seen = set()
        under_way = steps(home, edited)
        while (step := self._next(under_way)) is not None:
            seen.add(step.part)
            known.parts[step.part] = step.found
            self._tell(home, known)
            await asyncio.sleep(BETWEEN)
        for part in known.parts.keys() - seen:
            del known.parts[part]
        self._tell(home, known)

    def _next(self, under_way: Iterator[Step]) -> Step | None:
        """Return the next step of a check, computed from the files as the editor shows them now."""
        with self._buffers.read():
            return next(under_way, None)

    def _tell(self, home: Home, known: _Known) -> None:
        """Publish the findings of each file for which they have changed."""
        found = by_file((problem for part in known.parts.values() for problem in part), home, self._buffers)
        for path in known.told.keys() | found.keys():
            if known.told.get(path, []) != found.get(path, []):
                self._publish(path, found.get(path, []))
        known.told = found
