"""Warnings about conditions that say the same twice: `A and A`, `A or A`."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.checking.warnings.card_warnings import warning_at
from interpreter.language.ir.builders import descendants_of
from interpreter.language.ir.expressions import And, Expr, Or
from interpreter.language.ir.statements import Term
from interpreter.language.ir.walks import located_expressions
from interpreter.language.routines import Routines
from interpreter.support.errors import Location, Problem


def find_repeated_conditions(routines: Routines, terms: dict[int, Term]) -> Iterator[Problem]:
    """Yield a warning for each condition that stands twice in the same `and` or `or`."""
    for where, expr in located_expressions(routines.all, terms.values()):
        yield from _repeated(where, expr)


def _repeated(where: Location, expr: Expr) -> Iterator[Problem]:
    """Yield the warnings for an expression."""
    inner: set[Expr] = set()
    for each in descendants_of(expr):
        if isinstance(each, And | Or) and each not in inner:
            inner.update(part for part in each.parts if isinstance(part, type(each)))
            yield from _repeated_parts(where, each)


def _repeated_parts(where: Location, whole: And | Or) -> Iterator[Problem]:
    """Yield a warning for each part of a chain of conditions that stands in it before."""
    word = "and" if isinstance(whole, And) else "or"
    message = f"this condition stands on both sides of `{word}`: one of the two is enough, or another was meant"
    said: set[Expr] = set()
    waiting = list(reversed(whole.parts))
    while waiting:
        part = waiting.pop()
        if part not in said:
            said.add(part)
            waiting += reversed(part.parts) if isinstance(part, type(whole)) else ()
        elif part.source_range is not None:  # what the resolver adds has none
            yield warning_at(where, "said-twice", message, part.source_range)
