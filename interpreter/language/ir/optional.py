"""Optional values: a question about nothing is answered by a default, and an action on nothing is skipped."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from interpreter.language.ir.expressions import Conditional, Const, Equal, Expr
from interpreter.language.ir.making import FALSE, TRUE, conjunction, constant, negation
from interpreter.language.ir.statements import Statement
from interpreter.language.ir.types import CONDITION, NOTHING, NUMBER, Type

OPTIONAL_KINDS = frozenset({"seat", "side", "space", "box", "card", "zone"})
"""Kinds of things that can be nothing."""


def optional_type(value_type: Type) -> Type:
    """Return the optional version of a type; sets, numbers and conditions are never optional."""
    return (
        value_type
        if value_type.many or value_type.kind in ("number", "condition")
        else value_type._replace(optional=True)
    )


def default_answer(value_type: Type) -> Expr:
    """Return the answer of a question about nothing: 0, no, an empty set, or nothing."""
    if value_type.many:
        return constant((), value_type._replace(optional=False))
    if value_type.kind == "number":
        return constant(0, NUMBER)
    return FALSE if value_type == CONDITION else constant(None, value_type._replace(optional=True))


def presence_condition(things: list[Expr]) -> Expr:
    """Return the condition that none of these expressions is nothing."""
    result: Expr = TRUE
    for thing in things:
        known = FALSE if isinstance(thing, Const) else negation(Equal(thing, constant(None, NOTHING)))
        result = conjunction(result, known)
    return result


def optional_parts(exprs: Iterable[Expr]) -> list[Expr]:
    """Return the expressions that may be nothing."""
    return [expr for expr in exprs if expr.type.optional and not expr.type.many and expr.type.kind in OPTIONAL_KINDS]


def narrowed(expr: Expr) -> Expr:
    """Return an expression with its optional type narrowed, for use where it is known not to be nothing."""
    return replace(expr, type=expr.type._replace(optional=False)) if expr.type.optional else expr


def null_safe(expr: Expr) -> Expr:
    """Return an expression that gives the answer of a question about nothing if one of its parts is nothing."""
    absent = optional_parts(expr.parts)
    if not absent:
        return expr
    condition = presence_condition(absent)
    if condition == FALSE:
        return default_answer(expr.type)
    inner = expr.map_parts(narrowed)
    other = default_answer(expr.type)
    return Conditional(inner, condition, other, type=other.type)


def null_safe_statement(statement: Statement) -> tuple[Statement, Expr]:
    """Return a statement for parts that are not nothing, and the condition that they are not."""
    if not statement.facts.is_skippable:
        return statement, TRUE
    absent: list[Expr] = []
    changes: dict[str, Any] = {}
    for name in statement.part_names:
        value = getattr(statement, name)
        if value is None or name in statement.optional_fields:
            continue
        if name in statement.assigned_fields:
            absent += optional_parts(value.parts)
            changes[name] = value.map_parts(narrowed)
        else:
            absent += optional_parts([value])
            changes[name] = narrowed(value)
    return (replace(statement, **changes), presence_condition(absent)) if absent else (statement, TRUE)


def unwrap_null_safe(safe: Conditional) -> Expr:
    """Return the expression from which `safe` made a conditional, with its optional parts."""
    return safe.yes.map_parts(lambda part: _maybe(part, safe.condition))


def _maybe(part: Expr, condition: Expr) -> Expr:
    """Return a part with its type before narrowing."""
    return replace(part, type=part.type._replace(optional=True)) if _tested(condition, part) else part


def _tested(condition: Expr, part: Expr) -> bool:
    if isinstance(condition, Equal):
        return narrowed(condition.left) == part
    return any(_tested(inner, part) for inner in condition.parts)
