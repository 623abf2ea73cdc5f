"""The output terminal and the layout of text on it: width, characters, wrapping, columns, pages and tables.

Parts of a text that are tied together stay on one line if possible.

rich measures characters here, but its Table and Columns aren't used. They were tried: loading them adds 30 ms to the
130 ms of `cahier list`; on a narrow terminal, Table breaks words and numbers of one column while another could still
become narrower, and doesn't split a table; Columns knows no number of rows.
"""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import ceil

from rich.cells import cell_len, set_cell_size

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


def cut_text(text: str, width: int) -> str:
    """Cut a text to a width in columns."""
    return text if cell_len(text) <= width else set_cell_size(text, width - 1).rstrip() + "…"


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
    knob: str


BOX_SIGNS = Signs(("┌", "┐", "└", "┘"), "┬┼┴├┤", "─", "│", "·", "↔", "→", "←", "▶◀▼▲", "●")
ASCII_SIGNS = Signs(("+", "+", "+", "+"), "+++++", "-", "|", ".", "<>", "->", "<-", "><v^", "O")


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

    def cut(self, text: str) -> str:
        """Return as much of a text as fits on one line."""
        return cut_text(text, self.width - 1)

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


GAP = 3
"""Blanks between two columns."""


def in_columns(cells: Sequence[str], width: int, rows: int) -> list[str] | None:
    """Lay out cells from top to bottom, in the fewest columns that need at most `rows` rows.

    If that is too wide, use the fewest rows that fit. Return None if not even one column fits.
    """
    best = None
    for count in range(1, max(1, min(len(cells), width // (GAP + 1))) + 1):
        high = ceil(len(cells) / count)
        columns = [cells[at : at + high] for at in range(0, len(cells), high)]
        wide = [max(map(cell_len, column)) for column in columns]
        if sum(wide) + GAP * (len(columns) - 1) > width or (best is not None and high >= len(best)):
            continue
        best = [
            "".join(
                column[row] + " " * (room + GAP - cell_len(column[row]))
                for column, room in zip(columns, wide, strict=True)
                if row < len(column)
            ).rstrip()
            for row in range(high)
        ]
        if high <= rows:
            break
    return best


def split_pages(cells: Sequence[str], width: int, rows: int, heights: Sequence[int]) -> list[list[str]]:
    """Split cells into groups, each of which fits into `rows` rows of columns.

    If a cell is too wide for a column, the cells stand one below another and take as many rows as `heights` says.
    Each group has at least one cell.
    """
    lines = in_columns(cells, width, rows)
    if sum(heights) <= rows or (lines is not None and len(lines) <= rows):
        return [list(cells)]
    if lines is not None:
        some = max(1, (width + GAP) // (max(map(cell_len, cells)) + GAP)) * max(1, rows)
        return [list(cells[start : start + some]) for start in range(0, len(cells), some)]
    found: list[list[str]] = []
    room = 0
    for cell, height in zip(cells, heights, strict=True):
        if height > room:
            found.append([])
            room = max(rows, height)
        found[-1].append(cell)
        room -= height
    return found


def format_table(rows: Sequence[tuple[str, ...]], indent: str = "  ") -> str:
    """Format rows of cells as lines with aligned columns; numbers are aligned to the right.

    On a narrow terminal the widest columns are wrapped at blanks. If that is not enough, the table is split into
    several, each with the first column.
    """
    tables = []
    for group in _group_columns(rows, current_screen().width - 1 - len(indent)):
        part = [(row[0], *(row[at] for at in group)) for row in rows]
        tables.append("\n".join(line for lines in align_rows(part, indent) for line in lines))
    return "\n\n".join(tables)


def align_rows(rows: Sequence[tuple[str, ...]], indent: str = "  ") -> list[list[str]]:
    """Return the lines of each row, formatted as by `format_table`."""
    widths = _column_widths(rows, current_screen().width - 1 - len(indent))
    found = []
    for row in rows:
        cells = [wrap_text(cell, max(1, width)) or [""] for cell, width in zip(row, widths, strict=True)]
        number = [cell.lstrip("+-").replace(".", "", 1).replace(",", "").isdigit() for cell in row]
        lines = []
        for parts in zip_longest(*cells, fillvalue=""):
            padded = (
                part.rjust(width) if right else part + " " * (width - cell_len(part))
                for part, width, right in zip(parts, widths, number, strict=True)
            )
            lines.append((indent + "  ".join(padded)).rstrip())
        found.append(lines)
    return found


def _group_columns(rows: Sequence[tuple[str, ...]], room: int) -> list[list[int]]:
    """Group the columns after the first so that each group fits beside it, with wrapped cells."""
    least = _minimum_widths(rows, room)
    if sum(least) + 2 * (len(least) - 1) <= room:
        return [list(range(1, len(least)))]
    groups: list[list[int]] = [[]]
    used = start = max(least[0], min(room // 3, max(cell_len(row[0]) for row in rows)))
    for at, width in enumerate(least[1:], 1):
        if groups[-1] and used + 2 + width > room:
            groups.append([])
            used = start
        groups[-1].append(at)
        used += 2 + width
    return groups


def _minimum_widths(rows: Sequence[tuple[str, ...]], room: int) -> list[int]:
    """Return the minimum width of each column.

    Words are broken only if there is no room for them beside another column.
    """
    first, *others = (max(map(longest_word, column)) for column in zip(*rows, strict=True))
    if first + 2 + max(others, default=0) > room:
        first = min(first, max(1, room // 3, room - sum(others) - 2 * len(others)))
    return [first, *(min(width, max(1, room - 2 - first)) for width in others)]


def _column_widths(rows: Sequence[tuple[str, ...]], room: int) -> list[int]:
    """Return the width of each column: that of its widest cell, or less, but at least the minimum.

    Columns with few wide cells become narrower first.
    """
    cells = [[cell_len(untie(cell)) for cell in column] for column in zip(*rows, strict=True)]
    least = _minimum_widths(rows, room)
    widths = [max(column) for column in cells]
    while sum(widths) + 2 * (len(widths) - 1) > room:
        wide = [at for at, width in enumerate(widths) if width > least[at]]
        if not wide:
            break
        widths[min(wide, key=lambda at: (sum(cell >= widths[at] for cell in cells[at]), -widths[at]))] -= 1
    return widths
