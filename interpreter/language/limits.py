"""Resource limits of a game, computed before play and enforced by every backend."""

from __future__ import annotations

from dataclasses import dataclass

LARGEST = 10**15
"""Bound that the numbers of a game stay below, so that none exhausts the machine."""
LONGEST = 2_000
"""Maximum length of a list."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Resource limits of a match, in units of work.

    Attributes:
        work: Maximum work between two decisions.
        game: Maximum work of a whole game.
        decision: Work charged for a decision.
        trial: Work charged for trying a line of play.
        deepest: Maximum number of frames on the stack.
    """

    work: int
    game: int
    decision: int
    trial: int
    deepest: int
