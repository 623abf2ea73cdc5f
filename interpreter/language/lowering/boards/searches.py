"""Lowering of searches of the map."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import assert_never

from interpreter.language.ir import expressions as ir
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import Apply, Constant, Value, apply, plus, table, times
from interpreter.language.lowering.boards.joints import is_over_boxes, lower_longest_route, lower_search_over_boxes
from interpreter.language.symbols import Symbols

MOST_TABULATED = 128
"""Most spaces of a map whose distances are computed when the game is compiled."""


def lower_map_search(expr: ir.MapSearch, symbols: Symbols, value: Callable[[ir.Expr], Value]) -> Value:
    """Return the value of a search of the map."""
    parts = map(value, expr.parts)
    if is_over_boxes(expr):
        return lower_search_over_boxes(expr, symbols, *parts)
    onward, back, beside = (partial(_beside, symbols, way) for way in ("neighbour", "entrance", "either"))
    match expr:
        case ir.Group():
            return apply(Operation.GROUP, *parts, beside())
        case ir.LargestGroup():
            return apply(Operation.LARGEST_GROUP, *parts, Constant(()), beside())
        case ir.GroupCount():
            return apply(Operation.GROUP_COUNT, *parts, beside())
        case ir.Surroundings():
            return apply(Operation.SURROUNDINGS, *parts, onward() if expr.way == "neighbour" else back())
        case ir.Joined():
            return apply(Operation.SURROUNDINGS, *parts, Constant(expr.rows))
        case ir.Distance():
            return _distance(symbols, *parts)
        case ir.IsConnected():
            return apply(Operation.LESS, apply(Operation.DISTANCE, *parts, onward()), Constant(symbols.space_count))
        case ir.ShortestPath():
            return apply(Operation.SHORTEST_PATH, *parts, onward(), back())
        case ir.LongestRoute():
            boxes, through = parts
            return lower_longest_route(symbols, boxes, through, expr.by)
        case _:
            assert_never(expr)


def _beside(symbols: Symbols, way: str) -> Value:
    return Constant(symbols.adjacency(way))


def _distance(symbols: Symbols, starts: Value, goals: Value, through: Value) -> Value:
    """Return the number of steps; between two spaces on any way, it is looked up in a table."""
    spaces = symbols.space_count
    start, goal = _only_member(starts), _only_member(goals)
    anywhere = through == Constant(tuple(range(spaces)))
    if start is None or goal is None or not anywhere or spaces > MOST_TABULATED:
        return apply(Operation.DISTANCE, starts, goals, through, _beside(symbols, "neighbour"))
    return table(symbols.distances, plus(times(start, spaces), goal))


def _only_member(things: Value) -> Value | None:
    """Return the member of a list that certainly has one."""
    match things:
        case Constant((member,)):
            return Constant(member)
        case Apply(Operation.SINGLE, (member,)):
            return member
        case _:
            return None
