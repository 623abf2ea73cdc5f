"""A match at the terminal, with its players, language and save."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cli.autosave import Autosave
from cli.loading import DisplayLanguage, load_display_language
from cli.output import echo
from cli.screen import wrap_for_terminal
from cli.seats import players_by_seat
from cli.words import DEFAULT_LANGUAGE
from interpreter.errors import printable
from interpreter.rulebook.files import is_path

if TYPE_CHECKING:
    from interpreter.engine.saves import SaveData
    from interpreter.matches.match import Match


LANGUAGE_NOTE = "--lang"
"""Key of the language in a save's notes, beside the players by seat; no seat has such an id."""


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """A match at the terminal.

    Attributes:
        players: Each seat's player, by name.
        language: Language of the output.
        lang_option: Value of `--lang` that selects it.
        autosave: Save of the match.
    """

    match: Match
    players: dict[str, str]
    language: DisplayLanguage
    lang_option: str
    autosave: Autosave

    def say(self, message: str, **parts: str | int) -> None:
        """Print a message in the table's language; control characters in its parts are escaped."""
        safe = {name: printable(part) if isinstance(part, str) else part for name, part in parts.items()}
        echo(wrap_for_terminal(self.language.messages.format(message, **safe)))

    def save(self, message: str, **parts: str | int) -> None:
        """Save the match, and print its path with a message that has a hole `path`, or the reason why that failed."""
        self.autosave.save()
        if self.autosave.failure is not None:
            self.say("not_saved", why=self.autosave.failure)
        else:
            self.say(message, path=str(self.autosave.path), **parts)


def set_up_match(
    match: Match, seats: tuple[str, ...], earlier: Mapping[str, str], lang: str, path: Path | None
) -> MatchSetup:
    """Return a table for a match.

    `seats` has SEAT=PLAYER as typed, `earlier` the players of its save, whose path is `path`. `lang` is as in
    `load_display_language`. Raises RulebookError.
    """
    players = players_by_seat(match.game, seats, earlier)
    tongue = load_display_language(match.game.rulebook, lang)
    noted = {} if lang == DEFAULT_LANGUAGE else {LANGUAGE_NOTE: os.path.abspath(lang) if is_path(lang) else lang}
    return MatchSetup(match, players, tongue, lang, Autosave(match, players | noted, path))


def read_notes(saved: SaveData) -> tuple[dict[str, str], str | None]:
    """Return the notes in a save: each seat's player, and the language in which the match was shown."""
    players = dict(saved.notes)
    return players, players.pop(LANGUAGE_NOTE, None)
