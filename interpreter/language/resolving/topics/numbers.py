"""Resolution of numbers: arithmetic, counts and sums over sets, and the ranges of tracks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial, reduce

from interpreter.language.ir.builders import constant
from interpreter.language.ir.expressions import (
    Arithmetic,
    Best,
    Conditional,
    Const,
    Count,
    Expr,
    LongestLine,
    Negative,
    Product,
    SumBest,
    SumOver,
    TrackValue,
)
from interpreter.language.ir.nodes import Sign
from interpreter.language.ir.nullness import null_safe
from interpreter.language.ir.types import NUMBER, Type
from interpreter.language.resolving.handlers import Handlers
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Scope, Syntax
from interpreter.language.resolving.topics.sets import extreme_of, resolve_measure

NUMBERS = Handlers[Resolver]()

SIGNS: dict[str, Sign] = {"add": "+", "sub": "-"}


@NUMBERS.expression("add", "sub")
def _arithmetic(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    left, right = (resolver.number(scope, side) for side in node.children)
    return Arithmetic(SIGNS[node.data], left, right)


@NUMBERS.expression("mul")
def _mul(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return Product(*(resolver.number(scope, side) for side in node.children))


@NUMBERS.expression("neg")
def _neg(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    value = resolver.number(scope, node.children[0])
    return constant(-value.number, NUMBER) if isinstance(value, Const) else Negative(value)


@NUMBERS.expression("count")
def _count(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return Count(resolver.set_of(scope, node.children[0]))


@NUMBERS.expression("how_many")
def _how_many(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `how many of (CONDITION, CONDITION) are true`."""
    one, none = constant(1, NUMBER), constant(0, NUMBER)
    conditions = (resolver.condition(scope, part) for part in node.children)
    numbers: Iterator[Expr] = (Conditional(one, condition, none, type=NUMBER) for condition in conditions)
    return reduce(partial(Arithmetic, "+"), numbers)


@NUMBERS.expression("sum_over")
def _sum_over(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    value_node, set_node = node.children
    base, value, it = resolve_measure(resolver, scope, set_node, value_node)
    return SumOver(base, it, value)


@NUMBERS.expression("sum_best")
def _sum_best(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `the sum of the 3 highest VALUE over SET`."""
    most, extreme, value_node, set_node = node.children
    base, value, it = resolve_measure(resolver, scope, set_node, value_node)
    return SumBest(base, it, value, resolver.number(scope, most), extreme_of(extreme))


@NUMBERS.expression("best")
def _best(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `the highest VALUE over SET`."""
    extreme, value_node, set_node = node.children
    base, value, it = resolve_measure(resolver, scope, set_node, value_node)
    return Best(base, it, value, extreme_of(extreme))


@NUMBERS.expression("longest_line")
def _longest_line(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    word, set_node, space_node = node.children
    if str(word) != "line":
        resolver.fail(scope, word, "syntax", f"`{word}` can't stand here", "`line`")
    if resolver.symbols.rulebook.map.grid is None:
        resolver.fail(scope, node, "no-grid", "only a map that is a `grid` has lines")
    spaces = resolver.value(scope, set_node, Type("space", many=True))
    space = resolver.value(scope, space_node, Type("space"))
    return null_safe(LongestLine(spaces, space))


def check_in_range(resolver: Resolver, scope: Scope, node: Syntax, cell: Expr, value: Expr) -> None:
    """Refuse a number that a track never reaches."""
    if isinstance(cell, TrackValue) and isinstance(value, Const) and isinstance(value.value, int):
        track = resolver.symbols.track(cell.track)
        if not track.low <= value.value <= track.high:
            message = f"{value.value} is out of range: `{track.id}` goes from {track.low} to {track.high}"
            resolver.fail(scope, node, "out-of-range", message)
