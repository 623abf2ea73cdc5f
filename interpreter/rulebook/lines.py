"""The lines of a text as files have them, and texts in which lines of another file stand in place of some."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from interpreter.errors import Where
from interpreter.rulebook.model import Text


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file: what it says in the text that it is in, and how far it stands in there besides. It begins in
    `text`, in this line of it and at this letter, from 1. `joined`: YAML joined it to the one above."""

    said: str
    indent: int
    text: Text
    line: int
    column: int
    joined: bool

    @property
    def where(self) -> Where:
        return self.text.at(self.line, self.column)

    def is_at(self, other: Line) -> bool:
        """Whether the two begin in one place of one text."""
        return self.text.where == other.text.where and (self.line, self.column) == (other.line, other.column)


def lines_of(text: Text) -> list[Line]:
    """The lines of a text, those too that YAML joined."""
    if isinstance(text, Spliced):
        return list(text.lines)
    rows, beginnings = text.split("\n"), text.beginnings()
    found = []
    for (line, column), (next_line, next_column) in zip(beginnings, [*beginnings[1:], (0, 0)], strict=True):
        whole = next_line != line
        said = rows[line - 1][column - 1 : None if whole else next_column - 1]
        found.append(Line(said if whole else said.rstrip(), 0, text, line, column, column > 1))
    return found


def with_lines(text: Text, old: Sequence[Line], new: Text | None) -> Spliced:
    """The text with the lines of another one in place of some of its own, which stand one below the other; None: these
    are taken out. New lines stand in as far as the first old one; what YAML joined stays joined."""
    lines = lines_of(text)
    at = next(at for at, line in enumerate(lines) if line.is_at(old[0]))
    above, below = lines[:at], lines[at + len(old) :]
    first = lines[at]
    folded = first.joined or any(line.joined for line in lines[at + 1 : at + 2])
    indent = 0 if folded else first.indent + len(first.said) - len(first.said.lstrip(" "))
    taken = []
    for number, line in enumerate(lines_of(new) if new is not None else ()):
        joined = line.joined or (folded and number > 0) or (first.joined and number == 0)
        taken.append(replace(line, indent=0 if joined else line.indent + indent, joined=joined))
    while taken and not taken[-1].said.strip(" "):
        taken.pop()
    if not taken and below and below[0].joined:
        below[0] = replace(below[0], joined=first.joined)
    return Spliced((*above, *taken, *below))


class Spliced(Text):
    """A text put together of lines of several texts."""

    lines: tuple[Line, ...]
    _beginnings: tuple[tuple[int, int], ...]

    def __new__(cls, lines: tuple[Line, ...]) -> Spliced:
        said, beginnings = "", []
        row = column = 1
        for at, line in enumerate(lines):
            row, column = (row, column + 1) if line.joined else (row + (at > 0), 1)
            said += (" " if line.joined else "\n" if at else "") + " " * line.indent + line.said
            beginnings.append((row, column))
            column += line.indent + len(line.said)
        text = super().__new__(cls, said, lines[0].where if lines else Where(""))
        text.lines = lines
        text._beginnings = tuple(beginnings)
        return text

    def __getnewargs__(self) -> tuple[object, ...]:  # type: ignore[override]
        return (self.lines,)

    def at(self, line: int, column: int) -> Where:
        at = bisect_right(self._beginnings, (line, column)) - 1
        if at < 0 or self._beginnings[at][0] != line:
            return self.where
        found = self.lines[at]
        offset = column - self._beginnings[at][1] - found.indent
        return found.text.at(found.line, max(1, found.column + offset))

    @property
    def joined(self) -> Where | None:
        return next((line.where for line in self.lines if line.joined), None)

    def beginnings(self) -> list[tuple[int, int]]:
        return list(self._beginnings)

    def excerpt(self, where: Where) -> str | None:
        return next((found for line in self.lines if (found := line.text.excerpt(where)) is not None), None)
