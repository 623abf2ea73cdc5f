"""Fonts for print in a game's folder: TrueType or OpenType files, and the names of their families."""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass, field

from interpreter.rulebook.board_picture import read_own_file
from interpreter.rulebook.source.nodes import ProblemPlace, Problems
from interpreter.support.errors import Location

FONT_ENDINGS = (".ttf", ".otf")
MOST_FONT_BYTES = 5_000_000
"""Maximum size of a font's file."""
_KINDS = (0x00010000, 0x4F54544F)
"""Numbers with which a TrueType and an OpenType font begin."""
_TYPOGRAPHIC_FAMILY, _FAMILY = 16, 1
"""Numbers of the names of a family in a font; the first is used if there is one."""
_WINDOWS = 3


@dataclass(frozen=True, slots=True)
class PrintFont:
    """A font of the game's own: the name of its family, and its file."""

    path: str
    family: str
    content: bytes = field(repr=False)


def read_font(folder: str, path: str, place: ProblemPlace, problems: Problems) -> PrintFont | None:
    """Return a font in a game's folder, or report what is wrong with it."""
    if not path.lower().endswith(FONT_ENDINGS):
        problems.add(place, "wrong-form", f"a font ends in {' or '.join(FONT_ENDINGS)}")
        return None
    data = read_own_file(folder, path, place, problems, "font", MOST_FONT_BYTES)
    if data is None:
        return None
    try:
        return PrintFont(path, family_name(data), data)
    except (ValueError, struct.error):
        message = "this is no font, or it is damaged: its family has no name"
        problems.add(Location(os.path.join(folder, path)), "wrong-form", message)
        return None


def family_name(font: bytes) -> str:
    """Return the name of the family of a font (OpenType specification, table `name`).

    Raises:
        ValueError: It has none, or it is no font.
        struct.error: It is cut off.
    """
    kind, tables = struct.unpack_from(">LH", font)
    if kind not in _KINDS:
        raise ValueError("no font")
    entries = (struct.unpack_from(">4sLLL", font, 12 + 16 * at) for at in range(tables))
    start = next((offset for tag, _, offset, _ in entries if tag == b"name"), None)
    if start is None:
        raise ValueError("no names")
    _, count, texts = struct.unpack_from(">HHH", font, start)
    found: dict[int, str] = {}
    for at in range(count):
        platform, _, _, name_id, length, offset = struct.unpack_from(">6H", font, start + 6 + 12 * at)
        if platform == _WINDOWS and name_id in (_FAMILY, _TYPOGRAPHIC_FAMILY) and name_id not in found:
            begin = start + texts + offset
            found[name_id] = font[begin : begin + length].decode("utf-16-be")
    name = found.get(_TYPOGRAPHIC_FAMILY, found.get(_FAMILY, ""))
    if not name:
        raise ValueError("no family")
    return name
