"""Warnings about unreachable cards: they begin in a zone that no rule draws from, moves from or looks into."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from interpreter.errors import WARNING, Problem
from interpreter.language.ir.expressions import AttributeValue, Const, Expr
from interpreter.language.ir.statements import Block, Term
from interpreter.language.ir.walks import expressions_of, statements_in
from interpreter.language.routines import Routines
from interpreter.language.symbols import Symbols


def unreachable_cards(
    routines: Routines, symbols: Symbols, terms: dict[int, Term], others: Iterable[Expr]
) -> Iterator[Problem]:
    """Yield a warning for each zone with unreachable cards.

    `others` are expressions outside of routines and terms.
    """
    everywhere = [*others, *(term.body for term in terms.values())]
    used_in = [list(_used(routine.body)) for routine in routines.all]
    for zone in symbols.rulebook.zones:
        cards = {number for number, card in enumerate(symbols.rulebook.cards) if card.deck in zone.starts_with}
        own = routines.when_empty.get(zone.id, -1)
        used = chain(everywhere, *(exprs for number, exprs in enumerate(used_in) if number != own))
        if cards and not any(_speaks_of(expr, symbols.zone_index[zone.id], cards) for expr in used):
            message = f"nobody ever gets the cards that begin in `{zone.id}`: no rule draws, moves or looks at them"
            yield Problem(zone.where, "unseen-cards", message, severity=WARNING)


def _used(block: Block) -> Iterator[Expr]:
    """Yield the expressions in a block, except zones that are only filled or shuffled."""
    for statement in statements_in(block):
        yield from expressions_of(statement, excluding=statement.facts.into)


def _speaks_of(expr: Expr, zone: int, cards: set[int]) -> bool:
    """Return whether an expression refers to the zone or to one of the cards, possibly among others."""
    wanted = {"zone": {zone}, "card": cards}.get(expr.type.kind, set())
    if wanted and isinstance(expr, Const) and not wanted.isdisjoint(expr.members):
        return True
    if isinstance(expr, AttributeValue) and expr.type.kind == "card":
        return True
    return any(_speaks_of(arg, zone, cards) for arg in expr.parts)
