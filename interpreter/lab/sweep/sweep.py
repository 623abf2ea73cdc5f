"""Sweep over the values of a place in the rules: the same games with each value in turn."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import TypeVar

from interpreter.lab.compare.question import DEFAULT_MARGIN, POINTS
from interpreter.lab.stats.estimators import AnytimeEstimator, FixedSampleEstimator, ShareEstimator
from interpreter.lab.stats.payoffs import SingleGameSpec
from interpreter.lab.sweep.sweep_points import Aim, PointResult, TargetSearch, next_look
from interpreter.lab.sweep.vary import OPTION, SweepPlace, SweepPoint, all_points
from interpreter.language.execution.executable import NativeCode, NotCompilableError
from interpreter.matches.loading import load
from interpreter.matches.match import Game
from interpreter.playtest.run.arms import Arm, BackendChoice, GameSpan, choose_backend, growing_spans
from interpreter.playtest.run.chunks import ChunkOutputs
from interpreter.playtest.run.executors import RemotePool
from interpreter.playtest.run.run_session import ArmNumbers, ProgressCallback, RunOutcome, RunSession, open_session
from interpreter.playtest.run.stopping import DecisionCounters, RunStopped, Stopper
from interpreter.playtest.store.result_store import Store
from interpreter.playtest.store.run_identity import RunTerms, terms_of
from interpreter.playtest.store.store_place import StorePlace, open_store
from interpreter.support.background import run_in_order
from interpreter.support.errors import Location, PlayError, Problem, RulebookError

T = TypeVar("T")
BATCH_SIZE = 16
"""Number of values whose games and machine code are loaded at a time."""
MAX_ERRORS = 20
"""Maximum number of errors that are reported."""


@dataclass(frozen=True, slots=True)
class SweepSpec(SingleGameSpec):
    """Settings of a sweep.

    Attributes:
        places: Places in the rules, with the values to try.
        seated: Name of the player of each seat.
        aim: Target share of wins, if any. Values are played only as long as they may reach it.
        precision_points: Largest acceptable half-width of an interval, in percentage points.
        games: Number of games with each value: exact without `precision_points` and `aim`, else the maximum.
    """

    places: tuple[SweepPlace, ...]
    seated: dict[str, str]
    aim: Aim | None = None
    precision_points: float | None = None
    games: int | None = None

    @property
    def points(self) -> tuple[SweepPoint, ...]:
        """All values, or pairs of values for two places."""
        return all_points(self.places)

    @property
    def has_fixed_size(self) -> bool:
        """True if the number of games is given, rather than a width of the intervals or a target."""
        return self.games is not None and self.precision_points is None and self.aim is None

    @property
    def half_width(self) -> float:
        """Largest acceptable half-width of an interval, as a share."""
        return (self.precision_points or DEFAULT_MARGIN) / POINTS

    @property
    def estimator(self) -> ShareEstimator:
        """Estimator of the intervals."""
        number = len(self.points)
        return AnytimeEstimator(number, self.half_width) if self.aim else FixedSampleEstimator(number, self.half_width)

    @property
    def max_games(self) -> int:
        """Maximum number of games with each value."""
        if self.games is not None and self.has_fixed_size:
            return self.games
        enough = self.estimator.sample_size(len(self.contenders))
        return enough if self.games is None else min(self.games, enough)


@dataclass(slots=True)
class SweepResult(RunOutcome):
    """Results of a sweep.

    Attributes:
        spec: Settings of the sweep.
        results: Results for each point.
    """

    spec: SweepSpec
    results: list[PointResult]

    @property
    def games(self) -> int:
        """Number of games in the results."""
        return sum(spot.games for spot in self.results)

    @property
    def target_search(self) -> TargetSearch | None:
        """Results of the search for a target; None if the sweep has no target."""
        looking = self.spec.estimator
        return (
            TargetSearch(self.spec.aim, self.results, looking)
            if self.spec.aim and isinstance(looking, AnytimeEstimator)
            else None
        )


def run_sweep(
    spec: SweepSpec,
    progress: ProgressCallback | None = None,
    on_hangup: Callable[[], None] | None = None,
    on_plan: Callable[[int], None] | None = None,
    remote: RemotePool | None = None,
    store: StorePlace | None = None,
) -> SweepResult:
    """Play games with each value.

    The number of games depends neither on the number of processes nor on the backend. SIGINT, SIGTERM and SIGHUP end
    the run early; the returned object then holds the results so far.

    Args:
        spec: Settings of the sweep.
        progress: Called with the number of games played since the last call, and the number of all decisions so far,
            which stays 0 if all players decide at once.
        on_hangup: Called as soon as the terminal is gone.
        on_plan: Called with the maximum number of games to play whenever it changes.
        remote: Remote executor that plays the games in place of local processes.
        store: File that caches games. Games in it are not played again.

    Raises:
        RulebookError: A value is not valid in its place, or changes the seats or sides.
        PlayError: Machine code is requested by name and not available, or games can't be played to their end with any
            of the values.
        SaveError: The store can't be used.
    """
    looking, who, sides = spec.estimator, spec.contenders, bool(spec.game.rulebook.sides)
    found = SweepResult(spec, [PointResult(point, who, sides, looking) for point in spec.points], native=True)
    with Stopper(on_hangup) as stopper:
        run = _Run(found, stopper, progress or (lambda games, made: None), on_plan or (lambda games: None), remote)
        with contextlib.suppress(RunStopped):
            run.play(store)
        found.signal = stopper.signal
    _refuse_stopped(found.results)
    return found


def _refuse_stopped(spots: Sequence[PointResult]) -> None:
    first = spots[0]
    if first.stop_reason is not None and all(spot.stopped is not None for spot in spots):
        message = "with none of the values could games be played to their end, so nothing can be said"
        raise PlayError([first.stop_reason, Problem(first.stop_reason.where, "not-finished", message)])


@dataclass(frozen=True, slots=True)
class _LoadedPoint:
    """A game with a value, loaded and compiled, or the errors of loading it.

    The machine code is separate because it is not pickled with the game.
    """

    problems: tuple[Problem, ...] = ()
    game: Game | None = None
    native: NativeCode | NotCompilableError | None = None


class _Run:
    def __init__(
        self,
        found: SweepResult,
        stopper: Stopper,
        progress: ProgressCallback,
        planned: Callable[[int], None],
        elsewhere: RemotePool | None,
    ) -> None:
        self._found = found
        self._asked = found.spec
        self._most = found.spec.max_games
        self._stopper = stopper
        self._progress = progress
        self._planned = planned
        self._elsewhere = elsewhere
        self._steps = DecisionCounters(found.spec.jobs)
        self._store: Store | None = None
        self._kept = 0
        self._chosen: list[BackendChoice] = []

    def play(self, store: StorePlace | None) -> None:
        """Check all values, then play them."""
        self._plan()
        terms = self._check(self._found.results)
        with open_store(store, terms) as self._store:
            self._play()

    def _play(self) -> None:
        """Play all values in batches.

        If none of them reaches the target, the nearest ones are played until they are known precisely.
        """
        numbers = range(len(self._found.results))
        for at in range(0, len(numbers), BATCH_SIZE):
            if not self._play_together(numbers[at : at + BATCH_SIZE]):
                return
        aimed = self._found.target_search
        while aimed is not None and aimed.verdict == "none":
            around = aimed.nearest()
            unknown = [
                number
                for number, spot in enumerate(self._found.results)
                if any(spot is each for each in around) and not self._is_enough(spot)
            ]
            if not unknown or not self._play_together(unknown, beyond=True):
                return

    def _plan(self) -> None:
        spots = self._found.results
        games = sum(spot.games if spot.is_ruled_out or spot.stopped is not None else self._most for spot in spots)
        self._planned(games - self._kept)

    def _waiting(self) -> None:
        self._progress(0, self._steps.total)

    # -- loading

    def _loaded(self, works: Sequence[Callable[[], T]]) -> Iterator[T]:
        """Yield the results of slow loading jobs. Raises RunStopped between two of them."""
        for found in run_in_order(works, self._asked.jobs):
            if self._stopper.is_stopped():
                raise RunStopped
            self._waiting()
            yield found

    def _check(self, spots: Sequence[PointResult]) -> list[RunTerms]:
        """Return the store terms of the games with each value.

        All values are checked before the first game. Raises RulebookError if one is not valid in its place.
        """
        works = [partial(_terms_of_point, self._asked, spot.point) for spot in spots]
        problems, terms = list[Problem](), list[RunTerms]()
        for found in self._loaded(works):
            if isinstance(found, RunTerms):
                terms.append(found)
            else:
                problems += found
        _refuse(problems)
        return terms

    def _arms(self, spots: Sequence[PointResult]) -> list[Arm]:
        """Load the arms of some values. Raises RulebookError if one is not valid in its place."""
        asked, problems = self._asked, list[Problem]()
        arms = []
        for ready in self._loaded([partial(_load_and_compile, asked, self._most, spot.point) for spot in spots]):
            problems += ready.problems
            if ready.game is not None:
                ready.game.program.native = ready.native
                arms.append(self._arm(ready.game))
        _refuse(problems)
        return arms

    def _arm(self, game: Game) -> Arm:
        asked, found = self._asked, self._found
        chosen = choose_backend(game, asked.backend, asked.seated, self._most, asked.seed)
        self._chosen.append(chosen)
        found.note_backends(self._chosen)
        return Arm(game, asked.seed, asked.seated, chosen.native)

    # -- playing

    def _play_together(self, numbers: Sequence[int], beyond: bool = False) -> bool:
        """Play a batch of values until each is known well enough.

        Args:
            numbers: Numbers of the values.
            beyond: Also play values that are ruled out.

        Returns:
            False if the batch was interrupted.
        """
        spots = {number: self._found.results[number] for number in numbers}
        arms = self._arms(list(spots.values()))
        how = self._progress, self._elsewhere, self._store, ArmNumbers(numbers, self._steps)
        with open_session(self._found, arms, self._asked.jobs, self._stopper, *how) as players:
            while wanted := {
                number: spot
                for number, spot in spots.items()
                if not self._is_enough(spot) and (beyond or not spot.is_ruled_out)
            }:
                if not self._round(players, wanted):
                    return False
        return self._found.broken is None

    def _round(self, players: RunSession, wanted: dict[int, PointResult]) -> bool:
        """Play some values up to their next looks, and return whether all of these games were played."""
        aim = self._asked.aim
        games = {arm: self._next_look(spot.games) for arm, spot in wanted.items()}
        parts = [
            list(growing_spans(GameSpan(arm, spot.games, games[arm] - spot.games))) for arm, spot in wanted.items()
        ]

        def spans() -> Iterator[GameSpan]:
            for step in zip_longest(*parts):
                yield from (span for span in step if span is not None and wanted[span.arm].stopped is None)

        for chunk in players.play(spans(), ChunkOutputs()):
            wanted[chunk.arm].add(chunk)
            self._kept += chunk.count if chunk.is_stored else 0
        if any(spot.stopped is None and spot.games < games[arm] for arm, spot in wanted.items()):
            return False
        for spot in wanted.values():
            spot.is_ruled_out = spot.is_ruled_out or (aim is not None and aim.is_ruled_out(spot))
        self._plan()
        return True

    def _next_look(self, games: int) -> int:
        return self._most if self._asked.aim is None else min(next_look(games), self._most)

    def _is_enough(self, spot: PointResult) -> bool:
        aim = self._asked.aim
        if spot.stopped is not None or spot.games >= self._most:
            return True
        return aim is not None and aim.is_precise(spot)


def _refuse(problems: Sequence[Problem]) -> None:
    found = list(dict.fromkeys(problems))
    if len(found) > MAX_ERRORS:
        rest = len(found) - MAX_ERRORS
        found = [*found[:MAX_ERRORS], Problem(Location(OPTION), "more-problems", f"… and {rest} more problems")]
    if found:
        raise RulebookError(found)


def _load_point(asked: SweepSpec, point: SweepPoint) -> Game | tuple[Problem, ...]:
    """Return the game with a value, or the errors of loading it."""
    base = asked.game.rulebook
    try:
        game = load(base.folder, (*base.requested_variants, *point.settings), len(asked.game.seats))
    except RulebookError as error:
        return tuple(map(point.locate, error.problems))
    if game.seats != asked.game.seats or game.rulebook.sides != base.sides:
        message = "this value changes the seats or sides, so it can't be compared with the others"
        return (point.locate(Problem(Location(OPTION), "other-seats", message)),)
    return game


def _terms_of_point(asked: SweepSpec, point: SweepPoint) -> RunTerms | tuple[Problem, ...]:
    """Return the store terms of the games with a value, or the errors of loading the game."""
    found = _load_point(asked, point)
    return terms_of(found, asked.seated, asked.seed) if isinstance(found, Game) else found


def _load_and_compile(asked: SweepSpec, games: int, point: SweepPoint) -> _LoadedPoint:
    """Load and compile the game with a value, possibly in a separate process."""
    game = _load_point(asked, point)
    if not isinstance(game, Game):
        return _LoadedPoint(game)
    if choose_backend(game, asked.backend, asked.seated, games, asked.seed).native is None:
        _ = game.program.code(logged=False), game.bots
    return _LoadedPoint((), game, game.program.native)
