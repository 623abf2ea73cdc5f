"""Resolution of numbers: arithmetic, counts, sums, and extremes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial, reduce

from lark import Tree

from interpreter.language.ir.builders import constant, local
from interpreter.language.ir.expressions import (
    AbsoluteDifference,
    Arithmetic,
    Best,
    Conditional,
    Const,
    Count,
    Expr,
    ExtremeOf,
    LongestLine,
    Negative,
    Product,
    Quotient,
    Remainder,
    SumBest,
    SumOver,
    TrackValue,
)
from interpreter.language.ir.nullness import null_safe
from interpreter.language.ir.types import NUMBER, Local, Type
from interpreter.language.ir.written import HowMany
from interpreter.language.resolving.resolver import Resolver, shown
from interpreter.language.resolving.scope import Handlers, Scope, Syntax, SyntaxPart, without_parentheses
from interpreter.language.resolving.topics.sets import SUM_SIGNS, extreme_of, resolve_measure

CALCULATIONS = Handlers[Resolver]()


@CALCULATIONS.expression("add", "sub")
def _arithmetic(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    if node.data == "sub" and _begins_with_open_absolute(node.children[0]):
        message = "this can be read in two ways: say `absolute value of (A - B)`, or `(absolute value of A) - B`"
        resolver.fail(scope, node, "parentheses", message)
    if isinstance(node.children[0], Tree) and node.children[0].data == "remainder":
        message = "this can be read in two ways: put `remainder of X divided by Y` or the divisor in parentheses"
        resolver.warn(scope, node, "reads-two-ways", message)
    left, right = (resolver.number(scope, side) for side in node.children)
    return Arithmetic(SUM_SIGNS[node.data], left, right)


def _begins_with_open_absolute(node: SyntaxPart) -> bool:
    """Return True for `absolute value of A`, or a sum that begins so, if `A` has no parentheses."""
    while isinstance(node, Tree) and node.data in ("add", "sub"):
        node = node.children[0]
    if not isinstance(node, Tree) or node.data != "absolute":
        return False
    (operand,) = node.children
    return without_parentheses(operand) is operand


@CALCULATIONS.expression("mul")
def _mul(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return Product(*(resolver.number(scope, side) for side in node.children))


@CALCULATIONS.expression("divide", "half")
def _divide(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `NUMBER divided by NUMBER, rounded down` and `half of NUMBER, rounded up`."""
    dividend, *divisors, rounding = node.children
    divisor = _divisor(resolver, scope, divisors[0]) if divisors else constant(2, NUMBER)
    return Quotient(resolver.number(scope, dividend), divisor, "down" if rounding.data == "down" else "up")


@CALCULATIONS.expression("remainder")
def _remainder(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    dividend, divisor = node.children
    return Remainder(resolver.number(scope, dividend), _divisor(resolver, scope, divisor))


def _divisor(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    divisor = resolver.number(scope, node)
    if isinstance(divisor, Const) and divisor.number < 1:
        resolver.fail(scope, node, "bad-divisor", "numbers are divided by 1 or more")
    return divisor


@CALCULATIONS.expression("extreme_of")
def _extreme_of(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `highest of (NUMBER, NUMBER)`."""
    which, *numbers = node.children
    return ExtremeOf(tuple(resolver.number(scope, each) for each in numbers), extreme_of(which))


@CALCULATIONS.expression("sum_of", "extreme_in")
def _of_dice(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `sum of DICE` and `highest of DICE`."""
    *which, things_node = node.children
    dice = resolver.value(scope, things_node)
    if dice.type.kind != "die":
        word = which[0].data if which else "sum of"
        form = f"`{word} NUMBER over SET`"
        if which:
            form += f" or `the only one of SET with the {word} NUMBER of it`"
        resolver.refuse_type(scope, things_node, "this is said of dice", dice.type, form)
    if things_node.data == "it" and not dice.type.many:
        message = "`it` is one die; a condition on all that are chosen stands in a line after the choice"
        resolver.fail(scope, things_node, "wrong-type", message, form="`if sum of CHOSEN is 7:`")
    resolver.check_numbers(scope, things_node, dice)
    dice, it = resolver.convert(scope, things_node, dice, dice.type._replace(many=True)), Local("it", Type("die"))
    if which:
        return Best(dice, it, shown(local(it)), extreme_of(which[0]))
    return SumOver(dice, it, shown(local(it)))


@CALCULATIONS.expression("difference")
def _difference(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return AbsoluteDifference(*(resolver.number(scope, side) for side in node.children))


@CALCULATIONS.expression("absolute")
def _absolute(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return AbsoluteDifference(resolver.number(scope, node.children[0]), constant(0, NUMBER))


@CALCULATIONS.expression("neg")
def _neg(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    value = resolver.number(scope, node.children[0])
    return constant(-value.number, NUMBER) if isinstance(value, Const) else Negative(value)


@CALCULATIONS.expression("count")
def _count(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    (things,) = node.children
    amount = resolver.value(scope, things)
    if things.data == "np" and amount.type == NUMBER:  # pieces in places are their number already
        return amount
    return Count(resolver.as_set(scope, things, amount))


@CALCULATIONS.expression("how_many")
def _how_many(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `how many of (CONDITION, CONDITION) are true`."""
    one, none = constant(1, NUMBER), constant(0, NUMBER)
    conditions = tuple(resolver.condition(scope, part) for part in node.children)
    numbers: Iterator[Expr] = (Conditional(one, condition, none, type=NUMBER) for condition in conditions)
    return reduce(partial(Arithmetic, "+"), numbers).replace(written=HowMany(conditions))


@CALCULATIONS.expression("sum_over")
def _sum_over(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    value_node, set_node = node.children
    base, value, it = resolve_measure(resolver, scope, set_node, value_node)
    return SumOver(base, it, value)


@CALCULATIONS.expression("sum_best")
def _sum_best(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `the sum of the 3 highest VALUE over SET`."""
    most, extreme, value_node, set_node = node.children
    base, value, it = resolve_measure(resolver, scope, set_node, value_node)
    return SumBest(base, it, value, resolver.number(scope, most), extreme_of(extreme))


@CALCULATIONS.expression("best")
def _best(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `the highest VALUE over SET`."""
    extreme, value_node, set_node = node.children
    base, value, it = resolve_measure(resolver, scope, set_node, value_node)
    return Best(base, it, value, extreme_of(extreme))


@CALCULATIONS.expression("longest_line")
def _longest_line(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    word, set_node, space_node = node.children
    if str(word) != "line":
        resolver.fail(scope, word, "syntax", f"`{word}` can't stand here", "`line`", detail="place")
    if not resolver.symbols.directions.names:
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
