"""Expressions made, joined, turned round, gone through, and with something else in the place of names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from interpreter.language.ir.expressions import And, Const, Expr, Loop, Not, Or, Ref, TermCall
from interpreter.language.ir.nodes import Datum, Size
from interpreter.language.ir.types import CONDITION, NUMBER, Local, Type


def constant(value: Datum | tuple[int, ...], type: Type) -> Const:
    return Const(value, type=type)


def local(name: Local) -> Ref:
    return Ref(name, type=name.type)


NOBODY: Expr = constant(None, Type("seat", optional=True))
TRUE: Expr = constant(True, CONDITION)
FALSE: Expr = constant(False, CONDITION)
ONE: Expr = constant(1, NUMBER)


def binder(expr: Expr) -> Local | None:
    """The name that an operation gives each member of its set."""
    return expr.it if isinstance(expr, Loop) else None


def within(expr: Expr) -> Iterator[Expr]:
    """An expression and all that is in it."""
    yield expr
    for part in expr.parts:
        yield from within(part)


def both(left: Expr, right: Expr) -> Expr:
    """`left and right`, without the constants and without saying a thing twice."""
    if left == TRUE or right == FALSE:
        return right
    if right == TRUE or left == FALSE or right in conjuncts(left):
        return left
    return And(left, right)


def either(left: Expr, right: Expr) -> Expr:
    """`left or right`, without the constants and without saying a thing twice."""
    if TRUE in (left, right):
        return TRUE
    if left in (FALSE, right):
        return right
    return left if right == FALSE else Or(left, right)


def conjuncts(condition: Expr) -> list[Expr]:
    """The conditions that `and` joins to this one."""
    if not isinstance(condition, And):
        return [condition]
    return [*conjuncts(condition.left), *conjuncts(condition.right)]


def negation(condition: Expr) -> Expr:
    return condition.condition if isinstance(condition, Not) else Not(condition)


def mentions(expr: Expr, name: Local) -> bool:
    """Whether a local stands in an expression."""
    if isinstance(expr, Ref):
        return expr.local is name
    return binder(expr) is name or any(mentions(part, name) for part in expr.parts)


def substituted(expr: Expr, known: Mapping[Local, Expr]) -> Expr:
    """The expression with holes and lets replaced by what they stand for."""
    if isinstance(expr, Ref):
        return known.get(expr.local, expr)
    return expr.with_parts(lambda part: substituted(part, known)) if known else expr


def terms_in(expr: Expr) -> set[int]:
    """The words of the vocabulary that an expression uses."""
    own = {expr.word} if isinstance(expr, TermCall) else set()
    return own.union(*(terms_in(part) for part in expr.parts))


def may_repeat(things: Expr) -> bool:
    """Whether a set may come from a list."""
    return base_of(things).lists


def base_of(things: Expr) -> Expr:
    """The set of which a set is a part."""
    while things.size is Size.PART:
        things = things.parts[0]
    return things
