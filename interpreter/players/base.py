"""Interfaces of players."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol

from interpreter.engine.state import State
from interpreter.language.chance import draw_index
from interpreter.players.seat import SeatMatch
from interpreter.presentation.questions import Option


class Player(Protocol):
    """A player that decides for a seat. A new instance may be made for each decision."""

    def choose(self, match: SeatMatch) -> Option | str | int:
        """Return the answer to `match.decision`: an option, its key or its index."""
        ...


class QuickPlayer(ABC):
    """A built-in player that needs only a state and keeps no memory.

    It is trusted not to look at anything that its seat can't know.
    """

    @abstractmethod
    def pick(self, state: State, random: int) -> int:
        """Return the index of the option to take.

        Args:
            state: A state at a decision of the player's seat.
            random: The seat's random stream after the step for this decision (see language.chance). It settles every
                choice that the player leaves open.
        """


class RandomPlayer(QuickPlayer):
    """A player that takes each option with equal probability."""

    def pick(self, state: State, random: int) -> int:
        """Return the index of an option drawn uniformly."""
        return draw_index(random, len(state.options))
