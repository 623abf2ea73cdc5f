"""`cahier fmt`: normalise the layout of a game's files."""

from __future__ import annotations

from cli.guard import FINE
from cli.output import say
from interpreter.errors import shown
from interpreter.presentation.counts import number_of

OTHER_LAYOUT = 1


def settle_layout(game: str, check: bool) -> int:
    """Normalise the layout, or with `check` only list the files that would change; return the exit status.

    Raises CahierError if a file can't be read or written; no file is changed then.
    """
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
