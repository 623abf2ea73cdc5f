"""What stays the same all through a loop, worked out before it (loop-invariant code motion)."""

from __future__ import annotations

import re
from collections.abc import Callable

NAME = r"(?:f\[1\]|\ba\d+|\byou)"
ROW = re.compile(rf"K\d+\[(?:{NAME}|\(1 - {NAME}\))\]")
CELL = re.compile(r"\bf\[\d+\]")
"""What does not change while one expression is worked out: a row of a table for an argument, a name in the frame."""


def hoisted(text: str, fresh: Callable[[], str]) -> tuple[list[str], str]:
    """An expression with what stays the same all through a loop inside it worked out before: the lines for that, the
    rest.
    """
    lines: list[str] = []
    if " for " in text:
        for pattern in (ROW, CELL):
            for part in dict.fromkeys(pattern.findall(text)):
                name = fresh()
                lines.append(f"{name} = {part}")
                text = text.replace(part, name)
    return lines, text
