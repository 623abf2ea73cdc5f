"""Another id for the thing at a place, in every file of its game, as changes that an editor makes."""

from __future__ import annotations

from interpreter.authoring.renaming import Renaming
from interpreter.editor.homes import Home
from interpreter.editor.meanings import Meaning
from interpreter.errors import Problem, RulebookError, Where

Edits = list[tuple[Where, int, str]]
"""So many letters from a place on, and what takes theirs."""


def id_of(meaning: Meaning) -> str:
    """The id of what a word stands for. Raises RulebookError if it has none."""
    ids = {id for kind, id in meaning.things if kind != "word"}
    if len(ids) == 1:
        return ids.pop()
    if meaning.local is not None:
        message = "this is a name of this text alone; change it here"
    else:
        message = "only ids can be renamed: this is a wording, or a word of the language"
    raise RulebookError(Problem(Where("rename"), "no-id", message))


def renamed(home: Home, old: str, new: str) -> dict[str, Edits]:
    """What changes, by file, if a thing of a game is called by another id. Raises RulebookError if it can't be."""
    if home.variant is not None:
        message = "this is a variant of somebody else's game, whose things can't be renamed from here"
        raise RulebookError(Problem(Where("rename"), "not-your-own", message))
    return Renaming(home.folder, old, new).edits
