"""`cahier rename GAME OLD NEW`: a thing under another id, in all files of a game."""

from __future__ import annotations

from cli.guard import FINE
from cli.output import say
from interpreter.errors import shown
from interpreter.presentation.counts import number_of


def rename_thing(game: str, old: str, new: str) -> int:
    """Rename a thing and say in which files it is named. Gives the exit status. Raises CahierError if that can't be
    done; then all files are as they were."""
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
