"""Plain messages for the YAML parser's errors, with the line that is really wrong.

Diagnosis of YAML structure errors: find the line that lacks its colon or has the wrong indentation, and a `|` block
that is empty.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import yaml

from interpreter.rulebook.schema.compiled_schema import schema_of
from interpreter.rulebook.source.files import FOLDERS, SINGLE_KINDS
from interpreter.rulebook.source.line_repairs import has_several_fields, repaired_field
from interpreter.rulebook.source.nodes import SourceFile, YamlNode, YamlScalar
from interpreter.support.errors import NO_RANGE, Location, Problem

_ENTRY = re.compile(r"( *)- +(?:\{ *)?(?:([a-z][a-z_]*) *:?)?", re.ASCII)
_DASHES = re.compile(r" *(?:- +)*")
_FIELD = re.compile(r"( *(?:- +)*)([^\s\"'{\[:#][^\"'{\[:#]*):(?: +(\S.*)|\s*)", re.ASCII)
_NO_COLON = re.compile(r"( *(?:- +)*)([a-z][a-z_]*)(?: +([^:#{\[]*[^:#\s]|[{\[].*\S))?\s*")
_IN_WORDS = re.compile(r"( *)([a-z][a-z_]*)(?: +(?:is|are) +| *= *| +)([^:#]*[^:#\s])\s*", re.ASCII)
"""Matches a field whose value is behind a blank, `is` or `=`."""
_OPENS_TEXT = re.compile(r" *(?:- +)*([a-z][a-z ]*): *[|>][-+]?\d* *(?:#.*)?$")
_NO_BLANK = re.compile(r"( *(?:- +)*)([a-z][a-z_]*):(\S.*?)\s*")
_VALUE_AND_FIELD = re.compile(r"[{,] *[a-z][a-z ]*: +[^,{}\[\]:\"']*\S +([a-z][a-z_]*)$", re.ASCII)
_JOINED_DASH = re.compile(r"( *)-(?=[{\[]|[a-z][a-z_]*: )", re.ASCII)
_IN_BRACES = re.compile(r"( *)\{.*\} *(?:#.*)?")
MOST_JOINED_ABOVE = 4
"""Maximum number of lines in which an entry without a blank after its dash is sought."""
_FIELDS_IN_QUOTES = re.compile(r"""(["'])[^"']*, *([a-z][a-z_ ]*): *\1$""", re.ASCII)
"""Matches a quoted text that ends with the name of a field."""
_WITH_APOSTROPHE = re.compile(r"""(?<=[:,\[{-] )('[^'"\\]*[^\W\d_]')(?=[^\W\d_])[^"\\]*?'(?= *(?:[,}\]]|$))""")
"""Matches a text in single quotes with an apostrophe inside a word."""
_LAST_FIELD = re.compile(r"""[{,] *([a-z][a-z_]*): +([^"'{}\[\],:]+)$""", re.ASCII)
"""Matches a field in braces with a plain text at the end of a line."""
MOST_LINES_ABOVE = 200
"""Maximum number of lines above a mistake in which its cause is sought."""
MAX_LINE_LENGTH = 400
"""Length in characters beyond which a line isn't examined."""
MAX_MISALIGNMENT = 3
"""Maximum difference in indentation, in blanks, at which an entry or field is assumed to belong to its neighbours."""


def missing_colon(line: int, source: SourceFile) -> Problem | None:
    """Return a problem if a line (counted from 0) looks like a field that lacks its colon or the blank after it."""
    found = _NO_COLON.fullmatch(_row(line, source))
    if found is None:
        return _without_blank(line, source)
    before, key, value = found.groups()
    opens = line + 1 < len(source.lines) and _indent(source.lines[line + 1]) >= len(before)
    if not ("-" in before or _is_field(key, len(before), source)) or (value is None and not opens):
        return None
    where = Location(source.path, line + 1, len(before) + 1)
    length = len(source.lines[line].rstrip()) - len(before)
    meant = f"`{key}: {value}`" if value else f"`{key}:`"
    return Problem(where, "no-field", f"a colon is missing after `{key}`", meant, source.excerpt(line + 1), length)


def _field_in_words(line: int, source: SourceFile) -> Problem | None:
    """Return a problem for a field without a colon, as `speed is number`, above another field; None for other lines."""
    found, below = _IN_WORDS.fullmatch(_row(line, source)), _FIELD.fullmatch(_row(line + 1, source))
    if found is None or below is None or len(found[1]) != len(below[1]):
        return None
    where = Location(source.path, line + 1, len(found[1]) + 1)
    message, meant = f"a colon is missing after `{found[2]}`", f"`{found[2]}: {found[3]}`"
    return Problem(where, "no-field", message, meant, source.excerpt(line + 1), len(_row(line, source).strip()))


def _without_blank(line: int, source: SourceFile) -> Problem | None:
    found = _NO_BLANK.fullmatch(_row(line, source))
    if found is None or not _is_field(found[2], len(found[1]), source):
        return None
    where = Location(source.path, line + 1, len(found[1]) + 1)
    message, meant = f"a blank is missing after `{found[2]}:`", f"`{found[2]}: {found[3]}`"
    replaced = (where.column, len(source.lines[line].rstrip()) - len(found[1]))
    return Problem(where, "no-field", message, meant, source.excerpt(line + 1), len(found[2]) + 1, replaced=replaced)


def wrong_indentation(line: int, source: SourceFile) -> Problem | None:
    """Return a problem if an entry or field has another indentation than its neighbours.

    It can be the one in this line (counted from 0), or an entry above it.
    """
    at = next((number for number in range(line, -1, -1) if _ENTRY.match(source.lines[number])), None)
    fields = _start(source.lines[at]) if at is not None else 0
    here = _indent(source.lines[line])
    if at is not None and (dashed := _superfluous_dash(at, line, source)) is not None:
        return dashed
    if at is not None:
        depths = _depths_beside(at, source)
        usual = _usual(depths, source)
        if line == at or here == fields or here - fields == usual - depths[at]:
            wrong = next((number for number in (at, *sorted(depths, reverse=True)) if depths[number] != usual), None)
            if wrong is not None and wrong <= line:
                message = f"this entry is indented by {_blanks(depths[wrong])}, the others by {usual}"
                return _misplaced(source, wrong, usual, message)
    field = _FIELD.fullmatch(_row(line, source))
    if line == at or here == fields or field is None or not _is_field(field[2], fields, source, but=line):
        return None
    if abs(here - fields) > MAX_MISALIGNMENT:
        return None
    above = "the fields of the entry above" if at is not None else "the fields above"
    return _misplaced(source, line, fields, f"this line is indented by {_blanks(here)}, {above} by {fields}")


def _superfluous_dash(at: int, line: int, source: SourceFile) -> Problem | None:
    """Return a problem for a field with a dash in a line (counted from 0) if it and a line below it make a mapping."""
    entry, opened, below = (_FIELD.fullmatch(_row(each, source)) for each in (at, at - 1, line))
    if entry is None or opened is None or below is None or opened[3] is not None or opened[2] in _lists_of_files():
        return None
    if line == at or len(below[1]) != _indent(source.lines[at]) or "-" in below[1]:
        return None
    if sum(1 for number, _ in _entries_around(at, source) if at - 1 < number < line) > 1:
        return None
    message = f"`{opened[2]}:` has fields, and they begin without `- `, with which an entry of a list begins"
    found = _misplaced(source, at, _indent(source.lines[at]), message)
    return replace(found, code="no-list", suggestion=(found.suggestion or "").replace("- ", "", 1))


def outdented_text(line: int, source: SourceFile) -> Problem | None:
    """Return a problem if a line (counted from 0) of a `|` block isn't indented enough.

    It must be indented at least as far as the block's first line, and farther than the block's field.
    """
    here = _indent(source.lines[line]) if line < len(source.lines) else 0
    first = None
    for number in range(line - 1, -1, -1):
        row = source.lines[number]
        if not row.strip():
            continue
        opened = _OPENS_TEXT.match(row)
        if first is None and opened and here <= _start(row) and not _FIELD.fullmatch(_row(line, source)):
            return _problem(
                source, line, here, f"the text of `{opened[1]}:` has to be indented more than `{opened[1]}:`"
            )
        if _indent(row) <= here:
            if first is None or _indent(row) == here or not opened:
                return None
            depth = _indent(source.lines[first])
            message = (
                f"this line is indented by {_blanks(here)}, the first line of its text, line {first + 1}, by {depth};"
                " every line of a text is indented at least as far as its first"
            )
            return _misplaced(source, line, depth, message)
        first = number
    return None


def missing_block_marker(line: int, source: SourceFile) -> Problem | None:
    """Return a problem if a text of several lines lacks its `|` and continues in this line (counted from 0)."""
    begun = next((number for number in range(line - 1, -1, -1) if _FIELD.fullmatch(_row(number, source))), None)
    field = _FIELD.fullmatch(_row(begun, source)) if begun is not None else None
    here = _FIELD.fullmatch(_row(line, source))
    if here is not None and " " not in here[2]:
        return None
    if begun is None or field is None or _indent(source.lines[line]) < len(field[1]):
        return None
    if " " not in (field[3] or "") and (field[3] or not _is_plain_text(begun + 1, len(field[1]), source)):
        return None
    message = f"a text of several lines needs `|` after `{field[2]}:`, and goes below it, indented"
    return _problem(source, begun, len(field[1]), message, f"`{field[2]}: |`")


def _is_plain_text(line: int, outside: int, source: SourceFile) -> bool:
    """True if a line, indented further than `outside`, has several words and neither a dash nor a field."""
    row = _row(line, source)
    words = row.strip()
    return _indent(row) > outside and " " in words and not words.startswith("- ") and not _FIELD.fullmatch(row)


def unclosed_quote(line: int, column: int, source: SourceFile) -> Problem | None:
    """Return a problem if a quote that was meant to open a text before this place closes one of a line above."""
    before = _row(line, source)[:column].rstrip()
    quote = before[-1:]
    if quote not in ('"', "'") or not quote:
        return None
    opens = re.compile(rf"(?:: |- |[\[{{,] ?)({quote})[^{quote}]*$")
    for number in range(line - 1, max(-1, line - MOST_LINES_ABOVE), -1):
        row = _row(number, source)
        if row.count(quote) % 2:
            found = opens.search(row)
            if found is None:
                return None
            where = Location(source.path, number + 1, found.start(1) + 1)
            message = f"this quote is not closed in its line; the next one, in line {line + 1}, closes it"
            return Problem(where, "not-closed", message, excerpt=source.excerpt(number + 1))
    return None


def _missing_comma(before: str, source: SourceFile) -> str | None:
    """Return the field before which a comma is missing in braces, if a line up to a colon ends with one, or None."""
    found = _VALUE_AND_FIELD.search(before)
    return found[1] if found is not None and _is_field(found[1], 0, source) else None


def _problem(source: SourceFile, line: int, column: int, message: str, meant: str | None = None) -> Problem:
    code = "indentation" if meant is None else "needs-block"
    where = Location(source.path, line + 1, column + 1)
    return Problem(where, code, message, meant, source.excerpt(line + 1), replaced=NO_RANGE)


def _misplaced(source: SourceFile, line: int, depth: int, message: str) -> Problem:
    """Return a problem for a line (counted from 0) with the line as it is when it is indented by `depth` blanks."""
    row = source.lines[line].rstrip()
    found = _problem(source, line, _indent(row), message)
    return replace(found, suggestion=f"`{' ' * depth}{row.strip()}`", replaced=(1, len(row)))


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
    file = Counter(len(found[1]) for line in source.lines if (found := _ENTRY.match(line)))
    return max(here, key=lambda depth: (here[depth], file[depth]))


def _entries_around(at: int, source: SourceFile) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield the entries of all lists under the same top-level field as a line."""
    lines = source.lines
    first = next((number for number in range(at, -1, -1) if lines[number][:1].strip(" -#")), 0)
    for number in range(first, len(lines)):
        if number > at and lines[number][:1].strip(" -#"):
            return
        if found := _ENTRY.match(lines[number]):
            yield number, found


def _is_field(key: str, column: int, source: SourceFile, but: int | None = None) -> bool:
    """True if a word is the name of a field.

    It is one if it is also a field in the same column of another line, or in braces, or at the top of a kind of file.
    """
    pattern = re.compile(rf"(?:[ -]{{{column}}}|.*[{{,] *){re.escape(key)}:(?:\s|$)")
    there = any(number != but and pattern.match(line) for number, line in enumerate(source.lines))
    return there or (column == 0 and key in _fields_of_files())


def _is_of_file(key: str, source: SourceFile) -> bool:
    """True if a word is a field at the top of a kind of file."""
    folder, _, name = source.name.replace("\\", "/").rpartition("/")
    kind = FOLDERS.get(folder) or name.removesuffix(".yaml")
    return key in (schema_of(kind).get("properties", {}) if kind in _KINDS else _fields_of_files())


@cache
def _fields_of_files() -> frozenset[str]:
    """Return the top-level fields of all kinds of files."""
    return frozenset(field for kind in _KINDS for field in schema_of(kind).get("properties", {}))


@cache
def _lists_of_files() -> frozenset[str]:
    """Return the top-level fields of all kinds of files that are lists."""
    fields = (schema_of(kind).get("properties", {}).items() for kind in _KINDS)
    return frozenset(name for each in fields for name, field in each if "array" in field.get("type", ()))


def _row(line: int, source: SourceFile) -> str:
    row = source.lines[line] if 0 <= line < len(source.lines) else ""
    return row if len(row) <= MAX_LINE_LENGTH else ""


def _start(line: str) -> int:
    """Return the column, from 0, at which the content of a line begins, after the dashes of list entries."""
    found = _DASHES.match(line)
    return found.end() if found else 0


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _blanks(number: int) -> str:
    return "1 blank" if number == 1 else f"{number} blanks"


_FIELD_BEFORE = re.compile(r"""\s*(- +)*[^\s"'{\[:]+: """)

_ODD_INDENTATION = re.compile(r" *([\u00a0\u2000-\u200a\u202f\u3000]+)")

DEEPEST = 50
"""Maximum number of lists and mappings inside each other."""
TOO_DEEP = f"more than {DEEPEST} lists or mappings inside each other"

# (part of a message of libyaml or PyYAML, our code, our message)
_PARSER_MESSAGES = (
    (
        "could not find expected ':'",
        "no-field",
        "this isn't `key: value`; a text of several lines needs the block form |",
    ),
    ("expected '-' indicator", "indentation", "an entry of the list above begins with `- `; this line does not"),
    ("exceeded maximum nesting depth", "too-deep", TOO_DEEP),
    ("found unknown escape character", "bad-escape", r"a \ in double quotes begins an escape; write \\, or use '…'"),
    ("invalid Unicode character", "lone-surrogate", "half of a character (\\ud800 to \\udfff); write the whole one"),
    ("expected hexdecimal", "bad-escape", r"a \x, \u or \U needs 2, 4 or 8 hexadecimal digits"),
    ("expected escape sequence", "bad-escape", r"a \x, \u or \U needs 2, 4 or 8 hexadecimal digits"),
    ("directive", "directive", "lines that begin with % are not used here; remove them"),
    ("expected <document start>", "several-documents", "this doesn't belong to the lines above"),
    ("expected the node content", "no-yaml", "a value is expected here"),
    ("expected node content", "no-yaml", "a value is expected here"),
    ("sequence entries are not allowed", "no-yaml", "a list begins on a line of its own, or is in brackets [a, b]"),
)


def parser_problem(error: yaml.MarkedYAMLError, source: SourceFile) -> Problem:
    """Return a Problem for an error of the YAML parser."""
    words = error.problem or error.context or "this is no YAML"
    mark: Any = error.problem_mark or error.context_mark
    begun: Any = error.context_mark
    if (blamed := _line_to_blame(words, mark, begun, source)) is not None:
        return blamed
    code, message = _describe(words, error.context or "", mark, begun, source)
    if code in ("not-closed", "no-field", "not-quoted"):
        mark = begun
    line = min(mark.line + 1, len(source.lines))
    found = Problem(Location(source.path, line, mark.column + 1), code, message, excerpt=source.excerpt(line))
    if "expected '-' indicator" in words and begun is not None:
        row = (found.excerpt or "").rstrip()
        dashed = f"{' ' * begun.column}- {row.strip()}"
        return replace(found, wordings=(dashed,), replaced=(1, len(row))) if row else found
    repaired = repaired_field(found.excerpt or "") if code in ("colon-in-text", "needs-quotes") else None
    if repaired is None:
        return found
    in_two_lines = any("\n" in each for each in repaired[0])
    message = "another field goes on a line of its own" if in_two_lines else message
    return replace(found, message=message, wordings=repaired[0], replaced=repaired[1])


def _line_to_blame(words: str, mark: Any, begun: Any, source: SourceFile) -> Problem | None:
    """Return a problem for a misplaced line, if there is one; it may be above the line at which the parser stopped."""
    line = source.lines[mark.line] if mark is not None and mark.line < len(source.lines) else ""
    if mark is not None and (odd := _odd_indentation(mark.line, source) or _joined_dash(mark.line, source)) is not None:
        return odd
    if (undashed := _missing_dash(mark, begun, source)) is not None:
        return undashed
    for spot in (begun, mark):
        if spot is not None and (left := outdented_text(spot.line, source)) is not None:
            return left
    in_braces = begun is not None and mark is not None and mark.line == begun.line and "expected ',' or" in words
    if mark is not None and (cut := _cut_at_apostrophe(mark, source)) is not None:
        return cut
    if in_braces and (field := _missing_comma(line[: mark.column], source)) is not None:
        where = Location(source.path, mark.line + 1, mark.column - len(field) + 1)
        message = f"a comma is missing before `{field}:`"
        return Problem(where, "no-comma", message, excerpt=source.excerpt(mark.line + 1), length=len(field))
    if in_braces and (found := _open_quote(mark, source) or _unquoted_text(mark, source)) is not None:
        return found
    if mark is not None and (opened := unclosed_quote(mark.line, mark.column, source)) is not None:
        return opened
    if "mapping values are not allowed" in words and not _FIELD_BEFORE.match(line[: mark.column]):
        moved = _undashed_text(mark.line, source) or _outdented_field(mark.line, source)
        missing = moved or missing_colon(mark.line - 1, source) or missing_colon(mark.line, source)
        misplaced = missing or wrong_indentation(mark.line, source) or missing_block_marker(mark.line, source)
        return misplaced or _field_in_words(mark.line - 1, source)
    if "could not find expected ':'" in words and begun is not None:
        return missing_colon(begun.line, source)
    outdented = any(part in words for part in ("expected '-' indicator", "expected <block end>", "expected key"))
    if outdented and begun is not None and not line[: mark.column].strip():
        return wrong_indentation(mark.line, source)
    return None


def _missing_dash(mark: Any, begun: Any, source: SourceFile) -> Problem | None:
    """Return a problem for an entry of a list without its `- `, in braces or with fields below it, or None."""
    braces = _IN_BRACES.fullmatch(_row(begun.line, source)) if begun is not None else None
    if braces is not None and any(
        (beside := _ENTRY.match(_row(line, source))) and beside[1] == braces[1]
        for line in (begun.line - 1, begun.line + 1)
    ):
        return _undashed(begun.line, braces, source)
    line = mark.line if mark is not None else 0
    here, above = _FIELD.fullmatch(_row(line, source)), _FIELD.fullmatch(_row(line - 1, source))
    if here is not None and "-" not in here[1] and _begins_entries(here[1], here[2], source):
        return _undashed(line, here, source)
    if here is None or above is None or above[3] is None or "-" in above[1] or "-" in here[1]:
        return None
    if len(here[1]) != len(above[1]) + 2 or not above[1]:
        return None
    begins = _begins_entries(" *", above[2], source)
    opened = _FIELD.fullmatch(_row(line - 2, source))
    opens = opened is not None and opened[3] is None and opened[2] in _lists_of_files()
    return _undashed(line - 1, above, source) if begins or opens else None


def _undashed_text(line: int, source: SourceFile) -> Problem | None:
    """Return a problem for the first text of a list that lacks its `- `, shortly above a line, or None."""
    for number in range(line, max(0, line - MOST_JOINED_ABOVE), -1):
        row, above, below = (_row(each, source) for each in (number, number - 1, number + 1))
        entry, opened = _ENTRY.match(below), _FIELD.fullmatch(above)
        is_text = row.strip() and not _ENTRY.match(row) and not _FIELD.fullmatch(row)
        if is_text and entry is not None and opened is not None and opened[3] is None and len(entry[1]) == _indent(row):
            return _undashed(number, entry, source)
    return None


def _outdented_field(line: int, source: SourceFile) -> Problem | None:
    """Return a problem for the field above a line that stands further out than its neighbours, or None."""
    above = [
        number for number in range(line - 1, max(-1, line - MOST_JOINED_ABOVE), -1) if _row(number, source).strip()
    ]
    field = _FIELD.fullmatch(_row(above[0], source)) if len(above) > 1 else None
    if field is None or field[3] is None or "-" in field[1] or _is_of_file(field[2], source):
        return None
    depth = _start(source.lines[above[1]])
    if not _FIELD.fullmatch(_row(above[1], source)) or len(field[1]) >= depth:
        return None
    message = f"this line is indented by {_blanks(len(field[1]))}, the field above it by {depth}"
    return _misplaced(source, above[0], depth, message)


def _begins_entries(indent: str, field: str, source: SourceFile) -> bool:
    """Return True if an entry of a list begins with this field, behind a dash that is indented as the pattern says."""
    entry = re.compile(rf"{indent}- +(?:\{{ *)?{re.escape(field)}:")
    return any(entry.match(row[:MAX_LINE_LENGTH]) for row in source.lines)


def _undashed(line: int, found: re.Match[str], source: SourceFile) -> Problem:
    at = len(found[1])
    rest = source.lines[line].rstrip()[at:]
    where = Location(source.path, line + 1, at + 1)
    message = "`- ` is missing here, with which an entry of a list begins"
    return Problem(where, "no-dash", message, f"`- {rest}`", source.excerpt(line + 1), replaced=(at + 1, len(rest)))


def _open_quote(mark: Any, source: SourceFile) -> Problem | None:
    """Return a problem for a quote before this place that the next field's quote closes, or None."""
    before = _row(mark.line, source)[: mark.column].rstrip()
    found = _FIELDS_IN_QUOTES.search(before)
    if found is None:
        return None
    where = Location(source.path, mark.line + 1, found.start(1) + 1)
    message = f"this quote is not closed: the next one, before which `{found[2]}:` stands, closes it"
    return Problem(where, "not-closed", message, excerpt=source.excerpt(mark.line + 1))


def _cut_at_apostrophe(mark: Any, source: SourceFile) -> Problem | None:
    """Return a problem for a text in single quotes that an apostrophe ends before this place, or None."""
    row = _row(mark.line, source)
    text = next((each for each in _WITH_APOSTROPHE.finditer(row) if each.end(1) == mark.column), None)
    if text is None:
        return None
    said = row[text.start() + 1 : text.end() - 1]
    where = Location(source.path, mark.line + 1, text.end(1))
    message = "this apostrophe ends the text, which begins with the same sign: put double quotes around it"
    replaced = (text.start() + 1, text.end() - text.start())
    return Problem(where, "needs-quotes", message, f'`"{said}"`', source.excerpt(mark.line + 1), replaced=replaced)


def _unquoted_text(mark: Any, source: SourceFile) -> Problem | None:
    """Return a problem for a text in braces with a colon at this place, with the text in quotes, or None."""
    row = _row(mark.line, source)
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


def _odd_indentation(last: int, source: SourceFile) -> Problem | None:
    """Return a problem for the nearest line that is indented with blanks that YAML takes for letters."""
    for number in range(min(last, len(source.lines) - 1), -1, -1):
        if (odd := _ODD_INDENTATION.match(source.lines[number])) is not None:
            where = Location(source.path, number + 1, odd.start(1) + 1)
            message = "these blanks aren't plain spaces, and lines are indented with plain ones: type them again"
            return Problem(where, "indentation", message, excerpt=source.excerpt(number + 1), length=len(odd[1]))
    return None


def _joined_dash(last: int, source: SourceFile) -> Problem | None:
    """Return a problem for a list entry, in this line or shortly above it, without a blank after its dash."""
    for number in range(min(last, len(source.lines) - 1), max(-1, last - MOST_JOINED_ABOVE), -1):
        joined = _JOINED_DASH.match(_row(number, source))
        if joined is not None and any(_ENTRY.match(line) for line in source.lines if line != source.lines[number]):
            where = Location(source.path, number + 1, len(joined[1]) + 1)
            message = "a blank is missing after `-`, with which an entry of a list begins"
            return Problem(where, "no-blank", message, excerpt=source.excerpt(number + 1))
    return None


def _describe(words: str, context: str, mark: Any, begun: Any, source: SourceFile) -> tuple[str, str]:
    line = source.lines[mark.line] if mark is not None and mark.line < len(source.lines) else ""
    before = line[: mark.column] if mark is not None else ""
    if "mapping values are not allowed" in words:
        return _describe_colon(line, before)
    if begun is not None and "expected ',' or" in words and mark.line == begun.line and line[mark.column :].strip():
        return "needs-quotes", "in brackets, a text with : or , or quotes inside needs quotes around it"
    if begun is not None and ("expected ',' or" in words or "unexpected end of stream" in words):
        what = "quote" if "quoted" in context else "bracket"
        last = min(mark.line + 1, len(source.lines))
        return "not-closed", f"this {what} is not closed where it should be (line {last})"
    if "scanning an alias" in context or "scanning an anchor" in context:
        sign = source.lines[begun.line][begun.column : begun.column + 1]
        return "not-quoted", f"a text that begins with {sign} needs quotes"
    if "cannot start any token" in words and line[mark.column] in "|>" and "{" in before:
        return (
            "needs-quotes",
            "no text of several lines can stand in braces: write each field on a line of its own, without braces",
        )
    if "cannot start any token" in words:
        return "needs-quotes", f"a text that begins with {line[mark.column : mark.column + 1]} needs quotes"
    if "block scalar" in context:
        return "no-yaml", "nothing may follow | or > on its line; the text begins on the next one, indented"
    if "expected key" in words or "expected <block end>" in words:
        if before.strip(" -"):
            return (
                "needs-quotes",
                "this can't follow here; a text with quotes or brackets inside needs quotes around it",
            )
        return (
            "indentation",
            f"this is indented differently from the part that it belongs to (which begins in line {begun.line + 1})",
        )
    for part, code, message in _PARSER_MESSAGES:
        if part in words:
            return code, message
    return "no-yaml", f"this can't be read as YAML: {words}"


def _describe_colon(line: str, before: str) -> tuple[str, str]:
    """Return the code and message for a colon that can't follow what is before it in a line."""
    if has_several_fields(line):
        return "colon-in-text", "several fields on one line go in braces, as `{name: value, name: value}`"
    if _FIELD_BEFORE.match(before):
        return "colon-in-text", "a colon inside a one-line text needs quotes around the text, or the block form |"
    return "indentation", "this field doesn't fit the lines above; check their indentation and `key: value`"


_KINDS = {*SINGLE_KINDS, *FOLDERS.values()}


def is_empty_block(node: YamlNode) -> bool:
    """True if a node is a block text (`|` or `>`) with nothing below it."""
    line = (node.source.excerpt(node.line) or "")[node.column - 1 :]
    return isinstance(node, YamlScalar) and node.data == "" and line[:1] in ("|", ">")
