"""Entries of a list that lack their `- `, or the blank after the dash."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import takewhile
from typing import Any

from interpreter.rulebook.source.nodes import SourceFile, YamlScalar
from interpreter.rulebook.source.source_rows import (
    ENTRY,
    FIELD,
    MAX_LINE_LENGTH,
    indent_of,
    is_list_field,
    lists_of_files,
    row_at,
)
from interpreter.support.errors import NO_RANGE, Location, Problem

_JOINED_DASH = re.compile(r"( *)-(?=[{\[]|[a-z][a-z_]*: )", re.ASCII)
_IN_BRACES = re.compile(r"( *)\{.*\} *(?:#.*)?")
_INDENTATION = re.compile("( *)")
_COMMENT = re.compile(" +#.*")
MOST_LINES_ABOVE = 200
"""Maximum number of lines above a mistake in which its list is sought."""
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


def plain_entry_without_dash(line: int, source: SourceFile) -> Problem | None:
    """Return a problem for a line (counted from 0) with a text or list that lacks its `- `, below an entry, or None."""
    row = row_at(line, source)
    if not row.strip() or row.lstrip()[:1] in "-#" or FIELD.fullmatch(row):
        return None
    beside = _lines_beside(line, source)
    entries = [number for number in beside if ENTRY.match(source.lines[number])]
    if not entries or entries[-1] != beside[-1]:
        return None
    opened = _opening_field(beside[0], source)
    is_compact = opened is None and entries != beside  # the dashes are as far out as the field of their list
    return None if is_compact else _plain_entries(line, source)


def entries_without_dash(line: int, source: SourceFile) -> Problem | None:
    """Return a problem for the first entries of a list if they lack the `- ` that this line (counted from 0) has."""
    beside = _lines_beside(line, source) if ENTRY.match(row_at(line, source)) else []
    if not beside or any(ENTRY.match(source.lines[each]) for each in beside):
        return None
    opened, row = _opening_field(beside[0], source), source.lines[beside[0]]
    if opened is None or (FIELD.fullmatch(row) and not is_list_field(opened, source)):
        return None
    found = _also_in(_without_dash(beside[0], _INDENTATION.match(row), source), beside[1:])
    return replace(found, suggestion=None) if beside[1:] else found


def text_without_dash(node: YamlScalar) -> Problem | None:
    """Return a problem for a text into which YAML joined the first entry of a list, without its `- `, and the others.

    Returns None for another text.
    """
    source, line = node.source, node.line - 1
    depth = indent_of(source.lines[line])
    if depth != node.column - 1:
        return None
    below = takewhile(lambda row: indent_of(row) >= depth, source.lines[line + 1 : line + 1 + MOST_JOINED_ABOVE])
    joins = any(ENTRY.match(row) and indent_of(row) == depth for row in below)
    return _plain_entries(line, source) if joins else None


def _plain_entries(line: int, source: SourceFile) -> Problem:
    """Return a problem for an entry without its dash, which names those directly below it that lack theirs, too."""
    others = takewhile(
        lambda each: (
            indent_of(source.lines[each]) == indent_of(source.lines[line])
            and source.lines[each].lstrip()[:1] not in ("", "-", "#")
            and not FIELD.fullmatch(source.lines[each])
        ),
        range(line + 1, min(line + MOST_LINES_ABOVE, len(source.lines))),
    )
    return _also_in(_without_dash(line, _INDENTATION.match(source.lines[line]), source), [*others])


def _also_in(found: Problem, others: list[int]) -> Problem:
    """Return a problem that also names further lines (counted from 0) without a dash; its suggestion is only advice."""
    if not others:
        return found
    further = f"and in line {others[0] + 1}" if len(others) == 1 else f"and below, down to line {others[-1] + 1}"
    return replace(found, message=found.message.replace("here", f"here {further}"), replaced=NO_RANGE)


def _lines_beside(line: int, source: SourceFile) -> list[int]:
    """Return the lines above a line (all counted from 0) that have its indentation, down from the field above them."""
    depth, found = indent_of(source.lines[line]), list[int]()
    for number in range(line - 1, max(-1, line - MOST_LINES_ABOVE), -1):
        row = source.lines[number]
        if not row.strip() or row.lstrip().startswith("#"):
            continue
        if indent_of(row) < depth:
            break
        if indent_of(row) == depth:
            found.insert(0, number)
    return found


def _opening_field(line: int, source: SourceFile) -> str | None:
    """Return the field without a value directly above a line (counted from 0), less indented; None for another line."""
    above = next((each for each in range(line - 1, -1, -1) if source.lines[each].strip(" ")[:1] not in ("", "#")), -1)
    found = FIELD.fullmatch(_COMMENT.sub("", row_at(above, source)))
    if found is None or found[3] is not None or indent_of(source.lines[above]) >= indent_of(source.lines[line]):
        return None
    return found[2]


def _begins_entries(indent: str, field: str, source: SourceFile) -> bool:
    """Return True if an entry of a list begins with this field, behind a dash that is indented as the pattern says."""
    entry = re.compile(rf"{indent}- +(?:\{{ *)?{re.escape(field)}:")
    return any(entry.match(row[:MAX_LINE_LENGTH]) for row in source.lines)


def _without_dash(line: int, found: re.Match[str] | None, source: SourceFile) -> Problem:
    at = len(found[1]) if found is not None else 0
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
