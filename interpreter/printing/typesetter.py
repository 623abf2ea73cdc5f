"""Typesetting of sheets with typst. Texts of a game are passed as data, never as typst markup.

Printable parts of a game as typed data, independent of typesetting.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from interpreter.presentation.names import Names
from interpreter.presentation.speech import MessageCatalog
from interpreter.printing.appearance import CardGrid, Paper
from interpreter.printing.map_sheet import MapSheet, map_sheet
from interpreter.printing.sheets import (
    Aid,
    CardSheets,
    NoteBox,
    PrintedTrack,
    aids,
    card_sheets,
    note_box,
    printed_tracks,
)
from interpreter.rulebook.model import Rulebook
from interpreter.support.errors import CahierError, Location, Problem, RulebookError, require_extra

PARTS = ("cards", "map", "tracks", "aids")
"""Parts of a game that can be printed."""


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


EXTRA, LIBRARY = "print", "typst"
TEMPLATE = Path(__file__).parent / "template.typ"
FORMATS = ("pdf", "svg", "png")
"""File formats that can be written."""
PNG_RESOLUTION = 300.0
"""Resolution of a PNG in pixels per inch."""


COVERED_SCRIPTS = ("LATIN", "GREEK", "CYRILLIC")
"""Scripts whose letters typst's fonts cover, by their Unicode names."""


class TextTooLongError(CahierError):
    """Raised for texts that don't fit even at the smallest font size."""


def require_typst() -> None:
    """Raise MissingExtraError if typst isn't installed."""
    require_extra(EXTRA, LIBRARY)


def typeset(sheets: Sheets, file_format: str) -> list[bytes]:
    """Return the sheets as files of a format: one per page, or a single PDF.

    Raises:
        TextTooLongError: Some texts don't fit.
        MissingExtraError: typst isn't installed.
    """
    require_typst()
    import typst

    compiler: Any = typst.Compiler(
        str(TEMPLATE),
        root=str(TEMPLATE.parent),
        sys_inputs={"sheets": json.dumps(asdict(sheets), ensure_ascii=False)},
    )
    too_long = json.loads(compiler.query("<too-long>", field="value"))
    if too_long:
        raise TextTooLongError(_problems(too_long, sheets))
    made: bytes | list[bytes] = compiler.compile(format=file_format, ppi=PNG_RESOLUTION)
    return made if isinstance(made, list) else [made]


def foreign_letters(sheets: Sheets) -> str:
    """Return the distinct letters that need a font of this machine to be printed."""
    letters = dict.fromkeys(filter(str.isalpha, json.dumps(asdict(sheets), ensure_ascii=False)))
    return "".join(each for each in letters if not unicodedata.name(each, "").startswith(COVERED_SCRIPTS))


def _problems(found: Iterable[dict[str, Any]], sheets: Sheets) -> list[Problem]:
    """Return a problem for each text that doesn't fit; copies of a card count once."""
    faces = {} if sheets.cards is None else {face.id: face.where for face in sheets.cards.faces}
    spaces = {} if sheets.map is None else {space.id: space.where for space in sheets.map.spaces}
    problems: dict[Location, Problem] = {}
    for each in found:
        over = f"{each['over']:.1f} mm too long at the smallest size, {each['size']:.2g} points"
        match each["what"]:
            case "card":
                assert sheets.cards is not None
                where, grid = faces[each["id"]], sheets.cards.grid
                message = f"the text of `{each['id']}` is {over}, for a card of {grid.width:g} x {grid.height:g} mm"
                message += "; shorten it, or take a larger --size"
            case "space":
                where = spaces[each["id"]]
                message = f"the text in `{each['id']}` is {over}; shorten it, or place spaces farther apart (`at`)"
            case _:
                where, message = Location("title"), f"the title of the game is {over}; shorten it"
        problems.setdefault(where, Problem(where, "too-long", message))
    return list(problems.values())
