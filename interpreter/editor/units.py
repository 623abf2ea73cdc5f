"""Columns as editors count them: not in letters, but in the units of an encoding, which the editor names."""

from __future__ import annotations

from typing import Literal

Encoding = Literal["utf-8", "utf-16", "utf-32"]
CODECS: dict[Encoding, tuple[str, int]] = {
    "utf-8": ("utf-8", 1),
    "utf-16": ("utf-16-le", 2),
    "utf-32": ("utf-32-le", 4),
}
"""By name, the codec and how many bytes make a unit."""


def units(text: str, encoding: Encoding) -> int:
    """How many units a text has."""
    codec, size = CODECS[encoding]
    return len(text.encode(codec, "surrogatepass")) // size


def letters(line: str, count: int, encoding: Encoding) -> int:
    """How many letters of a line so many units are; all of them if it has fewer."""
    codec, size = CODECS[encoding]
    return len(line.encode(codec, "surrogatepass")[: max(0, count) * size].decode(codec, "ignore"))
