"""What a game can be played without, one thing at a time, to see what it is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from interpreter.errors import Where
from interpreter.rulebook.model import PieceKind, Placed, Row, Rulebook, Space, Title

OmissionKind = Literal["event", "bend", "row", "piece", "space"]
"""An event does nothing, a phrase is as if it was not bent, a row of a table is skipped, pieces that start on the map
start in a box, nothing can be placed in a space."""


@dataclass(frozen=True, slots=True)
class Omission:
    """One thing that can be left out. `number` is its own, from 1; `id` is that of a card, of a space, or says where
    the thing stands in its list."""

    number: int
    kind: OmissionKind
    id: str
    title: Title
    where: Where


class Omissions:
    """All that can be left out of a game, and what has which number."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.all: list[Omission] = []
        self._at: dict[Where, int] = {}
        self.pieces: dict[int, tuple[PieceKind, Placed]] = {}
        """Starting pieces by the number of their omission."""
        self.first_space = 0
        for card, first in zip(rulebook.cards, first_copies(rulebook), strict=True):
            if card.event is not None and card.id == first:
                self._at[card.event.where] = self._add("event", card.id, card.title, card.where)
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
                    self.pieces[self._add("piece", name, title, kind.where)] = kind, placed
        self.first_space = len(self.all) + 1
        for space in rulebook.map.spaces:
            self._add("space", space.id, space.title, space.where)

    def _add(self, kind: OmissionKind, id: str, title: Title, where: Where) -> int:
        self.all.append(Omission(len(self.all) + 1, kind, id, title, where))
        return len(self.all)

    def at(self, where: Where) -> int:
        """The number of the event, the bend or the row that stands there."""
        return self._at[where]


def first_copies(rulebook: Rulebook) -> tuple[str, ...]:
    """For each card the first of those that share its event: they are copies of one, and left out together."""
    first: dict[Where, str] = {}
    return tuple(
        card.id if card.event is None else first.setdefault(card.event.where, card.id) for card in rulebook.cards
    )


def _of_pieces(rulebook: Rulebook, kind: PieceKind, placed: Placed, space: Space) -> str:
    """What pieces at their first place are called."""
    owner = next((seat.title for seat in rulebook.seats if seat.id == placed.owner), None)
    of = f" ({owner.get('en', placed.owner)})" if owner else ""
    many = f"{placed.number} x " if placed.number > 1 else ""
    return f"{many}{kind.title.get('en', kind.id)}{of}, {space.title.get('en', space.id)}"


def _rows(rulebook: Rulebook) -> Iterator[tuple[str, str, int, Row]]:
    """The rows of all tables, with what their bot and their table are called, and which of the bot's rows they are."""
    for bot in rulebook.bots:
        rows = ((table, row) for table in bot.tables for row in table.rows)
        for number, (table, row) in enumerate(rows, start=1):
            yield bot.id, table.title.get("en", ", ".join(table.answers)), number, row
