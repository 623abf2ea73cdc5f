"""Short texts side by side, in columns as wide as what is in them, and on pages."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from rich.cells import cell_len

GAP = 3
"""Blanks between two columns."""


def in_columns(cells: Sequence[str], width: int, rows: int) -> list[str] | None:
    """The cells from top to bottom, in as few columns as need no more than so many rows; else in the fewest rows that
    there is room for. None if not even one column fits.
    """
    best = None
    for count in range(1, max(1, min(len(cells), width // (GAP + 1))) + 1):
        high = ceil(len(cells) / count)
        columns = [cells[at : at + high] for at in range(0, len(cells), high)]
        wide = [max(map(cell_len, column)) for column in columns]
        if sum(wide) + GAP * (len(columns) - 1) > width or (best is not None and high >= len(best)):
            continue
        best = [
            "".join(
                column[row] + " " * (room + GAP - cell_len(column[row]))
                for column, room in zip(columns, wide, strict=True)
                if row < len(column)
            ).rstrip()
            for row in range(high)
        ]
        if high <= rows:
            break
    return best


def pages(cells: Sequence[str], width: int, rows: int) -> list[list[str]]:
    """The cells in groups, each of which fits in so many rows of columns; one that is too wide has a row of its own."""
    if (lines := in_columns(cells, width, rows)) is not None and len(lines) <= rows:
        return [list(cells)]
    across = max(1, (width + GAP) // (max(map(cell_len, cells)) + GAP))
    return [list(cells[start : start + across * rows]) for start in range(0, len(cells), across * rows)]
