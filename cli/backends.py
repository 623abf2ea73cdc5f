"""Summary lines on the backend that played the games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.screen import current_screen
from interpreter.errors import printable

if TYPE_CHECKING:
    from interpreter.playtest.backend_use import BackendUse


def describe_backend(use: BackendUse, is_native_requested: bool) -> str:
    """Return the words on the backend, which follow the number of games and their time.

    `is_native_requested`: True if machine code was to play them.
    """
    return ", machine code" if use.is_native(is_native_requested) else ""


def describe_fallbacks(use: BackendUse, is_native_requested: bool) -> list[str]:
    """Return the lines on games that Python played instead of machine code, and on the rules that caused it."""
    from interpreter.playtest.backend_use import fallback_phrase

    said = fallback_phrase(use.document(is_native_requested))
    return current_screen().wrap(printable(said)) if said else []
