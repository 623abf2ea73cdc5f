"""The picture of a board: a PNG, a JPEG or a harmless SVG in the game's folder, and its proportions."""

from __future__ import annotations

import os
import struct

from interpreter.rulebook.harmless_svg import SvgFault, read_svg_size
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.player_words import BoardPicture
from interpreter.rulebook.source.files import FolderFile, is_plain_file_inside, read_bytes
from interpreter.rulebook.source.nodes import ProblemPlace, Problems
from interpreter.support.errors import Location
from interpreter.support.similar_words import closest_match

MEDIA_TYPES = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".svg": "image/svg+xml"}
"""Endings of pictures, and their types."""
MOST_BYTES = 1_000_000
"""Maximum size of a picture's file."""
MOST_FILES = 1_000
"""Maximum number of files among which a misspelt one is looked for."""
MOST_PIXELS = 8000
"""Maximum width and height of a picture."""
LONGEST_SHAPE = 8
"""Maximum ratio of the longer side to the shorter one."""
PNG_START = b"\x89PNG\r\n\x1a\n"
JPEG_START = b"\xff\xd8\xff"
_JPEG_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers of a JPEG that are followed by its size."""


def media_type(path: str) -> str | None:
    """Return the type of a picture by the ending of its path, or None if it is no picture."""
    return MEDIA_TYPES.get(os.path.splitext(path)[1].lower())


def read_own_file(
    folder: str, path: str, place: ProblemPlace, problems: Problems, noun: str, most_bytes: int
) -> bytes | None:
    """Return the content of a plain file in a game's folder, or report what is wrong with it.

    `noun`: name of what is in it, for messages.
    """
    full = os.path.join(folder, path)
    if not os.path.lexists(full):
        inside = os.path.join(folder, os.path.dirname(path))
        beside = sorted(os.listdir(inside))[:MOST_FILES] if os.path.isdir(inside) else []
        meant = closest_match(os.path.basename(path), beside)
        meant = os.path.join(os.path.dirname(path), meant) if meant is not None else None
        problems.add(place, "missing-file", "there is no such file in the game's folder", suggestion=meant)
        return None
    if not is_plain_file_inside(folder, path) or _leads_through_link(folder, path):
        message = "this leads out of the game's folder, or is no plain file but a link, a folder or a device"
        problems.add(place, "missing-file", message)
        return None
    if os.path.getsize(full) > most_bytes:
        message = f"a {noun} has at most {most_bytes // 1000} kB; save it smaller"
        problems.add(Location(full), "file-too-large", message)
        return None
    return read_bytes(FolderFile("", path, full, os.path.realpath(full)), problems)


def read_picture(folder: str, path: str, place: ProblemPlace, problems: Problems) -> tuple[BoardPicture, bytes] | None:
    """Return a picture with its content, or report at `place`, or in its own file, what is wrong with it."""
    if media_type(path) is None:
        *others, last = MEDIA_TYPES
        problems.add(place, "wrong-form", f"a picture ends in {', '.join(others)} or {last}")
        return None
    data = read_own_file(folder, path, place, problems, "picture", MOST_BYTES)
    if data is None:
        return None
    full = os.path.join(folder, path)
    where = Location(full)
    try:
        width, height = _size(data, media_type(path))
    except SvgFault as fault:
        problems.add(Location(full, fault.line, fault.column), "unsafe-picture", str(fault))
        return None
    except (ValueError, struct.error, IndexError):
        problems.add(where, "wrong-form", f"this is no picture of the type {media_type(path)}, or it is damaged")
        return None
    if not (0 < width <= MOST_PIXELS and 0 < height <= MOST_PIXELS):
        problems.add(where, "file-too-large", f"a picture is at most {MOST_PIXELS} pixels wide and high")
        return None
    if max(width, height) > LONGEST_SHAPE * min(width, height):
        problems.add(where, "wrong-form", f"a picture is at most {LONGEST_SHAPE} times as long as wide")
        return None
    return BoardPicture(path, width, height), data


def load_picture(book: Rulebook) -> tuple[bytes, str] | None:
    """Return the content and the type of a game's picture, or None if it has none or it is no longer harmless."""
    picture = book.player_texts.image
    if picture is None:
        return None
    read = read_picture(picture.folder or book.folder, picture.path, Location(picture.path), Problems())
    kind = media_type(picture.path)
    return None if read is None or kind is None else (read[1], kind)


def _leads_through_link(folder: str, path: str) -> bool:
    """Return True if a file, or a folder on the way to it, is a symbolic link."""
    parts = os.path.normpath(path).split(os.sep)
    return any(os.path.islink(os.path.join(folder, *parts[: end + 1])) for end in range(len(parts)))


def _size(data: bytes, kind: str | None) -> tuple[float, float]:
    """Return width and height. Raise ValueError, or another error of its parts, if the data is no such picture."""
    if kind == "image/svg+xml":
        return read_svg_size(data)
    if kind == "image/png":
        if not data.startswith(PNG_START) or data[12:16] != b"IHDR":
            raise ValueError
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if not data.startswith(JPEG_START):
        raise ValueError
    at = 2
    while data[at] == 0xFF:
        marker = data[at + 1]
        if marker in _JPEG_SIZES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + struct.unpack(">H", data[at + 2 : at + 4])[0]
    raise ValueError
