"""What machine code tells of a game: a row of words, and which of them is what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Single = Literal["decisions", "turns", "first", "reason", "side", "work", "won"]
"""What is one word. `first`: the seat that opened; `reason` and `side` by number; `won`: how many won."""
Several = Literal["winners", "scores", "ends"]
"""What is several words: winners and scores, one for each seat; how often each track stopped at its lower and upper
end."""
Column = Literal[Single, Several]
"""What stands in a row, in this order."""
COLUMNS: tuple[Column, ...] = get_args(Column)


class Columns:
    """Which words of a row are what, for so many seats and ends of tracks. `width`: how many words a row has."""

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
class Rows:
    """What there is to say of some games that were played one after the other: a row of words for each, all of them in
    one list, and how often each use of a card came up in all of them, by card and label. NIL stands for nothing.
    """

    count: int
    words: list[int]
    uses: list[int]
