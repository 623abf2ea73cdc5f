"""Null analysis: names that may be nothing, and what conditions imply about them (occurrence typing).

Optional values: a question about nothing is answered by a default, and an action on nothing is skipped.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from interpreter.language.ir.builders import FALSE, TRUE, conjunction, constant, local, negation
from interpreter.language.ir.expressions import (
    And,
    Compare,
    Conditional,
    Const,
    Equal,
    Expr,
    IsMember,
    Not,
    Or,
    Ref,
    VariableValue,
)
from interpreter.language.ir.statements import Statement
from interpreter.language.ir.types import BOARD_LINES, CONDITION, MAYBE_NUMBER, NOTHING, NUMBER, Local, Type

OPTIONAL_KINDS = frozenset(
    {"seat", "side", "space", "box", "die", "card", "zone", "direction", "piece", "kind", *BOARD_LINES}
)
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


def no_choice(choice_type: Type) -> Expr:
    """Return what a seat has chosen that did not choose: 0 among numbers, else nothing."""
    return constant(None, NOTHING) if choice_type == MAYBE_NUMBER else default_answer(choice_type)


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


def _optional_parts_of(expr: Expr) -> list[Expr]:
    """Return the parts that may be nothing; a word is one of them where a variable is kept for it."""
    if not isinstance(expr, VariableValue):
        return optional_parts(expr.parts)
    return [key for key in expr.keys if key.type.optional]


def narrowed(expr: Expr) -> Expr:
    """Return an expression with its optional type narrowed, for use where it is known not to be nothing."""
    return replace(expr, type=expr.type._replace(optional=False)) if expr.type.optional else expr


def null_safe(expr: Expr) -> Expr:
    """Return an expression that gives the answer of a question about nothing if one of its parts is nothing."""
    absent = _optional_parts_of(expr)
    if not absent:
        return expr
    condition, written = presence_condition(absent), expr.written or expr
    if condition == FALSE:
        return default_answer(expr.type).replace(written=written)
    inner = expr.map_parts(narrowed)
    other = default_answer(expr.type)
    return Conditional(inner, condition, other, type=other.type, written=written)


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
            absent += _optional_parts_of(value)
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


LocalNames = frozenset[Local]
NO_NAMES: LocalNames = frozenset()


def known_in_both(one: LocalNames | None, other: LocalNames | None) -> LocalNames | None:
    """Return the names that are not nothing where two conditions hold; None if that is impossible."""
    return None if one is None or other is None else one | other


def known_in_either(one: LocalNames | None, other: LocalNames | None) -> LocalNames | None:
    """Return the names that are not nothing where one of two conditions holds; None if that is impossible."""
    if one is None or other is None:
        return other if one is None else one
    return one & other


def present_names(condition: Expr, holds: bool) -> LocalNames | None:
    """Return the names that are not nothing where a condition has a truth value; None if that is impossible."""
    match condition:
        case Const():
            return NO_NAMES if bool(condition.value) is holds else None
        case Not():
            return present_names(condition.condition, not holds)
        case And() | Or() if isinstance(condition, And) is holds:
            return known_in_both(present_names(condition.left, holds), present_names(condition.right, holds))
        case And() | Or():
            right = known_in_both(present_names(condition.left, not holds), present_names(condition.right, holds))
            return known_in_either(present_names(condition.left, holds), right)
        case Conditional():
            yes = known_in_both(present_names(condition.condition, True), present_names(condition.yes, holds))
            no = known_in_both(present_names(condition.condition, False), present_names(condition.no, holds))
            return known_in_either(yes, no)
        case Equal() | Compare(sign="==") if holds:
            return _same(condition.left, condition.right) | _same(condition.right, condition.left)
        case Equal():
            return _unlike(condition.left, condition.right) | _unlike(condition.right, condition.left)
        case IsMember() if holds:
            return _name(condition.thing)
        case _:
            return NO_NAMES


def _name(expr: Expr) -> LocalNames:
    """Return the name that an expression is, if it may be nothing."""
    return frozenset({expr.local}) if isinstance(expr, Ref) and expr.type.optional else NO_NAMES


def _same(expr: Expr, other: Expr) -> LocalNames:
    """Return the name that equals something else, unless that may itself be nothing."""
    return NO_NAMES if other.type.optional else _name(expr)


def _unlike(expr: Expr, other: Expr) -> LocalNames:
    """Return the name that differs from something else, if that is nothing."""
    return _name(expr) if isinstance(other, Const) and other.value is None else NO_NAMES


def guard(expr: Expr) -> Expr:
    """Return an expression that can be evaluated anywhere.

    If a name that it assumes to be present is nothing, it gives the answer of a question about nothing.
    """
    names = _assumed_present(expr, NO_NAMES)
    if not names:
        return expr
    known = presence_condition([local(name) for name in sorted(names, key=lambda name: name.name)])
    other = default_answer(expr.type)
    return Conditional(expr, known, other, type=other.type)


def _assumed_present(expr: Expr, known: LocalNames) -> LocalNames:
    """Return the names that an expression assumes to be present without testing them itself."""
    match expr:
        case Ref():
            return frozenset({expr.local} - known) if expr.local.type.optional and not expr.type.optional else NO_NAMES
        case Conditional():
            yes, no = (known | (present_names(expr.condition, holds) or NO_NAMES) for holds in (True, False))
            test = _assumed_present(expr.condition, known)
            return test | _assumed_present(expr.yes, yes) | _assumed_present(expr.no, no)
        case And() | Or():
            behind = known | (present_names(expr.left, isinstance(expr, And)) or NO_NAMES)
            return _assumed_present(expr.left, known) | _assumed_present(expr.right, behind)
        case _:
            return NO_NAMES.union(*(_assumed_present(part, known) for part in expr.parts))
