"""Mistakes within quotes and brackets: a comma or quote is missing, or closes another text than was meant."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from interpreter.rulebook.source.nodes import SourceFile
from interpreter.rulebook.source.source_rows import is_field, row_at
from interpreter.support.errors import Location, Problem

_VALUE_AND_FIELD = re.compile(r"[{,] *[a-z][a-z ]*: +[^,{}\[\]:\"']*\S +([a-z][a-z_]*)$", re.ASCII)
_CLOSED_VALUE = re.compile(r"""(?:"[^"]*"|'[^']*'|\[[^\[\]]*\]|\{[^{}]*\}) *$""")
"""Matches a value in quotes or brackets at the end of a line, with the blanks after it."""
_NEXT_FIELD = re.compile(r"[a-z][a-z_]*(?: [a-z_]+)*:(?= |$)", re.ASCII)
_NEXT_ENTRY = re.compile(r"""[\[{"']|[a-z]\w*""", re.ASCII)
_CLOSING = {"[": "]", "{": "}"}
_OPENING = {closing: opening for opening, closing in _CLOSING.items()}
MAX_BRACKETS = 60
"""Maximum length in characters of a text in brackets that is shown as a whole."""
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
    if quote not in ('"', "'"):
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


def missing_comma(mark: Any, begun: Any, source: SourceFile) -> Problem | None:
    """Return a problem for a place in brackets before which a comma is missing, or None.

    Args:
        mark: The place at which the parser stopped, behind a field's name or a finished value.
        begun: The place of the opening bracket.
        source: The file.
    """
    row = row_at(mark.line, source)
    before, rest = row[: mark.column], row[mark.column :]
    plain = _VALUE_AND_FIELD.search(before)
    if plain is not None and is_field(plain[1], 0, source):
        at, name = plain.start(1), f"{plain[1]}:"
    elif (closed := _CLOSED_VALUE.search(before)) is not None and (item := _next_item(rest, row, begun)) is not None:
        at, name = closed.end(), item
    else:
        return None
    value = _CLOSED_VALUE.search(row[:at]) or re.search(r"\S+ +$", row[:at])
    where = Location(source.path, mark.line + 1, at + 1)
    found = Problem(
        where, "no-comma", f"a comma is missing before `{name}`", excerpt=row, length=len(name.removesuffix(":"))
    )
    if value is None:
        return found
    wording = f"{value[0].rstrip()}, {name}"
    return replace(found, wordings=(wording,), replaced=(value.start() + 1, len(value[0]) + len(name)))


def _next_item(rest: str, row: str, begun: Any) -> str | None:
    """Return the beginning of the next field in braces, or entry in square brackets, with which a text begins."""
    pattern = _NEXT_FIELD if row[begun.column : begun.column + 1] == "{" else _NEXT_ENTRY
    found = pattern.match(rest)
    return found[0] if found is not None else None


def mismatched_bracket(mark: Any, begun: Any, source: SourceFile) -> Problem | None:
    """Return a problem for a bracket at this place that closes one of the other kind, or None."""
    last, first = row_at(mark.line, source), row_at(begun.line, source)
    opening, closing = first[begun.column : begun.column + 1], last[mark.column : mark.column + 1]
    needed = _CLOSING.get(opening)
    if needed is None or closing not in _CLOSING.values() or closing == needed:
        return None
    where = Location(source.path, mark.line + 1, mark.column + 1)
    message = f"`{opening}` is closed by `{closing}`, and only `{needed}` closes it"
    begin = begun.column if begun.line == mark.line and mark.column - begun.column < MAX_BRACKETS else mark.column
    written = last[begin : mark.column]
    wordings: tuple[str, ...] = (f"{written}{needed}", f"{written}{needed}{closing}")
    if written.startswith(opening):
        wordings = (*wordings, f"{_OPENING[closing]}{written[1:]}{closing}")
    return Problem(
        where, "not-closed", message, excerpt=last, wordings=wordings, replaced=(begin + 1, len(written) + 1)
    )


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
