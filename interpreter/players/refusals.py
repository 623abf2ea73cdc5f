"""Errors about players that can't play a seat, or fail."""

from __future__ import annotations

import signal

from interpreter.errors import PlayError, Problem, Where
from interpreter.halt import Halt
from interpreter.matches.match import Game

LONGEST_SAID = 200
"""Longest part of an exception's text that is reported, in characters."""


def refusal(game: Game, seat: str, name: str, code: str, message: str, meant: str | None = None) -> PlayError:
    """Return the error to raise about a seat and the player named for it."""
    text = f"seat {seat} can't be played by `{name}`: {message}"
    return PlayError(Problem(Where(game.id), code, text, meant))


def told(error: BaseException) -> str:
    """Return a short description of an exception raised by foreign code."""
    try:
        text = str(error)[:LONGEST_SAID]
    except Exception:
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def from_outside(error: BaseException) -> bool:
    """Return True for an exception that interrupts play from outside, and is not a failure of the player.

    A KeyboardInterrupt counts only if Python's default handler of Ctrl-C is installed.
    """
    if isinstance(error, KeyboardInterrupt):
        return signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return isinstance(error, Halt)
