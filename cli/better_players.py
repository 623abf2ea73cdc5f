"""Advice to test balance with better players than random ones."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from cli.screen import screen_here
from interpreter.errors import shown
from interpreter.players.lineup import NO_TEST_OF_BALANCE

BETTER = "search:200"
"""The player that is recommended."""
GAMES = "200"
"""Enough games to see a large imbalance, and few enough for one sitting."""


def better_seats(seats: Sequence[str]) -> list[str]:
    """Return the options that put better players on these seats."""
    return [word for seat in seats for word in ("--seat", f"{seat}={BETTER}")]


def advice(command: Sequence[str]) -> list[str]:
    """Return a sentence of advice, and the command that plays with better players."""
    return [*screen_here().fold(f"{NO_TEST_OF_BALANCE}; ask better ones:"), f"  {shown(shlex.join(command))}"]
