"""Null analysis: names that may be nothing, and what conditions imply about them (occurrence typing)."""

from __future__ import annotations

from interpreter.language.ir.expressions import And, Compare, Conditional, Const, Equal, Expr, In, Not, Or, Ref
from interpreter.language.ir.making import local
from interpreter.language.ir.optional import is_something, nothing_of
from interpreter.language.ir.types import Local

Names = frozenset[Local]
NONE: Names = frozenset()


def both(one: Names | None, other: Names | None) -> Names | None:
    """Return the names that are not nothing where two conditions hold; None if that is impossible."""
    return None if one is None or other is None else one | other


def either(one: Names | None, other: Names | None) -> Names | None:
    """Return the names that are not nothing where one of two conditions holds; None if that is impossible."""
    if one is None or other is None:
        return other if one is None else one
    return one & other


def present_if(condition: Expr, holds: bool) -> Names | None:
    """Return the names that are not nothing where a condition has a truth value; None if that is impossible."""
    match condition:
        case Const():
            return NONE if bool(condition.value) is holds else None
        case Not():
            return present_if(condition.condition, not holds)
        case And() | Or() if isinstance(condition, And) is holds:
            return both(present_if(condition.left, holds), present_if(condition.right, holds))
        case And() | Or():
            right = both(present_if(condition.left, not holds), present_if(condition.right, holds))
            return either(present_if(condition.left, holds), right)
        case Conditional():
            yes = both(present_if(condition.condition, True), present_if(condition.yes, holds))
            no = both(present_if(condition.condition, False), present_if(condition.no, holds))
            return either(yes, no)
        case Equal() | Compare(sign="==") if holds:
            return _same(condition.left, condition.right) | _same(condition.right, condition.left)
        case Equal():
            return _unlike(condition.left, condition.right) | _unlike(condition.right, condition.left)
        case In() if holds:
            return _name(condition.thing)
        case _:
            return NONE


def _name(expr: Expr) -> Names:
    """Return the name that an expression is, if it may be nothing."""
    return frozenset({expr.local}) if isinstance(expr, Ref) and expr.type.optional else NONE


def _same(expr: Expr, other: Expr) -> Names:
    """Return the name that equals something else, unless that may itself be nothing."""
    return NONE if other.type.optional else _name(expr)


def _unlike(expr: Expr, other: Expr) -> Names:
    """Return the name that differs from something else, if that is nothing."""
    return _name(expr) if isinstance(other, Const) and other.value is None else NONE


def guarded(expr: Expr) -> Expr:
    """Return an expression that can be evaluated anywhere.

    If a name that it takes for something is nothing, it gives the answer of a question about nothing.
    """
    names = _taken_for_something(expr, NONE)
    if not names:
        return expr
    known = is_something([local(name) for name in sorted(names, key=lambda name: name.name)])
    other = nothing_of(expr.type)
    return Conditional(expr, known, other, type=other.type)


def _taken_for_something(expr: Expr, known: Names) -> Names:
    """Return the names that an expression takes for something without testing them itself."""
    match expr:
        case Ref():
            return frozenset({expr.local} - known) if expr.local.type.optional and not expr.type.optional else NONE
        case Conditional():
            yes, no = (known | (present_if(expr.condition, holds) or NONE) for holds in (True, False))
            test = _taken_for_something(expr.condition, known)
            return test | _taken_for_something(expr.yes, yes) | _taken_for_something(expr.no, no)
        case And() | Or():
            behind = known | (present_if(expr.left, isinstance(expr, And)) or NONE)
            return _taken_for_something(expr.left, known) | _taken_for_something(expr.right, behind)
        case _:
            return NONE.union(*(_taken_for_something(part, known) for part in expr.parts))
