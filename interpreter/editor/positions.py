"""Positions of the Language Server Protocol, which counts from 0 in the editor's units, as positions in files."""

from __future__ import annotations

import os
from pathlib import Path

from lsprotocol import types
from pygls import uris
from pygls.workspace import PositionCodec

from interpreter.editor.buffers import Buffers
from interpreter.support.errors import Location


def path_of(uri: str) -> str | None:
    """Return the path of a URI; None if it doesn't name a local file."""
    try:
        path = uris.to_fs_path(uri)
        if path is None or not os.path.isabs(path) or b"\0" in os.fsencode(path):
            return None
    except ValueError:  # not a URI, or characters that aren't allowed in file names
        return None
    return str(path)


def overlap(one: types.Range, other: types.Range) -> bool:
    """Return True if two ranges overlap or touch."""
    return bool(one.start <= other.end and other.start <= one.end)


class EditorPositions:
    """Positions in the files of one editor."""

    def __init__(self, buffers: Buffers, codec: PositionCodec) -> None:
        self._buffers = buffers
        self._codec = codec

    def location(self, path: str, position: types.Position) -> Location:
        """Return a position of the protocol as one in a file. A column beyond the end of a line counts as its end."""
        line = self._buffers.line(Location(path, position.line + 1))
        at = types.Position(0, position.character)
        column = self._codec.position_from_client_units([f"{line}\n"], at).character
        return Location(path, position.line + 1, column + 1)

    def range(self, where: Location, length: int) -> types.Range:
        """Return the range of that many characters from a position on."""
        line = self._buffers.line(where)
        start = max(0, where.column - 1)
        first, last = (self._codec.client_num_units(line[:end]) for end in (start, start + length))
        number = max(0, where.line - 1)
        return types.Range(types.Position(number, first), types.Position(number, last))

    def between(self, start: Location, end: Location) -> types.Range:
        """Return the range between two positions of a file."""
        return types.Range(self.range(start, 0).start, self.range(end, 0).start)

    def found(self, where: Location, length: int = 0) -> types.Location:
        """Return a range of a file as a location of the protocol."""
        return types.Location(self.uri(where.file), self.range(where, length))

    def uri(self, path: str) -> str:
        """Return the URI of a file, as the editor writes it if the file is open there."""
        buffer = self._buffers.get(path)
        return buffer.uri if buffer else Path(path).absolute().as_uri()
