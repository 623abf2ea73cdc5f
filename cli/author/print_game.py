"""`cahier print`: a game as pages of cards, maps, tracks and tables."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from cli.author.edit_files import refuse_existing
from cli.game_loading import load_data, names_in
from cli.guard import EXIT_OK
from cli.text.output import echo, echo_err
from interpreter.presentation import load_catalog
from interpreter.printing import (
    FORMATS,
    PARTS,
    card_grid,
    foreign_letters,
    paper_named,
    printable_sheets,
    require_typst,
    typeset,
)
from interpreter.support import (
    Location,
    Problem,
    RulebookError,
    closest_match,
    printable,
    refuse_unwritable,
    replace_files,
)

ALL = "all"
MAX_LETTERS = 20
"""Maximum number of letters that are named."""


@dataclass(frozen=True, slots=True)
class PrintSettings:
    """Options of `cahier print`: output, parts of the game, paper, size of cards, language."""

    output: str
    what: tuple[str, ...]
    paper: str
    size: str
    lang: str
    force: bool


def print_game(game: str, variants: tuple[str, ...], players: int | None, settings: PrintSettings) -> int:
    """Write a game as pages; return the exit status. Raises CahierError; nothing is written then."""
    stem, output_format = _format(settings.output)
    parts = _parts_to_print(settings.what)
    paper = paper_named(settings.paper)
    grid = card_grid(settings.size, paper)
    book = load_data(game, variants, players)
    names = names_in(book, settings.lang)
    speech = load_catalog(names.lang, book.phrases.get(names.lang, {}).get("sentences"))
    require_typst()
    wanted = printable_sheets(book, names, speech, paper, grid, parts)
    pages = typeset(wanted, output_format)
    ending = settings.output[len(stem) :]
    files = [settings.output] if len(pages) == 1 else [f"{stem}-{at}{ending}" for at in range(1, len(pages) + 1)]
    refuse_existing(files, settings.force)
    with refuse_unwritable():
        replace_files(dict(zip(map(os.path.realpath, files), pages, strict=True)))
    if letters := foreign_letters(wanted):
        echo_err(f"note: check that this computer has a font with these letters: {printable(letters[:MAX_LETTERS])}")
    echo(printable(files[0] if len(files) == 1 else f"{files[0]} … {files[-1]}"))
    return EXIT_OK


def _format(output: str) -> tuple[str, str]:
    """Return the file's name without its extension, and the format for that extension."""
    stem, ending = os.path.splitext(output)
    output_format = ending.removeprefix(".").lower()
    if output_format not in FORMATS:
        message = f"name a file that ends in {', '.join(f'.{each}' for each in FORMATS[:-1])} or .{FORMATS[-1]}"
        raise RulebookError(Problem(Location(shlex.join(["-o", output])), "unknown-format", message))
    return stem, output_format


def _parts_to_print(what: Sequence[str]) -> tuple[str, ...]:
    for each in what:
        if each not in (*PARTS, ALL):
            message = f"this isn't a part of a game to print; the parts are: {', '.join((*PARTS, ALL))}"
            raise RulebookError(
                Problem(Location(f"--what {each}"), "unknown-part", message, closest_match(each, PARTS))
            )
    return tuple(part for part in PARTS if part in what or not what or ALL in what)
