"""Null analysis: names that may be nothing, and what conditions imply about them (occurrence typing)."""

from __future__ import annotations

from interpreter.language.ir.expressions import And, Compare, Conditional, Const, Equal, Expr, IsMember, Not, Or, Ref
from interpreter.language.ir.making import local
from interpreter.language.ir.optional import default_answer, presence_condition
from interpreter.language.ir.types import Local

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

    If a name that it takes for something is nothing, it gives the answer of a question about nothing.
    """
    names = _taken_for_something(expr, NO_NAMES)
    if not names:
        return expr
    known = presence_condition([local(name) for name in sorted(names, key=lambda name: name.name)])
    other = default_answer(expr.type)
    return Conditional(expr, known, other, type=other.type)


def _taken_for_something(expr: Expr, known: LocalNames) -> LocalNames:
    """Return the names that an expression takes for something without testing them itself."""
    match expr:
        case Ref():
            return frozenset({expr.local} - known) if expr.local.type.optional and not expr.type.optional else NO_NAMES
        case Conditional():
            yes, no = (known | (present_names(expr.condition, holds) or NO_NAMES) for holds in (True, False))
            test = _taken_for_something(expr.condition, known)
            return test | _taken_for_something(expr.yes, yes) | _taken_for_something(expr.no, no)
        case And() | Or():
            behind = known | (present_names(expr.left, isinstance(expr, And)) or NO_NAMES)
            return _taken_for_something(expr.left, known) | _taken_for_something(expr.right, behind)
        case _:
            return NO_NAMES.union(*(_taken_for_something(part, known) for part in expr.parts))
