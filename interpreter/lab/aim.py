"""Search for the values with which a side wins a target share of its games, among the values of a sweep.

A value is a candidate as long as its confidence interval contains the target. A value whose interval excludes the
target is ruled out and no longer played. A value whose interval contains the target and is narrow enough is found.
Results for one value say nothing about its neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from interpreter.lab.intervals import ALPHA, Interval, sidak, wilson
from interpreter.lab.shares import AnytimeEstimator
from interpreter.lab.spots import PointResult

FIRST_LOOK, LOOK_FACTOR = 200, 1.5
"""Number of games before the first look at the results, and the factor from each look to the next."""
Verdict = Literal["found", "none", "undecided"]


def next_look(games: int) -> int:
    """Return the number of games after which to look next, given the number played."""
    look = FIRST_LOOK
    while look <= games:
        look = int(look * LOOK_FACTOR)
    return look


@dataclass(frozen=True, slots=True)
class Aim:
    """Target share of wins for one side.

    Attributes:
        contender: Id of the side or seat.
        target: Share of games to win, from 0 to 1.
        precision: Largest acceptable half-width of the interval, from 0 to 1.
    """

    contender: str
    target: float
    precision: float

    def share(self, spot: PointResult) -> Interval:
        """Return the interval of the side's share of wins with a value."""
        return spot.shares()[self.contender]

    def distance(self, spot: PointResult) -> float:
        """Return the distance between the observed share of wins and the target."""
        return abs(spot.wins()[self.contender] / spot.games - self.target)

    def is_ruled_out(self, spot: PointResult) -> bool:
        """Return whether a value is ruled out: its interval excludes the target.

        The plain interval, which is narrower and cheap to compute, is checked first.
        """
        if not spot.has_results or self._plain(spot).contains(self.target):
            return False
        return not self.share(spot).contains(self.target)

    def is_precise(self, spot: PointResult) -> bool:
        """Return whether the share of wins with a value is known precisely enough."""
        return (
            spot.has_results
            and self._plain(spot).half_width <= self.precision
            and self.share(spot).half_width <= self.precision
        )

    def _plain(self, spot: PointResult) -> Interval:
        return wilson(spot.wins()[self.contender], spot.games, sidak(ALPHA, spot.interval_count))


@dataclass(frozen=True, slots=True)
class TargetSearch:
    """Results of a search for a target share.

    Attributes:
        results: Results of all values.
        estimator: Estimator of their intervals.
    """

    aim: Aim
    results: Sequence[PointResult]
    estimator: AnytimeEstimator

    @property
    def played(self) -> list[PointResult]:
        """Results of the values that have been played, nearest to the target first."""
        return sorted((spot for spot in self.results if spot.has_results), key=self.aim.distance)

    @property
    def found(self) -> list[PointResult]:
        """Values whose interval contains the target and is narrow enough, nearest first."""
        return [spot for spot in self.played if not spot.is_ruled_out and self.aim.is_precise(spot)]

    @property
    def undecided(self) -> list[PointResult]:
        """Values that are neither ruled out nor known precisely enough."""
        return [
            spot
            for spot in self.results
            if spot.stopped is None and not spot.is_ruled_out and not self.aim.is_precise(spot)
        ]

    @property
    def verdict(self) -> Verdict:
        """The outcome of the search: `undecided` while any value is open, even if others have been found."""
        if self.undecided:
            return "undecided"
        return "found" if self.found else "none"

    def nearest(self) -> list[PointResult]:
        """Return the nearest value below the target and the nearest one above it, as far as they exist."""
        below, above = list[PointResult](), list[PointResult]()
        for spot in self.played:
            (above if self.aim.share(spot).estimate > self.aim.target else below).append(spot)
        return [*below[:1], *above[:1]]

    def games_needed(self, spot: PointResult) -> int:
        """Return the number of games after which an open value would be decided if its share of wins stays the same.

        That is the first look at which its interval excludes the target or is narrow enough.
        """
        if not spot.has_results:
            return next_look(self.estimator.sample_size_for(0.5, spot.interval_count) - 1)
        share = spot.wins()[self.aim.contender] / spot.games
        return next_look(
            max(spot.games, self.estimator.sample_size_for(share, spot.interval_count, self.aim.target) - 1)
        )

    def games_to_verdict(self) -> int | None:
        """Return the number of games with the slowest open value that would decide it; None if no value is open."""
        return max(map(self.games_needed, self.undecided), default=None)

    def more_games(self) -> int:
        """Return the number of further games, over all open values, until each of them would be decided."""
        return sum(self.games_needed(spot) - spot.games for spot in self.undecided)
