"""Entries of a list that lack their `- `, or the blank after the dash."""

from __future__ import annotations

import re
from typing import Any

from interpreter.rulebook.source.nodes import SourceFile
from interpreter.rulebook.source.source_rows import ENTRY, FIELD, MAX_LINE_LENGTH, indent_of, lists_of_files, row_at
from interpreter.support.errors import Location, Problem

_JOINED_DASH = re.compile(r"( *)-(?=[{\[]|[a-z][a-z_]*: )", re.ASCII)
_IN_BRACES = re.compile(r"( *)\{.*\} *(?:#.*)?")
MOST_JOINED_ABOVE = 4
"""Maximum number of lines in which an entry without a blank after its dash is sought."""


def missing_dash(mark: Any, begun: Any, source: SourceFile) -> Problem | None:
    """Return a problem for an entry of a list without its `- `, in braces or with fields below it, or None."""
    braces = _IN_BRACES.fullmatch(row_at(begun.line, source)) if begun is not None else None
    if braces is not None and any(
        (beside := ENTRY.match(row_at(line, source))) and beside[1] == braces[1]
        for line in (begun.line - 1, begun.line + 1)
    ):
        return _without_dash(begun.line, braces, source)
    line = mark.line if mark is not None else 0
    here, above = FIELD.fullmatch(row_at(line, source)), FIELD.fullmatch(row_at(line - 1, source))
    if here is not None and "-" not in here[1] and _begins_entries(here[1], here[2], source):
        return _without_dash(line, here, source)
    if here is None or above is None or above[3] is None or "-" in above[1] or "-" in here[1]:
        return None
    if len(here[1]) != len(above[1]) + 2 or not above[1]:
        return None
    begins = _begins_entries(" *", above[2], source)
    opened = FIELD.fullmatch(row_at(line - 2, source))
    opens = opened is not None and opened[3] is None and opened[2] in lists_of_files()
    return _without_dash(line - 1, above, source) if begins or opens else None


def first_text_without_dash(line: int, source: SourceFile) -> Problem | None:
    """Return a problem for the first text of a list that lacks its `- `, shortly above a line, or None."""
    for number in range(line, max(0, line - MOST_JOINED_ABOVE), -1):
        row, above, below = (row_at(each, source) for each in (number, number - 1, number + 1))
        entry, opened = ENTRY.match(below), FIELD.fullmatch(above)
        is_text = row.strip() and not ENTRY.match(row) and not FIELD.fullmatch(row)
        is_opened = opened is not None and opened[3] is None
        if is_text and is_opened and entry is not None and len(entry[1]) == indent_of(row):
            return _without_dash(number, entry, source)
    return None


def _begins_entries(indent: str, field: str, source: SourceFile) -> bool:
    """Return True if an entry of a list begins with this field, behind a dash that is indented as the pattern says."""
    entry = re.compile(rf"{indent}- +(?:\{{ *)?{re.escape(field)}:")
    return any(entry.match(row[:MAX_LINE_LENGTH]) for row in source.lines)


def _without_dash(line: int, found: re.Match[str], source: SourceFile) -> Problem:
    at = len(found[1])
    rest = source.lines[line].rstrip()[at:]
    where = Location(source.path, line + 1, at + 1)
    message = "`- ` is missing here, with which an entry of a list begins"
    return Problem(where, "no-dash", message, f"`- {rest}`", source.excerpt(line + 1), replaced=(at + 1, len(rest)))


def joined_dash(last: int, source: SourceFile) -> Problem | None:
    """Return a problem for a list entry, in this line or shortly above it, without a blank after its dash."""
    for number in range(min(last, len(source.lines) - 1), max(-1, last - MOST_JOINED_ABOVE), -1):
        joined = _JOINED_DASH.match(row_at(number, source))
        if joined is not None and any(ENTRY.match(line) for line in source.lines if line != source.lines[number]):
            where = Location(source.path, number + 1, len(joined[1]) + 1)
            message = "a blank is missing after `-`, with which an entry of a list begins"
            return Problem(where, "no-blank", message, excerpt=source.excerpt(number + 1))
    return None
