"""A match at the terminal with its players, its language, and the file that keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cli.autosave import Autosave
from cli.loading import Tongue, tongue_in
from cli.output import say
from cli.screen import as_seen
from cli.seats import players_by_seat
from interpreter.errors import shown

if TYPE_CHECKING:
    from interpreter.matches.match import Match


@dataclass(frozen=True, slots=True)
class Table:
    """A match; each seat's player by name; the language in which all is told; the file that keeps it."""

    match: Match
    players: dict[str, str]
    tongue: Tongue
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
    """A match with its players, asked for as SEAT=PLAYER in `seats`, or `earlier`; `path`: its save, if it goes on with
    one. Raises RulebookError."""
    players = players_by_seat(match.game, seats, earlier)
    return Table(match, players, tongue_in(match.game.rulebook, lang), Autosave(match, players, path))
