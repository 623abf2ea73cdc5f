"""Errors about players that can't play a seat, or fail."""

from __future__ import annotations

import signal

from interpreter.errors import Location, PlayError, Problem
from interpreter.halt import Halt
from interpreter.matches.match import Game

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
