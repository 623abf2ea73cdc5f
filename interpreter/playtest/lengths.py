"""About how long games are, before they are played."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.engine.playout import play_random
from interpreter.errors import CahierError
from interpreter.matches.match import Game
from interpreter.players.making import QUICK

SAMPLE = 5
"""Games that are played at random for it."""


def decisions_a_game(game: Game, seated: Mapping[str, str]) -> float | None:
    """About how many decisions a game between these players has, where some of them take their time for each: as many
    as at random. None if nobody does, or no such game comes to its end."""
    if all(name in QUICK for name in seated.values()):
        return None
    try:
        return sum(play_random(game, 0, index).decisions for index in range(SAMPLE)) / SAMPLE
    except CahierError:
        return None
