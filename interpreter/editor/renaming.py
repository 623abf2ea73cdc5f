"""Renaming of the thing at a position, as edits for the editor to apply in all files of the game."""

from __future__ import annotations

from interpreter.authoring.renaming import Renaming
from interpreter.editor.homes import Home
from interpreter.editor.meanings import Meaning
from interpreter.errors import Problem, RulebookError, Where

Edits = list[tuple[Where, int, str]]
"""Replacements: position, length in characters, and new text."""


def id_of(meaning: Meaning) -> str:
    """Return the id of a meaning. Raise RulebookError if it has none."""
    ids = {id for kind, id in meaning.things if kind != "word"}
    if len(ids) == 1:
        return ids.pop()
    if meaning.local is not None:
        message = "this is a name of this text alone; change it here"
    else:
        message = "only ids can be renamed: this is a wording, or a word of the language"
    raise RulebookError(Problem(Where("rename"), "no-id", message))


def renamed(home: Home, old: str, new: str) -> dict[str, Edits]:
    """Return the edits, by file, that give a thing of a game another id. Raise RulebookError if it can't be renamed."""
    if home.variant is not None:
        message = "this is a variant of somebody else's game, whose things can't be renamed from here"
        raise RulebookError(Problem(Where("rename"), "not-your-own", message))
    return Renaming(home.folder, old, new).edits
