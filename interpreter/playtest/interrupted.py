"""Games that were under way when a run was stopped."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class InterruptedGame:
    """A game that was under way when a run was stopped.

    Attributes:
        game: The number of the game.
        rule: The title of the rule that was being carried out, if any.
        arm: The arm, by number.
        arm_title: The game and its variants, if a run has several.
    """

    game: int
    rule: str | None = None
    arm: int = 0
    arm_title: str = ""
