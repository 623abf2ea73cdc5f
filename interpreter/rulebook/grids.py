"""Maps that are declared as a grid: ids, neighbours and built-in attributes of the cells."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase

from interpreter.rulebook.ids import IdTable
from interpreter.rulebook.model import Attribute, AttributeValue, Grid
from interpreter.rulebook.nodes import YamlMapping

MOST_CELLS = 5_000
BUILT_IN_ATTRIBUTES = ("column", "row", "left", "right", "above", "below")
"""Built-in attributes of a cell: its column and row as numbers, and the cells beside it."""


def read_grid(node: YamlMapping | None, names: IdTable) -> Grid | None:
    """Return the grid that a map declares, or None."""
    spec = node.get_mapping("grid") if node else None
    if node is None or spec is None:
        return None
    columns, rows = spec.get_plain("columns", 1), spec.get_plain("rows", 1)
    if "connections" in node.values:
        message = (
            "the cells of a grid are connected already: leave `connections` out; `diagonal` in `grid` joins corners"
        )
        names.problems.add(node.keys["connections"], "grid-connections", message)
    if spec.damaged or columns * rows > MOST_CELLS:
        names.incomplete_kinds.add("map")
        if not spec.damaged:
            message = f"{columns:,} x {rows:,} are {columns * rows:,} cells; at most {MOST_CELLS:,} are allowed"
            names.problems.add(node.keys["grid"], "too-many", message)
        columns = rows = 1
    kinds = {name: "number" if name in BUILT_IN_ATTRIBUTES[:2] else "space" for name in BUILT_IN_ATTRIBUTES}
    own = {name: Attribute(name, kind, (), None, kind == "space", spec.where) for name, kind in kinds.items()}
    return Grid(columns, rows, bool(spec.get_plain("diagonal", False)), spec.get_plain("a1") == "bottom", own)


def cells(grid: Grid) -> Iterator[tuple[int, int]]:
    """Yield column and row of each cell, from 1, in reading order: a1, b1, c1 and so on."""
    for row in range(1, grid.rows + 1):
        for column in range(1, grid.columns + 1):
            yield column, row


def cell_id(column: int, row: int) -> str:
    """Return the id of a cell: a letter or more for the column, then the row (a1, z1, aa1)."""
    letters = ""
    while column:
        column, letter = divmod(column - 1, len(ascii_lowercase))
        letters = ascii_lowercase[letter] + letters
    return f"{letters}{row}"


def built_in_values(grid: Grid, column: int, row: int) -> dict[str, AttributeValue]:
    """Return the values of a cell's built-in attributes."""
    down = -1 if grid.upward else 1
    ways = {"left": (-1, 0), "right": (1, 0), "above": (0, -down), "below": (0, down)}
    found: dict[str, AttributeValue] = {"column": column, "row": row}
    for way, (across, along) in ways.items():
        found[way] = cell_id(column + across, row + along) if _inside(grid, column + across, row + along) else None
    return found


def cell_centre(grid: Grid, column: int, row: int) -> tuple[float, float]:
    """Return the centre of a cell on the board, as fractions from the top left."""
    from_top = grid.rows - row if grid.upward else row - 1
    return (column - 0.5) / grid.columns, (from_top + 0.5) / grid.rows


def neighbours(grid: Grid, column: int, row: int) -> Iterator[str]:
    """Yield the ids of a cell's neighbours."""
    for along in (-1, 0, 1):
        for across in (-1, 0, 1):
            near = across == 0 or along == 0 or grid.diagonal
            if (across or along) and near and _inside(grid, column + across, row + along):
                yield cell_id(column + across, row + along)


def _inside(grid: Grid, column: int, row: int) -> bool:
    return 1 <= column <= grid.columns and 1 <= row <= grid.rows
