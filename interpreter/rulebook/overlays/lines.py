"""Changes of lines within a text: applied as overlays ask for them, or found by comparing two texts.

The lines of a text are those of the files; a changed text can have lines of several files.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher, get_close_matches
from itertools import takewhile

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
        message = f"`{path}` says this in {places}; add the line above or below it to `line`"
        problems.add(wanted, "line-twice", message)
        return None
    said = [_plain(line.content) for line in source_lines(text.text)]
    rows = [_plain(row) for row in str(wanted.data).strip().split("\n")]
    missing = next((row for row in rows if row not in said), rows[0])
    meant = get_close_matches(missing, filter(None, said), 1) if len(problems) < MOST_SUGGESTIONS else []
    message = f"`{path}` has no line `{missing}`, in {text.text.where}"
    if missing in said:
        message = f"`{path}` doesn't contain these lines one after the other, in {text.text.where}"
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


MAX_HUNKS = 3
"""Maximum number of changed passages; a text with more is replaced as a whole."""
MAX_RAW_HUNKS = 3 * MAX_HUNKS
"""Maximum number of differing passages before adjacent ones are merged."""
MAX_CONTEXT_LINES = 8
"""Maximum number of context lines that make a changed passage unique in its text."""
MAX_LINES = 400
"""Maximum number of lines of a text that is compared line by line."""


@dataclass(frozen=True, slots=True)
class LineChange:
    """A passage of one or more lines that occurs once in the text, and its replacement; None deletes it."""

    line: str
    to: str | None

    @property
    def length(self) -> int:
        """Number of lines that the change takes in a variant."""
        return len(self.line.split("\n")) + len((self.to or "").split("\n"))


@dataclass(frozen=True, slots=True)
class _Hunk:
    """A hunk: rows `start` to `end` of the old text, and `new_start` to `new_end` of the new one."""

    start: int
    end: int
    new_start: int
    new_end: int


def line_changes(text: Text, new: str) -> list[LineChange]:
    """Return the line changes that turn a text into another one.

    The list is empty if replacing the whole text is shorter, or if line changes can't express the difference exactly.
    """
    rows, others = text.rstrip().split("\n"), new.rstrip().split("\n")
    if text.first_joined_line is not None or len(rows) < 2 or max(len(rows), len(others)) > MAX_LINES:
        return []
    codes = SequenceMatcher(None, rows, others, autojunk=False).get_opcodes()
    differing = [_Hunk(*spans) for what, *spans in codes if what != "equal"]
    if len(differing) > MAX_RAW_HUNKS:
        return []
    hunks = _merge_hunks(_with_context(text, rows, others, each) for each in differing)
    changes = [_change(rows, others, each) for each in hunks]
    if len(changes) > MAX_HUNKS or sum(each.length for each in changes) >= len(rows) + len(others):
        return []
    return changes if _apply_changes(text, changes) == new.rstrip() else []


def _with_context(text: Text, rows: Sequence[str], others: Sequence[str], hunk: _Hunk) -> _Hunk:
    """Return the hunk with the least context that makes it unique; unchanged if it needs too much context."""
    above = _common_prefix_length(reversed(rows[: hunk.start]), reversed(others[: hunk.new_start]))
    below = _common_prefix_length(rows[hunk.end :], others[hunk.new_end :])
    for more in range(MAX_CONTEXT_LINES + 1):
        for up in range(min(more, above), max(0, more - below) - 1, -1):
            down = more - up
            wide = _Hunk(hunk.start - up, hunk.end + down, hunk.new_start - up, hunk.new_end + down)
            if _can_be_replaced(text, rows[wide.start : wide.end], others[wide.new_start : wide.new_end]):
                return wide
    return hunk


def _common_prefix_length(rows: Iterable[str], others: Iterable[str]) -> int:
    """Return the length of the common prefix of two sequences of rows."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(rows, others, strict=False)))


def _can_be_replaced(text: Text, old: Sequence[str], new: Sequence[str]) -> bool:
    """Return True if a line change can replace the old rows with the new ones.

    The old rows must occur once in the text. Old and new rows must begin and end with non-blank rows.
    No new row may be indented less than the first one.
    """
    if not old or not old[0].strip() or not old[-1].strip():
        return False
    indent = _indent(old[0])
    if new and (_indent(new[0]) != indent or not new[0].strip() or not new[-1].strip()):
        return False
    return all(_indent(row) >= indent for row in new if row.strip()) and len(find_lines(text, "\n".join(old))) == 1


def _merge_hunks(hunks: Iterator[_Hunk]) -> list[_Hunk]:
    """Return the hunks with those merged that overlap or touch."""
    found: list[_Hunk] = []
    for hunk in hunks:
        if found and hunk.start <= found[-1].end:
            last = found.pop()
            hunk = _Hunk(min(last.start, hunk.start), hunk.end, min(last.new_start, hunk.new_start), hunk.new_end)
        found.append(hunk)
    return found


def _change(rows: Sequence[str], others: Sequence[str], hunk: _Hunk) -> LineChange:
    old, new = rows[hunk.start : hunk.end], others[hunk.new_start : hunk.new_end]
    margin = min((_indent(row) for row in old if row.strip()), default=0)
    line = "\n".join(row[margin:] for row in old)
    indent = _indent(old[0]) if old else 0
    return LineChange(line, "\n".join(row[indent:] for row in new) if new else None)


def _apply_changes(text: Text, changes: Sequence[LineChange]) -> str | None:
    """Apply the changes to a text and return it; None if a changed passage isn't unique."""
    made = text
    for each in changes:
        found = find_lines(text, each.line)
        if len(found) != 1:
            return None
        made = replace_lines(made, found[0], None if each.to is None else Text(each.to, Location("")))
    return made.rstrip()


def _indent(row: str) -> int:
    return len(row) - len(row.lstrip(" "))
