"""A match at the terminal with all that sits at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cli.autosave import Autosave
from cli.loading import Tongue, tongue_in
from cli.seats import players_by_seat

if TYPE_CHECKING:
    from interpreter.matches.match import Match


@dataclass(frozen=True, slots=True)
class Table:
    """A match; each seat's player by name; in which language all is told; where it is kept."""

    match: Match
    players: dict[str, str]
    tongue: Tongue
    autosave: Autosave


def seated(match: Match, seats: tuple[str, ...], earlier: Mapping[str, str], lang: str, path: Path | None) -> Table:
    """A match with its players, asked for as SEAT=PLAYER in `seats`, or `earlier`; `path`: its save, if it goes on with
    one. Raises RulebookError."""
    players = players_by_seat(match.game, seats, earlier)
    return Table(match, players, tongue_in(match.game.rulebook, lang), Autosave(match, players, path))
