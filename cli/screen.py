"""Where text is shown: how wide, with which signs, in which encoding."""

from __future__ import annotations

import re
import shutil
import sys
from dataclasses import dataclass

from rich.cells import cell_len

from cli.folding import folded
from cli.picture import Signs, signs_for

SEPARATOR = " | "
WIDEST = 160
WIDEST_PROSE = 90
"""Columns of a line of sentences, without what it is indented by, where there is room."""
COLUMN = re.compile(r" *\S+(?: \S+)* {2,}")
"""What stands in a line before its last column."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A terminal, or what stands for one."""

    width: int
    signs: Signs
    encoding: str
    height: int = 24

    def fit(self, text: str) -> str:
        """The text as it will be written: what the encoding lacks as escapes, so that columns stay columns."""
        return text.encode(self.encoding, "backslashreplace").decode(self.encoding)

    def fold(self, text: str, indent: str = "  ") -> list[str]:
        """A paragraph as lines; what is carried over is indented further."""
        start = text[: len(text) - len(text.lstrip())]
        return folded(text.lstrip(), max(20, self.width - 1), start, start + indent) or [""]

    def prose(self, text: str, indent: str = "") -> list[str]:
        """Sentences as lines that are read with ease."""
        return folded(text, max(20, min(WIDEST_PROSE + len(indent), self.width - 1)), indent, indent)

    def fold_all(self, text: str) -> str:
        """Lines of text of which those that are too long are folded, each within its second column if it has two."""
        return "\n".join(part for line in text.split("\n") for part in self._folded(line))

    def _folded(self, line: str) -> list[str]:
        if cell_len(line) < self.width:
            return [line]
        column = COLUMN.match(line)
        if column is None or column.end() > self.width // 2:
            return self.fold(line)
        return self.fold(line, " " * (column.end() - len(line) + len(line.lstrip())))

    def pack(self, parts: list[str]) -> list[str]:
        """Short parts as lines, as many on each as there is room for."""
        lines: list[str] = []
        for part in parts:
            if lines and len(self.fit(lines[-1] + SEPARATOR + part)) < self.width:
                lines[-1] += SEPARATOR + part
            else:
                lines.append(part)
        return lines


def as_seen(text: str) -> str:
    """Lines of text as a terminal is to show them, folded; elsewhere they stay as they are."""
    return screen_here().fold_all(text) if sys.stdout is not None and sys.stdout.isatty() else text


def screen_here() -> Screen:
    """Where standard output is shown."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    size = shutil.get_terminal_size()
    return Screen(min(WIDEST, size.columns), signs_for(encoding), encoding, size.lines)
