"""Results for one point of a sweep."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.errors import Problem
from interpreter.lab.intervals import Interval, Moments
from interpreter.lab.shares import ShareEstimator
from interpreter.lab.vary import SweepPoint
from interpreter.playtest.chunks import Chunk
from interpreter.playtest.figures import Tally

LENGTH_STATISTICS = ("turns", "decisions_per_game")
"""The statistics that measure the length of a game."""


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
    """

    point: SweepPoint
    contenders: tuple[str, ...]
    has_sides: bool
    estimator: ShareEstimator
    tally: Tally = field(default_factory=Tally)
    stopped: int | None = None
    stop_reason: Problem | None = None
    is_ruled_out: bool = False
    _ahead: dict[int, Chunk] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """Number of games in the results."""
        return self.tally.games if self.stopped is None else self.stopped + 1

    def add(self, chunk: Chunk) -> None:
        """Add a chunk of games."""
        for why, _, first in chunk.tally.stop_reasons()[:1]:
            if self.stopped is None or first < self.stopped:
                self.stopped, self.stop_reason = first, why
        self._ahead[chunk.first] = chunk
        while self.stopped is None and (following := self._ahead.pop(self.tally.games, None)) is not None:
            self.tally.merge(following.tally)

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
