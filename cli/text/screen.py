"""The output terminal: width, height, characters and encoding, and wrapping of text to its width.

Parts of a text that are tied together stay on one line if possible.
"""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from dataclasses import dataclass

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


SEPARATOR = " | "
MAX_WIDTH = 160
MAX_PROSE_WIDTH = 90
"""Maximum width of sentences in columns, without their indentation."""
LEADING_COLUMNS = re.compile(r" *\S+(?: \S+)* {2,}")
"""The part of a line before its last column."""


@dataclass(frozen=True, slots=True)
class Signs:
    """Characters with which pictures are drawn."""

    corners: tuple[str, str, str, str]
    joints: str  # down, all, up, right, left
    across: str
    down: str
    dot: str
    both: str
    out: str
    into: str
    heads: str  # right, left, down, up


BOX_SIGNS = Signs(("┌", "┐", "└", "┘"), "┬┼┴├┤", "─", "│", "·", "↔", "→", "←", "▶◀▼▲")
ASCII_SIGNS = Signs(("+", "+", "+", "+"), "+++++", "-", "|", ".", "<>", "->", "<-", "><v^")


def signs_for(encoding: str) -> Signs:
    """Return the characters that an encoding can represent."""
    try:
        "".join(str(getattr(BOX_SIGNS, name)) for name in Signs.__slots__).encode(encoding)
    except (UnicodeError, LookupError):
        return ASCII_SIGNS
    return BOX_SIGNS


@dataclass(frozen=True, slots=True)
class Screen:
    """A terminal, or the default values for other output."""

    width: int
    signs: Signs
    encoding: str
    height: int = 24

    def escape(self, text: str) -> str:
        """Return the text as it will be written, with escapes for what the encoding lacks, to keep columns aligned."""
        return text.encode(self.encoding, "backslashreplace").decode(self.encoding)

    def wrap(self, text: str, indent: str = "  ") -> list[str]:
        """Wrap a paragraph; continuation lines are indented further."""
        start = text[: len(text) - len(text.lstrip())]
        return wrap_text(text.lstrip(), max(20, self.width - 1), start, start + indent) or [""]

    def wrap_prose(self, text: str, indent: str = "") -> list[str]:
        """Wrap sentences to a width that is easy to read."""
        return wrap_text(text, max(20, min(MAX_PROSE_WIDTH + len(indent), self.width - 1)), indent, indent)

    def wrap_lines(self, text: str) -> str:
        """Wrap the lines that are too long, each within its second column if it has two."""
        return "\n".join(part for line in text.split("\n") for part in self._wrap_line(line))

    def _wrap_line(self, line: str) -> list[str]:
        if cell_len(line) < self.width:
            return [line]
        column = LEADING_COLUMNS.match(line)
        if column is None or column.end() > self.width // 2:
            return self.wrap(line)
        return self.wrap(line, " " * (column.end() - len(line) + len(line.lstrip())))

    def pack(self, parts: list[str]) -> list[str]:
        """Join short parts into lines, as many on each as fit."""
        lines: list[str] = []
        for part in parts:
            if lines and len(self.escape(lines[-1] + SEPARATOR + part)) < self.width:
                lines[-1] += SEPARATOR + part
            else:
                lines.append(part)
        return lines


def wrap_for_terminal(text: str) -> str:
    """Wrap lines for a terminal; for other output, return the text unchanged."""
    return current_screen().wrap_lines(text) if sys.stdout is not None and sys.stdout.isatty() else text


def current_screen() -> Screen:
    """Return the properties of standard output."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    size = shutil.get_terminal_size()
    return Screen(min(MAX_WIDTH, size.columns), signs_for(encoding), encoding, size.lines)
