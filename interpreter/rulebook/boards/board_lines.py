"""Rows and columns of a board by their names, such as `row 2`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from interpreter.rulebook.boards.grid import Grid
from interpreter.rulebook.boards.joined import BOARD

_LINE = re.compile(r"(row|column) ([1-9][0-9]{0,3})")


@dataclass(frozen=True)
class BoardLines:
    """The lines of a game's board; there are none without a grid, or with several boards."""

    grid: Grid | None

    def cells_of(self, name: str) -> list[str]:
        """Return the ids of the cells of a row or column; none if this isn't the name of one."""
        line = _LINE.fullmatch(name)
        if line is None or self.grid is None or BOARD in self.grid.attribute_kinds:
            return []
        word, number = line[1], int(line[2])
        ids = enumerate(self.grid.ids)
        return [cell_id for cell, cell_id in ids if self.grid.attribute_values(cell).get(word) == number]
