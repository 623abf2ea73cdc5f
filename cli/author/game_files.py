"""Commands that write files: `cahier fmt`, `rename`, `cards` and `print`."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cli.game_loading import load_data, names_in
from cli.guard import EXIT_OK
from cli.text.output import echo, echo_err
from interpreter.presentation import format_count, load_catalog
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
    AtomicFile,
    Location,
    Problem,
    RulebookError,
    SaveError,
    closest_match,
    printable,
    refuse_unwritable,
    replace_files,
)

WOULD_CHANGE = 1


def format_files(game: str, check: bool) -> int:
    """Normalise the layout, or with `check` only list the files that would change; return the exit status.

    Raises CahierError if a file can't be read or written; no file is changed then.
    """
    from interpreter.authoring import GameFormatter

    layout = GameFormatter(game)
    if not check:
        with refuse_unwritable():
            layout.write()
    for file in layout.changed_files:
        echo(printable(file))
    if not layout.changed_files:
        echo("nothing to change")
        return EXIT_OK
    echo(f"{format_count(len(layout.changed_files), 'file')} {'would change' if check else 'changed'}")
    return WOULD_CHANGE if check else EXIT_OK


def rename_thing(game: str, old: str, new: str) -> int:
    """Rename a thing and list the files that name it; return the exit status.

    Raises CahierError if that can't be done; no file is changed then.
    """
    from interpreter.authoring import Renaming

    renaming = Renaming(game, old, new)
    with refuse_unwritable():
        renaming.write()
    for file, places in renaming.files.items():
        echo(printable(f"{file}: {format_count(places, 'place')}"))
    echo(printable(f"{old}, {renaming.kind}, is {new} now, in {format_count(len(renaming.files), 'file')}"))
    for wording, where in renaming.unchanged_wordings.items():
        echo(printable(f"`{wording}` contains {old} as a word, which is unchanged: {where}"))
    return EXIT_OK


def refuse_existing(paths: Iterable[str], force: bool) -> None:
    """Raise SaveError if one of the paths is a plain file, unless `force` is set."""
    there = [] if force else [path for path in paths if os.path.isfile(path)]
    if there:
        message = "already exists; choose another name, or use --force to overwrite it"
        raise SaveError([Problem(Location(path), "file-there", message) for path in there])


STDOUT = "-"


def exchange_cards(
    game: str,
    variants: tuple[str, ...],
    players: int | None,
    export_path: str | None,
    import_path: str | None,
    force: bool,
) -> int:
    """Write the card table to a file, or import one; return the exit status. Raises CahierError."""
    if (export_path is None) == (import_path is None):
        message = "add `--export FILE.csv` to write the cards, or `--import FILE.csv` to apply a file's changes"
        raise RulebookError(Problem(Location("cards"), "nothing-to-do", message))
    if export_path is not None:
        return _export(game, variants, players, export_path, force)
    assert import_path is not None
    if variants:
        message = "cards are imported into the game itself; leave out --variant"
        raise RulebookError(Problem(Location(f"--variant {variants[0]}"), "no-variant", message))
    return _import(game, players, import_path)


def _export(game: str, variants: tuple[str, ...], players: int | None, path: str, force: bool) -> int:
    from interpreter.authoring import make_card_table

    table = make_card_table(load_data(game, variants, players))
    if path == STDOUT:
        echo(table.as_csv().removesuffix("\n"))
        return EXIT_OK
    refuse_existing([path], force)
    with AtomicFile(path) as file:
        file.write(table.as_csv())
    echo(f"{format_count(len(table.rows), 'card')} in {printable(path)}")
    return EXIT_OK


def _import(game: str, players: int | None, path: str) -> int:
    from interpreter.authoring import CardImport

    changes = CardImport(game, path, players)
    with refuse_unwritable():
        changes.write()
    for taken in changes.changes:
        echo(printable(f"{taken.file}:{taken.line}: {taken.column.name} of {taken.id}"))
    files = len({taken.file for taken in changes.changes})
    many = f"{format_count(len(changes.changes), 'change')} in {format_count(files, 'file')}"
    echo(many if files else "nothing is changed")
    return EXIT_OK


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
