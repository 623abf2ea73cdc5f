"""What each of many things is worth: how often each side wins with it, less how often without it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import ceil
from typing import Literal

from interpreter.lab.endings import changes
from interpreter.lab.intervals import ALPHA, Interval, discoveries, paired, sidak, sign_test
from interpreter.lab.question import points_of
from interpreter.playtest.chunks import Ending
from interpreter.rulebook.omissions import Omission

Finding = Literal["real", "within", "undecided", "stopped"]
"""That it is worth something, and maybe more than the margin; that it is not worth more than that, if anything; that
more games are needed to say; that a game without it can't be played to its end."""
Pairs = Counter[tuple[Ending, Ending]]
"""How games ended without a thing, and with it."""
AMPLE = 1.1
"""So many times as many games are played as an interval seems to need."""


@dataclass(slots=True)
class Row:
    """The first `games` games with and without a thing. `parted`: the first that others win without it; `stopped`: the
    first that came to no end."""

    thing: Omission
    games: int = 0
    pairs: Pairs = field(default_factory=Counter)
    parted: int | None = None
    stopped: int | None = None


@dataclass(frozen=True, slots=True)
class Worth:
    """What a thing is worth to each side, as a difference of its share of wins: all intervals of all rows hold
    together. `real`: it is worth something, for sure; of all rows that are, few are wrong."""

    row: Row
    points: dict[str, Interval]
    verdict: Finding
    real: bool = False


class Worths:
    """Rows, looked at together. `who` can win, `winners` says who has won a game that ended so; `margin`:
    the smallest difference that matters, as a share."""

    def __init__(
        self, rows: list[Row], who: tuple[str, ...], winners: Mapping[Ending, tuple[str, ...]], margin: float
    ) -> None:
        self._rows = rows
        self._who = who
        self._winners = winners
        self._margin = margin

    @cached_property
    def mirrored(self) -> bool:
        """Whether one of two sides wins what the other loses, so that both have one interval."""
        return len(self._who) == 2 and all(len(winners) == 1 for winners in self._winners.values())

    @cached_property
    def _alpha(self) -> float:
        """That of each single interval."""
        return sidak(ALPHA, len(self._rows) * (1 if self.mirrored else len(self._who)))

    def points(self, row: Row) -> dict[str, Interval]:
        """The intervals of one row, whose games all came to an end."""
        return {who: paired(*self._changes(row, who), row.games, self._alpha) for who in self._who}

    def needed(self, row: Row) -> int:
        """How many games there should be for no interval of the row to reach further than the margin."""
        reach = max(interval.reach for interval in self.points(row).values())
        return row.games if reach <= self._margin else ceil(row.games * AMPLE * (reach / self._margin) ** 2)

    def wanted(self, most: int) -> Iterator[tuple[Row, int]]:
        """How many games there should be of each row, but at most so many."""
        return ((row, min(most, self.needed(row))) for row in self._rows if row.stopped is None and row.games)

    def more(self, most: int) -> int:
        """How many games in all are still to be played for that, the same with all things left aside."""
        return sum(max(0, games - row.games) for row, games in self.wanted(most))

    def told(self) -> list[Worth]:
        """All rows, those that are worth most first."""
        whole = [row for row in self._rows if row.stopped is None and row.games]
        real = dict(zip((row.thing.number for row in whole), discoveries([self._p(row) for row in whole]), strict=True))
        found = [self._worth(row, real.get(row.thing.number)) for row in self._rows]
        return sorted(found, key=lambda worth: -max((abs(each.estimate) for each in worth.points.values()), default=0))

    def _worth(self, row: Row, real: bool | None) -> Worth:
        if real is None:
            return Worth(row, {}, "stopped" if row.stopped is not None else "undecided")
        points = self.points(row)
        if all(-self._margin <= each.low and each.high <= self._margin for each in points.values()):
            return Worth(row, points, "within", real)
        return Worth(row, points, "real" if real else "undecided", real)

    def _p(self, row: Row) -> float:
        """How often chance alone gives a row with such differences."""
        single = [sign_test(*self._changes(row, who)) for who in self._who]
        return min(single) if self.mirrored else min(1.0, len(single) * min(single))

    def _changes(self, row: Row, who: str) -> tuple[int, int]:
        """In how many games a side wins only with the thing, and only without it."""
        return changes(row.pairs, lambda ending: who in self._winners[ending])


def counted(told: Sequence[Worth], within: float) -> str:
    """In words, what came of all rows, for a margin in points."""
    counts = Counter(each.verdict for each in told)
    small = sum(each.real for each in told if each.verdict == "within")
    parts = [
        f"{counts['real'] + small} real (some 5 % of them by chance)",
        f"{counts['within']} within {points_of(within)}" + (f", {small} of them real" if small else ""),
        f"{counts['undecided']} undecided",
    ]
    if counts["stopped"]:
        parts.append(f"{counts['stopped']} without which a game did not end")
    return f"{len(told)} tested: {'; '.join(parts)}"
