"""Interfaces for the states in which playouts of a search begin."""

from __future__ import annotations

from typing import Protocol

from interpreter.engine.state import State
from interpreter.language.execution.deals import PlayoutOrigin
from interpreter.matches.match import Game


class StateSampler(Protocol):
    """A sampler of states that agree with a seat's knowledge."""

    @property
    def base(self) -> State:
        """One of the states."""

    @property
    def origin(self) -> PlayoutOrigin:
        """The data from which the states are drawn."""

    def draw_state(self, word: int) -> State:
        """Return the state that a 64-bit word determines.

        Raises PlayError if no deal agrees with the seat's knowledge.
        """


class PlayoutStart(Protocol):
    """A position in which playouts begin."""

    @property
    def game(self) -> Game:
        """The game that is played."""

    def sampler(self) -> StateSampler:
        """Return a sampler of the states in which playouts begin."""
