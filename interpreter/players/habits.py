"""What each option did in all playouts of a search, wherever in the game it was taken.

The move-average sampling technique (Finnsson and Björnsson 2008): what did well elsewhere is likely to do well here.
Playouts take it more often (of two options picked at random the one that did better), and the tree tries it first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


class Habit:
    """What each option of one kind of decision was worth to a seat, in the mean, and in how many playouts it was taken,
    and one more. Options are called by their values; the decision, by its number.
    """

    __slots__ = ("asked", "seat", "times", "worth")

    def __init__(self, seat: int, asked: int) -> None:
        self.seat = seat
        self.asked = asked
        self.worth: dict[Any, float] = {}
        self.times: dict[Any, int] = {}


Taken = tuple[Habit, Any, int]
"""An option that was taken, by which seat."""


def learn(path: Iterable[Taken], worths: Sequence[float], means: Sequence[float]) -> None:
    """A playout with these options was worth so much to each seat. `means` are what playouts are worth to each: that
    counts as the first one of a new option, so that one playout alone does not decide.
    """
    for habit, value, seat in path:
        times = habit.times[value] = habit.times.get(value, 1) + 1
        known = habit.worth.get(value, means[seat])
        habit.worth[value] = known + (worths[seat] - known) / times
