"""Player of games with several values of places in the rules: it loads them a few at a time, and plays them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import TypeVar

from interpreter.lab.sweep.point_loading import (
    CheckedPoint,
    PointSettings,
    check_point,
    load_and_compile,
    refuse,
)
from interpreter.lab.sweep.sweep_points import PointResult
from interpreter.lab.sweep.vary import SweepPoint
from interpreter.playtest.run.arms import Arm, BackendChoice, GameSpan, choose_backend, growing_spans
from interpreter.playtest.run.chunks import ChunkOutputs
from interpreter.playtest.run.executors import RemotePool
from interpreter.playtest.run.run_session import ArmNumbers, ProgressCallback, RunOutcome, RunSession, open_session
from interpreter.playtest.run.stopping import DecisionCounters, RunStopped, Stopper
from interpreter.playtest.store.result_store import Store
from interpreter.support.background import run_in_order
from interpreter.support.errors import Problem

T = TypeVar("T")


class PointPlayer:
    """Player of the games with each value.

    Attributes:
        store: Cache of games, with all values as its arms.
        stored_games: Number of games that came from it.
        games: Number of games so far.
        processor_seconds: Processor time of these games, in seconds.
    """

    def __init__(
        self,
        outcome: RunOutcome,
        jobs: int,
        stopper: Stopper,
        progress: ProgressCallback,
        remote: RemotePool | None = None,
    ) -> None:
        """Create a player whose games are added to an outcome.

        Args:
            outcome: The outcome to add to.
            jobs: Number of processes.
            stopper: The stopper that ends play.
            progress: The progress callback.
            remote: Other machines to play on; None for this one.
        """
        self._outcome, self._jobs, self._stopper, self._progress = outcome, jobs, stopper, progress
        self._remote = remote
        self._steps = DecisionCounters(jobs)
        self._backends: list[BackendChoice] = []
        self.store: Store | None = None
        self.stored_games = self.games = 0
        self.processor_seconds = 0.0

    def check(self, asked: Sequence[PointSettings], points: Sequence[SweepPoint]) -> list[CheckedPoint]:
        """Load the game with each value once. `asked`: the same game, with each kind of players.

        Raises RulebookError if a value is not valid in its place.
        """
        problems, checked = list[Problem](), list[CheckedPoint]()
        for each in self.check_each(asked, points):
            if isinstance(each, CheckedPoint):
                checked.append(each)
            else:
                problems += each
        refuse(problems)
        return checked

    def check_each(
        self, asked: Sequence[PointSettings], points: Sequence[SweepPoint]
    ) -> Iterator[CheckedPoint | tuple[Problem, ...]]:
        """Load the game with each value once, and yield what is known of it, or the errors if that fails."""
        return self._load([partial(check_point, asked, point) for point in points])

    @contextlib.contextmanager
    def session(self, settings: PointSettings, points: Mapping[int, SweepPoint], games: int) -> Iterator[RunSession]:
        """Load the games with some values, and open a session for them.

        Args:
            settings: The game and its players.
            points: The values, each with its number among the arms of the store.
            games: Largest number of games with each value.

        Raises:
            RulebookError: A value is not valid in its place.
        """
        arms = self._arms(settings, list(points.values()), games)
        how = self._progress, self._remote, self.store, ArmNumbers(list(points), self._steps)
        with open_session(self._outcome, arms, self._jobs, self._stopper, *how) as players:
            yield players

    def play(
        self,
        players: RunSession,
        wanted: Mapping[int, tuple[PointResult, int]],
        is_over: Callable[[], bool] = lambda: False,
    ) -> bool:
        """Play some values, each up to a number of games, and return whether all of these games were played.

        `is_over`: returns True if play should end early.
        """
        parts = [
            list(growing_spans(GameSpan(arm, spot.first_game + spot.games, games - spot.games)))
            for arm, (spot, games) in wanted.items()
        ]

        def spans() -> Iterator[GameSpan]:
            for step in zip_longest(*parts):
                yield from (span for span in step if span is not None and wanted[span.arm][0].stopped is None)

        for chunk in players.play(spans(), ChunkOutputs(endings=True)):
            wanted[chunk.arm][0].add(chunk)
            self.stored_games += chunk.count if chunk.is_stored else 0
            self.games += chunk.count
            self.processor_seconds += chunk.seconds
            if is_over():
                break
        return all(spot.stopped is not None or spot.games >= games for spot, games in wanted.values())

    def _load(self, works: Sequence[Callable[[], T]]) -> Iterator[T]:
        """Yield the results of slow loading jobs. Raises RunStopped between two of them."""
        for found in run_in_order(works, self._jobs):
            if self._stopper.is_stopped():
                raise RunStopped
            self._progress(0, self._steps.total)
            yield found

    def _arms(self, settings: PointSettings, points: Sequence[SweepPoint], games: int) -> list[Arm]:
        problems = list[Problem]()
        arms = []
        for ready in self._load([partial(load_and_compile, settings, games, point) for point in points]):
            problems += ready.problems
            if ready.game is not None:
                ready.game.program.native = ready.native
                chosen = choose_backend(ready.game, settings.backend, settings.seated, games, settings.seed)
                self._backends.append(chosen)
                self._outcome.note_backends(self._backends)
                arms.append(Arm(ready.game, settings.seed, settings.seated, chosen.native))
        refuse(problems)
        return arms
