"""Resource limits of a game, computed before play and enforced by every backend."""

from __future__ import annotations

from dataclasses import dataclass

MAX_NUMBER = 10**15
"""Bound that the numbers of a game stay below, so that none exhausts the machine."""
MAX_LIST_LENGTH = 2_000
"""Maximum length of a list."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Resource limits of a match, in units of work.

    Attributes:
        work_per_decision: Maximum work between two decisions.
        work_per_game: Maximum work of a whole game.
        decision_cost: Work charged for a decision.
        trial_cost: Work charged for trying a line of play.
        max_frames: Maximum number of frames on the stack.
    """

    work_per_decision: int
    work_per_game: int
    decision_cost: int
    trial_cost: int
    max_frames: int
