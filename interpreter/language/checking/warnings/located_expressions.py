"""All expressions of a game's texts, each with the place of its line."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.ir.builders import expressions_of, statements_in
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.statements import Term
from interpreter.language.routines import Routines
from interpreter.support.errors import Location


def located_expressions(routines: Routines, terms: dict[int, Term]) -> Iterator[tuple[Location, Expr]]:
    """Yield the whole expressions of all conditions and values of the vocabulary, then those of all statements."""
    for term in terms.values():
        yield term.text.where, term.body
    for routine in routines.all:
        for statement in statements_in(routine.body):
            for expr in expressions_of(statement):
                yield statement.where, expr
