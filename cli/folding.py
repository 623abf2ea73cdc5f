"""Long texts as lines of so many columns; what is tied together stays on one line if it can."""

from __future__ import annotations

import textwrap

from rich.cells import cell_len

TIE = "\x1f"
"""Stands for a blank at which no line ends."""


def tied(text: str) -> str:
    """The text as one word, as far as folding goes."""
    return text.replace(" ", TIE)


def untied(text: str) -> str:
    """The text as it is printed."""
    return text.replace(TIE, " ")


def folded(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """The text as lines; `first` stands before the first one, `rest` before the others. Letters may be two columns
    wide."""
    room = width - len(rest)
    text = " ".join(part if cell_len(untied(part)) <= room else untied(part) for part in text.split(" "))
    letters = width if max(map(cell_len, text), default=0) <= 1 else width // 2
    lines = textwrap.wrap(text, letters, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
    return [untied(line) for line in lines]


def longest_word(text: str) -> int:
    """How many columns the text needs so that no word is broken."""
    return max(map(cell_len, untied(text).split()), default=0)
