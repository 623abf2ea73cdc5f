"""Grids as map.yaml declares them: the fields that each kind of board has, and the grid that they describe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.rulebook.boards.grid import Grid
from interpreter.rulebook.boards.hexes import HexGrid
from interpreter.rulebook.boards.joined import JoinedGrids
from interpreter.rulebook.boards.pattern import PatternGrid
from interpreter.rulebook.boards.squares import SquareGrid
from interpreter.rulebook.boards.triangles import TriangleGrid

MOST_CELLS = 5_000
SIZES = {
    **dict.fromkeys(("squares", "rhombus", "rectangle", "rectangle of triangles"), ("columns", "rows")),
    **dict.fromkeys(("hexagon", "triangle of triangles"), ("side",)),
}
"""The fields that give the size of a board, by its kind. Each is needed."""
FEWEST_WRAPPED = 3
"""Fewest columns or rows whose ends can be joined: with fewer, a cell would be twice the neighbour of another."""
MISPLACED = {
    "columns": "a hexagon has no `columns`; `side` is the number of cells along each of its edges",
    "rows": "a hexagon has no `rows`; `side` is the number of cells along each of its edges",
    "side": "only `hexes: hexagon` has a `side`; the size of other boards is given by `columns` and `rows`",
    "diagonal": "six-sided cells touch at edges only; leave out `diagonal`",
    "wrap": "the edges of a hexagon can't be joined; leave out `wrap`",
    "moves": "only boards of squares have `moves`; steps in two directions are `cell d of cell e of X`",
    "tops": "only six-sided cells have `tops`; leave it out, or add `hexes`",
}
"""The messages about fields that a kind of board can't have."""
MISPLACED_IN_TRIANGLES = {
    "columns": "a triangle has no `columns`; `side` is the number of cells along each of its edges",
    "rows": "a triangle has no `rows`; `side` is the number of cells along each of its edges",
    "side": "only `triangles: triangle` has a `side`; the size of a rectangle is given by `columns` and `rows`",
    "diagonal": "the neighbours of three-sided cells are those across a side; leave out `diagonal`",
    "wrap": "the edges of a triangle can't be joined; leave out `wrap`",
    "hexes": "cells have three sides or six: leave out `hexes` or `triangles`",
}
"""The same about boards of three-sided cells."""


def kind_of_board(spec: Mapping[str, Any]) -> str:
    """Return the kind of a declared board: squares, the shape of a board of hexes, or that of one of triangles."""
    if "triangles" in spec:
        return f"{spec['triangles']} of triangles"
    return str(spec.get("hexes", "squares"))


def can_have(kind: str, field: str) -> bool:
    """Return True if a kind of board can have a field."""
    if field in ("diagonal", "moves"):
        return kind == "squares"
    if field in ("tops", "hexes"):
        return kind in ("rhombus", "rectangle", "hexagon")
    if field == "wrap":
        return "side" not in SIZES[kind]
    return field in SIZES[kind] or field not in MISPLACED


def misplacement(kind: str, field: str) -> str:
    """Return the message about a field that a kind of board can't have."""
    special = MISPLACED_IN_TRIANGLES if kind.endswith("triangles") else {}
    return special.get(field) or MISPLACED[field]


def wrap_problem(spec: Mapping[str, Any]) -> str:
    """Return why the edges of a board with a valid size can't be joined as declared; empty if they can."""
    for name, wraps in zip(("columns", "rows"), _wraps(spec), strict=True):
        shifted = "rows" if spec.get("tops") != "flat" else "columns"
        if wraps and spec[name] < FEWEST_WRAPPED:
            return f"at least {FEWEST_WRAPPED} {name} are needed, because the last one is next to the first one"
        if wraps and "triangles" in spec and spec[name] % 2:
            return f"cells point up and down in turn, so an even number of {name} is needed to join their ends"
        if wraps and kind_of_board(spec) == "rectangle" and name == shifted and spec[name] % 2:
            return f"every other one of these {name} is shifted, so an even number of them is needed to join their ends"
    return ""


def same_cells(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return True if two declared boards have cells of the same kind."""
    kinds = [
        "triangles" if "triangles" in spec else f"{spec.get('tops', 'pointy')} hexes" if "hexes" in spec else "squares"
        for spec in (one, other)
    ]
    return kinds[0] == kinds[1]


def joined_grid(specs: Mapping[str, Mapping[str, Any]]) -> Grid:
    """Return the boards that are declared by mappings that fit the schema, by their ids, as one grid."""
    members = tuple(map(declared_grid, specs.values()))
    columns, rows = sum(member.columns for member in members), max(member.rows for member in members)
    return JoinedGrids(columns, rows, tuple(specs), members)


def _wraps(spec: Mapping[str, Any]) -> tuple[bool, bool]:
    return spec.get("wrap") in ("columns", "both"), spec.get("wrap") in ("rows", "both")


def cell_count(spec: Mapping[str, Any]) -> int:
    """Return the number of cells of a board, as its size is declared."""
    if kind_of_board(spec) == "hexagon":
        side: int = spec.get("side", 1)
        return 3 * side * (side - 1) + 1
    if kind_of_board(spec) == "triangle of triangles":
        return int(spec.get("side", 1) ** 2)
    columns, rows = spec.get("columns", 1), spec.get("rows", 1)
    return int(columns * rows)


def declared_grid(spec: Mapping[str, Any]) -> PatternGrid:
    """Return the grid that is declared by a mapping that fits the schema; one cell if there are too many."""
    spec = spec if cell_count(spec) <= MOST_CELLS else {}
    columns, rows, upward = spec.get("columns", 1), spec.get("rows", 1), spec.get("a1") == "bottom"
    special: dict[str, Any] = {"without": frozenset(spec.get("without", ())), "wraps": _wraps(spec)}
    if "triangles" in spec:
        if spec["triangles"] == "triangle":
            columns, rows = 2 * spec.get("side", 1) - 1, spec.get("side", 1)
        return TriangleGrid(columns, rows, upward, spec["triangles"], **special)
    if "hexes" not in spec:
        moves = tuple((str(name), (steps[0], steps[1])) for name, steps in spec.get("moves", {}).items())
        return SquareGrid(columns, rows, upward, bool(spec.get("diagonal", False)), moves, **special)
    if spec["hexes"] == "hexagon":
        columns = rows = 2 * spec.get("side", 1) - 1
    return HexGrid(columns, rows, upward, spec["hexes"], spec.get("tops") == "flat", **special)
