"""Typesets sheets with typst. They reach it as data: no text of a game is ever read as typst's own language."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from interpreter.errors import CahierError, Problem, Where
from interpreter.extras import need
from interpreter.printing.sheets import Sheets

EXTRA, LIBRARY = "print", "typst"
TEMPLATE = Path(__file__).parent / "template.typ"
FORMATS = ("pdf", "svg", "png")
SHARP = 200.0
"""Pixels an inch of a PNG."""


class TooLong(CahierError):
    """Texts that fit nowhere even in the smallest letters."""


def typeset(sheets: Sheets, format: str) -> list[bytes]:
    """The sheets as files of a format, one a page, or one in all for a PDF.

    Raises TooLong with each text that does not fit, MissingExtra if there is no typst.
    """
    need(EXTRA, LIBRARY)
    import typst

    compiler: Any = typst.Compiler(
        str(TEMPLATE),
        root=str(TEMPLATE.parent),
        sys_inputs={"sheets": json.dumps(asdict(sheets), ensure_ascii=False)},
    )
    too_long = json.loads(compiler.query("<too-long>", field="value"))
    if too_long:
        raise TooLong(_problems(too_long, sheets))
    made: bytes | list[bytes] = compiler.compile(format=format, ppi=SHARP)
    return made if isinstance(made, list) else [made]


def _problems(found: Iterable[dict[str, Any]], sheets: Sheets) -> list[Problem]:
    """What does not fit, each once: copies of a card have the same text."""
    faces = {} if sheets.cards is None else {face.id: face for face in sheets.cards.faces}
    problems = {}
    for each in found:
        face = faces.get(each["id"]) if each["what"] == "card" else None
        over = f"{each['over']:.1f} mm too long at the smallest size, {each['size']:.2g} points"
        if face is not None and sheets.cards is not None:
            grid = sheets.cards.grid
            message = f"the text of `{each['id']}` is {over}, for a card of {grid.width:g} x {grid.height:g} mm"
            problems[face.where] = Problem(face.where, "too-long", f"{message}; shorten it, or take a larger --size")
        else:
            where = Where(f"{each['what']} {each['id']}")
            problems[where] = Problem(where, "too-long", f"what stands there is {over}")
    return list(problems.values())
