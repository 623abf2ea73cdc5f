"""Lowering of what a board gives: neighbours, steps in a direction, lines.

All of it is looked up in tables that are computed when a game is loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from interpreter.language.ir import expressions as ir
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import Constant, Value, apply, constant_number, plus, table
from interpreter.language.symbols import Symbols


def lower_board_lookup(expr: ir.BoardLookup, symbols: Symbols, value: Callable[[ir.Expr], Value]) -> Value:
    """Return the value of an expression about the board; `value` lowers its parts."""
    directions = symbols.directions
    match expr:
        case ir.NeighbourSpaces():
            return table(symbols.adjacency(expr.way), value(expr.space))
        case ir.StepInDirection():
            return _in_direction(directions.steps, value(expr.direction), value(expr.space))
        case ir.OppositeDirection():
            return table(directions.opposites, value(expr.direction))
        case ir.LongestLine():
            grid = symbols.rulebook.map.grid
            assert grid is not None
            along = (grid.steps[direction] for axis in grid.axes for direction in axis)
            steps = tuple(-1 if other is None else other for row in along for other in row)
            line = Constant(steps), Constant(len(grid.ids))
            return apply(Operation.LONGEST_LINE, value(expr.spaces), value(expr.space), *line)
        case _:
            assert_never(expr)


def _in_direction(rows: tuple[tuple[object, ...], ...], direction: Value, space: Value) -> Value:
    """Return an entry of a table with a row for each direction: of its row if that is known, else of all rows."""
    if (known := constant_number(direction)) is not None:
        return table(rows[known], space)
    start = apply(Operation.MULTIPLY, direction, Constant(len(rows[0])))
    return table(tuple(entry for row in rows for entry in row), plus(start, space))
