"""`cahier rename`: change an id in all files of a game."""

from __future__ import annotations

from cli.guard import EXIT_OK
from cli.output import echo
from interpreter.errors import printable
from interpreter.presentation.counts import format_count


def rename_thing(game: str, old: str, new: str) -> int:
    """Rename a thing and list the files that name it; return the exit status.

    Raises CahierError if that can't be done; no file is changed then.
    """
    from interpreter.authoring.renaming import Renaming
    from interpreter.replacing_files import unwritable_error

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
