"""References and renaming: the places of a game that mention a thing, kept until a file of the game changes."""

from __future__ import annotations

from contextlib import suppress

from interpreter.authoring.references.mention_index import MentionIndex
from interpreter.authoring.references.renaming import Renaming
from interpreter.editor.buffers import Buffers, GameWorkspace
from interpreter.editor.meanings import WordMeaning
from interpreter.support.errors import Location, Problem, RulebookError

RenameEdits = list[tuple[Location, int, str]]
"""Replacements: position, length in characters, and new text."""


class MentionCache:
    """The mentions in the games of one editor."""

    def __init__(self, buffers: Buffers) -> None:
        self._buffers = buffers
        self._known: dict[GameWorkspace, MentionIndex] = {}

    def mark_changed(self, home: GameWorkspace) -> None:
        """Forget a game, as one of its files has changed."""
        self._known.pop(home, None)

    def mark_all_changed(self) -> None:
        """Forget all games."""
        self._known.clear()

    def prepare(self, home: GameWorkspace) -> None:
        """Read the mentions in a game now, so that later answers are quick. A game with mistakes is left."""
        with suppress(RulebookError), self._buffers.using_unsaved():
            self._index(home).read()

    def references(self, home: GameWorkspace, meaning: WordMeaning) -> list[tuple[Location, int]]:
        """Return each mention of what a word means: its position and its length in characters.

        Raises:
            RulebookError: The game has mistakes.
        """
        with self._buffers.using_unsaved():
            return sorted({found for thing in meaning.things for found in self._index(home).places_of(thing)})

    def rename_edits(self, home: GameWorkspace, old: str, new: str) -> dict[str, RenameEdits]:
        """Return the edits, by file, that give a thing another id. Raise RulebookError if it can't be renamed."""
        if home.variant is not None:
            message = "this is a variant of somebody else's game, whose things can't be renamed from here"
            raise RulebookError(Problem(Location("rename"), "not-your-own", message))
        with self._buffers.using_unsaved():
            return Renaming(self._index(home), old, new).edits

    def _index(self, home: GameWorkspace) -> MentionIndex:
        if home not in self._known:
            self._known[home] = MentionIndex(home.folder)
        return self._known[home]


def renamable_id(meaning: WordMeaning) -> str:
    """Return the id of a meaning. Raise RulebookError if it has none."""
    ids = {thing_id for kind, thing_id in meaning.things if kind != "word"}
    if len(ids) == 1:
        return ids.pop()
    if meaning.local is not None:
        message = "this name exists only in this text; change it here"
    else:
        message = "only ids can be renamed: this is a wording, or a word of the language"
    raise RulebookError(Problem(Location("rename"), "no-id", message))
