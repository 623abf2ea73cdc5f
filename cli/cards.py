"""`cahier cards`: export and import of a game's cards as a table."""

from __future__ import annotations

from cli.guard import FINE
from cli.loading import load_data
from cli.output import say
from interpreter.errors import Problem, RulebookError, Where, shown
from interpreter.presentation.counts import number_of

STDOUT = "-"


def cards_of(
    game: str, variants: tuple[str, ...], players: int | None, export: str | None, take: str | None, force: bool
) -> int:
    """Write the card table to a file, or import one; return the exit status. Raises CahierError."""
    if (export is None) == (take is None):
        message = "name one: `--export FILE.csv` to write the cards to a file, or `--import FILE.csv` to take them back"
        raise RulebookError(Problem(Where("cards"), "nothing-to-do", message))
    if export is not None:
        return _export(game, variants, players, export, force)
    assert take is not None
    if variants:
        message = "cards are taken back into the game itself; leave --variant away"
        raise RulebookError(Problem(Where(f"--variant {variants[0]}"), "no-variant", message))
    return _import(game, players, take)


def _export(game: str, variants: tuple[str, ...], players: int | None, path: str, force: bool) -> int:
    from cli.overwriting import refuse_existing
    from interpreter.atomic_files import AtomicFile
    from interpreter.authoring.card_table import card_table

    table = card_table(load_data(game, variants, players))
    if path == STDOUT:
        say(table.as_csv().removesuffix("\n"))
        return FINE
    refuse_existing([path], force)
    with AtomicFile(path) as file:
        file.write(table.as_csv())
    say(f"{number_of(len(table.rows), 'card')} in {shown(path)}")
    return FINE


def _import(game: str, players: int | None, path: str) -> int:
    from interpreter.authoring.card_import import CardImport
    from interpreter.replacing_files import unwritable

    changes = CardImport(game, path, players)
    try:
        changes.write()
    except OSError as error:
        raise unwritable(error) from error
    for taken in changes.taken:
        say(shown(f"{taken.file}:{taken.line}: {taken.column.name} of {taken.id}"))
    files = len({taken.file for taken in changes.taken})
    many = f"{number_of(len(changes.taken), 'change')} in {number_of(files, 'file')}"
    say(many if files else "nothing is changed")
    return FINE
