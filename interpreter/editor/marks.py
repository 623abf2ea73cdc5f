"""Marks that an editor shows in a file: colours of names in texts, and notes above declarations."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Literal

from interpreter.authoring.lookup import Thing
from interpreter.editor.buffers import GameReading, GameWorkspace, ReadingCache
from interpreter.editor.meanings import readings_at
from interpreter.editor.stored_worths import stored_worths
from interpreter.presentation.phrases import format_count
from interpreter.support.errors import Location

SHOW_REFERENCES, TRY_CARD = "cahier.showReferences", "cahier.tryCard"
"""Commands of the editor's extension, for clicks on notes."""
ColourKind = Literal["function", "property", "variable"]
COLOUR_KINDS: tuple[ColourKind, ...] = ("function", "property", "variable")
_COLOURS: dict[str, ColourKind] = {
    "word": "function",
    "adjective": "property",
    "state": "property",
    "flag": "property",
    "column": "property",
}
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class ColouredName:
    """A name in a text: its position, its length in characters, and its colour."""

    where: Location
    length: int
    colour: ColourKind


def coloured_names(readings: ReadingCache, home: GameWorkspace, path: str) -> list[ColouredName]:
    """Return the names in the texts of a file, in order; none while its game can't be read."""
    found: dict[Location, ColouredName] = {}
    for reading, _ in readings_at(readings, home, Location(path, 1, 1)):
        if not reading.is_current:
            return []
        names = _names_of_things(reading)
        for each in reading.analysis.resolver.name_uses.values():
            where = each.where
            if where.file != path:
                continue
            line = readings.buffers.line(where)[where.column - 1 :]
            length = next((len(name) for name in names.get((each.kind, each.id), ()) if _begins(line, name)), 0)
            word = _WORD.match(line)
            if length or word is not None:
                length = length or len(word[0] if word is not None else "")
                found.setdefault(where, ColouredName(where, length, _COLOURS.get(each.kind, "variable")))
    return _apart(sorted(found.values(), key=lambda each: each.where))


def _names_of_things(reading: GameReading) -> dict[Thing, list[str]]:
    """Return the names of each thing, the longest first."""
    found: dict[Thing, list[str]] = {}
    for name in sorted(reading.things_by_name, key=len, reverse=True):
        for thing in reading.things_by_name[name]:
            if thing[0] != "word":
                found.setdefault(thing, []).append(name)
    return found


def _begins(line: str, name: str) -> bool:
    return line[: len(name)].casefold() == name.casefold() and not _WORD.match(line[len(name) :])


def _apart(names: list[ColouredName]) -> list[ColouredName]:
    """Return the names without those that begin within the one before."""
    kept: list[ColouredName] = []
    for each in names:
        last = kept[-1] if kept else None
        same = last is not None and last.where.line == each.where.line
        if last is None or not same or last.where.column + last.length <= each.where.column:
            kept.append(each)
    return kept


@dataclass(frozen=True, slots=True)
class DeclarationNote:
    """A note above a declaration.

    Attributes:
        where: Position of the declaration.
        title: The note.
        card: Id of the card that a click tries out; None if it shows the places that name the thing.
    """

    where: Location
    title: str
    card: str | None = None


def declaration_notes(readings: ReadingCache, home: GameWorkspace, path: str) -> list[DeclarationNote]:
    """Return how often the rules name what a file declares, its known worth, and which cards can be tried."""
    reading = readings.get(home) if home.variant is None else None
    if reading is None or not reading.is_current:
        return []
    named = Counter[Thing]((each.kind, each.id) for each in reading.analysis.resolver.name_uses.values())
    events = {card.id for card in reading.book.cards if card.event is not None}
    worths = stored_worths(reading.book)
    found = []
    for thing, word in reading.declared_words.items():
        if word.where.file == path:
            found.append(DeclarationNote(word.where, f"named in {format_count(named[thing], 'place')}"))
            if thing[0] == "card" and thing[1] in events:
                found.append(DeclarationNote(word.where, "try it", thing[1]))
            if thing[1] in worths and thing[0] != "word":
                found.append(DeclarationNote(word.where, worths[thing[1]]))
    return sorted(found, key=lambda note: note.where)
