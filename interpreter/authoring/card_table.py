"""The cards of a game as a table for layout programs: one row per card, copies counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from interpreter.plain_csv import csv_text
from interpreter.rulebook.model import Attribute, AttributeValue, Card, FactSource, Rulebook

ID, DECK, COPIES, TITLE, FIELD, EVENT, SOURCE = "id", "deck", "copies", "title", "field", "event", "source"
"""Kinds of columns."""
FIXED = (ID, DECK, COPIES, TITLE, EVENT, SOURCE)


@dataclass(frozen=True, slots=True)
class CardColumn:
    """A column by its name in the header. `key` is the language of a title, or the attribute of a field."""

    name: str
    kind: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card and its cells by column; copies of a card share one row."""

    id: str
    deck: str
    cells: dict[CardColumn, str]


@dataclass(frozen=True, slots=True)
class CardTable:
    """The columns and rows of the card table."""

    columns: tuple[CardColumn, ...]
    rows: tuple[CardRow, ...]

    def as_csv(self) -> str:
        """Return the table as CSV with a header. Text that spreadsheets would take for a formula gets a leading `'`."""
        lines = [[column.name for column in self.columns]]
        lines += [[row.cells[column] for column in self.columns] for row in self.rows]
        return csv_text(lines)


def card_table(book: Rulebook) -> CardTable:
    """Return the cards of a game as a table, in the order of the rules."""
    columns = tuple(_columns(book))
    attributes = {deck.id: deck.attributes for deck in book.decks}
    rows = []
    for _, group in groupby(book.cards, key=lambda card: card.where):
        card, *copies = group
        cells = {column: _cell(card, 1 + len(copies), column, attributes[card.deck]) for column in columns}
        rows.append(CardRow(card.id, card.deck, cells))
    return CardTable(columns, tuple(rows))


def _columns(book: Rulebook) -> Iterator[CardColumn]:
    languages = {language for card in book.cards for language in card.title} | {*book.texts}
    titles = {f"title_{language.lower().replace('-', '_')}": language for language in sorted(languages - {"en"})}
    yield CardColumn("id", ID)
    yield CardColumn("title", TITLE, "en")
    for name, language in titles.items():
        yield CardColumn(name, TITLE, language)
    yield CardColumn("deck", DECK)
    yield CardColumn("copies", COPIES)
    for attribute in dict.fromkeys(name for deck in book.decks for name in deck.attributes):
        yield CardColumn(f"field_{attribute}" if attribute in (*FIXED, *titles) else attribute, FIELD, attribute)
    yield CardColumn("event", EVENT)
    yield CardColumn("source", SOURCE)


def _cell(card: Card, copies: int, column: CardColumn, attributes: dict[str, Attribute]) -> str:
    match column.kind:
        case "id":
            return card.id
        case "title":
            return card.title.get(column.key, "")
        case "deck":
            return card.deck
        case "copies":
            return str(copies)
        case "field":
            attribute = attributes.get(column.key)
            return "" if attribute is None else field_cell(card.attributes.get(column.key), attribute)
        case "event":
            return (card.event or "").rstrip("\n")
        case _:
            return source_cell(card.source)


def field_cell(value: AttributeValue, attribute: Attribute) -> str:
    """Return the text of a card's attribute: yes or no for a flag; a missing value as the author's word for none."""
    if attribute.kind == "flag":
        return "yes" if value else "no"
    return (attribute.none or "") if value is None else str(value)


def source_cell(source: FactSource) -> str:
    """Return the text of a source: one word, or words by field such as `title: rulebook, event: reconstructed`."""
    if isinstance(source, dict):
        return ", ".join(f"{field}: {word}" for field, word in source.items())
    return source or ""
