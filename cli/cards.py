"""`cahier cards`: export and import of a game's cards as a table."""

from __future__ import annotations

from cli.guard import EXIT_OK
from cli.loading import load_data
from cli.output import echo
from interpreter.errors import Location, Problem, RulebookError, printable
from interpreter.presentation.counts import format_count

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
        message = "name one: `--export FILE.csv` to write the cards to a file, or `--import FILE.csv` to take them back"
        raise RulebookError(Problem(Location("cards"), "nothing-to-do", message))
    if export_path is not None:
        return _export(game, variants, players, export_path, force)
    assert import_path is not None
    if variants:
        message = "cards are taken back into the game itself; leave --variant away"
        raise RulebookError(Problem(Location(f"--variant {variants[0]}"), "no-variant", message))
    return _import(game, players, import_path)


def _export(game: str, variants: tuple[str, ...], players: int | None, path: str, force: bool) -> int:
    from cli.overwriting import refuse_existing
    from interpreter.atomic_files import AtomicFile
    from interpreter.authoring.card_table import card_table

    table = card_table(load_data(game, variants, players))
    if path == STDOUT:
        echo(table.as_csv().removesuffix("\n"))
        return EXIT_OK
    refuse_existing([path], force)
    with AtomicFile(path) as file:
        file.write(table.as_csv())
    echo(f"{format_count(len(table.rows), 'card')} in {printable(path)}")
    return EXIT_OK


def _import(game: str, players: int | None, path: str) -> int:
    from interpreter.authoring.card_import import CardImport
    from interpreter.replacing_files import unwritable_error

    changes = CardImport(game, path, players)
    try:
        changes.write()
    except OSError as error:
        raise unwritable_error(error) from error
    for taken in changes.changes:
        echo(printable(f"{taken.file}:{taken.line}: {taken.column.name} of {taken.id}"))
    files = len({taken.file for taken in changes.changes})
    many = f"{format_count(len(changes.changes), 'change')} in {format_count(files, 'file')}"
    echo(many if files else "nothing is changed")
    return EXIT_OK
