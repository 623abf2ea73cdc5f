"""Worth of each move in a solved position."""

from __future__ import annotations

from collections.abc import Mapping

Worths = Mapping[str, int]
"""Of each move, by its key: 1 if it wins, 0 if it draws, -1 if it loses, for who makes it; all play their best then."""


def lost_moves(worths: Worths) -> list[str]:
    """Those that give away what another one keeps: a win, or a draw."""
    best = max(worths.values(), default=0)
    return [key for key, worth in worths.items() if worth < best]
