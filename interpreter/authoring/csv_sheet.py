"""Reader for CSV files as spreadsheets and people write them, with the position of each cell."""

from __future__ import annotations

import csv
import os
import re
import stat
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path

from interpreter.support.csv_output import FORMULA_STARTS
from interpreter.support.errors import Location, Problem, RulebookError

MAX_BYTES = 8 * 1024 * 1024
SEPARATORS = ",;\t"
"""Cell separators that spreadsheets use, depending on the locale."""
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class SheetCell:
    """The text of a cell, with plain line ends, and the line of the file on which it begins, from 1."""

    text: str
    line: int

    @property
    def unescaped(self) -> str:
        """The text without a leading `'` that keeps a spreadsheet from taking it for a formula."""
        return self.text[1:] if self.text.startswith("'") and self.text[1:].startswith(FORMULA_STARTS) else self.text


@dataclass(frozen=True, slots=True)
class Sheet:
    """The header and rows of a file; `lines` are the lines of the file, for excerpts."""

    path: str
    lines: tuple[str, ...]
    header: tuple[SheetCell, ...]
    rows: tuple[tuple[SheetCell, ...], ...]

    def problem(self, cell: SheetCell, code: str, message: str, suggestion: str | None = None) -> Problem:
        """Return a problem at the position of a cell."""
        return self._pointed(cell.line, cell.text.split("\n")[0], Problem(Location(""), code, message, suggestion))

    def problem_within(self, cell: SheetCell, line: int, problem: Problem, message: str) -> Problem:
        """Return a problem that was found in another file, moved to the cell that the text comes from.

        `line` is the index of the line within the cell, from 0.
        """
        lines = cell.text.split("\n")
        text = lines[min(line, len(lines) - 1)]
        at = (problem.excerpt or "").find(text) if text else -1
        into = max(0, problem.where.column - 1 - at) if at >= 0 else 0
        return self._pointed(cell.line + min(line, len(lines) - 1), text, replace(problem, message=message), into)

    def _pointed(self, line: int, text: str, problem: Problem, into: int = 0) -> Problem:
        excerpt = self.lines[line - 1]
        quoted = re.escape(text.replace('"', '""'))
        found = re.search(rf'(?:^|[{SEPARATORS}]"?)({quoted})(?:"?[{SEPARATORS}]|"?$)', excerpt) if text else None
        if found is None:
            return replace(problem, where=Location(self.path, line, 1), excerpt=excerpt, length=1)
        column = found.start(1) + 1 + into + text[:into].count('"')
        return replace(
            problem,
            where=Location(self.path, line, column),
            excerpt=excerpt,
            length=problem.length if into else len(text),
        )


def read_sheet(path: str) -> Sheet:
    """Read a CSV file without its blank rows. Raise RulebookError if it isn't a well-formed table."""
    text = _decoded(path)
    lines = tuple(_LINE_END.split(text))
    separator = max(SEPARATORS, key=lines[0].count)
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[tuple[SheetCell, ...]] = []
    line = 1
    try:
        for values in reader:
            cells = []
            for value in values:
                plain = _LINE_END.sub("\n", value)
                cells.append(SheetCell(plain, line))
                line += plain.count("\n")
            line = reader.line_num + 1
            if any(cell.text for cell in cells):
                rows.append(tuple(cells))
    except csv.Error as error:
        at = min(reader.line_num, len(lines))
        if str(error).startswith("field larger than field limit"):
            message = f"a cell has more than {csv.field_size_limit():,} letters; longer ones are not read"
            raise RulebookError(Problem(Location(path, at, 1), "cell-too-large", message)) from None
        message = f"this is no CSV: {error}"
        raise RulebookError(Problem(Location(path, at, 1), "no-csv", message, excerpt=lines[at - 1])) from None
    if not rows:
        raise RulebookError(Problem(Location(path), "no-csv", "the file is empty"))
    header, *others = rows
    for row in others:
        if len(row) != len(header):
            message = f"this row has {len(row)} cells, the header has {len(header)}"
            where = Location(path, row[0].line, 1)
            raise RulebookError(Problem(where, "ragged-row", message, excerpt=lines[row[0].line - 1]))
    return Sheet(path, lines, header, tuple(others))


def _decoded(path: str) -> str:
    try:
        status = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        raise RulebookError(Problem(Location(path), "no-file", "there is no such file")) from None
    if not stat.S_ISREG(status.st_mode):
        raise RulebookError(Problem(Location(path), "no-plain-file", "this is no plain file"))
    if status.st_size > MAX_BYTES:
        message = f"the file is larger than {MAX_BYTES // 1024 // 1024} MiB"
        raise RulebookError(Problem(Location(path), "file-too-large", message))
    try:
        return Path(path).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        message = "the file is not in UTF-8; spreadsheets call it `CSV UTF-8`, or ask for it when they save"
        raise RulebookError(Problem(Location(path), "not-utf8", message)) from None
