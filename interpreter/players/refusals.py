"""What is said of players that can't play, or fail."""

from __future__ import annotations

import signal

from interpreter.errors import PlayError, Problem, Where
from interpreter.halt import Halt
from interpreter.matches.match import Game

LONGEST_SAID = 200
"""Characters of what an exception says."""


def refusal(game: Game, seat: str, name: str, code: str, message: str, meant: str | None = None) -> PlayError:
    """What to raise about a seat and the player that was named for it."""
    text = f"seat {seat} can't be played by `{name}`: {message}"
    return PlayError(Problem(Where(game.id), code, text, meant))


def told(error: BaseException) -> str:
    """An exception of somebody else's code in a few words."""
    try:
        text = str(error)[:LONGEST_SAID]
    except Exception:
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def from_outside(error: BaseException) -> bool:
    """Whether it is a signal that ends the play, and no failure of a player. A KeyboardInterrupt is one only where it
    is what Python makes of Ctrl-C.
    """
    if isinstance(error, KeyboardInterrupt):
        return signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return isinstance(error, Halt)
