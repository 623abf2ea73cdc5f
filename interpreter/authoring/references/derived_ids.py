"""Ids that no file declares, because they are made from others: dice, numbered seats, copies of cards, cells, boxes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from interpreter.authoring.lookup import Thing
from interpreter.rulebook.model import Rulebook


@dataclass(frozen=True, slots=True)
class DerivedIds:
    """The things of a game whose ids are made from others.

    Attributes:
        bases: The things from whose ids those of each such thing are made; none for a cell, whose id is its place.
    """

    bases: dict[Thing, tuple[Thing, ...]]

    def after(self, thing: Thing, new: str) -> dict[Thing, str]:
        """Return the new ids of the things that follow, if a thing gets a new id."""
        part = re.compile(rf"^{re.escape(thing[1])}(?=_|\d*$)|(?<=_){re.escape(thing[1])}(?=_|$)")
        return {each: part.sub(new, each[1], count=1) for each, bases in self.bases.items() if thing in bases}


def derived_ids(book: Rulebook, written: Collection[str]) -> DerivedIds:
    """Return the derived ids of a game, in which these ids are written under `id`."""
    found: dict[Thing, tuple[Thing, ...]] = {
        ("die", die.id): (("dice", dice.id),) for dice in book.dice for die in dice.dice
    }
    found.update(_numbered_seats(book, written))
    found.update(_cards(book, written))
    boards = {board for column in book.map.built_in.values() for board in column.values}
    for space in book.map.spaces if book.map.grid is not None else ():
        board = space.id.rpartition("_")[0]
        if board in boards:
            found["space", space.id] = (("adjective", board),)
        elif space.id not in written:
            found["space", space.id] = ()
    for box in book.boxes:
        if box.joins is not None and box.id not in written:
            found["box", box.id] = tuple(("space", end) for end in box.joins)
    return DerivedIds(found)


def _numbered_seats(book: Rulebook, written: Collection[str]) -> Iterator[tuple[Thing, tuple[Thing, ...]]]:
    """Yield the seats of a game for several numbers of players, which are numbered."""
    first = book.seats[0].id
    if first in written or not first.endswith("1"):
        return
    base = ("seat", first.removesuffix("1"))
    yield from ((("seat", f"{base[1]}{number}"), (base,)) for number in range(1, book.players[1] + 1))


def _cards(book: Rulebook, written: Collection[str]) -> Iterator[tuple[Thing, tuple[Thing, ...]]]:
    """Yield the copies of cards, and the cards that an entry makes from the values of its columns."""
    firsts = {card.where: card.id for card in reversed(book.cards)}
    for card in book.cards:
        first = firsts[card.where]
        if first not in written:
            values = (value for value in card.attributes.values() if isinstance(value, str))
            yield ("card", card.id), tuple(("adjective", value) for value in values)
        elif card.id != first:
            yield ("card", card.id), (("card", first),)
