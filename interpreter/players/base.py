"""Interfaces of players, and the errors of players that can't play a seat or fail."""

from __future__ import annotations

import signal
from abc import ABC, abstractmethod
from typing import Protocol

from interpreter.engine.state import State
from interpreter.language.chance import draw_index
from interpreter.matches.match import Game
from interpreter.players.seat import SeatMatch
from interpreter.presentation.questions import Option
from interpreter.support.errors import Location, PlayError, Problem
from interpreter.support.halt import Halt


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


MAX_TEXT_LENGTH = 200
"""Longest part of an exception's text that is reported, in characters."""


def player_error(game: Game, seat: str, name: str, code: str, message: str, suggestion: str | None = None) -> PlayError:
    """Return the error to raise about a seat and the player named for it."""
    text = f"seat {seat} can't be played by `{name}`: {message}"
    return PlayError(Problem(Location(game.id), code, text, suggestion))


def describe_exception(error: BaseException) -> str:
    """Return a short description of an exception raised by foreign code."""
    try:
        text = str(error)[:MAX_TEXT_LENGTH]
    except Exception:
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def is_interruption(error: BaseException) -> bool:
    """Return True for an exception that interrupts play from outside, and is not a failure of the player.

    A KeyboardInterrupt counts only if Python's default handler of Ctrl-C is installed.
    """
    if isinstance(error, KeyboardInterrupt):
        return signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return isinstance(error, Halt)
