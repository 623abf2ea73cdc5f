"""Colours for the suits of plain cards, which the rules give none."""

from __future__ import annotations

from interpreter.rulebook.building.player_texts import COLOURS
from interpreter.rulebook.model import Card, Deck, Rulebook

SUIT_COLOURS = ("#b9832b", "#6b4a8c", "#2a7f7b", "#a45a32", "#55606b", "#8c3f6b", "#6f7b2d", "#2c5a85")
"""Quiet colours, which no seat has."""
LEAST_COLUMNS = 2
"""Number of lists of values that tell plain cards apart."""
OWNED_KINDS = ("seat", "side", "box")
"""Kinds of columns whose values have colours of their own."""


def colours_of_suits(book: Rulebook) -> dict[str, str]:
    """Return a colour for each suit by its id: the one that it is named after, or a quiet one.

    The suits of a deck are the values of the column with the fewest, if its cards have no events and are told apart by
    two lists of values, such as suit and rank.
    """
    found: dict[str, str] = {}
    for deck in book.decks:
        if (suits := _suits(deck, [card for card in book.cards if card.deck == deck.id])) is not None:
            found |= {value: value if value in COLOURS else SUIT_COLOURS[at] for at, value in enumerate(suits)}
    return found


def _suits(deck: Deck, cards: list[Card]) -> tuple[str, ...] | None:
    columns = [each for each in deck.attributes.values() if each.kind == "values"]
    if len(columns) < LEAST_COLUMNS or any(each.kind in OWNED_KINDS for each in deck.attributes.values()):
        return None
    if any(card.event is not None for card in cards):
        return None
    suits = tuple(min(columns, key=lambda each: len(each.values)).values)
    return suits if len(suits) <= len(SUIT_COLOURS) else None
