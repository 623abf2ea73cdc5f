"""Games as learning environments: for PettingZoo, and for OpenSpiel (the extra `learn`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.extras import need
from interpreter.matches.match import Game


def pettingzoo_env(game: Game, seated: Mapping[str, str] | None = None) -> Any:
    """A game as an environment of PettingZoo (AEC); its agents are the seats. `seated`: those that `random` or `table`
    plays instead, besides those that the rules name players for.

    Raises MissingExtra if that is not installed; PlayError if a seat can't be played so, or none is left to an agent.
    """
    need("learn", "numpy", "gymnasium", "pettingzoo")
    from interpreter.learning.aec import env

    return env(game, seated)


def openspiel_game(game: Game) -> Any:
    """A game as one of OpenSpiel, registered there under `get_type().short_name`; its players are the seats.

    Raises MissingExtra if that is not installed.
    """
    need("learn", "numpy", "pyspiel")
    from interpreter.learning.openspiel import register

    return register(game)
