"""Results of games played by machine code: a row of words for each game, divided into columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

SingleColumn = Literal["decisions", "turns", "first", "reason", "side", "work", "won"]
"""Columns of one word. `first`: the seat that opened; `reason` and `side`: numbers; `won`: number of winners."""
MultiColumn = Literal["winners", "scores", "ends"]
"""Columns of several words.

Winners and scores have one for each seat; `ends` counts how often each track stopped at its lower and its upper end.
"""
Column = Literal[SingleColumn, MultiColumn]
"""Columns of a row, in this order."""
COLUMNS: tuple[Column, ...] = get_args(Column)


class RowColumns:
    """Positions of the columns within a row, for a number of seats and of ends of tracks. `width` is a row's length."""

    def __init__(self, seats: int, ends: int) -> None:
        several = {"winners": seats, "scores": seats, "ends": ends}
        self.width = 0
        self._places: dict[Column, range] = {}
        for column in COLUMNS:
            self._places[column] = range(self.width, self.width + several.get(column, 1))
            self.width = self._places[column].stop

    def __getitem__(self, column: Column) -> range:
        return self._places[column]


@dataclass(frozen=True, slots=True)
class ResultRows:
    """Results of consecutive games.

    Attributes:
        count: Number of games.
        words: The rows of all games in one list. NIL stands for nothing.
        uses: Number of uses of each card over all games, by card and label.
    """

    count: int
    words: list[int]
    uses: list[int]
