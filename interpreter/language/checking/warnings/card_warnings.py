"""Warnings about cards: cards that nobody gets, piles that are never refilled, tests of one of several copies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain

from interpreter.language.checking.information_flow import is_open_zone
from interpreter.language.ir.builders import descendants_of, expressions_of, statements_in
from interpreter.language.ir.expressions import AttributeValue, Const, Equal, Expr, IsMember, OwnPlace, OwnZones
from interpreter.language.ir.statements import Block, Draw, Shuffle, Term
from interpreter.language.ir.types import SourceRange
from interpreter.language.routines import Routines
from interpreter.language.symbols import Symbols
from interpreter.support.errors import WARNING, Location, Problem

MOST_COPIES = 4
"""Maximum number of copies that a message lists."""


def find_card_warnings(
    routines: Routines, symbols: Symbols, terms: dict[int, Term], others: Iterable[Expr]
) -> list[Problem]:
    """Return the warnings about the cards of a game; `others` are expressions outside of routines and terms."""
    others = tuple(others)
    return [
        *unreachable_cards(routines, symbols, terms, others),
        *open_shuffles(routines, symbols),
        *unused_refills(routines, symbols),
        *single_copies(routines, symbols, terms, others),
    ]


def warning_at(where: Location, code: str, message: str, said: SourceRange | None = None) -> Problem:
    """Return a warning at a part of a text, or at the text if the part stands in another file or is unknown."""
    if said is None or said.where.file != where.file:
        return Problem(where, code, message, severity=WARNING)
    length = said.end_column - said.column if said.line == said.end_line else 1
    return Problem(said.where, code, message, None, said.text.excerpt(said.where), length, WARNING)


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


def open_shuffles(routines: Routines, symbols: Symbols) -> Iterator[Problem]:
    """Yield a warning for each shuffle of a pile that is drawn from, and whose new order everyone sees at once."""
    statements = [statement for routine in routines.all for statement in statements_in(routine.body)]
    drawn = {symbols.zone_index[statement.zone] for statement in statements if isinstance(statement, Draw)}
    for statement in statements:
        if isinstance(statement, Shuffle) and is_open_zone(statement.zone, symbols):
            zone = statement.zone
            firsts = {zone.first} if isinstance(zone, OwnPlace | OwnZones) else set(getattr(zone, "members", ()))
            if any(drawn & set(symbols.zones_from(first)) for first in firsts):
                message = "everyone sees these cards, and then knows in which order they are drawn: give the zone "
                message += "`face: nobody`, or shuffle them in one that has it"
                yield Problem(statement.where, "open-shuffle", message, severity=WARNING)


def unused_refills(routines: Routines, symbols: Symbols) -> Iterator[Problem]:
    """Yield a warning for each `when empty` that is never done because no card is drawn from its zone."""
    statements = (statement for routine in routines.all for statement in statements_in(routine.body))
    drawn = {statement.zone for statement in statements if isinstance(statement, Draw)}
    for zone in symbols.rulebook.zones:
        if zone.when_empty is not None and zone.id not in drawn:
            message = f"this is never done: no rule draws a card from `{zone.id}`, and to look at or move its top card "
            message += "isn't to draw it"
            yield Problem(zone.when_empty.where, "never-refilled", message, severity=WARNING)


def single_copies(
    routines: Routines, symbols: Symbols, terms: dict[int, Term], others: Iterable[Expr]
) -> Iterator[Problem]:
    """Yield a warning for each test of one card that has copies, unless the same text names another of them."""
    copies = _copies_in_entries(symbols)
    if not copies:
        return
    texts = [list(_used(routine.body)) for routine in routines.all]
    for exprs in (*texts, *([term.body] for term in terms.values()), *([expr] for expr in others)):
        parts = [part for expr in exprs for part in descendants_of(expr)]
        named = {card for part in parts for card in _cards_named(part)}
        for part in parts:
            for card in _cards_tested(part):
                alike = copies.get(card, ())
                if len(named.intersection(alike)) == 1 and (said := part.source_range) is not None:
                    yield warning_at(said.where, "one-of-copies", _copy_message(alike, symbols), said)


def _cards_named(expr: Expr) -> tuple[int, ...]:
    """Return the cards that a constant stands for."""
    return expr.members if isinstance(expr, Const) and expr.type.kind == "card" else ()


def _cards_tested(expr: Expr) -> tuple[int, ...]:
    """Return the single cards that a condition compares with another thing, or looks for in a set."""
    match expr:
        case Equal():
            return (*_cards_named(expr.left), *_cards_named(expr.right))
        case IsMember():
            return _cards_named(expr.thing)
        case _:
            return ()


def _copies_in_entries(symbols: Symbols) -> dict[int, tuple[int, ...]]:
    """Return for each card with copies the numbers of all of them: the cards with one title in one entry of a deck.

    Unlike `Symbols.kinds_of_card`, cards of two entries that are printed the same are no copies of each other.
    """
    alike: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for number, card in enumerate(symbols.rulebook.cards):
        alike[card.where, card.deck, card.title["en"]].append(number)
    return {number: tuple(cards) for cards in alike.values() if len(cards) > 1 for number in cards}


def _copy_message(copies: tuple[int, ...], symbols: Symbols) -> str:
    ids = [symbols.rulebook.cards[number].id for number in copies]
    every = " or ".join(ids) if len(ids) <= MOST_COPIES else f"{ids[0]} or {ids[1]} or …"
    return f"this asks for one of {len(ids)} copies: write `{every}`, or ask for a value of the cards"


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
