"""Games that were under way when a run was stopped."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class InterruptedGame:
    """A game by its number, and the title of the rule that was being carried out, if one was. `of`: the game and its
    variants, where a run is of several."""

    game: int
    rule: str | None = None
    arm: int = 0
    of: str = ""
