"""Secrets between seats: cards that some of them know and others don't.

Nothing else in a match is secret.
"""

from __future__ import annotations

from collections.abc import Collection

from interpreter.language.log import CardsShown
from interpreter.matches.match import Match


def has_secrets(match: Match, seats: Collection[str]) -> bool:
    """True if one of the seats may know something that another one doesn't.

    That is the case if only some of them see into a zone, or if cards were shown to some of them only.
    """
    everyone = sum(1 << match.game.seats.index(seat) for seat in seats)

    def is_secret(seen_by: int) -> bool:
        """True if some of the seats, but not all, see something with this bit mask."""
        return seen_by & everyone not in (0, everyone)

    if any(map(is_secret, match.game.program.symbols.faces)):
        return True
    entries = match.state.log.entries(0) if match.state.log is not None else []
    return any(isinstance(entry, CardsShown) and is_secret(entry.seen_by) for entry in entries)
