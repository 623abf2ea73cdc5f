"""Advice to test balance with better players than random ones."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from cli.screen import current_screen
from interpreter.errors import printable
from interpreter.players.lineup import BALANCE_WARNING

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
