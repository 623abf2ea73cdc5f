"""Printable parts of a game as typed data, independent of typesetting."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.errors import Location, Problem, RulebookError
from interpreter.presentation.names import Names
from interpreter.presentation.speech import MessageCatalog
from interpreter.printing.aid_sheet import Aid, NoteBox, aids, note_box
from interpreter.printing.card_sheet import CardSheets, card_sheets
from interpreter.printing.map_sheet import MapSheet, map_sheet
from interpreter.printing.paper import CardGrid, Paper
from interpreter.printing.track_sheet import PrintedTrack, printed_tracks
from interpreter.rulebook.model import Rulebook

PARTS = ("cards", "map", "tracks", "aids")


@dataclass(frozen=True, slots=True)
class Sheets:
    """The requested parts of a game; missing parts are None or empty."""

    title: str
    language: str
    legend: str
    paper: Paper
    cards: CardSheets | None
    map: MapSheet | None
    tracks: tuple[PrintedTrack, ...]
    aids: tuple[Aid, ...]
    notes: NoteBox | None


def printable_sheets(
    book: Rulebook, names: Names, speech: MessageCatalog, paper: Paper, grid: CardGrid, parts: tuple[str, ...]
) -> Sheets:
    """Return the requested parts of a game. Raise RulebookError if the game has none of them."""
    found = Sheets(
        names.localize(book.title),
        speech.lang.partition("-")[0],
        speech.say("printed_legend"),
        paper,
        card_sheets(book, names, speech, grid) if "cards" in parts and book.cards else None,
        map_sheet(book, names, paper) if "map" in parts else None,
        printed_tracks(book, names, speech) if "tracks" in parts else (),
        aids(book, names, speech) if "aids" in parts else (),
        note_box(book, names, speech) if "aids" in parts else None,
    )
    if not (found.cards or found.map or found.tracks or found.aids or found.notes):
        message = f"there is nothing to print: the game has no {' and no '.join(parts)}"
        if "aids" in parts:
            message += " (tables may come with a variant: --variant)"
        raise RulebookError(Problem(Location(book.folder), "nothing-to-print", message))
    return found
