"""`cahier fmt GAME`: the layout of a game's files."""

from __future__ import annotations

from cli.guard import FINE
from cli.output import say
from interpreter.errors import shown
from interpreter.presentation.counts import number_of

OTHER_LAYOUT = 1


def settle_layout(game: str, check: bool) -> int:
    """Settle it, or only say which files would change. Gives the exit status. Raises CahierError if a file can't be
    read or written; then all files are as they were."""
    from interpreter.authoring.layout import Layout
    from interpreter.replacing_files import unwritable

    layout = Layout(game)
    if not check:
        try:
            layout.write()
        except OSError as error:
            raise unwritable(error) from error
    for file in layout.changed:
        say(shown(file))
    if not layout.changed:
        say("nothing to change")
        return FINE
    say(f"{number_of(len(layout.changed), 'file')} {'would change' if check else 'changed'}")
    return OTHER_LAYOUT if check else FINE
