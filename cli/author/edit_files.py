"""`cahier fmt`, `rename` and `cards`: changes to the files of a game, and its cards as a table."""

from __future__ import annotations

import os
from collections.abc import Iterable

from cli.game_loading import load_data
from cli.guard import EXIT_OK
from cli.text.output import echo
from interpreter.presentation import format_count
from interpreter.support import AtomicFile, Location, Problem, RulebookError, SaveError, printable, refuse_unwritable

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
