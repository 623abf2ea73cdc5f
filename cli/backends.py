"""The backend that played the games, as summaries tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.screen import screen_here
from interpreter.errors import shown

if TYPE_CHECKING:
    from interpreter.playtest.backend_use import BackendUse


def how_played(use: BackendUse, chosen: bool) -> str:
    """The words that follow the number of games and their time. `chosen`: machine code was to play them."""
    return ", machine code" if use.is_native(chosen) else ""


def played_in_python(use: BackendUse, chosen: bool) -> list[str]:
    """The lines that say how many games Python played in place of machine code, and which rules were the cause."""
    from interpreter.playtest.backend_use import fallback_phrase

    said = fallback_phrase(use.document(chosen))
    return screen_here().fold(shown(said)) if said else []
