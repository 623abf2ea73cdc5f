"""The lines of a text as they stand in files, and texts in which some lines come from another file.

Changes of single lines within a text, as overlays ask for them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from interpreter.rulebook.model import Text
from interpreter.rulebook.overlays.paths import CanonicalPath, PathTarget
from interpreter.rulebook.source.nodes import (
    MOST_SUGGESTIONS,
    Problems,
    SplicedScalar,
    YamlList,
    YamlMapping,
    YamlNode,
    YamlScalar,
)
from interpreter.support.errors import Location


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of a file that belongs to a text.

    Attributes:
        content: The line's content.
        indent: Blanks before it in the text that contains it, in addition to those it has already.
        text: The text in which it was written.
        line: The line of `text` at which it begins, from 1.
        column: The column of `text` at which it begins, from 1.
        is_joined: True if YAML joined it to the line above.
    """

    content: str
    indent: int
    text: Text
    line: int
    column: int
    is_joined: bool

    @property
    def where(self) -> Location:
        """Its place in the file."""
        return self.text.place_at(self.line, self.column)

    def is_at(self, other: SourceLine) -> bool:
        """True if both lines begin at the same place of the same text."""
        return self.text.where == other.text.where and (self.line, self.column) == (other.line, other.column)


def source_lines(text: Text) -> list[SourceLine]:
    """Return the lines of a text as they stand in files, including those that YAML joined."""
    if isinstance(text, SplicedText):
        return list(text.lines)
    rows, beginnings = text.split("\n"), text.line_starts()
    found = []
    for (line, column), (next_line, next_column) in zip(beginnings, [*beginnings[1:], (0, 0)], strict=True):
        whole = next_line != line
        said = rows[line - 1][column - 1 : None if whole else next_column - 1]
        found.append(SourceLine(said if whole else said.rstrip(), 0, text, line, column, column > 1))
    return found


def replace_lines(text: Text, old: Sequence[SourceLine], new: Text | None) -> SplicedText:
    """Return the text with consecutive lines replaced by those of another text.

    The new lines are indented like the first old one. Lines that YAML joined stay joined.

    Args:
        text: The text.
        old: Consecutive lines of `text` to replace.
        new: The text to insert; None to only remove the old lines.
    """
    lines = source_lines(text)
    at = next(at for at, line in enumerate(lines) if line.is_at(old[0]))
    above, below = lines[:at], lines[at + len(old) :]
    first = lines[at]
    folded = first.is_joined or any(line.is_joined for line in lines[at + 1 : at + 2])
    indent = 0 if folded else first.indent + len(first.content) - len(first.content.lstrip(" "))
    taken = []
    for number, line in enumerate(source_lines(new) if new is not None else ()):
        joined = line.is_joined or (folded and number > 0) or (first.is_joined and number == 0)
        taken.append(replace(line, indent=0 if joined else line.indent + indent, is_joined=joined))
    while taken and not taken[-1].content.strip(" "):
        taken.pop()
    if not taken and below and below[0].is_joined:
        below[0] = replace(below[0], is_joined=first.is_joined)
    return SplicedText((*above, *taken, *below))


class SplicedText(Text):
    """A text whose lines come from several texts."""

    lines: tuple[SourceLine, ...]
    _beginnings: tuple[tuple[int, int], ...]

    def __new__(cls, lines: tuple[SourceLine, ...]) -> SplicedText:
        """Join lines to one text, each with its own indentation."""
        said, beginnings = "", []
        row = column = 1
        for at, line in enumerate(lines):
            row, column = (row, column + 1) if line.is_joined else (row + (at > 0), 1)
            said += (" " if line.is_joined else "\n" if at else "") + " " * line.indent + line.content
            beginnings.append((row, column))
            column += line.indent + len(line.content)
        text = super().__new__(cls, said, lines[0].where if lines else Location(""))
        text.lines = lines
        text._beginnings = tuple(beginnings)
        return text

    def __getnewargs__(self) -> tuple[object, ...]:  # type: ignore[override]
        return (self.lines,)

    def place_at(self, line: int, column: int) -> Location:
        """Return the place in its own file of a (line, column) of the text, both from 1."""
        at = bisect_right(self._beginnings, (line, column)) - 1
        if at < 0 or self._beginnings[at][0] != line:
            return self.where
        found = self.lines[at]
        offset = column - self._beginnings[at][1] - found.indent
        return found.text.place_at(found.line, max(1, found.column + offset))

    @property
    def first_joined_line(self) -> Location | None:
        """The place of the first line that YAML joined to the one above it, or None."""
        return next((line.where for line in self.lines if line.is_joined), None)

    def line_starts(self) -> list[tuple[int, int]]:
        """Return the (line, column) in the text, both from 1, at which each line of a file begins."""
        return list(self._beginnings)

    def excerpt(self, where: Location) -> str | None:
        """Return the line at `where` of any of the files, or None for another file."""
        return next((found for line in self.lines if (found := line.text.excerpt(where)) is not None), None)


