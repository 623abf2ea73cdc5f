"""Lines that break the layout of YAML: without a colon, with another indentation, or below a text without its `|`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from interpreter.rulebook.source.missing_dashes import MOST_JOINED_ABOVE
from interpreter.rulebook.source.nodes import SourceFile
from interpreter.rulebook.source.source_rows import (
    ENTRY,
    FIELD,
    content_column,
    count_blanks,
    indent_of,
    is_field,
    is_field_of_file,
    layout_problem,
    lists_of_files,
    misplaced_line,
    row_at,
)
from interpreter.support.errors import Location, Problem

_NO_COLON = re.compile(r"( *(?:- +)*)([a-z][a-z_]*)(?: +([^:#{\[]*[^:#\s]|[{\[].*\S))?\s*")
_IN_WORDS = re.compile(r"( *)([a-z][a-z_]*)(?: +(?:is|are) +| *= *| +)([^:#]*[^:#\s])\s*", re.ASCII)
"""Matches a field whose value is behind a blank, `is` or `=`."""
_OPENS_TEXT = re.compile(r" *(?:- +)*([a-z][a-z ]*): *[|>][-+]?\d* *(?:#.*)?$")
_NO_BLANK = re.compile(r"( *(?:- +)*)([a-z][a-z_]*):(\S.*?)\s*")
MAX_MISALIGNMENT = 3
"""Maximum difference in indentation, in blanks, at which an entry or field is assumed to belong to its neighbours."""
_ODD_INDENTATION = re.compile(r" *([\u00a0\u2000-\u200a\u202f\u3000]+)")


def missing_colon(line: int, source: SourceFile) -> Problem | None:
    """Return a problem if a line (counted from 0) looks like a field that lacks its colon or the blank after it."""
    found = _NO_COLON.fullmatch(row_at(line, source))
    if found is None:
        return _without_blank(line, source)
    before, key, value = found.groups()
    opens = line + 1 < len(source.lines) and indent_of(source.lines[line + 1]) >= len(before)
    if not ("-" in before or is_field(key, len(before), source)) or (value is None and not opens):
        return None
    where = Location(source.path, line + 1, len(before) + 1)
    length = len(source.lines[line].rstrip()) - len(before)
    meant = f"`{key}: {value}`" if value else f"`{key}:`"
    return Problem(where, "no-field", f"a colon is missing after `{key}`", meant, source.excerpt(line + 1), length)


def field_in_words(line: int, source: SourceFile) -> Problem | None:
    """Return a problem for a field without a colon, as `speed is number`, above another field; None for other lines."""
    found, below = _IN_WORDS.fullmatch(row_at(line, source)), FIELD.fullmatch(row_at(line + 1, source))
    if found is None or below is None or len(found[1]) != len(below[1]):
        return None
    where = Location(source.path, line + 1, len(found[1]) + 1)
    message, meant = f"a colon is missing after `{found[2]}`", f"`{found[2]}: {found[3]}`"
    return Problem(where, "no-field", message, meant, source.excerpt(line + 1), len(row_at(line, source).strip()))


def _without_blank(line: int, source: SourceFile) -> Problem | None:
    found = _NO_BLANK.fullmatch(row_at(line, source))
    if found is None or not is_field(found[2], len(found[1]), source):
        return None
    where = Location(source.path, line + 1, len(found[1]) + 1)
    message, meant = f"a blank is missing after `{found[2]}:`", f"`{found[2]}: {found[3]}`"
    replaced = (where.column, len(source.lines[line].rstrip()) - len(found[1]))
    return Problem(where, "no-field", message, meant, source.excerpt(line + 1), len(found[2]) + 1, replaced=replaced)


def wrong_indentation(line: int, source: SourceFile) -> Problem | None:
    """Return a problem if an entry or field has another indentation than its neighbours.

    It can be the one in this line (counted from 0), or an entry above it.
    """
    at = next((number for number in range(line, -1, -1) if ENTRY.match(source.lines[number])), None)
    fields = content_column(source.lines[at]) if at is not None else 0
    here = indent_of(source.lines[line])
    if at is not None and (dashed := _superfluous_dash(at, line, source)) is not None:
        return dashed
    if at is not None:
        depths = _depths_beside(at, source)
        usual = _usual(depths, source)
        if line == at or here == fields or here - fields == usual - depths[at]:
            wrong = next((number for number in (at, *sorted(depths, reverse=True)) if depths[number] != usual), None)
            if wrong is not None and wrong <= line:
                message = f"this entry is indented by {count_blanks(depths[wrong])}, the others by {usual}"
                return misplaced_line(source, wrong, usual, message)
    field = FIELD.fullmatch(row_at(line, source))
    if line == at or here == fields or field is None or not is_field(field[2], fields, source, but=line):
        return None
    if abs(here - fields) > MAX_MISALIGNMENT:
        return None
    above = "the fields of the entry above" if at is not None else "the fields above"
    return misplaced_line(source, line, fields, f"this line is indented by {count_blanks(here)}, {above} by {fields}")


def _superfluous_dash(at: int, line: int, source: SourceFile) -> Problem | None:
    """Return a problem for a field with a dash in a line (counted from 0) if it and a line below it make a mapping."""
    entry, opened, below = (FIELD.fullmatch(row_at(each, source)) for each in (at, at - 1, line))
    if entry is None or opened is None or below is None or opened[3] is not None or opened[2] in lists_of_files():
        return None
    if line == at or len(below[1]) != indent_of(source.lines[at]) or "-" in below[1]:
        return None
    if sum(1 for number, _ in _entries_around(at, source) if at - 1 < number < line) > 1:
        return None
    message = f"`{opened[2]}:` has fields, and they begin without `- `, with which an entry of a list begins"
    found = misplaced_line(source, at, indent_of(source.lines[at]), message)
    return replace(found, code="no-list", suggestion=(found.suggestion or "").replace("- ", "", 1))


def outdented_text(line: int, source: SourceFile) -> Problem | None:
    """Return a problem if a line (counted from 0) of a `|` block isn't indented enough.

    It must be indented at least as far as the block's first line, and farther than the block's field.
    """
    here = indent_of(source.lines[line]) if line < len(source.lines) else 0
    first = None
    for number in range(line - 1, -1, -1):
        row = source.lines[number]
        if not row.strip():
            continue
        opened = _OPENS_TEXT.match(row)
        if first is None and opened and here <= content_column(row) and not FIELD.fullmatch(row_at(line, source)):
            return layout_problem(
                source, line, here, f"the text of `{opened[1]}:` has to be indented more than `{opened[1]}:`"
            )
        if indent_of(row) <= here:
            if first is None or indent_of(row) == here or not opened:
                return None
            depth = indent_of(source.lines[first])
            message = (
                f"this line is indented by {count_blanks(here)}, the first line of its text, line {first + 1}, by"
                f" {depth}; every line of a text is indented at least as far as its first"
            )
            return misplaced_line(source, line, depth, message)
        first = number
    return None


def missing_block_marker(line: int, source: SourceFile) -> Problem | None:
    """Return a problem if a text of several lines lacks its `|` and continues in this line (counted from 0)."""
    begun = next((number for number in range(line - 1, -1, -1) if FIELD.fullmatch(row_at(number, source))), None)
    field = FIELD.fullmatch(row_at(begun, source)) if begun is not None else None
    here = FIELD.fullmatch(row_at(line, source))
    if here is not None and " " not in here[2]:
        return None
    if begun is None or field is None or indent_of(source.lines[line]) < len(field[1]):
        return None
    if " " not in (field[3] or "") and (field[3] or not _is_plain_text(begun + 1, len(field[1]), source)):
        return None
    message = f"a text of several lines needs `|` after `{field[2]}:`, and goes below it, indented"
    return layout_problem(source, begun, len(field[1]), message, f"`{field[2]}: |`")


def _is_plain_text(line: int, outside: int, source: SourceFile) -> bool:
    """True if a line, indented further than `outside`, has several words and neither a dash nor a field."""
    row = row_at(line, source)
    words = row.strip()
    return indent_of(row) > outside and " " in words and not words.startswith("- ") and not FIELD.fullmatch(row)


def _depths_beside(at: int, source: SourceFile) -> dict[int, int]:
    """Return the indentation, by line, of the entries of the list that contains the entry in a line.

    Entries belong to the same list if they begin with the same field.
    """
    entries = dict(_entries_around(at, source))
    own = entries[at]
    return {
        number: len(found[1])
        for number, found in entries.items()
        if found[2] == own[2] and abs(len(found[1]) - len(own[1])) <= MAX_MISALIGNMENT
    }


def _usual(depths: dict[int, int], source: SourceFile) -> int:
    """Return the indentation of most entries of a list; in case of a tie, all entries of the file decide."""
    here = Counter(depths.values())
    file = Counter(len(found[1]) for line in source.lines if (found := ENTRY.match(line)))
    return max(here, key=lambda depth: (here[depth], file[depth]))


def _entries_around(at: int, source: SourceFile) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield the entries of all lists under the same top-level field as a line."""
    lines = source.lines
    first = next((number for number in range(at, -1, -1) if lines[number][:1].strip(" -#")), 0)
    for number in range(first, len(lines)):
        if number > at and lines[number][:1].strip(" -#"):
            return
        if found := ENTRY.match(lines[number]):
            yield number, found


