"""Single things that a game can be played without, to measure their value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from interpreter.rulebook.model import BotRow, Card, PieceKind, PiecePlacement, Rulebook, Space, Title
from interpreter.support.errors import Location

OmissionKind = Literal["event", "bend", "row", "piece", "space", "value"]
"""The kind of a thing that can be left out.

- `event`: a card's event does nothing.
- `bend`: the phrase isn't changed.
- `row`: the row of a bot's table is skipped.
- `piece`: pieces that start on the map start in a box.
- `space`: nothing can be placed in the space.
- `value`: a number that is printed on a card without an event is 1 lower.
"""
NO_VALUE = -1
"""Stands for a value that is never lowered."""


@dataclass(frozen=True, slots=True)
class Omission:
    """A thing that can be left out.

    Attributes:
        number: Its number, from 1.
        id: The id of a card or space; for other things, their place in their list.
        side: The seat or side that it belongs to, if the rules name one; see `owner_of_card`.
    """

    number: int
    kind: OmissionKind
    id: str
    title: Title
    where: Location
    side: str | None = None


class Omissions:
    """All things that can be left out of a game, with their numbers."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.items: list[Omission] = []
        self._at: dict[Location, int] = {}
        self.pieces: dict[int, tuple[PieceKind, PiecePlacement]] = {}
        """Starting pieces by the number of their omission."""
        self.first_space = 0
        self.of_cards = [0] * len(rulebook.cards)
        """Number of each card's event or value, by the number of the card; 0 for cards without one."""
        for card, first in zip(rulebook.cards, first_cards_of_events(rulebook), strict=True):
            if card.event is not None and card.id == first:
                side = owner_of_card(rulebook, card)
                self._at[card.event.where] = self._add("event", card.id, card.title, card.where, side)
        for number, card in enumerate(rulebook.cards):
            if card.event is not None:
                self.of_cards[number] = self._at[card.event.where]
        for number, bend in enumerate(rulebook.bends, start=1):
            title = {"en": f"{bend.kind}: {bend.phrase}"}
            self._at[bend.where] = self._add("bend", f"bend_{number}", title, bend.where)
        for bot, table, number, row in _rows(rulebook):
            told = f"{bot}: {table}: {row.kind}" + (f" {row.text}" if row.text else "")
            self._at[row.where] = self._add("row", f"{bot}_{number}", {"en": told}, row.where)
        for kind in rulebook.pieces:
            for placed in kind.start:
                space = next((space for space in rulebook.map.spaces if space.id == placed.place), None)
                if space is not None:
                    name = "_".join(filter(None, (kind.id, placed.owner, placed.place, placed.state)))
                    title = {"en": _of_pieces(rulebook, kind, placed, space)}
                    self.pieces[self._add("piece", name, title, kind.where, placed.owner)] = kind, placed
        self.first_space = len(self.items) + 1
        for space in rulebook.map.spaces:
            self._add("space", space.id, space.title, space.where)
        self.of_values: dict[str, list[int]] = {}
        """Number of each card's value by attribute and number of the card; NO_VALUE for cards whose value stays."""
        self._add_values(rulebook)

    def _add(self, kind: OmissionKind, thing_id: str, title: Title, where: Location, side: str | None = None) -> int:
        self.items.append(Omission(len(self.items) + 1, kind, thing_id, title, where, side))
        return len(self.items)

    def _add_values(self, rulebook: Rulebook) -> None:
        """Add the first positive number that is printed on each card without an event, unless it is its own number."""
        attributes = {
            deck.id: [each.id for each in deck.attributes.values() if each.kind == "number" and not each.unique]
            for deck in rulebook.decks
        }
        for at, card in enumerate(rulebook.cards):
            values = ((name, card.attributes.get(name)) for name in attributes[card.deck] if card.event is None)
            found = next(((name, value) for name, value in values if isinstance(value, int) and value > 0), None)
            if found is not None:
                name, value = found
                title = {"en": f"{card.title.get('en', card.id)} ({name.replace('_', ' ')} {value - 1}, not {value})"}
                number = self._add("value", card.id, title, card.where, owner_of_card(rulebook, card))
                self.of_cards[at] = number
                self.of_values.setdefault(name, [NO_VALUE] * len(rulebook.cards))[at] = number

    def number_at(self, where: Location) -> int:
        """Return the number of the event, bend or row at a place in a file."""
        return self._at[where]


def first_cards_of_events(rulebook: Rulebook) -> tuple[str, ...]:
    """Return for each card the id of the first one with the same event: its copies, which are left out together."""
    first: dict[Location, str] = {}
    return tuple(
        card.id if card.event is None else first.setdefault(card.event.where, card.id) for card in rulebook.cards
    )


def owner_of_card(rulebook: Rulebook, card: Card) -> str | None:
    """Return the seat or side that a card belongs to: the value of its only attribute that names one.

    It is None for a card without such a value, and if several attributes of its deck name seats or sides.
    """
    deck = next(deck for deck in rulebook.decks if deck.id == card.deck)
    naming = [attribute.id for attribute in deck.attributes.values() if attribute.kind in ("seat", "side")]
    value = card.attributes.get(naming[0]) if len(naming) == 1 else None
    return value if isinstance(value, str) else None


def _of_pieces(rulebook: Rulebook, kind: PieceKind, placed: PiecePlacement, space: Space) -> str:
    """Return a title for pieces at their first place."""
    owner = next((seat.title for seat in rulebook.seats if seat.id == placed.owner), None)
    of = f" ({owner.get('en', placed.owner)})" if owner else ""
    many = f"{placed.number} x " if placed.number > 1 else ""
    return f"{many}{kind.title.get('en', kind.id)}{of}, {space.title.get('en', space.id)}"


def _rows(rulebook: Rulebook) -> Iterator[tuple[str, str, int, BotRow]]:
    """Yield the rows of all tables: the bot's id, the table's title, the row's number among the bot's rows, the row."""
    for bot in rulebook.bots:
        rows = ((table, row) for table in bot.tables for row in table.rows)
        for number, (table, row) in enumerate(rows, start=1):
            yield bot.id, table.title.get("en", ", ".join(table.answers)), number, row
