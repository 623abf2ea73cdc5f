"""Text that knows its place in a file, and labels as keys."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Self

from interpreter.support.errors import Location

FLAG_WORDS = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}
"""Words that people write for flags, in small letters."""
NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Text(str):
    """A text of the effect language that knows the place of each of its characters in the file."""

    where: Location
    _lines: tuple[tuple[int, int], ...]
    _folds: tuple[tuple[int, int, int, int], ...]
    _source: tuple[str, ...]

    def __new__(
        cls,
        value: str,
        where: Location,
        lines: tuple[tuple[int, int], ...] = (),
        folds: tuple[tuple[int, int, int, int], ...] = (),
        source: tuple[str, ...] = (),
    ) -> Self:
        """Create a text with its places; line and column numbers start at 1.

        Args:
            value: The text.
            where: The place of the text as a whole.
            lines: The (line, column) in the file at which each line of the text begins.
            folds: Later beginnings within a line of the text, in order, where YAML joined several lines of the file:
                (line, column) in the text followed by (line, column) in the file.
            source: The lines of the file.
        """
        text = super().__new__(cls, value)
        text.where = where
        text._lines = lines
        text._folds = folds
        text._source = source
        return text

    def __getnewargs__(self) -> tuple[object, ...]:  # type: ignore[override]
        return str(self), self.where, self._lines, self._folds, self._source

    def place_at(self, line: int, column: int) -> Location:
        """Return the place in the file of a (line, column) of the text, both from 1."""
        if not 1 <= line <= len(self._lines):
            return self.where
        start_line, start_column = self._lines[line - 1]
        offset = column - 1
        for text_line, text_column, file_line, file_column in self._folds:
            if text_line == line and text_column <= column:
                start_line, start_column, offset = file_line, file_column, column - text_column
        return Location(self.where.file, start_line, start_column + offset)

    def part(self, start: int, end: int) -> Text:
        """Return a part of the text, which knows its place."""
        before = self[:start]
        where = self.place_at(before.count("\n") + 1, start - before.rfind("\n"))
        return Text(self[start:end], where, ((where.line, where.column),), (), self._source)

    def position_of(self, line: int, column: int) -> tuple[int, int] | None:
        """Return the (line, column) in the text of a place in the file, all from 1; None if it is outside the text."""
        rows = self.split("\n")
        begun = [(*spot, number, 1) for number, spot in enumerate(self._lines, start=1)]
        begun += [(file_line, file_column, number, at) for number, at, file_line, file_column in self._folds]
        here = [each for each in begun if each[0] == line and each[1] <= column]
        if not here:
            return None
        _, first, number, at = max(here)
        ends = [fold[1] - 1 for fold in self._folds if fold[0] == number and fold[1] > at]
        found = at + column - first
        return (number, found) if found <= min(ends, default=len(rows[number - 1]) + 1) else None

    @property
    def first_joined_line(self) -> Location | None:
        """The place of the first line that YAML joined to the one above it, or None if it joined none."""
        return Location(self.where.file, *self._folds[0][2:]) if self._folds else None

    def line_starts(self) -> list[tuple[int, int]]:
        """Return the (line, column) in the text, both from 1, at which each line of the file begins.

        Lines that YAML joined are included.
        """
        return sorted([(line, 1) for line in range(1, self.count("\n") + 2)] + [fold[:2] for fold in self._folds])

    def excerpt(self, where: Location) -> str | None:
        """Return the line of the file at `where`, for a message about this text; None for another file."""
        here = where.file == self.where.file and 1 <= where.line <= len(self._source)
        return self._source[where.line - 1] if here else None


def standalone_text(rows: Sequence[str]) -> Text:
    """Make a text whose positions refer to itself."""
    text = "\n".join(rows)
    return Text(text, Location("text", 1, 1), tuple((line, 1) for line in range(1, text.count("\n") + 2)))


HOLE = re.compile(r"\{([^{}]*)\}|[{}]")
"""A hole in a sentence: an expression in braces. A brace alone is a mistake."""


def fill_holes(sentence: str, values: Sequence[str]) -> str:
    """Return a sentence on one line with values in its holes, in order."""
    given = iter(values)
    return spaced_evenly(HOLE.sub(lambda _: next(given), sentence))


def spaced_evenly(text: str) -> str:
    """Return a text with one blank between its words."""
    return " ".join(text.split())


def is_title(name: str, titles: Iterable[str]) -> bool:
    """True if a name is one of some titles, whatever its capitals, or has its words with `_` between them."""
    small = name.casefold()
    return any(small == title.casefold() or slug(title) in (small, f"{small}s") for title in titles)


def slug(label: str) -> str:
    """Return a label as a key: small letters, digits and underscores."""
    return re.sub(r"\W+", "_", label.lower()).strip("_")