def outdented_field(line: int, source: SourceFile) -> Problem | None:
    """Return a problem for the field above a line that stands further out than its neighbours, or None."""
    above = [
        number for number in range(line - 1, max(-1, line - MOST_JOINED_ABOVE), -1) if row_at(number, source).strip()
    ]
    field = FIELD.fullmatch(row_at(above[0], source)) if len(above) > 1 else None
    if field is None or field[3] is None or "-" in field[1] or is_field_of_file(field[2], source):
        return None
    depth = content_column(source.lines[above[1]])
    if not FIELD.fullmatch(row_at(above[1], source)) or len(field[1]) >= depth:
        return None
    message = f"this line is indented by {count_blanks(len(field[1]))}, the field above it by {depth}"
    return misplaced_line(source, above[0], depth, message)


def odd_indentation(last: int, source: SourceFile) -> Problem | None:
    """Return a problem for the nearest line that is indented with blanks that YAML takes for letters."""
    for number in range(min(last, len(source.lines) - 1), -1, -1):
        if (odd := _ODD_INDENTATION.match(source.lines[number])) is not None:
            where = Location(source.path, number + 1, odd.start(1) + 1)
            message = "these blanks aren't plain spaces, and lines are indented with plain ones: type them again"
            return Problem(where, "indentation", message, excerpt=source.excerpt(number + 1), length=len(odd[1]))
    return None
