"""Lowering of searches that go over boxes between two spaces, from space to box to space."""

from __future__ import annotations

from typing import TypeGuard, assert_never

from interpreter.language.ir import expressions as ir
from interpreter.language.ir.types import NUMBER, Type
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import (
    Comprehension,
    ConditionalValue,
    Constant,
    LetValue,
    Register,
    Value,
    apply,
)
from interpreter.language.symbols import Symbols

SearchOverBoxes = ir.Group | ir.LargestGroup | ir.Distance | ir.IsConnected | ir.ShortestPath
"""Searches of the map whose steps may lead over boxes."""


def is_over_boxes(expr: ir.MapSearch) -> TypeGuard[SearchOverBoxes]:
    """Return whether the steps of a search lead over boxes between two spaces."""
    match expr:
        case ir.Group() | ir.LargestGroup():
            return expr.over is not None
        case ir.Distance() | ir.IsConnected() | ir.ShortestPath():
            return expr.through.type.kind == "box"
        case _:
            return False


def lower_search_over_boxes(expr: SearchOverBoxes, symbols: Symbols, *parts: Value) -> Value:
    """Return the value of a search over boxes; its parts are lowered already, the boxes last."""
    match expr:
        case ir.Group():
            return _group_over(symbols, *parts)
        case ir.LargestGroup():
            return _largest_group_over(symbols, *parts)
        case ir.Distance():
            return _distance_over(symbols, *parts)
        case ir.IsConnected():
            return apply(Operation.LESS, _steps_over(symbols, *parts), Constant(symbols.place_count))
        case ir.ShortestPath():
            return _shortest_path_over(symbols, *parts)
        case _:
            assert_never(expr)


def lower_longest_route(symbols: Symbols, boxes: Value, through: Value, by: str | None) -> Value:
    """Return the length of the longest route over boxes of a set; a box without a number in the column counts 0."""
    onward, ends = Constant(symbols.joint_steps("neighbour")), Constant(symbols.joint_ends)
    numbers = (1,) * symbols.place_count if by is None else symbols.attribute_values("box", by)
    lengths = Constant(tuple(number or 0 for number in numbers))
    return apply(Operation.LONGEST_ROUTE, boxes, through, onward, ends, lengths)


def _distance_over(symbols: Symbols, starts: Value, goals: Value, boxes: Value) -> Value:
    """Return the number of steps, each over a box between two spaces; the number of all spaces if there is no way."""
    found = Register(NUMBER)
    is_found = apply(Operation.LESS, found, Constant(symbols.place_count))
    steps = apply(Operation.QUOTIENT, found, Constant(2))
    distance = ConditionalValue(steps, is_found, Constant(symbols.space_count))
    return LetValue(found, _steps_over(symbols, starts, goals, boxes), distance)


def _steps_over(symbols: Symbols, starts: Value, goals: Value, boxes: Value) -> Value:
    """Return the number of steps from space to box and from box to space; that of all places if there is no way."""
    through = _spaces_or(symbols, boxes)
    return apply(Operation.DISTANCE, starts, goals, through, Constant(symbols.joint_steps("neighbour")))


def _shortest_path_over(symbols: Symbols, starts: Value, goals: Value, boxes: Value) -> Value:
    """Return the spaces of the shortest way, each step over a box; of several ways, that over the first boxes."""
    onward, back = (Constant(symbols.joint_steps(way)) for way in ("neighbour", "entrance"))
    path = apply(Operation.SHORTEST_PATH, starts, goals, _spaces_or(symbols, boxes), onward, back)
    return _spaces_among(symbols, path)


def _group_over(symbols: Symbols, space: Value, spaces: Value, boxes: Value) -> Value:
    """Return the spaces of a set that steps over boxes within the set join to a space."""
    places = apply(Operation.UNION, spaces, boxes)
    return _spaces_among(symbols, apply(Operation.GROUP, space, places, Constant(symbols.joint_steps("either"))))


def _largest_group_over(symbols: Symbols, spaces: Value, boxes: Value) -> Value:
    """Return the largest part of a set of spaces that steps over boxes join, the first of several."""
    return apply(Operation.LARGEST_GROUP, spaces, boxes, Constant(symbols.joint_steps("either")))


def _spaces_or(symbols: Symbols, boxes: Value) -> Value:
    """Return all spaces and some boxes."""
    return apply(Operation.UNION, Constant(tuple(range(symbols.space_count))), boxes)


def _spaces_among(symbols: Symbols, places: Value) -> Value:
    """Return those of some places that are spaces, in the same order."""
    place = Register(Type("place"))
    return Comprehension(place, places, apply(Operation.LESS, place, Constant(symbols.space_count)), place)
