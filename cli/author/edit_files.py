"""`cahier fmt` and `cahier rename`: changes to all files of a game."""

from __future__ import annotations

from cli.guard import EXIT_OK
from cli.text.output import echo
from interpreter.presentation import format_count
from interpreter.support import printable

WOULD_CHANGE = 1


def format_files(game: str, check: bool) -> int:
    """Normalise the layout, or with `check` only list the files that would change; return the exit status.

    Raises CahierError if a file can't be read or written; no file is changed then.
    """
    from interpreter.authoring import GameFormatter
    from interpreter.support import unwritable_error

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


def rename_thing(game: str, old: str, new: str) -> int:
    """Rename a thing and list the files that name it; return the exit status.

    Raises CahierError if that can't be done; no file is changed then.
    """
    from interpreter.authoring import Renaming
    from interpreter.support import unwritable_error

    renaming = Renaming(game, old, new)
    try:
        renaming.write()
    except OSError as error:
        raise unwritable_error(error) from error
    for file, places in renaming.files.items():
        echo(printable(f"{file}: {format_count(places, 'place')}"))
    echo(printable(f"{old}, {renaming.kind}, is {new} now, in {format_count(len(renaming.files), 'file')}"))
    for wording, where in renaming.unchanged_wordings.items():
        echo(printable(f"`{wording}` says {old} in words of its own, which stay: {where}"))
    return EXIT_OK
