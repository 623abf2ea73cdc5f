"""What may be nothing: a question about nothing is answered by nothing, and nothing is done to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any

from interpreter.language.tree import (
    CONDITION,
    FALSE,
    NOTHING,
    NUMBER,
    TRUE,
    As,
    Assign,
    Carry,
    ChangeState,
    Expr,
    ListChange,
    Make,
    MoveCards,
    MovePieces,
    Note,
    Reveal,
    Shuffle,
    Type,
    both,
    constant,
    negation,
)

THINGS = frozenset({"seat", "side", "space", "box", "card", "zone"})
"""Kinds of what can be nothing."""
GUARDED = (MovePieces, ChangeState, MoveCards, Shuffle, Reveal, Assign, ListChange, Make, Carry, Note, As)
"""Statements that are left out where what they are about is nothing."""


def or_nothing(type: Type) -> Type:
    """The type of something that may be nothing; sets, numbers and conditions never are."""
    return type if type.many or type.kind in ("number", "condition") else type._replace(optional=True)


def nothing_of(type: Type) -> Expr:
    """What a question of that type answers about nothing: 0, no, an empty set, nothing."""
    if type.many:
        return constant((), type._replace(optional=False))
    if type.kind == "number":
        return constant(0, NUMBER)
    return FALSE if type == CONDITION else constant(None, type._replace(optional=True))


def is_something(things: list[Expr]) -> Expr:
    """The condition that none of these is nothing."""
    result = TRUE
    for thing in things:
        known = FALSE if thing.op == "const" else negation(Expr("equal", CONDITION, (thing, constant(None, NOTHING))))
        result = both(result, known)
    return result


def missing(exprs: Iterable[Expr]) -> list[Expr]:
    """Those that may be nothing."""
    return [expr for expr in exprs if expr.type.optional and not expr.type.many and expr.type.kind in THINGS]


def present(expr: Expr) -> Expr:
    """The same value where it is known not to be nothing."""
    return replace(expr, type=expr.type._replace(optional=False)) if expr.type.optional else expr


def safe(expr: Expr) -> Expr:
    """The expression, if none of its arguments is nothing; else what a question about nothing answers."""
    absent = missing(expr.args)
    if not absent:
        return expr
    condition = is_something(absent)
    if condition == FALSE:
        return nothing_of(expr.type)
    inner = replace(expr, args=tuple(present(arg) for arg in expr.args))
    other = nothing_of(expr.type)
    return Expr("conditional", other.type, (inner, condition, other))


def given_something(statement: Any) -> tuple[Any, Expr]:
    """A statement for things that are there, and the condition that they are."""
    if not isinstance(statement, GUARDED):
        return statement, TRUE
    absent: list[Expr] = []
    changes: dict[str, Expr] = {}
    for field in fields(statement):
        value = getattr(statement, field.name)
        if not isinstance(value, Expr) or (isinstance(statement, Assign) and field.name == "amount"):
            continue
        if field.name == "cell":
            absent += missing(value.args)
            changes[field.name] = replace(value, args=tuple(present(arg) for arg in value.args))
        else:
            absent += missing([value])
            changes[field.name] = present(value)
    if not absent:
        return statement, TRUE
    guarded: Any = statement
    return replace(guarded, **changes), is_something(absent)


def unguarded(expr: Expr) -> Expr:
    """What `safe` made, as it was before, with its arguments that may be nothing."""
    inner, condition = expr.args[0], expr.args[1]
    return replace(inner, args=tuple(_maybe(arg, condition) for arg in inner.args))


def _maybe(arg: Expr, condition: Expr) -> Expr:
    """An argument as it was before it was found to be something."""
    return replace(arg, type=arg.type._replace(optional=True)) if _tested(condition, arg) else arg


def _tested(condition: Expr, arg: Expr) -> bool:
    if condition.op == "equal":
        return present(condition.args[0]) == arg
    return any(_tested(part, arg) for part in condition.args)
