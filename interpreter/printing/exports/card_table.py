"""Tables for spreadsheets."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

from interpreter.printing.cards import CardSheets


def cards_as_csv(cards: CardSheets) -> str:
    """Return a row for each card: its numbers, traits and text, and the path of its picture."""
    labels = list(dict.fromkeys(number.column for face in cards.faces for number in face.numbers))
    rows: list[Sequence[str | int]] = [["id", "title", "deck", *labels, "traits", "text", "picture"]]
    for face in cards.faces:
        values = {number.column: number.value for number in face.numbers}
        numbers = [values.get(label, "") for label in labels]
        traits = ", ".join(trait.text for trait in face.traits)
        lines = "\n".join(line.text for line in face.lines)
        rows.append([face.id, face.title, face.deck, *numbers, traits, lines, face.art])
    return rows_as_csv(rows)


def rows_as_csv(rows: Iterable[Sequence[str | int]]) -> str:
    """Return rows as CSV in which no text is read as a formula."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([_cell(each) for each in row] for row in rows)
    return text.getvalue()


def _cell(value: str | int) -> str | int:
    """Return a value that no spreadsheet reads as a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t")) else value
