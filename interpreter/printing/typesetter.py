"""Typesetting of a kit with typst. Texts of a game are passed as data, never as typst markup."""

from __future__ import annotations

import json
import shutil
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from interpreter.printing.kit import Kit
from interpreter.printing.layouts import Paper
from interpreter.printing.letter_scale import letter_scale
from interpreter.printing.print_job import TextOverflow
from interpreter.rulebook.source.files import STYLE_FILE
from interpreter.support.errors import CahierError, Location, Problem, RulebookError, printable, require_extra

EXTRA, LIBRARY = "print", "typst"
TEMPLATE = Path(__file__).parent / "templates" / "kit.typ"
FONT_FOLDER = "fonts"
FORMATS = ("pdf", "svg", "png")
"""File formats that can be written."""
PNG_RESOLUTION = 300.0
"""Resolution of a PNG in pixels per inch."""
COVERED_SCRIPTS = ("LATIN", "GREEK", "CYRILLIC")
"""Scripts whose letters typst's fonts cover, by their Unicode names."""


MOST_SAID = 200
"""Maximum length of a message of typst that is passed on."""


class TextTooLongError(CahierError):
    """Raised for texts that don't fit even at the smallest font size."""


def require_typst() -> None:
    """Raise MissingExtraError if typst isn't installed."""
    require_extra(EXTRA, LIBRARY)


def typeset(kit: Kit, file_format: str, resolution: float = PNG_RESOLUTION) -> list[bytes]:
    """Return the kit as files of a format: one per page, or a single PDF.

    `resolution`: pixels per inch of a PNG.

    Raises:
        TextTooLongError: Some texts don't fit.
        MissingExtraError: typst isn't installed.
    """
    require_typst()
    import typst

    with _template_folder(kit) as folder:

        def compiler_of(pages: Kit, letters: float) -> Any:
            return typst.Compiler(
                str(folder / TEMPLATE.name),
                root=str(folder),
                font_paths=[str(folder / FONT_FOLDER)] if kit.font_files else [],
                sys_inputs={"kit": kit_as_json(pages), "letters": f"{letters:.3f}"},
            )

        def pages_read(letters: float) -> float:
            reading = compiler_of(replace(kit, cover=None, board=None, counters=None, cards=None), letters)
            (end,) = json.loads(reading.query("<end-of-reading>", field="value"))
            return _pages_until(end, kit.paper)

        try:
            compiler = compiler_of(kit, 1.0 if kit.rules is None and kit.aids is None else letter_scale(pages_read))
            too_long = json.loads(compiler.query("<too-long>", field="value"))
            if too_long:
                raise TextTooLongError(_problems(too_long, kit))
            made: bytes | list[bytes] = compiler.compile(format=file_format, ppi=resolution)
        except RuntimeError as error:  # a query raises no TypstError
            if not kit.pictures:
                raise
            message = f"a picture can't be drawn: {printable(str(error)[:MOST_SAID])}; save it anew"
            raise RulebookError(Problem(Location(STYLE_FILE), "wrong-form", message)) from None
    return made if isinstance(made, list) else [made]


def _pages_until(end: dict[str, float], paper: Paper) -> float:
    """Return the number of pages of two columns up to a place."""
    column = 0 if end["x"] < paper.width / 2 else 1
    return end["page"] - 1 + (column + end["y"] / paper.height) / 2


def kit_as_json(kit: Kit) -> str:
    """Return a kit as the JSON that templates read; pictures and fonts are files beside them."""
    return json.dumps(asdict(replace(kit, pictures={}, font_files=())), ensure_ascii=False)


@contextmanager
def _template_folder(kit: Kit) -> Iterator[Path]:
    """Yield the folder of the templates: with pictures or fonts, a copy that has them, and nothing else can be read."""
    if not (kit.pictures or kit.font_files):
        yield TEMPLATE.parent
        return
    with TemporaryDirectory() as folder:
        copied = Path(shutil.copytree(TEMPLATE.parent, Path(folder) / "templates"))
        (copied / "art").mkdir()
        for name, content in kit.pictures.items():
            (copied / "art" / name).write_bytes(content)
        (copied / FONT_FOLDER).mkdir()
        for number, content in enumerate(kit.font_files):
            (copied / FONT_FOLDER / f"{number}.ttf").write_bytes(content)
        yield copied


def foreign_letters(kit: Kit) -> str:
    """Return the distinct letters that need a font of this machine to be printed."""
    letters = dict.fromkeys(filter(str.isalpha, kit_as_json(kit)))
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
