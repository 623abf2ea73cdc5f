"""`cahier fmt`: normalise the layout of a game's files."""

from __future__ import annotations

from cli.guard import EXIT_OK
from cli.output import echo
from interpreter.errors import printable
from interpreter.presentation.counts import format_count

WOULD_CHANGE = 1


def format_files(game: str, check: bool) -> int:
    """Normalise the layout, or with `check` only list the files that would change; return the exit status.

    Raises CahierError if a file can't be read or written; no file is changed then.
    """
    from interpreter.authoring.layout import GameFormatter
    from interpreter.replacing_files import unwritable_error

    layout = GameFormatter(game)
    if not check:
        try:
            layout.write()
        except OSError as error:
            raise unwritable_error(error) from error
    for file in layout.changed_files:
        echo(printable(file))
    if not layout.changed_files:
        echo("nothing to change")
        return EXIT_OK
    echo(f"{format_count(len(layout.changed_files), 'file')} {'would change' if check else 'changed'}")
    return WOULD_CHANGE if check else EXIT_OK
