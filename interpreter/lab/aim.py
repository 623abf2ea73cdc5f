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

Verdict = Literal["found", "none", "undecided"]


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

    def settled_after(self) -> int | None:
        """After how many games of each open value it would be decided, if all goes on as before."""
        looks = self.looking
        needed = [
            looks.until(spot.wins()[self.aim.who] / spot.games if spot.known else 0.5, spot.parts) for spot in self.open
        ]
        return max(needed, default=None)
