"""Renaming of the thing at a position, as edits for the editor to apply in all files of the game."""

from __future__ import annotations

from interpreter.authoring.renaming import Renaming
from interpreter.editor.homes import GameWorkspace
from interpreter.editor.meanings import WordMeaning
from interpreter.errors import Location, Problem, RulebookError

RenameEdits = list[tuple[Location, int, str]]
"""Replacements: position, length in characters, and new text."""


def renamable_id(meaning: WordMeaning) -> str:
    """Return the id of a meaning. Raise RulebookError if it has none."""
    ids = {thing_id for kind, thing_id in meaning.things if kind != "word"}
    if len(ids) == 1:
        return ids.pop()
    if meaning.local is not None:
        message = "this is a name of this text alone; change it here"
    else:
        message = "only ids can be renamed: this is a wording, or a word of the language"
    raise RulebookError(Problem(Location("rename"), "no-id", message))


def rename_edits(home: GameWorkspace, old: str, new: str) -> dict[str, RenameEdits]:
    """Return the edits, by file, that give a thing of a game another id. Raise RulebookError if it can't be renamed."""
    if home.variant is not None:
        message = "this is a variant of somebody else's game, whose things can't be renamed from here"
        raise RulebookError(Problem(Location("rename"), "not-your-own", message))
    return Renaming(home.folder, old, new).edits
