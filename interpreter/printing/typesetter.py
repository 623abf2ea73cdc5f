"""Typesetting of a kit with typst. Texts of a game are passed as data, never as typst markup."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from interpreter.printing.kit import Kit
from interpreter.printing.print_job import TextOverflow
from interpreter.support.errors import CahierError, Location, Problem, require_extra

EXTRA, LIBRARY = "print", "typst"
TEMPLATE = Path(__file__).parent / "templates" / "kit.typ"
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


def typeset(kit: Kit, file_format: str) -> list[bytes]:
    """Return the kit as files of a format: one per page, or a single PDF.

    Raises:
        TextTooLongError: Some texts don't fit.
        MissingExtraError: typst isn't installed.
    """
    require_typst()
    import typst

    compiler: Any = typst.Compiler(
        str(TEMPLATE),
        root=str(TEMPLATE.parent),
        sys_inputs={"kit": json.dumps(asdict(kit), ensure_ascii=False)},
    )
    too_long = json.loads(compiler.query("<too-long>", field="value"))
    if too_long:
        raise TextTooLongError(_problems(too_long, kit))
    made: bytes | list[bytes] = compiler.compile(format=file_format, ppi=PNG_RESOLUTION)
    return made if isinstance(made, list) else [made]


def foreign_letters(kit: Kit) -> str:
    """Return the distinct letters that need a font of this machine to be printed."""
    letters = dict.fromkeys(filter(str.isalpha, json.dumps(asdict(kit), ensure_ascii=False)))
    return "".join(each for each in letters if not unicodedata.name(each, "").startswith(COVERED_SCRIPTS))


def _problems(found: Iterable[dict[str, Any]], kit: Kit) -> list[Problem]:
    """Return a problem for each text that doesn't fit; copies of a card count once."""
    problems: dict[Location, Problem] = {}
    for each in found:
        overflow = TextOverflow(each["id"], each["over"], each["size"])
        if (part := kit.parts.get(each["part"])) is not None:
            problem = part.explain(overflow)
        else:
            problem = Problem(Location("title"), "too-long", f"the title of the game is {overflow}; shorten it")
        problems.setdefault(problem.where, problem)
    return list(problems.values())
