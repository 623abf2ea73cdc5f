"""A match at the terminal, with its players, language and save."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cli.autosave import Autosave
from cli.loading import Tongue, tongue_in
from cli.output import say
from cli.screen import as_seen
from cli.seats import players_by_seat
from cli.words import HOME
from interpreter.errors import shown
from interpreter.rulebook.files import is_path

if TYPE_CHECKING:
    from interpreter.engine.saves import Saved
    from interpreter.matches.match import Match


LANGUAGE_NOTE = "--lang"
"""Key of the language in a save's notes, beside the players by seat; no seat has such an id."""


@dataclass(frozen=True, slots=True)
class Table:
    """A match at the terminal.

    Attributes:
        players: Each seat's player, by name.
        tongue: Language of the output.
        lang: Value of `--lang` that selects it.
        autosave: Save of the match.
    """

    match: Match
    players: dict[str, str]
    tongue: Tongue
    lang: str
    autosave: Autosave

    def say(self, message: str, **parts: str | int) -> None:
        """Print a message in the table's language; control characters in its parts are escaped."""
        safe = {name: shown(part) if isinstance(part, str) else part for name, part in parts.items()}
        say(as_seen(self.tongue.words.say(message, **safe)))

    def save(self, message: str, **parts: str | int) -> None:
        """Save the match, and print its path with a message that has a hole `path`, or the reason why that failed."""
        self.autosave.save()
        if self.autosave.failure is not None:
            self.say("not_saved", why=self.autosave.failure)
        else:
            self.say(message, path=str(self.autosave.path), **parts)


def seated(match: Match, seats: tuple[str, ...], earlier: Mapping[str, str], lang: str, path: Path | None) -> Table:
    """Return a table for a match.

    `seats` has SEAT=PLAYER as typed, `earlier` the players of its save, whose path is `path`. `lang` is as in
    `tongue_in`. Raises RulebookError.
    """
    players = players_by_seat(match.game, seats, earlier)
    tongue = tongue_in(match.game.rulebook, lang)
    noted = {} if lang == HOME else {LANGUAGE_NOTE: os.path.abspath(lang) if is_path(lang) else lang}
    return Table(match, players, tongue, lang, Autosave(match, players | noted, path))


def notes_in(saved: Saved) -> tuple[dict[str, str], str | None]:
    """Return the notes in a save: each seat's player, and the language in which the match was shown."""
    players = dict(saved.notes)
    return players, players.pop(LANGUAGE_NOTE, None)
