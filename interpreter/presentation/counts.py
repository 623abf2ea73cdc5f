"""Counts with their nouns."""

from __future__ import annotations


def format_count(number: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun: `1 game`, `2,000 games`. `many` is the plural if it isn't `one` with an s."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
