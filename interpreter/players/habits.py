"""Action history: the mean result of each option over all playouts of a search, wherever it was taken.

This is the move-average sampling technique (MAST, Finnsson and Björnsson 2008): an option that did well elsewhere is
likely to do well here. Playouts prefer such options (the better of two random ones), and the tree tries them first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


class ActionHistory:
    """Statistics of each option of one kind of decision, for one seat.

    Options are named by their values, the decision by its number.

    Attributes:
        seat: The seat, by number.
        asked: The decision, by number.
        means: The mean value of playouts with the option, for the seat.
        counts: The number of playouts with the option, plus one.
    """

    __slots__ = ("asked", "counts", "means", "seat")

    def __init__(self, seat: int, asked: int) -> None:
        self.seat = seat
        self.asked = asked
        self.means: dict[Any, float] = {}
        self.counts: dict[Any, int] = {}


TracedAction = tuple[ActionHistory, Any, int]
"""An option taken in a playout: its action history, its value, and the seat that took it."""


def update_histories(trace: Iterable[TracedAction], values: Sequence[float], means: Sequence[float]) -> None:
    """Update the action histories after a playout.

    Args:
        trace: The options taken in the playout.
        values: The value of the playout for each seat.
        means: The mean value of playouts for each seat. It counts as the first result of a new option, so that a single
            playout doesn't decide.
    """
    for habit, value, seat in trace:
        times = habit.counts[value] = habit.counts.get(value, 1) + 1
        known = habit.means.get(value, means[seat])
        habit.means[value] = known + (values[seat] - known) / times
