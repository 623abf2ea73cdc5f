"""Scheduler for checks in progress: each change of a game restarts its check."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from interpreter.editor.buffers import Buffers
from interpreter.editor.checking import GAME_PART, CheckStep, check_steps, single_file_problems
from interpreter.editor.findings import Finding, findings_by_file
from interpreter.editor.homes import GameWorkspace
from interpreter.errors import Problem

START_DELAY, STEP_DELAY = 0.03, 0.02
"""Delays in seconds before a check, for further keystrokes, and between its steps."""

Publish = Callable[[str, list[Finding]], None]
"""Called with a path and the findings in that file."""


@dataclass(slots=True)
class _CheckState:
    """State of one game: problems by part, findings published by file, and the task of the current check."""

    parts: dict[tuple[str, ...], tuple[Problem, ...]] = field(default_factory=dict)
    published: dict[str, list[Finding]] = field(default_factory=dict)
    task: asyncio.Task[None] | None = None


class CheckScheduler:
    """Checks of all open games. Problems found earlier remain until their part is checked again."""

    def __init__(self, buffers: Buffers, publish: Publish) -> None:
        self._buffers = buffers
        self._publish = publish
        self._games: dict[GameWorkspace, _CheckState] = {}

    def start(self, home: GameWorkspace, edited: str) -> None:
        """Start a check after an edit and cancel the previous one.

        On the first check of a game, mistakes of the edited file are published at once, before the game is loaded.
        """
        known = self._games.setdefault(home, _CheckState())
        if known.task is not None:
            known.task.cancel()
        if not known.parts:
            with self._buffers.using_unsaved():
                known.parts[GAME_PART] = single_file_problems(home, edited)
            self._publish_changes(home, known)
        known.task = asyncio.get_running_loop().create_task(self._check(home, edited, known))

    def restart_all(self) -> None:
        """Check all games again, because any file may have changed."""
        for home in list(self._games):
            self.start(home, home.main_file)

    def published_findings(self, path: str) -> list[Finding]:
        """Return the findings last published for a file."""
        return [finding for known in self._games.values() for finding in known.published.get(path, ())]

    async def _check(self, home: GameWorkspace, edited: str, known: _CheckState) -> None:
        await asyncio.sleep(START_DELAY)
        seen = set()
        under_way = check_steps(home, edited)
        while (step := self._next(under_way)) is not None:
            seen.add(step.part)
            known.parts[step.part] = step.problems
            self._publish_changes(home, known)
            await asyncio.sleep(STEP_DELAY)
        for part in known.parts.keys() - seen:
            del known.parts[part]
        self._publish_changes(home, known)

    def _next(self, under_way: Iterator[CheckStep]) -> CheckStep | None:
        """Return the next step of a check, computed from the files as the editor shows them now."""
        with self._buffers.using_unsaved():
            return next(under_way, None)

    def _publish_changes(self, home: GameWorkspace, known: _CheckState) -> None:
        """Publish the findings of each file for which they have changed."""
        found = findings_by_file((problem for part in known.parts.values() for problem in part), home, self._buffers)
        for path in known.published.keys() | found.keys():
            if known.published.get(path, []) != found.get(path, []):
                self._publish(path, found.get(path, []))
        known.published = found
