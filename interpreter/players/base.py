"""What a player is, and how players are made from their names."""

from __future__ import annotations

from random import Random
from typing import Protocol

from interpreter.engine.match import Game
from interpreter.engine.state import State
from interpreter.errors import PlayError, Problem, Where, nearest

NAMES = ("random", "table")


class Player(Protocol):
    """Decides for a seat."""

    def pick(self, state: State) -> int:
        """The index of the option to take; `state` stands at a decision of the player's seat."""
        ...


class RandomPlayer:
    """Takes any option, each as likely as the others."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def pick(self, state: State) -> int:
        return int(self._random.random() * len(state.options))


def make_player(name: str, game: Game, seat: str, seed: int) -> Player:
    """A player by name for a seat. Raises PlayError for a name that is none, or a seat without a table."""
    if name == "random":
        return RandomPlayer(seed)
    if name == "table":
        from interpreter.players.table import TablePlayer

        return TablePlayer(game, seat, seed)
    meant = nearest(name, NAMES)
    message = f"there is no player `{name}` (for seat {seat}); players are {', '.join(NAMES)}"
    raise PlayError(Problem(Where(game.id), "unknown-player", message, f"`{meant}`" if meant else None))
