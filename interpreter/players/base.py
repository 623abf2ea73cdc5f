"""What a player is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol

from interpreter.engine.state import State
from interpreter.language.chance import index
from interpreter.players.seat import SeatMatch
from interpreter.presentation.questions import Option


class Player(Protocol):
    """Decides for a seat. It may be made anew for each decision."""

    def choose(self, match: SeatMatch) -> Option | str | int:
        """The answer to `match.decision`: an option, its key or its index."""
        ...


class QuickPlayer(ABC):
    """A player of our own that needs no more than a state, and remembers nothing. It is trusted not to look at what its
    seat can't know."""

    @abstractmethod
    def pick(self, state: State, random: int) -> int:
        """The index of the option to take; `state` stands at a decision of the player's seat. What the player leaves
        open is settled by `random`, the seat's stream after the step for this decision (see language.chance)."""


class RandomPlayer(QuickPlayer):
    """Takes any option, each as likely as the others."""

    def pick(self, state: State, random: int) -> int:
        return index(random, len(state.options))
