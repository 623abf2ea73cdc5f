"""Constructors, connectives, traversal and substitution for expressions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from interpreter.language.ir.expressions import And, Const, Expr, Not, Or, Ref, SetLoop, TermCall
from interpreter.language.ir.nodes import Datum, Size
from interpreter.language.ir.types import CONDITION, NUMBER, Local, Type


def constant(value: Datum | tuple[int, ...], value_type: Type, computed: Expr | None = None) -> Const:
    """Return a constant of a type; `computed` is the expression that has this value."""
    return Const(value, type=value_type, written=None if computed is None else computed.written or computed)


def local(name: Local) -> Ref:
    """Return a reference to a local name."""
    return Ref(name, type=name.type)


NOBODY: Expr = constant(None, Type("seat", optional=True))
TRUE: Expr = constant(True, CONDITION)
FALSE: Expr = constant(False, CONDITION)
ONE: Expr = constant(1, NUMBER)


def bound_name(expr: Expr) -> Local | None:
    """Return the local name that an operation binds to each member of its set."""
    return expr.it if isinstance(expr, SetLoop) else None


def descendants_of(expr: Expr) -> Iterator[Expr]:
    """Yield an expression and all its descendants."""
    yield expr
    for part in expr.parts:
        yield from descendants_of(part)


def conjunction(left: Expr, right: Expr) -> Expr:
    """Return `left and right`, simplified: without constants and repeated conditions."""
    if left == TRUE or right == FALSE:
        return right
    if right == TRUE or left == FALSE or right in conjuncts(left):
        return left
    return And(left, right)


def disjunction(left: Expr, right: Expr) -> Expr:
    """Return `left or right`, simplified: without constants and repeated conditions."""
    if TRUE in (left, right):
        return TRUE
    if left in (FALSE, right):
        return right
    return left if right == FALSE else Or(left, right)


def conjuncts(condition: Expr) -> list[Expr]:
    """Return the operands of nested conjunctions."""
    if not isinstance(condition, And):
        return [condition]
    return [*conjuncts(condition.left), *conjuncts(condition.right)]


def negation(condition: Expr) -> Expr:
    """Return the negation of a condition, without double negation."""
    return condition.condition if isinstance(condition, Not) else Not(condition)


def has_local(expr: Expr, name: Local) -> bool:
    """Return whether a local name occurs in an expression."""
    if isinstance(expr, Ref):
        return expr.local is name
    return bound_name(expr) is name or any(has_local(part, name) for part in expr.parts)


def substitute(expr: Expr, known: Mapping[Local, Expr]) -> Expr:
    """Return the expression with local names replaced by their values."""
    if isinstance(expr, Ref):
        return known.get(expr.local, expr)
    return expr.map_parts(lambda part: substitute(part, known)) if known else expr


def terms_in(expr: Expr) -> set[int]:
    """Return the numbers of the vocabulary words that an expression uses."""
    own = {expr.word} if isinstance(expr, TermCall) else set()
    return own.union(*(terms_in(part) for part in expr.parts))


def can_repeat(things: Expr) -> bool:
    """Return whether a set may come from a list, which can contain a thing twice."""
    return superset_of(things).lists


def superset_of(things: Expr) -> Expr:
    """Return the set from which a subset is selected."""
    while things.size is Size.PART:
        things = things.parts[0]
    return things
