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

from interpreter.lab.intervals import ALPHA, Bets, Interval, of_rounds

UNIT = 720
"""A win in whole numbers, which parts of it are, too."""


class Trial:
    """Of values that come one by one, `limit` at the most; each is the mean of so many games that belong together."""

    def __init__(self, goal: float, limit: int, each: int = 1) -> None:
        self.goal = goal
        self.limit = limit
        self._each = each
        self._bets = Bets(0, UNIT, UNIT**2 * limit * goal * (1 - goal) / (4 * each), ALPHA / 2)

    def interval(self, values: Sequence[float]) -> Interval:
        """Of the mean, of one value at least."""
        counts = Counter(round(value * UNIT) for value in values)
        found = self._bets.interval(counts).times(1 / UNIT)
        if len(values) >= self.limit:
            last = of_rounds(values, self._each, ALPHA / 2)
            found = Interval(found.estimate, max(found.low, last.low), min(found.high, last.high))
        return found

    def is_reached(self, values: Sequence[float]) -> bool:
        """Whether the mean is above the goal for sure."""
        return self.interval(values).low >= self.goal

    def is_missed(self, values: Sequence[float]) -> bool:
        """Whether it is below the goal for sure, or could not be told to be above it if all that is left were won."""
        won = [*values, *[1.0] * (self.limit - len(values))]
        return self.interval(values).high < self.goal or not self.is_reached(won)


@dataclass(frozen=True, slots=True)
class Played:
    """A value of a test; None if the game does not count. `playouts`, `thought`: of each kind of player, playouts and
    the seconds of the processor that they took. `seconds`: of the processor, all in all."""

    test: str
    index: int
    share: float | None
    playouts: tuple[int, ...]
    thought: tuple[float, ...]
    seconds: float


class Store:
    """What was played, a line each; without a file it is only remembered. A line that was cut off is not counted."""

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
        """What there is of a test from its beginning on, without a gap, also what does not count."""
        found: list[Played] = []
        while (played := self._played.get((test, len(found)))) is not None:
            found.append(played)
        return found

    def _remember(self, played: Played) -> None:
        self._played.setdefault((played.test, played.index), played)


def shares(played: Sequence[Played]) -> list[float]:
    """The values of those that count."""
    return [each.share for each in played if each.share is not None]
