"""Grids as map.yaml declares them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.rulebook.boards.grid import Grid
from interpreter.rulebook.boards.squares import ATTRIBUTE_KINDS, SquareGrid

MOST_CELLS = 5_000
BUILT_IN_ATTRIBUTES = frozenset(ATTRIBUTE_KINDS)
"""Ids of attributes that cells can have without the author's declaration."""


def declared_grid(spec: Mapping[str, Any]) -> Grid:
    """Return the grid that is declared by a valid mapping; of one with too many cells only the first."""
    columns, rows = spec.get("columns", 1), spec.get("rows", 1)
    if columns * rows > MOST_CELLS:
        columns = rows = 1
    return SquareGrid(columns, rows, spec.get("a1") == "bottom", bool(spec.get("diagonal", False)))
