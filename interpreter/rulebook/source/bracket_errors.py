"""Mistakes within quotes and brackets: a comma or quote is missing, or closes another text than was meant."""

from __future__ import annotations

import re
from typing import Any

from interpreter.rulebook.source.nodes import SourceFile
from interpreter.rulebook.source.source_rows import is_field, row_at
from interpreter.support.errors import Location, Problem

_VALUE_AND_FIELD = re.compile(r"[{,] *[a-z][a-z ]*: +[^,{}\[\]:\"']*\S +([a-z][a-z_]*)$", re.ASCII)
_FIELDS_IN_QUOTES = re.compile(r"""(["'])[^"']*, *([a-z][a-z_ ]*): *\1$""", re.ASCII)
"""Matches a quoted text that ends with the name of a field."""
_WITH_APOSTROPHE = re.compile(r"""(?<=[:,\[{-] )('[^'"\\]*[^\W\d_]')(?=[^\W\d_])[^"\\]*?'(?= *(?:[,}\]]|$))""")
"""Matches a text in single quotes with an apostrophe inside a word."""
_LAST_FIELD = re.compile(r"""[{,] *([a-z][a-z_]*): +([^"'{}\[\],:]+)$""", re.ASCII)
"""Matches a field in braces with a plain text at the end of a line."""
MOST_LINES_ABOVE = 200
"""Maximum number of lines above a mistake in which its cause is sought."""


def unclosed_quote(line: int, column: int, source: SourceFile) -> Problem | None:
    """Return a problem if a quote that was meant to open a text before this place closes one of a line above."""
    before = row_at(line, source)[:column].rstrip()
    quote = before[-1:]
    if quote not in ('"', "'") or not quote:
        return None
    opens = re.compile(rf"(?:: |- |[\[{{,] ?)({quote})[^{quote}]*$")
    for number in range(line - 1, max(-1, line - MOST_LINES_ABOVE), -1):
        row = row_at(number, source)
        if row.count(quote) % 2:
            found = opens.search(row)
            if found is None:
                return None
            where = Location(source.path, number + 1, found.start(1) + 1)
            message = f"this quote is not closed in its line; the next one, in line {line + 1}, closes it"
            return Problem(where, "not-closed", message, excerpt=source.excerpt(number + 1))
    return None


def missing_comma(mark: Any, source: SourceFile) -> Problem | None:
    """Return a problem for a field before this place, in braces, before which a comma is missing, or None."""
    found = _VALUE_AND_FIELD.search(row_at(mark.line, source)[: mark.column])
    if found is None or not is_field(found[1], 0, source):
        return None
    where = Location(source.path, mark.line + 1, found.start(1) + 1)
    message = f"a comma is missing before `{found[1]}:`"
    return Problem(where, "no-comma", message, excerpt=source.excerpt(mark.line + 1), length=len(found[1]))


def open_quote(mark: Any, source: SourceFile) -> Problem | None:
    """Return a problem for a quote before this place that the next field's quote closes, or None."""
    before = row_at(mark.line, source)[: mark.column].rstrip()
    found = _FIELDS_IN_QUOTES.search(before)
    if found is None:
        return None
    where = Location(source.path, mark.line + 1, found.start(1) + 1)
    message = f"this quote is not closed: the next one, before which `{found[2]}:` stands, closes it"
    return Problem(where, "not-closed", message, excerpt=source.excerpt(mark.line + 1))


def cut_at_apostrophe(mark: Any, source: SourceFile) -> Problem | None:
    """Return a problem for a text in single quotes that an apostrophe ends before this place, or None."""
    row = row_at(mark.line, source)
    text = next((each for each in _WITH_APOSTROPHE.finditer(row) if each.end(1) == mark.column), None)
    if text is None:
        return None
    said = row[text.start() + 1 : text.end() - 1]
    where = Location(source.path, mark.line + 1, text.end(1))
    message = "this apostrophe ends the text, which begins with the same sign: put double quotes around it"
    replaced = (text.start() + 1, text.end() - text.start())
    return Problem(where, "needs-quotes", message, f'`"{said}"`', source.excerpt(mark.line + 1), replaced=replaced)


def unquoted_text(mark: Any, source: SourceFile) -> Problem | None:
    """Return a problem for a text in braces with a colon at this place, with the text in quotes, or None."""
    row = row_at(mark.line, source)
    found = _LAST_FIELD.search(row[: mark.column])
    if found is None or row[mark.column : mark.column + 2] != ": ":
        return None
    rest = re.match(r"[^\"'{}\[\],]*", row[mark.column :])
    text = f"{found[2]}{rest[0] if rest else ''}".rstrip()
    where = Location(source.path, mark.line + 1, mark.column + 1)
    message = "in brackets, a text with : or , or quotes inside needs quotes around it"
    replaced = (found.start(1) + 1, len(f"{found[1]}: {text}"))
    meant = f'`{found[1]}: "{text}"`'
    return Problem(where, "needs-quotes", message, meant, source.excerpt(mark.line + 1), replaced=replaced)
