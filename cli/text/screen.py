"""Properties of the output terminal: width, height, characters, encoding."""

from __future__ import annotations

import re
import shutil
import sys
from dataclasses import dataclass

from rich.cells import cell_len

from cli.board.map_picture import Signs, signs_for
from cli.text.folding import wrap_text

SEPARATOR = " | "
MAX_WIDTH = 160
MAX_PROSE_WIDTH = 90
"""Maximum width of sentences in columns, without their indentation."""
LEADING_COLUMNS = re.compile(r" *\S+(?: \S+)* {2,}")
"""The part of a line before its last column."""


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
