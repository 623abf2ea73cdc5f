"""All expressions of a game's texts, each with the place of its line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.language.ir.builders import expressions_of, statements_in
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.statements import Block, Routine, Term
from interpreter.support.errors import Location


def located_expressions(routines: Iterable[Routine], terms: Iterable[Term]) -> Iterator[tuple[Location, Expr]]:
    """Yield the whole expressions of all conditions and values of the vocabulary, then those of all statements."""
    for term in terms:
        yield term.text.where, term.body
        yield from _in_block(term.block)
    for routine in routines:
        yield from _in_block(routine.body)


def _in_block(block: Block) -> Iterator[tuple[Location, Expr]]:
    for statement in statements_in(block):
        for expr in expressions_of(statement):
            yield statement.where, expr
