"""Warnings about `or` beside `and` without parentheses, of which players can't know what belongs together."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.checking.warnings.card_warnings import warning_at
from interpreter.language.ir.builders import descendants_of
from interpreter.language.ir.expressions import And, Expr, Or
from interpreter.language.ir.statements import Term
from interpreter.language.ir.walks import located_expressions
from interpreter.language.routines import Routines
from interpreter.support.errors import Problem

MESSAGE = "`and` is read before `or`: parentheses say what belongs together, `(A and B) or C` or `A and (B or C)`"


def find_mixed_conditions(routines: Routines, terms: dict[int, Term]) -> Iterator[Problem]:
    """Yield a warning for each outermost `or` with an `and` beside it."""
    for where, expr in located_expressions(routines.all, terms.values()):
        inside: set[int] = set()
        for each in descendants_of(expr):
            if isinstance(each, Or) and id(each) not in inside and _is_mixed(each):
                inside.update(map(id, descendants_of(each)))
                yield warning_at(where, "mixed-conditions", MESSAGE, each.source_range)


def _is_mixed(either: Or) -> bool:
    """Return whether one of several alternatives is an `and` without parentheses."""
    return any(
        _is_mixed(side) if isinstance(side, Or) else _is_bare(side, either) for side in (either.left, either.right)
    )


def _is_bare(side: Expr, either: Or) -> bool:
    if not isinstance(side, And) or side.source_range is None or either.source_range is None:
        return False
    before, found, _ = either.source_range.words.partition(side.source_range.words)
    return bool(found) and not before.endswith("(")
