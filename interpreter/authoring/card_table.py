"""The cards of a game as a table, one row per card: written as CSV for layout programs, and read back.

Spreadsheets and people write CSV with other separators and quotes; the position of each cell is kept. Cells are
converted to the YAML values of their cards.
"""

from __future__ import annotations

import csv
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import StringIO
from itertools import groupby
from pathlib import Path

from interpreter.authoring.yaml_spans import Value
from interpreter.presentation.phrases import format_count
from interpreter.rulebook.model import Attribute, AttributeDatum, Card, FactSource, Rulebook
from interpreter.support.csv_output import FORMULA_STARTS, csv_text
from interpreter.support.errors import Location, Problem, RulebookError, printable
from interpreter.support.similar_words import closest_match

ID, DECK, COPIES, TITLE, FIELD, EVENT, SOURCE = "id", "deck", "copies", "title", "field", "event", "source"
"""Kinds of columns."""
FIXED = (ID, DECK, COPIES, TITLE, EVENT, SOURCE)


@dataclass(frozen=True, slots=True)
class CardColumn:
    """A column by its name in the header. `key` is the language of a title, or the attribute of a field."""

    name: str
    kind: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card and its cells by column; copies of a card share one row."""

    id: str
    deck: str
    cells: dict[CardColumn, str]


@dataclass(frozen=True, slots=True)
class CardTable:
    """The columns and rows of the card table."""

    columns: tuple[CardColumn, ...]
    rows: tuple[CardRow, ...]

    def as_csv(self) -> str:
        """Return the table as CSV with a header. Text that spreadsheets would take for a formula gets a leading `'`."""
        lines = [[column.name for column in self.columns]]
        lines += [[row.cells[column] for column in self.columns] for row in self.rows]
        return csv_text(lines)


def make_card_table(book: Rulebook) -> CardTable:
    """Return the cards of a game as a table, in the order of the rules."""
    columns = tuple(_columns(book))
    attributes = {deck.id: deck.attributes for deck in book.decks}
    rows = []
    for _, group in groupby(book.cards, key=lambda card: (card.where, card.title)):
        card, *copies = group
        cells = {column: _cell(card, 1 + len(copies), column, attributes[card.deck]) for column in columns}
        rows.append(CardRow(card.id, card.deck, cells))
    return CardTable(columns, tuple(rows))


def _columns(book: Rulebook) -> Iterator[CardColumn]:
    languages = {language for card in book.cards for language in card.title} | {*book.texts}
    titles = {f"title_{language.lower().replace('-', '_')}": language for language in sorted(languages - {"en"})}
    yield CardColumn("id", ID)
    yield CardColumn("title", TITLE, "en")
    for name, language in titles.items():
        yield CardColumn(name, TITLE, language)
    yield CardColumn("deck", DECK)
    yield CardColumn("copies", COPIES)
    for attribute in dict.fromkeys(name for deck in book.decks for name in deck.attributes):
        yield CardColumn(f"field_{attribute}" if attribute in (*FIXED, *titles) else attribute, FIELD, attribute)
    yield CardColumn("event", EVENT)
    yield CardColumn("source", SOURCE)


def _cell(card: Card, copies: int, column: CardColumn, attributes: dict[str, Attribute]) -> str:
    match column.kind:
        case "id":
            return card.id
        case "title":
            return card.title.get(column.key, "")
        case "deck":
            return card.deck
        case "copies":
            return str(copies)
        case "field":
            attribute = attributes.get(column.key)
            return "" if attribute is None else field_cell(card.attributes.get(column.key), attribute)
        case "event":
            return (card.event or "").rstrip("\n")
        case _:
            return source_cell(card.source)


def field_cell(value: AttributeDatum, attribute: Attribute) -> str:
    """Return the text of a card's attribute: yes or no for a flag; a missing value as the author's word for none."""
    if attribute.kind == "flag":
        return "yes" if value else "no"
    return (attribute.none or "") if value is None else str(value)


def source_cell(source: FactSource) -> str:
    """Return the text of a source: one word, or words by field such as `title: rulebook, event: reconstructed`."""
    if isinstance(source, dict):
        return ", ".join(f"{field}: {word}" for field, word in source.items())
    return source or ""


YES, NO = ("yes", "true", "1", "x"), ("no", "false", "0", "")
SOURCE_WORDS = ("rulebook", "inferred", "reconstructed", "ours")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_NUMBER = re.compile(r"-?[0-9]{1,10}")


class InvalidCellError(Exception):
    """Raised if a cell can't be written into its card; `suggestion` is a likely correction."""

    def __init__(self, message: str, suggestion: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.suggestion = suggestion


@dataclass(frozen=True, slots=True)
class CardEntry:
    """The key of a card and its new value; None removes the key."""

    key: str
    value: Value | None


def is_equal_cell(column: CardColumn, attribute: Attribute | None, one: str, other: str) -> bool:
    """Return True if two cells of a column have the same meaning."""
    return _normalized_cell(column, attribute, one) == _normalized_cell(column, attribute, other)


def is_consistent_source(one: str, other: str) -> bool:
    """Return True if two source cells differ in no field. A field missing in one of them isn't compared."""
    first, second = _by_field(one), _by_field(other)
    if "" in first or "" in second:
        return first == second
    return all(first[field] == second[field] for field in first.keys() & second.keys())


def _by_field(text: str) -> dict[str, str]:
    """Return the source by field; a source without fields is stored under an empty name."""
    told = (part.rpartition(":") for part in text.split(",") if part.strip())
    return {field.strip(): word.strip() for field, _, word in told}


def _normalized_cell(column: CardColumn, attribute: Attribute | None, text: str) -> str:
    text = text.rstrip("\n") if column.kind == EVENT else text.strip()
    if column.kind == SOURCE:
        return ",".join(part.strip().replace(" ", "") for part in text.split(","))
    if column.kind != FIELD or attribute is None:
        return text
    if attribute.kind == "flag":
        folded = text.casefold()
        return "yes" if folded in YES else "no" if folded in NO else text
    return text or attribute.none or ""


def card_entry(column: CardColumn, attribute: Attribute | None, deck: str, text: str) -> CardEntry:
    """Return the entry that a changed cell writes into its card. Raise InvalidCellError if the card can't hold it."""
    if (control := _CONTROL.search(text)) is not None:
        raise InvalidCellError(f"it contains a control character, {printable(control[0])}; remove it")
    match column.kind:
        case "field" if attribute is None:
            raise InvalidCellError(f"cards of the deck `{deck}` have no `{column.key}`")
        case "field":
            assert attribute is not None
            return CardEntry(column.key, _field(attribute, text.strip()))
        case "event":
            return CardEntry(EVENT, text.rstrip("\n").replace("\t", "    ") or None)
        case "copies":
            if not _NUMBER.fullmatch(text.strip()) or int(text) < 1:
                raise InvalidCellError("the number of copies is a whole number from 1")
            return CardEntry(COPIES, int(text))
        case "source":
            return CardEntry(SOURCE, _source(text))
        case "title":
            if not text.strip() or "\n" in text.strip():
                raise InvalidCellError("a title is one line of text, and can't be removed here")
            return CardEntry(TITLE, text.strip())
        case kind:
            message = "`cahier rename` changes ids" if kind == ID else "a card stays in its deck"
            raise InvalidCellError(f"{message}; this can't be changed here")


def _field(attribute: Attribute, text: str) -> Value | None:
    if attribute.kind == "flag":
        folded = text.casefold()
        if folded not in (*YES, *NO):
            raise InvalidCellError(
                f"`{attribute.id}` is yes or no", "yes" if closest_match(folded, ["yes", "true"]) else None
            )
        return True if folded in YES else None
    if not text:
        if not attribute.optional:
            raise InvalidCellError(f"each card of the deck needs a `{attribute.id}`")
        return attribute.none
    if attribute.kind != "number" or text == attribute.none:
        return text
    if not _NUMBER.fullmatch(text):
        raise InvalidCellError(f"`{attribute.id}` is a whole number")
    return int(text)


def _source(text: str) -> Value | None:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if len(parts) == 1 and ":" not in parts[0]:
        return _word(parts[0])
    found = {}
    for part in parts:
        field, colon, word = part.partition(":")
        if not colon:
            raise InvalidCellError(f"a source is one word, or `title: rulebook, {EVENT}: ours`")
        found[field.strip()] = _word(word.strip())
    return found or None


def _word(word: str) -> str:
    if word not in SOURCE_WORDS:
        raise InvalidCellError(
            f"`{word}` isn't a source; it is one of {', '.join(SOURCE_WORDS)}", closest_match(word, SOURCE_WORDS)
        )
    return word


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
        is_marked = self.text.startswith("'") and self.text.lstrip("'").startswith(FORMULA_STARTS)
        return self.text[1:] if is_marked else self.text


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
        message = f"this isn't CSV: {error}"
        raise RulebookError(Problem(Location(path, at, 1), "no-csv", message, excerpt=lines[at - 1])) from None
    if not rows:
        raise RulebookError(Problem(Location(path), "no-csv", "the file is empty"))
    header, *others = rows
    for row in others:
        if len(row) != len(header):
            message = f"this row has {format_count(len(row), 'cell')}, the header has {len(header)}"
            where = Location(path, row[0].line, 1)
            raise RulebookError(Problem(where, "ragged-row", message, excerpt=lines[row[0].line - 1]))
    return Sheet(path, lines, header, tuple(others))


def _decoded(path: str) -> str:
    try:
        status = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        raise RulebookError(Problem(Location(path), "no-file", "there is no such file")) from None
    if not stat.S_ISREG(status.st_mode):
        raise RulebookError(Problem(Location(path), "no-plain-file", "this isn't a regular file"))
    if status.st_size > MAX_BYTES:
        message = f"the file is larger than {MAX_BYTES // 1024 // 1024} MiB"
        raise RulebookError(Problem(Location(path), "file-too-large", message))
    try:
        return Path(path).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        message = "the file is not in UTF-8; spreadsheets call it `CSV UTF-8`, or ask for it when they save"
        raise RulebookError(Problem(Location(path), "not-utf8", message)) from None
