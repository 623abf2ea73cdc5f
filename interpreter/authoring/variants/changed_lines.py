"""Line changes of a text for a variant: each changed passage and its replacement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import takewhile

from interpreter.rulebook.model import Text
from interpreter.rulebook.overlays.lines import find_lines, replace_lines
from interpreter.support.errors import Location

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
    differing = [*_differing(rows, others)]
    if len(differing) > MAX_RAW_HUNKS:
        return []
    hunks = _merge_hunks(_with_context(text, rows, others, each) for each in differing)
    changes = [_change(rows, others, each) for each in hunks]
    if len(changes) > MAX_HUNKS or sum(each.length for each in changes) >= len(rows) + len(others):
        return []
    return changes if _apply_changes(text, changes) == new.rstrip() else []


def _differing(rows: Sequence[str], others: Sequence[str]) -> Iterator[_Hunk]:
    for what, *spans in SequenceMatcher(None, rows, others, autojunk=False).get_opcodes():
        if what != "equal":
            yield _Hunk(*spans)


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