_COMMENT = re.compile(r'^((?:[^"#]|"[^"]*")*)#.*')


def find_lines(text: Text, wanted: str) -> list[list[SourceLine]]:
    """Return all places of a text that contain the wanted lines one below the other.

    Comments and indentation are ignored.
    """
    lines, rows = source_lines(text), [_plain(row) for row in wanted.strip().split("\n")]
    said = [_plain(line.content) for line in lines]
    places = range(len(said) - len(rows) + 1) if any(rows) else ()
    return [lines[at : at + len(rows)] for at in places if said[at : at + len(rows)] == rows]


def unique_lines(path: str, text: YamlScalar, wanted: YamlScalar, problems: Problems) -> list[SourceLine] | None:
    """Return the only place that contains the wanted lines; report it if there is none, or several, and return None."""
    found = find_lines(text.text, str(wanted.data))
    if len(found) == 1:
        return found[0]
    if found:
        places = " and ".join(str(lines[0].where) for lines in found)
        message = f"`{path}` says this in {places}; put the line above or below it under `line`, too"
        problems.add(wanted, "line-twice", message)
        return None
    said = [_plain(line.content) for line in source_lines(text.text)]
    rows = [_plain(row) for row in str(wanted.data).strip().split("\n")]
    missing = next((row for row in rows if row not in said), rows[0])
    meant = get_close_matches(missing, filter(None, said), 1) if len(problems) < MOST_SUGGESTIONS else []
    message = f"`{path}` has no line `{missing}`, in {text.text.where}"
    if missing in said:
        message = f"`{path}` does not say these lines one below the other, in {text.text.where}"
    problems.add(wanted, "no-line", message, suggestion=meant[0] if meant and missing not in said else None)
    return None


def is_whole_text(text: Text, lines: list[SourceLine]) -> bool:
    """True if these are all lines of a text, apart from empty ones."""
    return len(lines) == sum(1 for line in source_lines(text) if line.content.strip())


def line_paths(steps: CanonicalPath, text: YamlScalar, lines: list[SourceLine]) -> tuple[CanonicalPath, ...]:
    """Return the paths of lines of a text.

    A line's path is that of the text and a step with the line's content and its number among equal lines.
    """
    said = [(line, _plain(line.content)) for line in source_lines(text.text)]
    found = []
    for wanted in lines:
        plain = _plain(wanted.content)
        number = next(at for at, line in enumerate([line for line, row in said if row == plain]) if line.is_at(wanted))
        found.append((*steps, f"line {number} {plain}"))
    return tuple(found)


def replace_in_target(target: PathTarget, old: list[SourceLine], new: YamlScalar, key: YamlScalar) -> None:
    """Replace lines of a target's text by those of another text, or by nothing.

    Other lines of the text may have been changed already.
    """
    there = _there(target)
    text = replace_lines(there.text, old, new.text if new.data else None)
    replace(target, node=there).put(SplicedScalar(there, text), key)


def _there(target: PathTarget) -> YamlScalar:
    """Return the text that is now at the place of a target."""
    nodes: list[YamlNode] = []
    if isinstance(target.parent, YamlMapping):
        nodes = [target.parent.values[target.key]]
    elif isinstance(target.parent, YamlList):
        nodes = [item for item in target.parent if target.node in (item, getattr(item, "origin", None))]
    (found,) = nodes
    assert isinstance(found, YamlScalar)
    return found


def _plain(row: str) -> str:
    """Return the content of a line without a comment."""
    return _COMMENT.sub(r"\1", row).strip()
