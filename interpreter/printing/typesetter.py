"""Typesetting of sheets with typst. Texts of a game are passed as data, never as typst markup."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from interpreter.errors import CahierError, Location, Problem
from interpreter.extras import require_extra
from interpreter.printing.sheets import Sheets

EXTRA, LIBRARY = "print", "typst"
TEMPLATE = Path(__file__).parent / "template.typ"
FORMATS = ("pdf", "svg", "png")
PNG_RESOLUTION = 300.0
"""Resolution of a PNG in pixels per inch."""


COVERED_SCRIPTS = ("LATIN", "GREEK", "CYRILLIC")
"""Scripts whose letters typst's fonts cover, by their Unicode names."""


class TextTooLongError(CahierError):
    """Raised for texts that don't fit even at the smallest font size."""


def require_typst() -> None:
    """Raise MissingExtra if typst isn't installed."""
    require_extra(EXTRA, LIBRARY)


def typeset(sheets: Sheets, file_format: str) -> list[bytes]:
    """Return the sheets as files of a format: one per page, or a single PDF.

    Raises:
        TooLong: Some texts don't fit.
        MissingExtra: typst isn't installed.
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
                message = f"what stands in `{each['id']}` is {over}; shorten it, or place spaces farther apart (`at`)"
            case _:
                where, message = Location("title"), f"the title of the game is {over}; shorten it"
        problems.setdefault(where, Problem(where, "too-long", message))
    return list(problems.values())
