"""Warning about questions for earlier positions in a game that remembers none."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.checking.warnings.card_warnings import warning_at
from interpreter.language.ir.builders import descendants_of, statements_in
from interpreter.language.ir.expressions import TimesOccurred
from interpreter.language.ir.statements import RememberPosition, Term
from interpreter.language.ir.walks import located_expressions
from interpreter.language.routines import Routines
from interpreter.support.errors import Problem


def find_forgotten_positions(routines: Routines, terms: dict[int, Term]) -> Iterator[Problem]:
    """Yield a warning for each question about earlier positions, unless a statement remembers positions."""
    if any(isinstance(each, RememberPosition) for routine in routines.all for each in statements_in(routine.body)):
        return
    for where, expr in located_expressions(routines.all, terms.values()):
        for each in descendants_of(expr):
            if isinstance(each, TimesOccurred):
                message = (
                    "no position is remembered in this game, so none has occurred: say `remember the position` first"
                )
                yield warning_at(where, "never-remembered", message, each.source_range)
