"""Lowering of hands of cards: what is compared is in tables that are made when a game is compiled."""

from __future__ import annotations

from typing import Any

from interpreter.language.ir.expressions import LongestRun
from interpreter.language.layout import HAND_KIND_WIDTH, WILD_RANK
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import Constant, Value, apply
from interpreter.language.symbols import Symbols


def lower_best_hand(cards: Value, size: int, symbols: Symbols) -> Value:
    """Return the value of the best hand of `size` cards."""
    book = symbols.rulebook
    deck = next(deck for deck in book.decks if deck.hands is not None)
    hands = deck.hands
    assert hands is not None

    def places(column: str | None, start: int) -> tuple[int, ...]:
        """Return the place of each card's value in the list of a column; `start - 1` for cards without one."""
        values = () if column is None else deck.attributes[column].values
        given = (card.attributes.get(column or "") if card.deck == deck.id else None for card in book.cards)
        return tuple(values.index(value) + start if value in values else start - 1 for value in given)

    suit_count = 1 if hands.suit is None else len(deck.attributes[hands.suit].values)
    table = [hands.rank_count, suit_count, hands.rank_count if hands.wraps else 0]
    for kind in hands.kinds:
        row = [kind.run, int(kind.one_suit), *kind.alike]
        table += [*row, *(0,) * (HAND_KIND_WIDTH - len(row))]
    suits = tuple(max(place, 0) for place in places(hands.suit, 0))
    wild = [card.deck == deck.id and card.id in hands.wild for card in book.cards]
    ranks = tuple(WILD_RANK if each else rank for each, rank in zip(wild, places(hands.rank, 1), strict=True))
    tables = (Constant(ranks), Constant(suits), Constant(tuple(table)))
    return apply(Operation.BEST_HAND, cards, Constant(size), *tables)


def lower_longest_run(cards: Value, run: LongestRun, symbols: Symbols) -> Value:
    """Return the value of the longest run.

    Each card of the game with a value has a slot. Only those of cards that follow each other in a run do so, too.
    """
    ranks = _places(symbols, run.column)
    groups: list[int | None] = [0] * len(ranks) if run.within is None else _places(symbols, run.within)
    pairs: list[Any] = list(zip(groups, ranks, strict=True))
    slots: dict[tuple[int, int], int] = {}
    last, before = 0, (0, 0)
    for group, rank in sorted(pair for pair in set(pairs) if None not in pair):
        last += 1 if before == (group, rank - 1) else 2
        before = group, rank
        slots[before] = last
    places = tuple(0 if None in pair else slots[pair] for pair in pairs)
    return apply(Operation.LONGEST_RUN, cards, Constant(places))


def _places(symbols: Symbols, column: str) -> list[int | None]:
    """Return each card's number in a column, or the place of its value in the list; None if it has none."""
    places = {value: place for place, value in enumerate(symbols.rulebook.values_of(column))}
    values = symbols.attribute_values("card", column)
    return [value if isinstance(value, int) else places.get(value) for value in values]
