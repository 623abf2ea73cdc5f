"""Warnings about sets `with the highest NUMBER` in which the number is the same for all members."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.checking.warnings.card_warnings import warning_at
from interpreter.language.ir.builders import descendants_of
from interpreter.language.ir.expressions import ArgBest, Ref
from interpreter.language.ir.statements import Term
from interpreter.language.ir.walks import located_expressions
from interpreter.language.routines import Routines
from interpreter.support.errors import Problem


def find_equal_numbers(routines: Routines, terms: dict[int, Term]) -> Iterator[Problem]:
    """Yield a warning for each number that is to be the highest or lowest, and doesn't depend on the member."""
    for where, expr in located_expressions(routines.all, terms.values()):
        for each in descendants_of(expr):
            if isinstance(each, ArgBest) and not _depends_on_member(each):
                message = "this number is the same for all of them: say which is meant of each, as in `NUMBER of it`"
                yield warning_at(where, "same-for-all", message, each.value.source_range or each.source_range)


def _depends_on_member(best: ArgBest) -> bool:
    return any(isinstance(part, Ref) and part.local == best.it for part in descendants_of(best.value))
