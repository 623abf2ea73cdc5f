"""The checks that are under way: each change of a game begins one anew."""

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
"""Seconds for the next letters to come in before a check, and between its steps."""

Publish = Callable[[str, list[Finding]], None]
"""Told what is found in a file, by its path."""


@dataclass(slots=True)
class _Known:
    """Of one game, what was found part by part, what the editor was told of each file, and the check under way."""

    parts: dict[tuple[str, ...], tuple[Problem, ...]] = field(default_factory=dict)
    told: dict[str, list[Finding]] = field(default_factory=dict)
    task: asyncio.Task[None] | None = None


class Checks:
    """Checks games whenever they change. What an earlier check found holds until the same part is looked at again."""

    def __init__(self, buffers: Buffers, publish: Publish) -> None:
        self._buffers = buffers
        self._publish = publish
        self._games: dict[Home, _Known] = {}

    def begin(self, home: Home, edited: str) -> None:
        """A file of a game has been edited: check it, and end the check of what it was before. What is wrong with the
        first file of a game is told at once, before the game is read."""
        known = self._games.setdefault(home, _Known())
        if known.task is not None:
            known.task.cancel()
        if not known.parts:
            with self._buffers.read():
                known.parts[GAME] = found_alone(home, edited)
            self._tell(home, known)
        known.task = asyncio.get_running_loop().create_task(self._check(home, edited, known))

    def begin_all(self) -> None:
        """Files may have changed anywhere."""
        for home in list(self._games):
            self.begin(home, home.main)

    def told_of(self, path: str) -> list[Finding]:
        """What the editor was told last of a file."""
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
        """The next step of a check, of the files as the editor shows them now."""
        with self._buffers.read():
            return next(under_way, None)

    def _tell(self, home: Home, known: _Known) -> None:
        """Tell of each file that is not as it was told before."""
        found = by_file((problem for part in known.parts.values() for problem in part), home, self._buffers)
        for path in known.told.keys() | found.keys():
            if known.told.get(path, []) != found.get(path, []):
                self._publish(path, found.get(path, []))
        known.told = found
