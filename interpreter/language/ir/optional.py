"""Optional values: a question about nothing is answered by a default, and an action on nothing is skipped."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from interpreter.language.ir.expressions import Conditional, Const, Equal, Expr
from interpreter.language.ir.making import FALSE, TRUE, both, constant, negation
from interpreter.language.ir.statements import Statement
from interpreter.language.ir.types import CONDITION, NOTHING, NUMBER, Type

THINGS = frozenset({"seat", "side", "space", "box", "card", "zone"})
"""Kinds of things that can be nothing."""


def or_nothing(type: Type) -> Type:
    """Return the optional version of a type; sets, numbers and conditions are never optional."""
    return type if type.many or type.kind in ("number", "condition") else type._replace(optional=True)


def nothing_of(type: Type) -> Expr:
    """Return the answer of a question about nothing: 0, no, an empty set, or nothing."""
    if type.many:
        return constant((), type._replace(optional=False))
    if type.kind == "number":
        return constant(0, NUMBER)
    return FALSE if type == CONDITION else constant(None, type._replace(optional=True))


def is_something(things: list[Expr]) -> Expr:
    """Return the condition that none of these expressions is nothing."""
    result: Expr = TRUE
    for thing in things:
        known = FALSE if isinstance(thing, Const) else negation(Equal(thing, constant(None, NOTHING)))
        result = both(result, known)
    return result


def missing(exprs: Iterable[Expr]) -> list[Expr]:
    """Return the expressions that may be nothing."""
    return [expr for expr in exprs if expr.type.optional and not expr.type.many and expr.type.kind in THINGS]


def present(expr: Expr) -> Expr:
    """Return an expression with its optional type narrowed, for use where it is known not to be nothing."""
    return replace(expr, type=expr.type._replace(optional=False)) if expr.type.optional else expr


def safe(expr: Expr) -> Expr:
    """Return an expression that gives the answer of a question about nothing if one of its parts is nothing."""
    absent = missing(expr.parts)
    if not absent:
        return expr
    condition = is_something(absent)
    if condition == FALSE:
        return nothing_of(expr.type)
    inner = expr.with_parts(present)
    other = nothing_of(expr.type)
    return Conditional(inner, condition, other, type=other.type)


def given_something(statement: Statement) -> tuple[Statement, Expr]:
    """Return a statement for parts that are not nothing, and the condition that they are not."""
    if not statement.facts.skipped:
        return statement, TRUE
    absent: list[Expr] = []
    changes: dict[str, Any] = {}
    for name in statement.part_names:
        value = getattr(statement, name)
        if value is None or name in statement.optional:
            continue
        if name in statement.cells:
            absent += missing(value.parts)
            changes[name] = value.with_parts(present)
        else:
            absent += missing([value])
            changes[name] = present(value)
    return (replace(statement, **changes), is_something(absent)) if absent else (statement, TRUE)


def unguarded(safe: Conditional) -> Expr:
    """Return the expression from which `safe` made a conditional, with its optional parts."""
    return safe.yes.with_parts(lambda part: _maybe(part, safe.condition))


def _maybe(part: Expr, condition: Expr) -> Expr:
    """Return a part with its type before narrowing."""
    return replace(part, type=part.type._replace(optional=True)) if _tested(condition, part) else part


def _tested(condition: Expr, part: Expr) -> bool:
    if isinstance(condition, Equal):
        return present(condition.left) == part
    return any(_tested(inner, part) for inner in condition.parts)
