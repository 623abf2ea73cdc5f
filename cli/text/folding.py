"""Wrapping of text to a number of columns; parts that are tied together stay on one line if possible."""

from __future__ import annotations

import textwrap

from rich.cells import cell_len

TIED_BLANK = "\x1f"
"""Character for a blank at which no line is broken."""


def tie(text: str) -> str:
    """Return the text as one word for the purpose of wrapping."""
    return text.replace(" ", TIED_BLANK)


def untie(text: str) -> str:
    """Return the text as it is printed."""
    return text.replace(TIED_BLANK, " ")


def wrap_text(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Wrap the text to `width` columns; `first` and `rest` are put before the first line and the others.

    Characters may be two columns wide.
    """
    room = width - len(rest)
    text = " ".join(part if cell_len(untie(part)) <= room else untie(part) for part in text.split(" "))
    letters = width if max(map(cell_len, text), default=0) <= 1 else width // 2
    lines = textwrap.wrap(text, letters, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
    return [untie(line) for line in lines]


def longest_word(text: str) -> int:
    """Return the number of columns that the text needs if no word is broken."""
    return max(map(cell_len, untie(text).split()), default=0)
