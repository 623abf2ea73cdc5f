"""Notes on the players and backends of a run, for summaries."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.text.screen import current_screen
from interpreter.players import BALANCE_WARNING
from interpreter.support import printable

if TYPE_CHECKING:
    from interpreter.playtest import BackendUse


def describe_backend(use: BackendUse, is_native_requested: bool) -> str:
    """Return the words on the backend, which follow the number of games and their time.

    `is_native_requested`: True if machine code was to play them.
    """
    return ", machine code" if use.is_native(is_native_requested) else ""


def describe_fallbacks(use: BackendUse, is_native_requested: bool) -> list[str]:
    """Return the lines on games that Python played instead of machine code, and on the rules that caused it."""
    from interpreter.playtest import fallback_phrase

    said = fallback_phrase(use.document(is_native_requested))
    return current_screen().wrap(printable(said)) if said else []


BETTER_PLAYER = "search:200"
"""The player that is recommended."""
ADVISED_GAMES = "200"
"""Enough games to see a large imbalance, and few enough for one sitting."""


def better_seat_options(seats: Sequence[str]) -> list[str]:
    """Return the options that put better players on these seats."""
    return [word for seat in seats for word in ("--seat", f"{seat}={BETTER_PLAYER}")]


def recommend_better_players(command: Sequence[str]) -> list[str]:
    """Return a sentence of advice, and the command that plays with better players."""
    return [
        *current_screen().wrap(f"{BALANCE_WARNING}; ask better ones:"),
        f"  {printable(shlex.join(command))}",
    ]
