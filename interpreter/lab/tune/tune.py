"""Search for the smallest change of some numbers that reaches an aim: cheap players screen, strong ones decide.

The deciding players play in rounds of successive halving: each round has the same number of games, and half as many
changes as the one before. (K. Jamieson and A. Talwalkar, Non-stochastic best arm identification and hyperparameter
optimization, 2016.) Which changes take part in a round follows from their forecasts; one that was left out may come
back. The chosen change and the present values are then played on games that chose nothing.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from time import monotonic
from typing import Literal

from interpreter.lab.balance.planner import Rung
from interpreter.lab.compare.aims import ChangeAim
from interpreter.lab.stats.estimators import ShareEstimator
from interpreter.lab.stats.intervals import Interval
from interpreter.lab.sweep.point_loading import CheckedPoint, store_terms
from interpreter.lab.sweep.point_player import PointPlayer
from interpreter.lab.sweep.present_value import PresentComparison, PresentDifference
from interpreter.lab.sweep.sweep_points import PointResult
from interpreter.lab.sweep.vary import SweepPoint
from interpreter.lab.tune.candidates import (
    ChangeCandidate,
    excludes,
    figure_interval,
    is_vague,
    lies_within,
    present_numbers,
    single_changes,
    smallest_changes,
)
from interpreter.lab.tune.forecasts import Forecast, forecast_changes, most_promising
from interpreter.lab.tune.question import TuneSpec
from interpreter.playtest.run.executors import RemotePool
from interpreter.playtest.run.run_session import ProgressCallback, RunOutcome
from interpreter.playtest.run.stopping import RunStopped, Stopper
from interpreter.playtest.store.run_identity import RunTerms
from interpreter.playtest.store.store_place import StorePlace, open_store
from interpreter.support.errors import Location, PlayError, Problem

BATCH_SIZE = 16
"""Number of changes whose games are loaded at a time."""
SCREENING_GAMES, LEAST_SCREENING_GAMES, TRIAL_GAMES = 1000, 50, 8
"""Most and fewest games with each change between cheap players, and games from which the time of a game is known."""
SCREENING_SHARE, PRESENT_SHARE, CHECKING_SHARE = 0.25, 0.1, 0.4
"""Parts of the time for screening, and of the deciding games for the first ones of the present values and for the
last ones, which choose nothing."""
MOST_STARTERS, LEAST_ROUND_GAMES = 16, 16
"""Most changes in the first round, and fewest games with each of them."""
MOST_DECIDING_GAMES = 100_000
"""Most games between the deciding players."""
FIRST_FRESH_GAME = 1_000_000
"""Index of the first game that chooses nothing."""
TuneVerdict = Literal["reached", "possible", "not_reached", "undecided"]


@dataclass(slots=True)
class FreshGames:
    """Results with the chosen change and with the present values on games that chose nothing.

    Attributes:
        spec: Settings of the search.
        chosen: Results with the chosen change.
        present: Results with the present values; the same object if these are chosen.
    """

    spec: TuneSpec
    chosen: PointResult
    present: PointResult

    @property
    def has_results(self) -> bool:
        """True if there are games with both."""
        return self.chosen.has_results and self.present.has_results

    @property
    def arms(self) -> list[PointResult]:
        """The results, each once."""
        return [self.present, *([] if self.chosen is self.present else [self.chosen])]

    def figure(self, spot: PointResult, aim: ChangeAim) -> Interval:
        """Return the figure of an aim; the intervals before and after hold together for all aims."""
        return figure_interval(spot, aim, self.spec.checking_estimator)

    def difference(self) -> PresentDifference | None:
        """Return the change of the shares on the same games; None if the present values are chosen."""
        comparison = PresentComparison(self.spec, self.present, 1, self.spec.margin, is_single_look=True)
        return comparison.difference(self.chosen)

    def verdict(self) -> TuneVerdict:
        """Return whether the chosen change reaches all aims."""
        pairs = [(self.figure(self.chosen, aim), aim) for aim in self.spec.ranges]
        if any(excludes(*pair) for pair in pairs):
            return "not_reached"
        if all(lies_within(*pair) for pair in pairs):
            return "reached"
        return "undecided" if any(is_vague(*pair) for pair in pairs) else "possible"


@dataclass(slots=True)
class TuneResult(RunOutcome):
    """Results of a search.

    Attributes:
        spec: Settings of the search.
        candidates: The present values, then the changes that were tried, from the smallest to the largest.
        all_changes: Number of all changes; of many, only the smallest are tried.
        refused: Number of changes that are no valid rules, although each of their values is alone.
        rounds: Number of changes in each round.
        chosen: The chosen change, or the present values; None before the deciding players have played.
        fresh: Results on games that chose nothing; None before that.
        numbers: The present numbers by place, as far as known.
    """

    spec: TuneSpec
    candidates: list[ChangeCandidate] = field(default_factory=list)
    all_changes: int = 0
    refused: int = 0
    rounds: list[int] = field(default_factory=list)
    chosen: ChangeCandidate | None = None
    fresh: FreshGames | None = None
    numbers: dict[str, float] = field(default_factory=dict)

    @property
    def verdict(self) -> TuneVerdict:
        """The answer."""
        return self.fresh.verdict() if self.fresh is not None and self.fresh.has_results else "undecided"

    @property
    def deciding_games(self) -> int:
        """Number of games between the deciding players."""
        fresh = 0 if self.fresh is None else sum(arm.games for arm in self.fresh.arms)
        return fresh + sum(each.decided.games for each in self.candidates)

    @property
    def games(self) -> int:
        """Number of games in the results."""
        return self.deciding_games + sum(each.screened.games for each in self.candidates)


def run_tuning(
    spec: TuneSpec,
    progress: ProgressCallback | None = None,
    on_hangup: Callable[[], None] | None = None,
    on_plan: Callable[[str, int], None] | None = None,
    remote: RemotePool | None = None,
    store: StorePlace | None = None,
) -> TuneResult:
    """Search for the smallest change that reaches the aims.

    SIGINT, SIGTERM and SIGHUP end the run early; the returned object then holds the results so far.

    Args:
        spec: Settings of the search.
        progress: Called with the number of games played since the last call, and the number of all decisions so far,
            which stays 0 if all players decide at once.
        on_hangup: Called as soon as the terminal is gone.
        on_plan: Called with the name of the players and the number of games when a phase begins whose games are fixed.
        remote: Remote executor that plays the games in place of local processes.
        store: File that caches games. Games in it are not played again.

    Raises:
        RulebookError: A value is not valid in its place, or changes the seats or sides.
        PlayError: Machine code is requested by name and not available, or games of the present rules can't be played
            to their end.
        SaveError: The store can't be used.
    """
    found = TuneResult(spec, native=True)
    with Stopper(on_hangup) as stopper:
        told = progress or (lambda games, made: None), on_plan or (lambda by, games: None)
        search = _Search(found, stopper, *told, remote)
        with contextlib.suppress(RunStopped):
            search.run(store)
        found.signal = stopper.signal
        if found.signal is None:
            found.interrupted.clear()  # the time was up
    if found.candidates:
        _refuse_stopped(found.candidates[0])
    return found


def _refuse_stopped(present: ChangeCandidate) -> None:
    """Raise PlayError if a game with the present values could not be played to its end."""
    for spot in (present.screened, present.decided):
        if spot.stop_reason is not None:
            where = spot.stop_reason.where
            message = f"game {spot.stopped} of the present rules couldn't be played to its end, so nothing can be said"
            raise PlayError([spot.stop_reason, Problem(where, "not-finished", message)])


class _Search:
    def __init__(
        self,
        found: TuneResult,
        stopper: Stopper,
        progress: ProgressCallback,
        planned: Callable[[str, int], None],
        remote: RemotePool | None,
    ) -> None:
        self._found, self._spec = found, found.spec
        self._progress, self._planned = progress, planned
        self._player = PointPlayer(found, found.spec.jobs, stopper, self._note_progress, remote)
        self._elapsed = 0.0
        self._began: float | None = None
        self._decided_before = 0, 0.0

    def run(self, store: StorePlace | None) -> None:
        """Check all changes, then screen them, play the rounds, and play the chosen one on fresh games."""
        terms = self._prepare()
        with open_store(store, terms) as self._player.store:
            if self._screen() and self._decide():
                self._check_choice()

    # -- the clock and the number of games

    def _note_progress(self, more: int, made: int) -> None:
        self._progress(more, made)
        if not more and self._is_time_up():
            raise RunStopped

    @contextlib.contextmanager
    def _clock(self) -> Iterator[None]:
        """Let the time of play run within this block."""
        self._began = monotonic()
        try:
            yield
        finally:
            self._elapsed, self._began = self._elapsed + monotonic() - self._began, None

    def _seconds_left(self) -> float:
        """Return the time that is left to play, which is infinite without a limit."""
        if self._spec.seconds is None:
            return inf
        return self._spec.seconds - self._elapsed - (0.0 if self._began is None else monotonic() - self._began)

    def _is_time_up(self) -> bool:
        return self._seconds_left() <= 0

    def _games_left(self) -> int:
        """Return the number of games between the deciding players that are left, by the clock if there is a time."""
        games, seconds = self._decided_before
        played = self._player.games - games
        if self._spec.games is not None:
            return max(0, self._spec.games - played)
        each = (self._player.processor_seconds - seconds) / max(1, played)
        left = max(0.0, self._seconds_left()) * self._spec.jobs
        return min(MOST_DECIDING_GAMES - played, int(left / each) if each else MOST_DECIDING_GAMES)

    # -- candidates

    def _prepare(self) -> list[RunTerms]:
        """Make the candidates, and return the store terms of their games with each kind of players."""
        spec, found = self._spec, self._found
        phases = [spec.phase(spec.screening), spec.phase(spec.deciding)]
        singles = single_changes(spec.places)
        checked = dict(zip(map(_key, singles), self._player.check(phases, singles), strict=True))
        is_present = {(place, text): each.is_present for ((place, text),), each in checked.items()}
        found.numbers = present_numbers(spec.places, spec.game.rulebook)
        sized, found.all_changes = smallest_changes(spec.places, found.numbers, is_present)
        several = [point for point, _ in sized if len(point.places) > 1]
        for point, each in zip(several, self._player.check_each(phases, several), strict=True):
            if isinstance(each, CheckedPoint):
                checked[_key(point)] = each
            else:
                found.refused += 1
        terms = [tuple(store_terms(phase, spec.game) for phase in phases)]
        terms += [checked[_key(point)].terms for point, _ in sized[1:] if _key(point) in checked]
        valid = [sized[0], *(each for each in sized[1:] if _key(each[0]) in checked)]
        estimator = spec.searching_estimator(len(valid))
        has_sides = bool(spec.game.rulebook.sides)
        found.candidates = [
            ChangeCandidate(
                number,
                point,
                size,
                PointResult(point, spec.contenders, has_sides, estimator),
                PointResult(point, spec.contenders, has_sides, estimator),
            )
            for number, (point, size) in enumerate(valid)
        ]
        return [each[phase] for phase in range(len(phases)) for each in terms]

    # -- phases

    def _screen(self) -> bool:
        """Play all changes between cheap players, and return whether that came to its end.

        If these are the deciding players, their games count as such.
        """
        spec, able = self._spec, self._found.candidates
        games = SCREENING_GAMES
        if not spec.is_screened and spec.games is not None:
            games = max(1, min(games, int(SCREENING_SHARE * spec.games / len(able))))
        elif spec.games is None:
            if not self._play(spec.screening, able[:1], TRIAL_GAMES):
                return False
            each = self._player.processor_seconds / self._player.games
            left = SCREENING_SHARE * self._seconds_left() * spec.jobs
            games = int(min(games, max(LEAST_SCREENING_GAMES, left / max(each, 1e-9) / len(able))))
        self._planned(spec.screening.player, games * len(able))
        for at in range(0, len(able), BATCH_SIZE):
            if not self._play(spec.screening, able[at : at + BATCH_SIZE], games):
                return False
            self._refuse_uncounted()
        return True

    def _refuse_uncounted(self) -> None:
        """Raise PlayError if an aim is a number of turns, and the rules count none."""
        present = self._found.candidates[0]
        spot = present.screened if self._spec.is_screened else present.decided
        if "turns" not in spot.lengths() and any(aim.figure == "turns" for aim in self._spec.aims):
            raise PlayError(Problem(Location("--aim turns"), "no-turns", "the rules count no turns; aim at decisions"))

    def _decide(self) -> bool:
        """Play the rounds between the deciding players, and return whether that came to its end."""
        spec, found = self._spec, self._found
        present = found.candidates[:1]
        if spec.is_screened:
            self._decided_before = self._player.games, self._player.processor_seconds
        if spec.games is not None:
            self._planned(spec.deciding.player, spec.games)
        if spec.is_screened:
            if not self._play(spec.deciding, present, TRIAL_GAMES):
                return False
            first = max(TRIAL_GAMES, int(PRESENT_SHARE * self._games_left()))
            if not self._play(spec.deciding, present, first):
                return False
        self._choose()
        plan = self._plan_rounds()
        part = (1 - CHECKING_SHARE) / len(plan)
        for number, most in enumerate(plan):
            starters = most_promising(self._forecasts(), most)
            games = self._games_left() * part / (1 - number * part)
            if not self._play_more(starters, int(games / len(starters))):
                return False
            found.rounds.append(len(starters))
            self._choose()
        return True

    def _plan_rounds(self) -> list[int]:
        """Return the number of changes in each round: as many at first as get enough games, then ever half as many."""
        games = (1 - CHECKING_SHARE) * self._games_left()
        starters = MOST_STARTERS
        while starters > 2 and games < LEAST_ROUND_GAMES * starters * (starters.bit_length() - 1):
            starters //= 2
        able = sum(each.is_playable for each in self._found.candidates)
        return [min(able, starters >> number) for number in range(starters.bit_length() - 1)]

    def _check_choice(self) -> None:
        """Play the chosen change and the present values on games that chose nothing."""
        spec, found = self._spec, self._found
        present, chosen = found.candidates[0], found.chosen
        assert chosen is not None
        arms = [present] if chosen is present else [present, chosen]
        fresh = {each.number: replace_games(each.decided, spec.checking_estimator, FIRST_FRESH_GAME) for each in arms}
        found.fresh = FreshGames(spec, fresh[chosen.number], fresh[0])
        games = max(1, self._games_left() // len(arms))
        self._play_arms(spec.deciding, {each: (spot, games) for each, spot in fresh.items()})

    # -- playing

    def _forecasts(self) -> list[Forecast]:
        return forecast_changes(self._found.candidates, self._spec.ranges, self._spec.is_screened)

    def _choose(self) -> None:
        """Choose by what is known."""
        if self._found.candidates[0].decided.has_results:
            (self._found.chosen,) = most_promising(self._forecasts(), 1)

    def _play(self, rung: Rung, candidates: Sequence[ChangeCandidate], games: int) -> bool:
        """Play some changes, each up to a number of games, and return whether all of these games were played."""
        is_cheap = rung is self._spec.screening and self._spec.is_screened
        spots = {each.number: each.screened if is_cheap else each.decided for each in candidates if each.is_playable}
        return self._play_arms(rung, {number: (spot, games) for number, spot in spots.items()})

    def _play_more(self, candidates: Sequence[ChangeCandidate], games: int) -> bool:
        """Play a round between the deciding players: so many more games with each change."""
        for each in candidates:
            each.rounds += 1
        wanted = {each.number: (each.decided, each.decided.games + max(1, games)) for each in candidates}
        return self._play_arms(self._spec.deciding, wanted)

    def _play_arms(self, rung: Rung, spots: dict[int, tuple[PointResult, int]]) -> bool:
        """Play some changes, by number, and return whether all games were played and the present rules end."""
        shift = len(self._found.candidates) if rung is self._spec.deciding else 0
        wanted = {number + shift: (spot, games) for number, (spot, games) in spots.items() if games > spot.games}
        points = {number: spot.point for number, (spot, _) in wanted.items()}
        most = SCREENING_GAMES if rung.is_quick else max((games for _, games in wanted.values()), default=0)
        if not wanted:
            return True
        is_whole = False
        with self._player.session(self._spec.phase(rung), points, most) as players, self._clock():
            is_whole = self._player.play(players, wanted, self._is_time_up)
        present = self._found.candidates[0]
        return is_whole and present.is_playable


def replace_games(spot: PointResult, estimator: ShareEstimator, first_game: int) -> PointResult:
    """Return results with the same values, without games, from another game on."""
    return PointResult(spot.point, spot.contenders, spot.has_sides, estimator, first_game=first_game)


def _key(point: SweepPoint) -> tuple[tuple[str, str], ...]:
    """Return the changed values of a point by place, as they are written."""
    return tuple((place.name, value.text) for place, value in zip(point.places, point.chosen_values, strict=True))
