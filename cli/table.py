"""A match at the terminal with its players, its language, and the file that keeps it."""

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
"""Under this the language stands in a save, beside the players by seat: no seat has such an id."""


@dataclass(frozen=True, slots=True)
class Table:
    """A match; each seat's player by name; the language in which all is told, and how it was asked for; the file that
    keeps the match."""

    match: Match
    players: dict[str, str]
    tongue: Tongue
    lang: str
    autosave: Autosave

    def say(self, message: str, **parts: str | int) -> None:
        """Print a message in the language of the table; texts in its holes are made harmless."""
        safe = {name: shown(part) if isinstance(part, str) else part for name, part in parts.items()}
        say(as_seen(self.tongue.words.say(message, **safe)))

    def save(self, message: str, **parts: str | int) -> None:
        """Save the match, and say where it is kept by a message with a hole `path`, or why it can't be saved."""
        self.autosave.save()
        if self.autosave.failure is not None:
            self.say("not_saved", why=self.autosave.failure)
        else:
            self.say(message, path=str(self.autosave.path), **parts)


def seated(match: Match, seats: tuple[str, ...], earlier: Mapping[str, str], lang: str, path: Path | None) -> Table:
    """A match with its players, asked for as SEAT=PLAYER in `seats`, or `earlier`, told in a language as `tongue_in`
    takes it; `path`: its save, if it goes on with one. Raises RulebookError."""
    players = players_by_seat(match.game, seats, earlier)
    tongue = tongue_in(match.game.rulebook, lang)
    noted = {} if lang == HOME else {LANGUAGE_NOTE: os.path.abspath(lang) if is_path(lang) else lang}
    return Table(match, players, tongue, lang, Autosave(match, players | noted, path))


def notes_in(saved: Saved) -> tuple[dict[str, str], str | None]:
    """The notes of `play` in a save: each seat's player, and the language in which the match was told."""
    players = dict(saved.notes)
    return players, players.pop(LANGUAGE_NOTE, None)
