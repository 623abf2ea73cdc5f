"""What a player is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Protocol

from interpreter.engine.state import State
from interpreter.players.seat import SeatMatch
from interpreter.presentation.questions import Option


class Player(Protocol):
    """Decides for a seat. It may be made anew for each decision."""

    def choose(self, match: SeatMatch) -> Option | str | int:
        """The answer to `match.decision`: an option, its key or its index."""
        ...


class QuickPlayer(ABC):
    """A player of our own that needs no more than a state. It is trusted not to look at what its seat can't know."""

    @abstractmethod
    def pick(self, state: State) -> int:
        """The index of the option to take; `state` stands at a decision of the player's seat."""


class RandomPlayer(QuickPlayer):
    """Takes any option, each as likely as the others."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def pick(self, state: State) -> int:
        return int(self._random.random() * len(state.options))
