"""Tests between players that stop as soon as they can, and a store of what was played.

A trial asks whether a mean of values from 0 to 1 is above a goal. Its interval holds at all looks together: half of
`ALPHA` is for a confidence sequence, which may end the trial at any look, the other half for one exact interval at the
limit, which is narrower there.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from interpreter.lab.stats.intervals import ALPHA, BettingConfidenceSequence, Interval, cluster_interval

UNIT = 720
"""A win in whole numbers, which parts of it are, too."""


class Trial:
    """A sequential test of at most `limit` values, each the mean of `each` games that belong together."""

    def __init__(self, goal: float, limit: int, each: int = 1) -> None:
        self.goal = goal
        self.limit = limit
        self._each = each
        self._bets = BettingConfidenceSequence(0, UNIT, UNIT**2 * limit * goal * (1 - goal) / (4 * each), ALPHA / 2)

    def interval(self, values: Sequence[float]) -> Interval:
        """Return the interval of the mean of at least one value."""
        counts = Counter(round(value * UNIT) for value in values)
        found = self._bets.interval(counts).scaled(1 / UNIT)
        if len(values) >= self.limit:
            last = cluster_interval(values, self._each, ALPHA / 2)
            found = Interval(found.estimate, max(found.low, last.low), min(found.high, last.high))
        return found

    def is_reached(self, values: Sequence[float]) -> bool:
        """True if the mean is certainly above the goal."""
        return self.interval(values).low >= self.goal

    def is_missed(self, values: Sequence[float]) -> bool:
        """True if the mean is certainly below the goal, or could not reach it even if all remaining games were won."""
        won = [*values, *[1.0] * (self.limit - len(values))]
        return self.interval(values).high < self.goal or not self.is_reached(won)


@dataclass(frozen=True, slots=True)
class Played:
    """One value of a test.

    Attributes:
        share: Share of the win; None if the game does not count.
        playouts: Number of playouts of each kind of player.
        thought: Processor seconds that those playouts took.
        seconds: Processor seconds in total.
    """

    test: str
    index: int
    share: float | None
    playouts: tuple[int, ...]
    thought: tuple[float, ...]
    seconds: float


class Store:
    """Results played so far, one JSON line each; without a file they are kept in memory only.

    A truncated line is ignored.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._played: dict[tuple[str, int], Played] = {}
        text = path.read_text("utf-8") if path is not None and path.exists() else ""
        for line in text.splitlines():
            if line.endswith("}"):
                self._remember(Played(**json.loads(line)))
        if path is not None and text and not text.endswith("\n"):
            with path.open("a", encoding="utf-8") as file:
                file.write("\n")

    def add(self, played: Played) -> None:
        self._remember(played)
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(played)) + "\n")

    def has(self, test: str, index: int) -> bool:
        return (test, index) in self._played

    def of(self, test: str) -> list[Played]:
        """Return the results of a test from its first on up to the first gap, including those that do not count."""
        found: list[Played] = []
        while (played := self._played.get((test, len(found)))) is not None:
            found.append(played)
        return found

    def _remember(self, played: Played) -> None:
        self._played.setdefault((played.test, played.index), played)


def shares(played: Sequence[Played]) -> list[float]:
    """The values of those that count."""
    return [each.share for each in played if each.share is not None]
