"""Sweep over the values of a place in the rules: the same games with each value in turn."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from interpreter.lab.stats.estimators import AnytimeEstimator, ShareEstimator
from interpreter.lab.sweep.point_loading import store_terms
from interpreter.lab.sweep.point_player import PointPlayer
from interpreter.lab.sweep.present_value import Confirmation, PresentComparison
from interpreter.lab.sweep.question import SweepSpec
from interpreter.lab.sweep.sweep_points import PointResult, TargetSearch, next_look
from interpreter.lab.sweep.vary import SweepPoint
from interpreter.playtest.run.executors import RemotePool
from interpreter.playtest.run.run_session import ProgressCallback, RunOutcome, RunSession
from interpreter.playtest.run.stopping import RunStopped, Stopper
from interpreter.playtest.store.run_identity import RunTerms
from interpreter.playtest.store.store_place import StorePlace, open_store
from interpreter.support.errors import PlayError, Problem

BATCH_SIZE = 16
"""Number of values whose games and machine code are loaded at a time."""


@dataclass(slots=True)
class SweepResult(RunOutcome):
    """Results of a sweep.

    Attributes:
        spec: Settings of the sweep.
        results: Results for each point.
        present: Results with the present values: those of a point, or further ones; None before that is known.
        confirmation: Results with the chosen values and with the present ones on games that weren't used to choose
            them.
    """

    spec: SweepSpec
    results: list[PointResult]
    present: PointResult | None = None
    confirmation: Confirmation | None = None

    @property
    def arms(self) -> list[PointResult]:
        """Results for each point, and for the present values if no point has them."""
        extra = [self.present] if self.present and all(self.present is not spot for spot in self.results) else []
        return [*self.results, *extra]

    @property
    def games(self) -> int:
        """Number of games in the results."""
        return sum(spot.games for spot in self.arms) + (self.confirmation.games if self.confirmation else 0)

    @property
    def comparison(self) -> PresentComparison | None:
        """Comparison of all points with the present values."""
        if self.present is None:
            return None
        spec, others = self.spec, len(self.arms) - 1
        return PresentComparison(spec, self.present, others, spec.half_width, is_single_look=spec.aim is None)

    def refuse_stopped(self) -> None:
        """Raise PlayError if with none of the values games can be played to their end."""
        first = self.results[0]
        if first.stop_reason is not None and all(spot.stopped is not None for spot in self.results):
            message = "with none of the values could games be played to their end, so nothing can be said"
            raise PlayError([first.stop_reason, Problem(first.stop_reason.where, "not-finished", message)])

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
    found = SweepResult(spec, [empty_result(spec, point) for point in spec.points], native=True)
    with Stopper(on_hangup) as stopper:
        player = PointPlayer(found, spec.jobs, stopper, progress or (lambda games, made: None), remote)
        run = _Run(found, player, on_plan or (lambda games: None))
        with contextlib.suppress(RunStopped):
            run.play(store)
        found.signal = stopper.signal
    found.refuse_stopped()
    return found


def empty_result(
    spec: SweepSpec, point: SweepPoint, estimator: ShareEstimator | None = None, first_game: int = 0
) -> PointResult:
    """Return the result of a point without games. `estimator`: by default the one for all points."""
    has_sides, method = bool(spec.game.rulebook.sides), estimator or spec.estimator
    return PointResult(point, spec.contenders, has_sides, method, first_game=first_game)


class _Run:
    def __init__(self, found: SweepResult, player: PointPlayer, planned: Callable[[int], None]) -> None:
        self._found = found
        self._asked = found.spec
        self._most = found.spec.max_games
        self._player = player
        self._planned = planned

    def play(self, store: StorePlace | None) -> None:
        """Check all values, then play them."""
        self._plan()
        terms = self._check()
        self._plan()
        with open_store(store, terms) as self._player.store:
            self._play()

    def _play(self) -> None:
        """Play all values in batches.

        If none of them reaches the target, the nearest ones are played until they are known precisely.
        """
        numbers = range(len(self._found.results if self._asked.aim else self._found.arms))
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
        if aimed is not None and aimed.verdict == "found":
            self._confirm(aimed.found[0])

    def _plan(self) -> None:
        games = sum(
            spot.games
            if spot.stopped is not None or (spot.is_ruled_out and spot is not self._found.present)
            else self._most
            for spot in self._found.arms
        )
        if self._found.confirmation is not None:
            games += len(self._found.confirmation.arms) * self._asked.confirming_games
        self._planned(games - self._player.stored_games)

    def _check(self) -> list[RunTerms]:
        """Find the present values among the points, and return the store terms of the games with each of them.

        All values are checked before the first game. Raises RulebookError if one is not valid in its place.
        """
        asked, found = self._asked, self._found
        checked = self._player.check([asked], asked.points)
        terms = [each.terms[0] for each in checked]
        present = [spot for spot, each in zip(found.results, checked, strict=True) if each.is_present]
        if present:
            found.present = present[0]
            return terms
        found.present = empty_result(asked, SweepPoint(len(found.results), (), ()))
        return [*terms, store_terms(asked, asked.game)]

    def _play_together(self, numbers: Sequence[int], beyond: bool = False) -> bool:
        """Play a batch of values until each is known well enough.

        Args:
            numbers: Numbers of the values.
            beyond: Also play values that are ruled out.

        Returns:
            False if the batch was interrupted.
        """
        arms = self._found.arms
        loaded = sorted({*numbers, *([self._present_number] if self._asked.aim else [])})
        with self._session({number: arms[number] for number in loaded}) as players:
            while targets := self._targets(numbers, beyond):
                if not self._round(players, {number: (arms[number], games) for number, games in targets.items()}):
                    return False
        return self._found.broken is None

    @property
    def _present_number(self) -> int:
        return next(number for number, spot in enumerate(self._found.arms) if spot is self._found.present)

    def _targets(self, numbers: Sequence[int], beyond: bool) -> dict[int, int]:
        """Return the number of games up to which to play next, for each value of a batch that is still open.

        The present value, with which they are compared, gets as many games as any of them.
        """
        spots = {number: self._found.arms[number] for number in numbers}
        found = {
            number: self._next_look(spot.games)
            for number, spot in spots.items()
            if not self._is_enough(spot) and (beyond or not spot.is_ruled_out)
        }
        present, most = self._found.present, max(found.values(), default=0)
        if self._asked.aim is not None and present is not None and present.stopped is None and present.games < most:
            found[self._present_number] = most
        return found

    def _confirm(self, chosen: PointResult) -> None:
        """Play the chosen value and the present one on games that weren't used to choose it."""
        asked, arms, reference = self._asked, self._found.arms, self._present_number
        number = next(number for number, spot in enumerate(arms) if spot is chosen)
        numbers = [number] if reference == number or arms[reference].stopped is not None else [number, reference]
        fresh = {
            each: empty_result(asked, arms[each].point, asked.confirming_estimator, self._most) for each in numbers
        }
        present = fresh.get(reference) if reference != number else None
        self._found.confirmation = Confirmation(asked, fresh[number], present)
        self._plan()
        with self._session({each: arms[each] for each in numbers}) as players:
            self._round(players, {each: (spot, asked.confirming_games) for each, spot in fresh.items()})

    def _session(self, spots: dict[int, PointResult]) -> AbstractContextManager[RunSession]:
        """Load the games with some values, by number, and open a session for them."""
        points = {number: spot.point for number, spot in spots.items()}
        return self._player.session(self._asked, points, self._most)

    def _round(self, players: RunSession, wanted: dict[int, tuple[PointResult, int]]) -> bool:
        """Play some values, each up to a number of games, and return whether all of these games were played."""
        if not self._player.play(players, wanted):
            return False
        aim = self._asked.aim
        for spot, _ in wanted.values():
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
