"""What is known of one point of a sweep."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.errors import Problem
from interpreter.lab.intervals import Interval, Moments
from interpreter.lab.shares import Looking
from interpreter.lab.vary import Point
from interpreter.playtest.chunks import Chunk
from interpreter.playtest.figures import Tally

LENGTHS = ("turns", "decisions_per_game")
"""The figures that say how long a game is."""


@dataclass(slots=True)
class Spot:
    """The first games with the values of a point, as far as all before them have been played. `who` can win, `sides`:
    they are sides, not seats. `stopped`: the first game that came to no end, and `why`, after which nothing can be said
    of the others. `out`: what is aimed at is not reached, for sure."""

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
        """How many games something is known by."""
        return self.tally.games if self.stopped is None else self.stopped + 1

    def add(self, chunk: Chunk) -> None:
        """More games have been played."""
        for why, _, first in chunk.tally.why_stopped()[:1]:
            if self.stopped is None or first < self.stopped:
                self.stopped, self.why = first, why
        self._ahead[chunk.first] = chunk
        while self.stopped is None and (following := self._ahead.pop(self.tally.games, None)) is not None:
            self.tally.merge(following.tally)

    @property
    def known(self) -> bool:
        """Whether there are games by which something is known."""
        return self.stopped is None and self.tally.games > 0

    def wins(self) -> dict[str, int]:
        """How often each side won, alone or with others."""
        counts = self.tally.counts["outcomes" if self.sides else "seat_wins"]
        return {who: counts[who] for who in self.who}

    def shares(self) -> dict[str, Interval]:
        """The share of games that each side won; the intervals of all sides and all points hold together."""
        return {who: self.looking.share(times, self.tally.games, self.parts) for who, times in self.wins().items()}

    @property
    def parts(self) -> int:
        """How many intervals the shares of all sides are. If one of two wins what the other loses, they are one."""
        mirrored = len(self.who) == 2 and self.tally.counts["outcomes"].keys() <= set(self.who)
        return 1 if mirrored else len(self.who)

    def reasons(self) -> dict[str, Interval]:
        """The share of games that ended for each reason, the most frequent first; each reason's intervals of all points
        hold together."""
        counts = sorted(self.tally.counts["reasons"].items(), key=lambda item: (-item[1], item[0]))
        return {reason: self.looking.share(times, self.tally.games, 1) for reason, times in counts}

    def lengths(self) -> dict[str, Interval]:
        """Turns, if there are any, and decisions of a game; each figure's intervals of all points hold together."""
        return {
            key: self.looking.mean(Moments.of(self.tally.counts[key]))
            for key in LENGTHS
            if key != "turns" or any(self.tally.counts[key])
        }
