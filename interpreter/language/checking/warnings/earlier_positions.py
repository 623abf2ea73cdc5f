"""Warning about questions for earlier positions in a game that remembers none."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.checking.warnings.card_warnings import warning_at
from interpreter.language.ir.builders import descendants_of, expressions_of, statements_in
from interpreter.language.ir.expressions import Expr, TimesOccurred
from interpreter.language.ir.statements import RememberPosition, Term
from interpreter.language.routines import Routines
from interpreter.support.errors import Location, Problem


def find_forgotten_positions(routines: Routines, terms: dict[int, Term]) -> Iterator[Problem]:
    """Yield a warning for each question about earlier positions, unless a statement remembers positions."""
    bodies = [statement for routine in routines.all for statement in statements_in(routine.body)]
    if any(isinstance(statement, RememberPosition) for statement in bodies):
        return
    for term in terms.values():
        yield from _forgotten(term.text.where, term.body)
    for statement in bodies:
        for expr in expressions_of(statement):
            yield from _forgotten(statement.where, expr)


def _forgotten(where: Location, expr: Expr) -> Iterator[Problem]:
    for each in descendants_of(expr):
        if isinstance(each, TimesOccurred):
            message = "no position is remembered in this game, so none has occurred: say `remember the position` first"
            yield warning_at(where, "never-remembered", message, each.source_range)
