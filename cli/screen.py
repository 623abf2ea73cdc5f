"""Where text is shown: how wide, with which signs, in which encoding."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass

from rich.cells import cell_len

from cli.folding import folded
from cli.picture import Signs, signs_for

SEPARATOR = " | "
WIDEST = 160


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

    def fold_all(self, text: str) -> str:
        """Lines of text of which those that are too long are folded."""
        lines = text.split("\n")
        return "\n".join(
            part for line in lines for part in (self.fold(line) if cell_len(line) >= self.width else [line])
        )

    def pack(self, parts: list[str]) -> list[str]:
        """Short parts as lines, as many on each as there is room for."""
        lines: list[str] = []
        for part in parts:
            if lines and len(self.fit(lines[-1] + SEPARATOR + part)) < self.width:
                lines[-1] += SEPARATOR + part
            else:
                lines.append(part)
        return lines


def screen_here() -> Screen:
    """Where standard output is shown."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    size = shutil.get_terminal_size()
    return Screen(min(WIDEST, size.columns), signs_for(encoding), encoding, size.lines)
