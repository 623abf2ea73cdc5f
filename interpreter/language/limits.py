"""How large what a game works with may grow: counted with before play, kept to by every backend."""

from __future__ import annotations

from dataclasses import dataclass

LARGEST = 10**15
"""Numbers of a game stay below this, so that none can grow until the machine gives up."""
LONGEST = 2_000
"""Things that a list may have."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a match may take: work from one decision to the next and for a whole game, what a decision counts for, what
    it counts for to try a line of play, and how many frames may lie on each other."""

    work: int
    game: int
    decision: int
    trial: int
    deepest: int
