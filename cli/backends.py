"""Summary lines on the backend that played the games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.screen import screen_here
from interpreter.errors import shown

if TYPE_CHECKING:
    from interpreter.playtest.backend_use import BackendUse


def how_played(use: BackendUse, chosen: bool) -> str:
    """Return the words on the backend, which follow the number of games and their time.

    `chosen`: True if machine code was to play them.
    """
    return ", machine code" if use.is_native(chosen) else ""


def played_in_python(use: BackendUse, chosen: bool) -> list[str]:
    """Return the lines on games that Python played instead of machine code, and on the rules that caused it."""
    from interpreter.playtest.backend_use import fallback_phrase

    said = fallback_phrase(use.document(chosen))
    return screen_here().fold(shown(said)) if said else []
