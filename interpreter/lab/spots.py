"""Results for one point of a sweep."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.errors import Problem
from interpreter.lab.intervals import Interval, Moments
from interpreter.lab.shares import Looking
from interpreter.lab.vary import Point
from interpreter.playtest.chunks import Chunk
from interpreter.playtest.figures import Tally

LENGTHS = ("turns", "decisions_per_game")
"""The statistics that measure the length of a game."""


@dataclass(slots=True)
class Spot:
    """Results of the games with the values of a point, up to the first gap.

    Attributes:
        point: The values.
        who: Ids of the sides, or of the seats if the game has no sides.
        sides: True if `who` are sides.
        looking: Estimator of intervals.
        tally: Statistics of the games.
        stopped: Index of the first game that did not finish; results of later games are not used.
        why: Error that stopped it.
        out: True if the value is ruled out as the answer to the search for a target.
    """

    point: Point
    who: tuple[str, ...]
    sides: bool
    looking: Looking
    tally: Tally = field(default_factory=Tally)
    stopped: int | None = None
    why: Problem | None = None
    out: bool = False
    _ahead: dict[int, Chunk] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """Number of games in the results."""
        return self.tally.games if self.stopped is None else self.stopped + 1

    def add(self, chunk: Chunk) -> None:
        """Add a chunk of games."""
        for why, _, first in chunk.tally.why_stopped()[:1]:
            if self.stopped is None or first < self.stopped:
                self.stopped, self.why = first, why
        self._ahead[chunk.first] = chunk
        while self.stopped is None and (following := self._ahead.pop(self.tally.games, None)) is not None:
            self.tally.merge(following.tally)

    @property
    def known(self) -> bool:
        """True if there are results."""
        return self.stopped is None and self.tally.games > 0

    def wins(self) -> dict[str, int]:
        """Return the number of games that each side won, alone or with others."""
        counts = self.tally.counts["outcomes" if self.sides else "seat_wins"]
        return {who: counts[who] for who in self.who}

    def shares(self) -> dict[str, Interval]:
        """Return the share of games that each side won; the intervals of all sides and points hold simultaneously."""
        return {who: self.looking.share(times, self.tally.games, self.parts) for who, times in self.wins().items()}

    @property
    def parts(self) -> int:
        """Number of separate intervals for the shares of all sides: 1 if one of two sides wins what the other loses."""
        mirrored = len(self.who) == 2 and self.tally.counts["outcomes"].keys() <= set(self.who)
        return 1 if mirrored else len(self.who)

    def reasons(self) -> dict[str, Interval]:
        """Return the share of games that ended for each reason, most frequent first.

        The intervals of one reason hold simultaneously for all points.
        """
        counts = sorted(self.tally.counts["reasons"].items(), key=lambda item: (-item[1], item[0]))
        return {reason: self.looking.share(times, self.tally.games, 1) for reason, times in counts}

    def lengths(self) -> dict[str, Interval]:
        """Return the mean turns, if the rules count any, and decisions of a game.

        The intervals of one statistic hold simultaneously for all points.
        """
        return {
            key: self.looking.mean(Moments.of(self.tally.counts[key]))
            for key in LENGTHS
            if key != "turns" or any(self.tally.counts[key])
        }
