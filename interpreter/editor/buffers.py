"""The files that an editor has open, with what is not saved of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from interpreter.errors import Where
from interpreter.rulebook.files import FoundFile, read_files, unsaved
from interpreter.rulebook.nodes import Problems


@dataclass(frozen=True, slots=True)
class Buffer:
    """A file that is open: how the editor calls it, its path, and what the editor shows; `version` counts changes."""

    uri: str
    path: str
    text: str
    version: int | None = None


@dataclass(slots=True)
class Buffers:
    """What is open, by real paths."""

    opened: dict[str, Buffer] = field(default_factory=dict)

    def put(self, buffer: Buffer) -> None:
        """Take a file as it is now in the editor."""
        self.opened[os.path.realpath(buffer.path)] = buffer

    def close(self, path: str) -> None:
        """From now on what is saved counts."""
        self.opened.pop(os.path.realpath(path), None)

    def of(self, path: str) -> Buffer | None:
        """The file of this path, if it is open."""
        return self.opened.get(os.path.realpath(path))

    def has(self, path: str) -> bool:
        """Whether there is such a file, be it in the editor alone."""
        return self.of(path) is not None or os.path.isfile(path)

    @contextmanager
    def read(self) -> Iterator[None]:
        """Within, files are read as the editor shows them."""
        with unsaved({real: each.text.encode("utf-8", "surrogatepass") for real, each in self.opened.items()}):
            yield

    def lines(self, path: str) -> list[str]:
        """The lines of a file, as far as it can be read."""
        buffer = self.of(path)
        if buffer is None:
            file = FoundFile("", path, path, os.path.realpath(path))
            texts, _ = read_files([file], os.path.dirname(path), Problems())
            text = texts[path][1] if texts else ""
        else:
            text = buffer.text.replace("\r\n", "\n").replace("\r", "\n")
        return text.split("\n")

    def line(self, where: Where) -> str:
        """The line of a place; empty if there is none."""
        lines = self.lines(where.file)
        return lines[where.line - 1] if 1 <= where.line <= len(lines) else ""
