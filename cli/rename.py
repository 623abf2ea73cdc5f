"""`cahier rename`: change an id in all files of a game."""

from __future__ import annotations

from cli.guard import FINE
from cli.output import say
from interpreter.errors import shown
from interpreter.presentation.counts import number_of


def rename_thing(game: str, old: str, new: str) -> int:
    """Rename a thing and list the files that name it; return the exit status.

    Raises CahierError if that can't be done; no file is changed then.
    """
    from interpreter.authoring.renaming import Renaming
    from interpreter.replacing_files import unwritable

    renaming = Renaming(game, old, new)
    try:
        renaming.write()
    except OSError as error:
        raise unwritable(error) from error
    for file, places in renaming.files.items():
        say(shown(f"{file}: {number_of(places, 'place')}"))
    say(shown(f"{old}, {renaming.kind}, is {new} now, in {number_of(len(renaming.files), 'file')}"))
    for wording, where in renaming.left.items():
        say(shown(f"`{wording}` says {old} in words of its own, which stay: {where}"))
    return FINE
