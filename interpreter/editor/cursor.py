"""Text before a cursor in a possibly unfinished file: its key, and the value up to the cursor.

It goes by lines and indentation, because a file that is being edited is rarely valid YAML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

KEY = re.compile(r"(?:^|[\s{,\[])(?P<key>[\w/]+(?: [\w/]+)?):(?: +|$)")
HEADER = re.compile(r" *(?:- +)*(?P<key>[\w/]+(?: [\w/]+)?): *[|>][-+0-9]*\s*(?:#.*)?$")
_PARTIAL = re.compile(r"\w*$")


@dataclass(frozen=True, slots=True)
class CursorContext:
    """The text before a cursor.

    Attributes:
        key: Key of the value at the cursor.
        is_top_level: True if the key begins its line, which makes it a key of the file itself.
        rows: Lines of the value, the last one up to the word at the cursor.
    """

    key: str
    is_top_level: bool
    rows: tuple[str, ...]


def cursor_context(lines: Sequence[str], line: int, column: int) -> CursorContext | None:
    """Return the text before a position, counted from 1; None if it is under no key."""
    if not 1 <= line <= len(lines):
        return None
    row = lines[line - 1][: max(0, column - 1)]
    if (found := _block_context(lines, line, row)) is not None:
        return found
    if (found := _line_context(row)) is not None:
        return found
    return _continued_context(lines, line, row)


def keyed_text(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each key of a file with the text after it on its line, and with each further line without a key."""
    key = ""
    for row in lines:
        found = list(KEY.finditer(row))
        ends = [*(each.start() for each in found[1:]), len(row)]
        for each, end in zip(found, ends, strict=True) if found else ():
            key = each["key"]
            yield key, row[each.end() : end]
        if not found:
            yield key, row


def _block_context(lines: Sequence[str], line: int, row: str) -> CursorContext | None:
    """Return the lines up to the cursor of a block scalar, opened by `|` or `>`; None outside of one."""
    inside = _indent(row) if row.strip() else max(_indent(row), 1)
    rows = [row]
    for above in reversed(lines[: line - 1]):
        indent = _indent(above)
        if above.strip() and indent < inside:
            if (header := HEADER.match(above)) is not None:
                margin = min((_indent(each) for each in rows if each.strip()), default=inside)
                return _context(header, [each[margin:] for each in reversed(rows)])
            inside = indent
        rows.append(above)
    return None


def _line_context(row: str) -> CursorContext | None:
    """Return the text after the last key on the line; None if there is no key, or only the header of a block."""
    key = next(reversed([*KEY.finditer(row)]), None)
    if key is None or HEADER.match(row):
        return None
    return _context(key, [row[key.end() :].lstrip("\"'[")])


def _continued_context(lines: Sequence[str], line: int, row: str) -> CursorContext | None:
    """Return a list item under a key above, or a value continued from a line above; None if it is neither."""
    item = re.match(r" *- +(.*)", row)
    rows, indent = [item[1] if item else row.lstrip()], _indent(row)
    for above in reversed(lines[: line - 1]):
        if not above.strip() or above.lstrip().startswith("#"):
            continue
        key = next(reversed([*KEY.finditer(above)]), None)
        begins = above.lstrip().startswith("- ")
        if key is not None and (_indent(above) < indent or (item and _indent(above) == indent and not begins)):
            value = above[key.end() :].strip()
            return _context(key, rows if item else [" ".join([value, *reversed(rows)]).lstrip()])
        if key is None and begins and not item:
            return None
        if not item:
            rows.append(above.strip())
    return None


def _context(key: re.Match[str], rows: list[str]) -> CursorContext:
    last = rows[-1]
    return CursorContext(key["key"], key.start("key") == 0, (*rows[:-1], last[: len(last) - len(_partial(last))]))


def _partial(row: str) -> str:
    found = _PARTIAL.search(row)
    return found[0] if found else ""


def _indent(row: str) -> int:
    return len(row) - len(row.lstrip(" "))
