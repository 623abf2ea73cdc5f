"""What each option did in all playouts of a search, wherever in the game it was taken.

The move-average sampling technique (Finnsson and Björnsson 2008): what did well elsewhere is likely to do well here.
Playouts take it more often (of two options picked at random the one that did better), and the tree tries it first.
"""

from __future__ import annotations

from typing import Any


class Habit:
    """What each option of one kind of decision was worth to a seat, in the mean. Options are called by their values."""

    __slots__ = ("_times", "worth")

    def __init__(self) -> None:
        self.worth: dict[Any, float] = {}
        self._times: dict[Any, int] = {}

    def add(self, value: Any, worth: float, mean: float) -> None:
        """A playout in which the option was taken was worth this. `mean` is what playouts are worth to the seat: it
        counts as the first one of a new option, so that one playout alone does not decide.
        """
        times = self._times[value] = self._times.get(value, 1) + 1
        known = self.worth.get(value, mean)
        self.worth[value] = known + (worth - known) / times
