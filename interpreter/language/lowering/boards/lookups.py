"""Lowering of what a board gives.

Neighbours, steps in a direction and lines are looked up in tables that are computed when a game is loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, chain
from typing import assert_never

from interpreter.language.directions import Directions
from interpreter.language.ir import expressions as ir
from interpreter.language.ir.types import NUMBER, Type
from interpreter.language.layout import MAX_NUMBER
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import (
    NOTHING,
    ConditionalValue,
    Constant,
    LetValue,
    Register,
    Value,
    apply,
    constant_number,
    negation,
    none_test,
    plus,
    table,
    times,
)
from interpreter.language.symbols import Symbols
from interpreter.rulebook.boards.sight import SightTable


def lower_board_lookup(expr: ir.BoardLookup, symbols: Symbols, value: Callable[[ir.Expr], Value]) -> Value:
    """Return the value of an expression about the board; `value` lowers its parts."""
    directions = symbols.directions
    match expr:
        case ir.NeighbourSpaces():
            return table(symbols.adjacency(expr.way), value(expr.space))
        case ir.StepInDirection() | ir.FarStep():
            return _step(expr, directions, value)
        case ir.ForwardDirection():
            return table(directions.backward if expr.is_back else directions.forward, value(expr.seat))
        case ir.OppositeDirection():
            return table(directions.opposites, value(expr.direction))
        case ir.Ray() | ir.StepsBeside():
            rows = directions.rays if isinstance(expr, ir.Ray) else directions.steps_beside
            return _in_direction(rows, value(expr.direction), value(expr.space))
        case ir.RaysFrom():
            bundles = zip(*(directions.rays[direction] for direction in expr.directions), strict=True)
            return table(tuple(tuple(chain(*rays)) for rays in bundles), value(expr.space))
        case ir.SpacesALeapAway():
            return table(directions.leaps[expr.leap], value(expr.space))
        case ir.Bearing():
            return _bearing(symbols, value(expr.space), value(expr.other))
        case ir.SpacesBetween():
            return _between(symbols, value(expr.space), value(expr.other))
        case ir.HasSight():
            return _has_sight(directions.sight, *map(value, expr.parts))
        case ir.LongestLine():
            return _longest_line(directions, value(expr.spaces), value(expr.space))
        case _:
            assert_never(expr)


def _longest_line(directions: Directions, spaces: Value, space: Value) -> Value:
    """Return the length of the longest line through a space in a list of spaces."""
    grid = directions.grid
    assert grid is not None
    along = (grid.steps[direction] for axis in grid.axes for direction in axis)
    steps = tuple(-1 if other is None else other for row in along for other in row)
    return apply(Operation.LONGEST_LINE, spaces, space, Constant(steps), Constant(len(grid.ids)))


def _between(symbols: Symbols, space: Value, other: Value) -> Value:
    """Return the spaces between two spaces; none if they aren't in line."""
    found = Register(Type("direction", optional=True))
    between = apply(Operation.BEFORE, _in_direction(symbols.directions.rays, found, space), other)
    inner = ConditionalValue(between, negation(none_test(found)), Constant(()))
    return LetValue(found, _bearing(symbols, space, other), inner)


def _has_sight(sight: SightTable, space: Value, other: Value, through: Value) -> Value:
    """Return whether no gap of the line of sight between two spaces is closed."""
    line = table(sight.lines, plus(table(sight.firsts, space), table(sight.places, other)))
    return apply(Operation.HAS_SIGHT, line, table(sight.places, space), through, Constant(sight.cells))


def _bearing(symbols: Symbols, space: Value, other: Value) -> Value:
    start = apply(Operation.MULTIPLY, space, Constant(symbols.space_count))
    return table(symbols.directions.bearings, plus(start, other))


def ray_lengths(expr: ir.RaysFrom, symbols: Symbols, space: Value) -> Value:
    """Return the lengths of the rays of a set of them."""
    bundles = zip(*(symbols.directions.rays[direction] for direction in expr.directions), strict=True)
    return table(tuple(tuple(map(len, rays)) for rays in bundles), space)


def _in_direction(rows: tuple[tuple[object, ...], ...], direction: Value, space: Value) -> Value:
    """Return an entry of a table with a row for each direction: of its row if that is known, else of all rows."""
    if (known := constant_number(direction)) is not None:
        return table(rows[known], space)
    start = apply(Operation.MULTIPLY, direction, Constant(len(rows[0])))
    return table(tuple(entry for row in rows for entry in row), plus(start, space))


def _step(expr: ir.StepInDirection | ir.FarStep, directions: Directions, value: Callable[[ir.Expr], Value]) -> Value:
    if isinstance(expr, ir.FarStep):
        return _far_step(directions, *map(value, expr.parts))
    return _in_direction(directions.far_steps(expr.number), value(expr.direction), value(expr.space))


def _far_step(directions: Directions, space: Value, direction: Value, number: Value) -> Value:
    """Return the space a number of steps away: an entry of a list of all paths, one behind the other."""
    paths = [path for row in directions.paths for path in row]
    firsts = tuple(accumulate((len(path.spaces) for path in paths), initial=0))
    lasts = tuple(len(path.spaces) - 1 for path in paths)
    path, steps = Register(NUMBER), Register(NUMBER)
    within: Value = steps
    if any(each.period for each in paths):
        periods = tuple(each.period or MAX_NUMBER + 1 for each in paths)
        within = apply(Operation.REMAINDER, steps, table(periods, path))
    within = apply(Operation.LEAST, within, table(lasts, path))
    there = table(tuple(chain(*(each.spaces for each in paths))), plus(table(firsts, path), within))
    found = LetValue(steps, number, ConditionalValue(there, apply(Operation.AT_LEAST, steps, Constant(0)), NOTHING))
    return LetValue(path, plus(times(direction, len(directions.steps[0])), space), found)
