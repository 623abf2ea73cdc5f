"""Things at fixed places in a pane: which is at a point, which is next in a direction. Lists flow into such places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

COLUMN_GAP = 2
"""Blanks between two columns or two words of a list."""


@dataclass(frozen=True, slots=True)
class PlacedCell:
    """Place of a thing in a pane: columns and lines from the top left, and its size."""

    key: str
    left: int
    top: int
    width: int
    height: int = 1

    def covers(self, column: int, row: int) -> bool:
        """Return True if a point lies in the cell."""
        return self.left <= column < self.left + self.width and self.top <= row < self.top + self.height


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Cells of a pane, texts beside them with their places, and the height of all."""

    cells: tuple[PlacedCell, ...] = ()
    headings: tuple[tuple[int, int, str], ...] = ()
    height: int = 0

    def find(self, key: str | None) -> PlacedCell | None:
        """Return the cell of a thing, or None."""
        return next((cell for cell in self.cells if cell.key == key), None)

    def at(self, column: int, row: int) -> str | None:
        """Return the thing at a point, or None."""
        return next((cell.key for cell in self.cells if cell.covers(column, row)), None)

    def neighbour(self, key: str | None, across: int, down: int) -> str | None:
        """Return the nearest thing in a direction (-1, 0 or 1 each way), itself if there is none, else the first."""
        here = self.find(key)
        if here is None:
            return self.cells[0].key if self.cells else None
        best: tuple[float, str] | None = None
        for cell in self.cells:
            x = (cell.left + cell.width / 2) - (here.left + here.width / 2)
            y = (cell.top + cell.height / 2) - (here.top + here.height / 2)
            forward, aside = (x * across, abs(y) * 4) if across else (y * down * 2, abs(x))
            if forward > 0 and (best is None or forward + 2 * aside < best[0]):
                best = forward + 2 * aside, cell.key
        return best[1] if best is not None else here.key


def flow_in_columns(texts: Sequence[tuple[str, Text]], width: int) -> Arrangement:
    """Arrange things in as many equal columns as fit, from top to bottom, then from left to right."""
    if not texts:
        return Arrangement()
    widest = min(width, max(text.cell_len for _, text in texts))
    columns = max(1, (width + COLUMN_GAP) // (widest + COLUMN_GAP))
    rows = -(-len(texts) // columns)
    cells = tuple(
        PlacedCell(key, number // rows * (widest + COLUMN_GAP), number % rows, widest)
        for number, (key, _) in enumerate(texts)
    )
    return Arrangement(cells, (), rows)


def flow_in_lines(groups: Sequence[tuple[str, Sequence[tuple[str, Text]]]], width: int) -> Arrangement:
    """Arrange groups of things in lines like words, each group after its heading.

    A group begins a line, unless all of it fits behind the one before.
    """
    cells: list[PlacedCell] = []
    headings: list[tuple[int, int, str]] = []
    row, left = 0, 0
    for heading, texts in groups:
        whole = cell_len(heading) + 1 + sum(text.cell_len + COLUMN_GAP for _, text in texts)
        if left and left + whole > width:
            row, left = row + 1, 0
        headings.append((left, row, heading))
        left += cell_len(heading) + 1
        for key, text in texts:
            wide = min(text.cell_len, width - COLUMN_GAP)
            if left + wide > width and left > COLUMN_GAP:
                row, left = row + 1, COLUMN_GAP
            cells.append(PlacedCell(key, left, row, wide))
            left += wide + COLUMN_GAP
    return Arrangement(tuple(cells), tuple(headings), row + 1 if groups else 0)
