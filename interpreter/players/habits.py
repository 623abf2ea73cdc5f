"""Action history: the mean result of each option over all playouts of a search, wherever it was taken.

This is the move-average sampling technique (MAST, Finnsson and Björnsson 2008): an option that did well elsewhere is
likely to do well here. Playouts prefer such options (the better of two random ones), and the tree tries them first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


class Habit:
    """Statistics of each option of one kind of decision, for one seat.

    Options are named by their values, the decision by its number.

    Attributes:
        seat: The seat, by number.
        asked: The decision, by number.
        worth: The mean value of playouts with the option, for the seat.
        times: The number of playouts with the option, plus one.
    """

    __slots__ = ("asked", "seat", "times", "worth")

    def __init__(self, seat: int, asked: int) -> None:
        self.seat = seat
        self.asked = asked
        self.worth: dict[Any, float] = {}
        self.times: dict[Any, int] = {}


Taken = tuple[Habit, Any, int]
"""An option taken in a playout: its action history, its value, and the seat that took it."""


def learn(path: Iterable[Taken], worths: Sequence[float], means: Sequence[float]) -> None:
    """Update the action histories after a playout.

    Args:
        path: The options taken in the playout.
        worths: The value of the playout for each seat.
        means: The mean value of playouts for each seat. It counts as the first result of a new option, so that a single
            playout doesn't decide.
    """
    for habit, value, seat in path:
        times = habit.times[value] = habit.times.get(value, 1) + 1
        known = habit.worth.get(value, means[seat])
        habit.worth[value] = known + (worths[seat] - known) / times
