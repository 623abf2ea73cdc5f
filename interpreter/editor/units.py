"""Conversion of columns between characters and the code units of the encoding that the editor uses."""

from __future__ import annotations

from typing import Literal

Encoding = Literal["utf-8", "utf-16", "utf-32"]
CODECS: dict[Encoding, tuple[str, int]] = {
    "utf-8": ("utf-8", 1),
    "utf-16": ("utf-16-le", 2),
    "utf-32": ("utf-32-le", 4),
}
"""Codec and bytes per code unit by encoding name."""


def code_units(text: str, encoding: Encoding) -> int:
    """Return the length of a text in code units."""
    codec, size = CODECS[encoding]
    return len(text.encode(codec, "surrogatepass")) // size


def characters(line: str, count: int, encoding: Encoding) -> int:
    """Return the number of characters in the first `count` code units of a line."""
    codec, size = CODECS[encoding]
    return len(line.encode(codec, "surrogatepass")[: max(0, count) * size].decode(codec, "ignore"))
