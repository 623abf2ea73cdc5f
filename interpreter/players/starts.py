"""Where the playouts of a search begin."""

from __future__ import annotations

from typing import Protocol

from interpreter.engine.state import State
from interpreter.language.deals import Origin
from interpreter.matches.match import Game


class Draws(Protocol):
    """What draws states that agree with what a seat knows. `base` is one of them; `origin` says how they come about."""

    @property
    def base(self) -> State: ...

    @property
    def origin(self) -> Origin: ...

    def state(self, word: int) -> State:
        """The one that a word of 64 bits settles. Raises PlayError if no deal agrees with what is certain."""


class Start(Protocol):
    """Where playouts begin."""

    @property
    def game(self) -> Game: ...

    def draws(self) -> Draws:
        """What draws the states in which they begin."""
