"""Grids as map.yaml declares them: the fields that each kind of board has, and the grid that they describe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.rulebook.boards.grid import Grid
from interpreter.rulebook.boards.hexes import HexGrid
from interpreter.rulebook.boards.squares import SquareGrid

MOST_CELLS = 5_000
SIZES = dict.fromkeys(("squares", "rhombus", "rectangle"), ("columns", "rows")) | {"hexagon": ("side",)}
"""The fields that give the size of a board, by its kind. Each is needed."""
MISPLACED = {
    "columns": "a hexagon has no `columns`; `side` is the number of cells along each of its edges",
    "rows": "a hexagon has no `rows`; `side` is the number of cells along each of its edges",
    "side": "only `hexes: hexagon` has a `side`; the size of other boards is given by `columns` and `rows`",
    "diagonal": "six-sided cells touch at edges only; leave out `diagonal`",
    "tops": "only six-sided cells have `tops`; leave it out, or add `hexes`",
}
"""The messages about fields that a kind of board can't have."""


def kind_of_board(spec: Mapping[str, Any]) -> str:
    """Return the kind of a declared board: squares, or the shape of a board of hexes."""
    return str(spec.get("hexes", "squares"))


def can_have(kind: str, field: str) -> bool:
    """Return True if a kind of board can have a field."""
    if field == "diagonal" or field == "tops":
        return (kind == "squares") == (field == "diagonal")
    return field in SIZES[kind] or field not in MISPLACED


def cell_count(spec: Mapping[str, Any]) -> int:
    """Return the number of cells of a board, as its size is declared."""
    if kind_of_board(spec) == "hexagon":
        side: int = spec.get("side", 1)
        return 3 * side * (side - 1) + 1
    columns, rows = spec.get("columns", 1), spec.get("rows", 1)
    return int(columns * rows)


def declared_grid(spec: Mapping[str, Any]) -> Grid:
    """Return the grid that is declared by a mapping that fits the schema; one cell if there are too many."""
    spec = spec if cell_count(spec) <= MOST_CELLS else {}
    columns, rows, upward = spec.get("columns", 1), spec.get("rows", 1), spec.get("a1") == "bottom"
    if "hexes" not in spec:
        return SquareGrid(columns, rows, upward, bool(spec.get("diagonal", False)))
    if spec["hexes"] == "hexagon":
        columns = rows = 2 * spec.get("side", 1) - 1
    return HexGrid(columns, rows, upward, spec["hexes"], spec.get("tops") == "flat")
