"""Rounds of a search: cheap players screen all changes, strong ones decide between ever fewer of them.

The deciding players play in rounds of successive halving: each round has the same number of games, and half as many
changes as the one before. (K. Jamieson and A. Talwalkar, Non-stochastic best arm identification and hyperparameter
optimization, 2016.) Which changes take part in a round follows from their forecasts; one that was left out may come
back. The chosen change and the present values are then played on games that chose nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from interpreter.lab.balance.planner import Rung
from interpreter.lab.stats.estimators import ShareEstimator
from interpreter.lab.sweep.sweep_points import PointResult
from interpreter.lab.tune.candidates import ChangeCandidate
from interpreter.lab.tune.forecasts import Forecast, best_change, forecast_changes, most_promising
from interpreter.lab.tune.tune_result import FreshGames, TuneResult
from interpreter.support.errors import Location, PlayError, Problem

BATCH_SIZE = 16
"""Number of changes whose games are loaded at a time."""
SCREENING_GAMES, LEAST_SCREENING_GAMES, TRIAL_GAMES = 1000, 50, 8
"""Most and fewest games with each change between cheap players, and games from which the time of a game is known."""
SCREENING_SHARE, PRESENT_SHARE, CHECKING_SHARE = 0.25, 0.1, 1 / 3
"""Parts of the time for screening, and of the deciding games for the first ones of the present values and for the
last ones, which choose nothing."""
MOST_STARTERS, LEAST_ROUND_GAMES = 16, 16
"""Most changes in the first round, and fewest games with each of them."""
FIRST_FRESH_GAME = 1_000_000
"""Index of the first game that chooses nothing."""

ArmGames = Mapping[int, tuple[PointResult, int]]
"""Results of changes by number, each with the number of games up to which to play."""


class GamePlayer(Protocol):
    """Player of the games of a search."""

    def play(self, rung: Rung, arms: ArmGames) -> bool:
        """Play some changes between one kind of players, and return whether all of these games were played."""

    def games_left(self) -> int:
        """Return the number of games that are left, between the players of the present phase."""

    def is_time_spent(self, share: float) -> bool:
        """Return True if this share of the time is over."""

    def begin_deciding(self) -> None:
        """Begin the phase of the deciding players, who are slower."""


class TuneRounds:
    """The phases of a search."""

    def __init__(self, found: TuneResult, player: GamePlayer, planned: Callable[[str, int], None]) -> None:
        """Create the phases of a search that has not begun.

        Args:
            found: The results, with all candidates.
            player: The player of the games.
            planned: Called with the name of the players and the number of games when a phase begins whose games are
                fixed.
        """
        self._found, self._spec, self._player, self._planned = found, found.spec, player, planned

    def screen(self) -> bool:
        """Play all changes between cheap players, the smallest first, and return whether that came to its end.

        The largest changes are left out if loading and playing take a quarter of the time.
        If these are the deciding players, their games count as such.
        """
        spec, able = self._spec, self._found.candidates
        if spec.games is None and not self._play(spec.screening, able[:1], TRIAL_GAMES):
            return False
        games = SCREENING_GAMES
        if spec.games is None or not spec.is_screened:
            affordable = int(SCREENING_SHARE * self._player.games_left() / len(able))
            games = min(games, max(LEAST_SCREENING_GAMES if spec.games is None else 1, affordable))
        self._planned(spec.screening.player, games * len(able))
        for at in range(0, len(able), BATCH_SIZE):
            if at and self._player.is_time_spent(SCREENING_SHARE):
                for each in able[at:]:
                    each.is_left_out = True
                break
            if not self._play(spec.screening, able[at : at + BATCH_SIZE], games):
                return False
            self._refuse_uncounted()
        return True

    def _refuse_uncounted(self) -> None:
        """Raise PlayError if an aim is a number of turns, and the rules count none."""
        present = self._found.candidates[0]
        spot = present.screened if self._spec.is_screened else present.decided
        if any(aim.figure == "turns" for aim in self._spec.aims) and "turns" not in spot.lengths():
            raise PlayError(Problem(Location("--aim turns"), "no-turns", "the rules count no turns; aim at decisions"))

    def decide(self) -> bool:
        """Play the rounds between the deciding players, and return whether that came to its end."""
        spec, found = self._spec, self._found
        present = found.candidates[:1]
        if spec.is_screened:
            self._player.begin_deciding()
        if spec.games is not None:
            self._planned(spec.deciding.player, spec.games)
        if spec.is_screened:
            if not self._play(spec.deciding, present, TRIAL_GAMES):
                return False
            first = max(TRIAL_GAMES, int(PRESENT_SHARE * self._player.games_left()))
            if not self._play(spec.deciding, present, first):
                return False
        self._choose()
        plan = self._plan_rounds()
        part = (1 - CHECKING_SHARE) / len(plan)
        for number, most in enumerate(plan):
            starters = most_promising(self._forecasts(), most)
            games = self._player.games_left() * part / (1 - number * part)
            if not self._play_more(starters, int(games / len(starters))):
                return False
            found.rounds.append(len(starters))
            self._choose()
        return True

    def _plan_rounds(self) -> list[int]:
        """Return the number of changes in each round: as many at first as get enough games, then ever half as many."""
        games = (1 - CHECKING_SHARE) * self._player.games_left()
        starters = MOST_STARTERS
        while starters > 2 and games < LEAST_ROUND_GAMES * starters * (starters.bit_length() - 1):
            starters //= 2
        able = sum(each.is_playable for each in self._found.candidates)
        return [min(able, starters >> number) for number in range(starters.bit_length() - 1)]

    def check_choice(self) -> None:
        """Play the chosen change and the present values on games that chose nothing."""
        spec, found = self._spec, self._found
        present, chosen = found.candidates[0], found.chosen
        assert chosen is not None
        arms = [present] if chosen is present else [present, chosen]
        fresh = {each.number: _without_games(each.decided, spec.checking_estimator, FIRST_FRESH_GAME) for each in arms}
        found.fresh = FreshGames(spec, fresh[chosen.number], fresh[0])
        games = max(1, self._player.games_left() // len(arms))
        self._player.play(spec.deciding, {each: (spot, games) for each, spot in fresh.items()})

    def _forecasts(self) -> list[Forecast]:
        return forecast_changes(self._found.candidates, self._spec.ranges, self._spec.is_screened)

    def _choose(self) -> None:
        """Choose by what is known."""
        if self._found.candidates[0].decided.has_results:
            self._found.chosen = best_change(self._forecasts())

    def _play(self, rung: Rung, candidates: Sequence[ChangeCandidate], games: int) -> bool:
        """Play some changes, each up to a number of games, and return whether all of these games were played."""
        is_cheap = rung is self._spec.screening and self._spec.is_screened
        spots = {each.number: each.screened if is_cheap else each.decided for each in candidates if each.is_playable}
        return self._player.play(rung, {number: (spot, games) for number, spot in spots.items()})

    def _play_more(self, candidates: Sequence[ChangeCandidate], games: int) -> bool:
        """Play a round between the deciding players: so many more games with each change."""
        for each in candidates:
            each.rounds += 1
        wanted = {each.number: (each.decided, each.decided.games + max(1, games)) for each in candidates}
        return self._player.play(self._spec.deciding, wanted)


def _without_games(spot: PointResult, estimator: ShareEstimator, first_game: int) -> PointResult:
    """Return results with the same values, without games, from another game on."""
    return PointResult(spot.point, spot.contenders, spot.has_sides, estimator, first_game=first_game)
