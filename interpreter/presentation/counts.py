"""How many of something, in words."""

from __future__ import annotations


def number_of(number: int, one: str, many: str | None = None) -> str:
    """A number with what it counts: `1 game`, `2,000 games`; `many` if that is not `one` with an s."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
