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
from interpreter.lab.shares import Always
from interpreter.lab.spots import Spot

FIRST_LOOK, MORE = 200, 1.5
"""Number of games before the first look at the results, and the factor from each look to the next."""
Verdict = Literal["found", "none", "undecided"]


def look_after(games: int) -> int:
    """Return the number of games after which to look next, given the number played."""
    look = FIRST_LOOK
    while look <= games:
        look = int(look * MORE)
    return look


@dataclass(frozen=True, slots=True)
class Aim:
    """Target share of wins for one side.

    Attributes:
        who: Id of the side or seat.
        target: Share of games to win, from 0 to 1.
        within: Largest acceptable half-width of the interval, from 0 to 1.
    """

    who: str
    target: float
    within: float

    def share(self, spot: Spot) -> Interval:
        """Return the interval of the side's share of wins with a value."""
        return spot.shares()[self.who]

    def distance(self, spot: Spot) -> float:
        """Return the distance between the observed share of wins and the target."""
        return abs(spot.wins()[self.who] / spot.games - self.target)

    def is_out(self, spot: Spot) -> bool:
        """Return whether a value is ruled out: its interval excludes the target.

        The plain interval, which is narrower and cheap to compute, is checked first.
        """
        if not spot.known or self._plain(spot).holds(self.target):
            return False
        return not self.share(spot).holds(self.target)

    def is_known(self, spot: Spot) -> bool:
        """Return whether the share of wins with a value is known precisely enough."""
        return spot.known and self._plain(spot).reach <= self.within and self.share(spot).reach <= self.within

    def _plain(self, spot: Spot) -> Interval:
        return wilson(spot.wins()[self.who], spot.games, sidak(ALPHA, spot.parts))


@dataclass(frozen=True, slots=True)
class Aimed:
    """Results of a search for a target share.

    Attributes:
        spots: Results of all values.
        looking: Estimator of their intervals.
    """

    aim: Aim
    spots: Sequence[Spot]
    looking: Always

    @property
    def known(self) -> list[Spot]:
        """Results of the values that have been played, nearest to the target first."""
        return sorted((spot for spot in self.spots if spot.known), key=self.aim.distance)

    @property
    def found(self) -> list[Spot]:
        """Values whose interval contains the target and is narrow enough, nearest first."""
        return [spot for spot in self.known if not spot.out and self.aim.is_known(spot)]

    @property
    def open(self) -> list[Spot]:
        """Values that are neither ruled out nor known precisely enough."""
        return [spot for spot in self.spots if spot.stopped is None and not spot.out and not self.aim.is_known(spot)]

    @property
    def verdict(self) -> Verdict:
        """The outcome of the search: `undecided` while any value is open, even if others have been found."""
        if self.open:
            return "undecided"
        return "found" if self.found else "none"

    def around(self) -> list[Spot]:
        """Return the nearest value below the target and the nearest one above it, as far as they exist."""
        below, above = list[Spot](), list[Spot]()
        for spot in self.known:
            (above if self.aim.share(spot).estimate > self.aim.target else below).append(spot)
        return [*below[:1], *above[:1]]

    def needed(self, spot: Spot) -> int:
        """Return the number of games after which an open value would be decided if its share of wins stays the same.

        That is the first look at which its interval excludes the target or is narrow enough.
        """
        if not spot.known:
            return look_after(self.looking.until(0.5, spot.parts) - 1)
        share = spot.wins()[self.aim.who] / spot.games
        return look_after(max(spot.games, self.looking.until(share, spot.parts, self.aim.target) - 1))

    def settled_after(self) -> int | None:
        """Return the number of games with the slowest open value that would decide it; None if no value is open."""
        return max(map(self.needed, self.open), default=None)

    def more_games(self) -> int:
        """Return the number of further games, over all open values, until each of them would be decided."""
        return sum(self.needed(spot) - spot.games for spot in self.open)
