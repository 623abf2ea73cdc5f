"""Games as learning environments for PettingZoo and OpenSpiel (the extra `learn`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.matches.match import Game
from interpreter.support.errors import require_extra


def pettingzoo_env(game: Game, seated: Mapping[str, str] | None = None, parallel: bool = False) -> Any:
    """Return a game as a PettingZoo environment, whose agents are the seats.

    Args:
        game: The game.
        seated: Seats that `random` or `table` plays, in addition to those to which the rules assign a player.
        parallel: All agents act in each step (`ParallelEnv`), and those without a choice wait; else the agents act one
            after the other (`AECEnv`).

    Raises:
        MissingExtraError: PettingZoo is not installed.
        PlayError: A seat can't be played that way, or no seat is left to an agent.
    """
    require_extra("learn", "numpy", "gymnasium", "pettingzoo")
    if parallel:
        from interpreter.learning.parallel import ParallelGameEnv

        return ParallelGameEnv(game, seated)
    from interpreter.learning.aec import make_env

    return make_env(game, seated)


def openspiel_game(game: Game, simultaneous: bool = False) -> Any:
    """Return a game as an OpenSpiel game, whose players are the seats.

    It is registered under the name `get_type().short_name`.

    Args:
        game: The game.
        simultaneous: Make choices at the same time one node, in which all seats act; else they follow each other.

    Raises:
        MissingExtraError: OpenSpiel is not installed.
    """
    require_extra("learn", "numpy", "pyspiel")
    from interpreter.learning.openspiel import register

    return register(game, simultaneous)
