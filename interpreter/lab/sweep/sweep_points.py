"""Results for the points of a sweep, and the search for values that reach a target share.

Search for the values with which a side wins a target share of its games, among the values of a sweep.

A value is a candidate as long as its confidence interval contains the target. A value whose interval excludes the
target is ruled out and no longer played. A value whose interval contains the target and is narrow enough is found.
Results for one value say nothing about its neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from interpreter.lab.stats.estimators import AnytimeEstimator, ShareEstimator
from interpreter.lab.stats.intervals import ALPHA, Interval, Moments, sidak, wilson
from interpreter.lab.sweep.vary import SweepPoint
from interpreter.playtest.run.chunks import Chunk, Endings
from interpreter.playtest.run.figures import DRAW, LENGTH_STATISTICS, Tally
from interpreter.support.errors import Problem


@dataclass(slots=True)
class PointResult:
    """Results of the games with the values of a point, up to the first gap.

    Attributes:
        point: The values.
        contenders: Ids of the sides, or of the seats if the game has no sides.
        has_sides: True if `contenders` are sides.
        estimator: Estimator of intervals.
        tally: Statistics of the games.
        stopped: Index of the first game that did not finish; results of later games are not used.
        stop_reason: Error that stopped it.
        is_ruled_out: True if the value is ruled out as the answer to the search for a target.
        first_game: Index of the first game.
        endings: Ending of each game.
    """

    point: SweepPoint
    contenders: tuple[str, ...]
    has_sides: bool
    estimator: ShareEstimator
    tally: Tally = field(default_factory=Tally)
    stopped: int | None = None
    stop_reason: Problem | None = None
    is_ruled_out: bool = False
    first_game: int = 0
    endings: Endings = field(default_factory=Endings)
    _ahead: dict[int, Chunk] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """Number of games in the results."""
        return self.tally.games if self.stopped is None else self.stopped + 1 - self.first_game

    def add(self, chunk: Chunk) -> None:
        """Add a chunk of games."""
        for why, _, first in chunk.tally.stop_reasons()[:1]:
            if self.stopped is None or first < self.stopped:
                self.stopped, self.stop_reason = first, why
        self._ahead[chunk.first] = chunk
        while self.stopped is None:
            following = self._ahead.pop(self.first_game + self.tally.games, None)
            if following is None:
                break
            self.tally.merge(following.tally)
            self.endings.extend(following.endings.kinds, following.endings.games)

    @property
    def has_results(self) -> bool:
        """True if there are results."""
        return self.stopped is None and self.tally.games > 0

    def wins(self) -> dict[str, int]:
        """Return the number of games that each side won, alone or with others."""
        counts = self.tally.counts["outcomes" if self.has_sides else "seat_wins"]
        return {who: counts[who] for who in self.contenders}

    def shares(self) -> dict[str, Interval]:
        """Return the share of games that each side won; the intervals of all sides and points hold simultaneously."""
        return {
            who: self.estimator.share(times, self.tally.games, self.interval_count)
            for who, times in self.wins().items()
        }

    def draws(self) -> Interval | None:
        """Return the share of games that nobody won; None in a game for one.

        The intervals of draws hold simultaneously for all points.
        """
        if len(self.contenders) == 1:
            return None
        return self.estimator.share(self.tally.counts["outcomes"][DRAW], self.tally.games, 1)

    @property
    def interval_count(self) -> int:
        """Number of separate intervals for the shares of all sides: 1 if one of two sides wins what the other loses."""
        mirrored = len(self.contenders) == 2 and self.tally.counts["outcomes"].keys() <= set(self.contenders)
        return 1 if mirrored else len(self.contenders)

    def reasons(self) -> dict[str, Interval]:
        """Return the share of games that ended for each reason, most frequent first.

        The intervals of one reason hold simultaneously for all points.
        """
        counts = sorted(self.tally.counts["reasons"].items(), key=lambda item: (-item[1], item[0]))
        return {reason: self.estimator.share(times, self.tally.games, 1) for reason, times in counts}

    def lengths(self) -> dict[str, Interval]:
        """Return the mean turns, if the rules count any, and decisions of a game.

        The intervals of one statistic hold simultaneously for all points.
        """
        return {
            key: self.estimator.mean(Moments.from_counts(self.tally.counts[key]))
            for key in LENGTH_STATISTICS
            if key != "turns" or any(self.tally.counts[key])
        }


FIRST_LOOK, LOOK_FACTOR = 200, 1.5
"""Number of games before the first look at the results, and the factor from each look to the next."""
AimVerdict = Literal["found", "none", "undecided"]


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
    def verdict(self) -> AimVerdict:
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
