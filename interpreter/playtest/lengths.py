"""Estimates of the length of games before they are played."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.engine.playout import play_random
from interpreter.errors import CahierError
from interpreter.matches.match import Game
from interpreter.players.making import STATE_ONLY

SAMPLE_GAMES = 5
"""Number of random games played for an estimate."""


def estimate_decisions(game: Game, seated: Mapping[str, str]) -> float | None:
    """Estimate the number of decisions in a game with slow players, by random games.

    None if no player is slow, or a random game does not come to an end.
    """
    if all(name in STATE_ONLY for name in seated.values()):
        return None
    try:
        return sum(play_random(game, 0, index).decisions for index in range(SAMPLE_GAMES)) / SAMPLE_GAMES
    except CahierError:
        return None
