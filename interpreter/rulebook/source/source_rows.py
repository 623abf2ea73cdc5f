"""The lines of a source file that can't be read as YAML, and the fields and entries that they look like."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Any

from interpreter.rulebook.schema.compiled_schema import schema_of
from interpreter.rulebook.source.files import FOLDERS, SINGLE_KINDS
from interpreter.rulebook.source.nodes import SourceFile
from interpreter.support.errors import NO_RANGE, Location, Problem

ENTRY = re.compile(r"( *)- +(?:\{ *)?(?:([a-z][a-z_]*) *:?)?", re.ASCII)
_DASHES = re.compile(r" *(?:- +)*")
FIELD = re.compile(r"( *(?:- +)*)([^\s\"'{\[:#][^\"'{\[:#]*):(?: +(\S.*)|\s*)", re.ASCII)
MAX_LINE_LENGTH = 400
"""Length in characters beyond which a line isn't examined."""
_KINDS = {*SINGLE_KINDS, *FOLDERS.values()}


def is_field(key: str, column: int, source: SourceFile, but: int | None = None) -> bool:
    """True if a word is the name of a field.

    It is one if it is also a field in the same column of another line, or in braces, or at the top of a kind of file.
    """
    pattern = re.compile(rf"(?:[ -]{{{column}}}|.*[{{,] *){re.escape(key)}:(?:\s|$)")
    there = any(number != but and pattern.match(line) for number, line in enumerate(source.lines))
    return there or (column == 0 and key in fields_of_files())


def is_field_of_file(key: str, source: SourceFile) -> bool:
    """True if a word is a field at the top of a kind of file."""
    folder, _, name = source.name.replace("\\", "/").rpartition("/")
    kind = FOLDERS.get(folder) or name.removesuffix(".yaml")
    return key in (schema_of(kind).get("properties", {}) if kind in _KINDS else fields_of_files())


@cache
def fields_of_files() -> frozenset[str]:
    """Return the top-level fields of all kinds of files."""
    return frozenset(field for kind in _KINDS for field in schema_of(kind).get("properties", {}))


@cache
def lists_of_files() -> frozenset[str]:
    """Return the top-level fields of all kinds of files that are lists."""
    fields = (schema_of(kind).get("properties", {}).items() for kind in _KINDS)
    return frozenset(name for each in fields for name, field in each if "array" in field.get("type", ()))


def is_list_field(key: str, source: SourceFile) -> bool:
    """True if a word is a field that takes a list, anywhere in a file of this kind."""
    folder, _, name = source.name.replace("\\", "/").rpartition("/")
    kind = FOLDERS.get(folder) or name.removesuffix(".yaml")
    return key in (_list_fields(kind) if kind in _KINDS else lists_of_files())


@cache
def _list_fields(kind: str) -> frozenset[str]:
    """Return the fields of a kind of file that take a list, at any depth."""
    found: set[str] = set()
    waiting: list[Any] = [schema_of(kind)]
    for part in waiting:  # it grows
        if isinstance(part, dict):
            fields = part.get("properties", {})
            found.update(name for name, each in fields.items() if "array" in each.get("type", ()))
            waiting += part.values()
    return frozenset(found)


def row_at(line: int, source: SourceFile) -> str:
    """Return a line, counted from 0; an empty text for one that doesn't exist or is too long to examine."""
    row = source.lines[line] if 0 <= line < len(source.lines) else ""
    return row if len(row) <= MAX_LINE_LENGTH else ""


def content_column(line: str) -> int:
    """Return the column, from 0, at which the content of a line begins, after the dashes of list entries."""
    found = _DASHES.match(line)
    return found.end() if found else 0


def indent_of(line: str) -> int:
    """Return the number of blanks with which a line begins."""
    return len(line) - len(line.lstrip(" "))


def count_blanks(number: int) -> str:
    """Return a number of blanks in words."""
    return "1 blank" if number == 1 else f"{number} blanks"


def layout_problem(source: SourceFile, line: int, column: int, message: str, meant: str | None = None) -> Problem:
    """Return a problem for a place (counted from 0); `meant` is advice on a text of several lines."""
    code = "indentation" if meant is None else "needs-block"
    where = Location(source.path, line + 1, column + 1)
    return Problem(where, code, message, meant, source.excerpt(line + 1), replaced=NO_RANGE)


def misplaced_line(source: SourceFile, line: int, depth: int, message: str) -> Problem:
    """Return a problem for a line (counted from 0) with the line as it is when it is indented by `depth` blanks."""
    row = source.lines[line].rstrip()
    found = layout_problem(source, line, indent_of(row), message)
    return replace(found, suggestion=f"`{' ' * depth}{row.strip()}`", replaced=(1, len(row)))
