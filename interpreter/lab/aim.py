"""The search for values with which a side wins as often as it should, among those that have been tried.

A value is a candidate as long as its interval holds the target. One whose interval does not is out, and is played no
further; one whose interval holds it and reaches no further than wanted is found. Nothing is concluded from one value
about its neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from interpreter.lab.intervals import ALPHA, Interval, sidak, wilson
from interpreter.lab.shares import Always
from interpreter.lab.spots import Spot

FIRST_LOOK, MORE = 200, 1.5
"""After so many games one looks for the first time, and after so many times as many again."""
Verdict = Literal["found", "none", "undecided"]


def look_after(games: int) -> int:
    """After how many games one looks next."""
    look = FIRST_LOOK
    while look <= games:
        look = int(look * MORE)
    return look


@dataclass(frozen=True, slots=True)
class Aim:
    """`who` should win the share `target` of games, and that is to be known with a reach of `within`, both from 0 to
    1."""

    who: str
    target: float
    within: float

    def share(self, spot: Spot) -> Interval:
        """How often they win with a value."""
        return spot.shares()[self.who]

    def distance(self, spot: Spot) -> float:
        """How far from the target a value seems to be."""
        return abs(spot.wins()[self.who] / spot.games - self.target)

    def is_out(self, spot: Spot) -> bool:
        """Whether a value is none for sure. Plain intervals, which are narrower and quickly worked out, are asked
        first."""
        if not spot.known or self._plain(spot).holds(self.target):
            return False
        return not self.share(spot).holds(self.target)

    def is_known(self, spot: Spot) -> bool:
        """Whether it is known well enough how often they win with a value."""
        return spot.known and self._plain(spot).reach <= self.within and self.share(spot).reach <= self.within

    def _plain(self, spot: Spot) -> Interval:
        return wilson(spot.wins()[self.who], spot.games, sidak(ALPHA, spot.parts))


@dataclass(frozen=True, slots=True)
class Aimed:
    """What the aim has come to. `spots` are those of all values, which are looked at by `looking`."""

    aim: Aim
    spots: Sequence[Spot]
    looking: Always

    @property
    def known(self) -> list[Spot]:
        """Values of which something is known, the nearest first."""
        return sorted((spot for spot in self.spots if spot.known), key=self.aim.distance)

    @property
    def found(self) -> list[Spot]:
        """Values whose interval holds the target, and is narrow enough, the nearest first."""
        return [spot for spot in self.known if not spot.out and self.aim.is_known(spot)]

    @property
    def open(self) -> list[Spot]:
        """Values that may be it, and may not: too little is known of them."""
        return [spot for spot in self.spots if spot.stopped is None and not spot.out and not self.aim.is_known(spot)]

    @property
    def verdict(self) -> Verdict:
        """Undecided as long as one is open, though others may have been found."""
        if self.open:
            return "undecided"
        return "found" if self.found else "none"

    def around(self) -> list[Spot]:
        """The nearest value below the target, and the nearest above it, as far as there are such."""
        below, above = list[Spot](), list[Spot]()
        for spot in self.known:
            (above if self.aim.share(spot).estimate > self.aim.target else below).append(spot)
        return [*below[:1], *above[:1]]

    def needed(self, spot: Spot) -> int:
        """After how many games with an open value it would be known whether it is it, if all goes on as before: by the
        look at which its interval leaves the target out, if it does, or is narrow enough."""
        if not spot.known:
            return look_after(self.looking.until(0.5, spot.parts) - 1)
        share = spot.wins()[self.aim.who] / spot.games
        return look_after(max(spot.games, self.looking.until(share, spot.parts, self.aim.target) - 1))

    def settled_after(self) -> int | None:
        """After how many games with the value that needs most of them it would be decided; None if it is."""
        return max(map(self.needed, self.open), default=None)

    def more_games(self) -> int:
        """How many games more that would take with all open values together: each is played as long as it may be it."""
        return sum(self.needed(spot) - spot.games for spot in self.open)
