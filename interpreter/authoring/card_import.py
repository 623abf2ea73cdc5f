"""Import of an edited card table: only the cells that differ from the game's files are written back."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from interpreter.authoring.card_table import (
    COPIES,
    EVENT,
    ID,
    SOURCE,
    TITLE,
    CardColumn,
    CardEntry,
    CardRow,
    CardTable,
    InvalidCellError,
    Sheet,
    SheetCell,
    card_entry,
    is_consistent_source,
    is_equal_cell,
    make_card_table,
    read_sheet,
)
from interpreter.authoring.yaml_spans import (
    NotEditableError,
    YamlEdit,
    YamlText,
    entry,
    problems_in_original,
    trial_folder,
)
from interpreter.matches.loading import load
from interpreter.rulebook.build import load_rulebook, read_rulebook
from interpreter.rulebook.model import Attribute
from interpreter.rulebook.overlays.overlays import own_variants
from interpreter.rulebook.schema.documents import BY_VALUE, EACH
from interpreter.rulebook.source.files import FolderFile, list_files, read_bytes
from interpreter.rulebook.source.nodes import Problems
from interpreter.support.errors import Location, Problem, RulebookError, errors_of
from interpreter.support.file_replacement import FileRevision, write_revisions
from interpreter.support.similar_words import closest_match


@dataclass(frozen=True, slots=True)
class CellChange:
    """A changed cell with its old text and the file and line that it changes."""

    id: str
    column: CardColumn
    cell: SheetCell
    old: str
    file: str
    line: int


@dataclass(slots=True)
class _ImportedFile:
    """A file of the game with its pending changes, each with the cell that causes it."""

    found: FolderFile
    data: bytes
    yaml: YamlText
    changes: list[tuple[YamlEdit, CellChange]] = field(default_factory=list)

    def new_bytes(self) -> bytes:
        return self.yaml.apply([change for change, _ in self.changes])

    def revision(self) -> FileRevision:
        return FileRevision(self.found.path, self.found.real_path, self.data, self.new_bytes())

    def cell_at(self, line: int, column: int) -> tuple[CellChange, int] | None:
        """Return the cell that wrote a position of the changed file, and the index of the line within the cell.

        `line` and `column` count from 1. If several changes touch the line, the nearest one is returned.
        """
        found: list[tuple[int, CellChange, int]] = []
        lines = letters = 0
        for change, taken in sorted(self.changes, key=lambda each: each[0].start):
            first = self.yaml.line_of(change.start) + lines
            last = first + change.new.count("\n")
            if first <= line <= last:
                start = self.yaml.column_of(change.start) + letters if first == line else 1
                found.append((abs(column - start), taken, max(0, line - first - change.lead_lines)))
            lines += last - first - self.yaml.text.count("\n", change.start, change.end)
            letters += len(change.new) - (change.end - change.start)
        return min(found, key=lambda each: each[0])[1:] if found else None


class CardImport:
    """The changes that a CSV file makes to a game's cards.

    Raises:
        RulebookError: A cell can't be written back, or the game would have mistakes with the changes.
    """

    def __init__(self, game: str, path: str, players: int | None = None) -> None:
        self._book = load_rulebook(game, players)
        self._sheet = read_sheet(path)
        self._table = make_card_table(self._book)
        self._decks = {deck.id: deck.attributes for deck in self._book.decks}
        self._found = {file.name: file for file in list_files(self._book.folder, Problems())}
        self._files: dict[str, _ImportedFile] = {}
        self._problems: list[Problem] = []
        for row, column, cell in self._changed_cells():
            self._record_change(row, column, cell)
        if self._problems:
            raise RulebookError(self._problems)
        if self.changes:
            self._check()

    @property
    def changes(self) -> list[CellChange]:
        """The changed cells, ordered by file and line."""
        found = [taken for file in self._files.values() for _, taken in file.changes]
        return sorted(found, key=lambda each: (each.file, each.line))

    def write(self) -> None:
        """Write the changed files, all or none.

        Raises:
            RulebookError: A file has changed on disk since it was read.
            OSError: A file can't be written.
        """
        write_revisions(each.revision() for each in self._files.values() if each.changes)

    def _changed_cells(self) -> Iterator[tuple[CardRow, CardColumn, SheetCell]]:
        """Yield the cells that differ from the game, with their rows and columns."""
        columns = self._columns(self._sheet)
        rows = {row.id: row for row in self._table.rows}
        at = next((at for at, column in columns.items() if column.kind == ID), None)
        if at is None:
            message = "there is no column `id`, which identifies the cards"
            self._problems.append(self._sheet.problem(self._sheet.header[0], "no-id", message))
            return
        seen = set[str]()
        for cells in self._sheet.rows:
            card_id = cells[at].text.strip()
            if card_id not in rows or card_id in seen:
                self._problems.append(self._unknown(cells[at], card_id, rows, seen))
                continue
            seen.add(card_id)
            for number, column in columns.items():
                attribute = self._attribute(rows[card_id], column)
                if not is_equal_cell(
                    column, attribute, cells[number].text, rows[card_id].cells[column]
                ) and not is_equal_cell(column, attribute, cells[number].unescaped, rows[card_id].cells[column]):
                    yield rows[card_id], column, cells[number]

    def _columns(self, sheet: Sheet) -> dict[int, CardColumn]:
        known = {column.name: column for column in self._table.columns}
        found: dict[int, CardColumn] = {}
        for at, cell in enumerate(sheet.header):
            name = cell.text.strip()
            if name not in known:
                missing = [each for each in known if each not in {other.text.strip() for other in sheet.header}]
                message = f"there is no column `{name}`; the columns are: {', '.join(known)}"
                meant = closest_match(name, missing) or (missing[0] if len(missing) == 1 else None)
                self._problems.append(sheet.problem(cell, "unknown-column", message, meant))
            elif known[name] in found.values():
                self._problems.append(sheet.problem(cell, "column-twice", f"the column `{name}` is here twice"))
            else:
                found[at] = known[name]
        return found

    def _unknown(self, cell: SheetCell, card_id: str, rows: dict[str, CardRow], seen: set[str]) -> Problem:
        if card_id in seen:
            return self._sheet.problem(cell, "card-twice", f"the card `{card_id}` already has a row")
        message = f"there is no card with the id `{card_id}`; add new cards in the game's folder `cards`"
        return self._sheet.problem(cell, "unknown-card", message, closest_match(card_id, rows))

    def _attribute(self, row: CardRow, column: CardColumn) -> Attribute | None:
        return self._decks[row.deck].get(column.key)

    def _record_change(self, row: CardRow, column: CardColumn, cell: SheetCell) -> None:
        """Record the change that writes a cell into its card's file, or a problem if it can't be written."""
        try:
            wanted = card_entry(column, self._attribute(row, column), row.deck, cell.unescaped)
            edited, change = self._title(row, column, wanted) if column.kind == TITLE else self._entry(row, wanted)
        except InvalidCellError as unfit:
            message = f"{column.name} of `{row.id}`: {unfit.message}"
            self._problems.append(self._sheet.problem(cell, "not-taken-back", message, unfit.suggestion))
            return
        line = edited.yaml.line_of(change.start)
        edited.changes.append((change, CellChange(row.id, column, cell, row.cells[column], edited.found.path, line)))

    def _entry(self, row: CardRow, wanted: CardEntry) -> tuple[_ImportedFile, YamlEdit]:
        """Return the change to one entry of a card."""
        edited, card = self._card(row.id)
        there = entry(card, wanted.key)
        try:
            if wanted.value is None:
                return edited, edited.yaml.remove(card, wanted.key)
            if there is not None:
                return edited, edited.yaml.replace(there, wanted.value, bool(card.flow_style))
            return edited, edited.yaml.insert(
                card, wanted.key, wanted.value, self._preceding_key(row, card, wanted.key)
            )
        except NotEditableError as error:
            message = f"this can't be changed from here; change it in {edited.found.path}:{error.line}"
            raise InvalidCellError(message) from None

    def _preceding_key(self, row: CardRow, card: yaml.MappingNode, key: str) -> str | None:
        """Return the key of a card after which a new key is inserted; None if the card has no earlier key."""
        order = [ID, TITLE, COPIES, *self._decks[row.deck], EVENT, SOURCE]
        earlier = [name for name in order[: order.index(key)] if entry(card, name) is not None]
        return earlier[-1] if earlier else None

    def _title(self, row: CardRow, column: CardColumn, wanted: CardEntry) -> tuple[_ImportedFile, YamlEdit]:
        """Return the change to a title, which is written in the card or in the names of its language."""
        assert isinstance(wanted.value, str)
        edited, card = self._card(row.id)
        title = entry(card, TITLE)
        if isinstance(title, yaml.MappingNode):
            there = entry(title, column.key)
            if there is not None:
                return edited, edited.yaml.replace(there, wanted.value, bool(title.flow_style))
        elif column.key == "en":
            return self._entry(row, wanted)
        names = self._names(column.key)
        for edited, mapping in names:
            if (there := entry(mapping, row.id)) is not None:
                return edited, edited.yaml.replace(there, wanted.value, bool(mapping.flow_style))
        for edited, mapping in names:
            if mapping.value:
                return edited, edited.yaml.insert(mapping, row.id, wanted.value, None)
        if isinstance(title, yaml.MappingNode):
            return edited, edited.yaml.insert(title, column.key, wanted.value, None)
        raise InvalidCellError(
            f"there is no file for names in this language; create {self._book.folder}/text/{column.key}.yaml"
        )

    def _names(self, language: str) -> list[tuple[_ImportedFile, yaml.MappingNode]]:
        """Return the mappings that hold the names in a language: those of its text file and of `game.yaml`."""
        own, game = self._file(f"text/{language}.yaml"), self._file("game.yaml")
        parts = [(own, ("names",)), (game, ("text", language, "names"))]
        found = [(edited, _node_under(edited.yaml.root, path)) for edited, path in parts if edited is not None]
        return [(edited, names) for edited, names in found if isinstance(names, yaml.MappingNode)]

    def _card(self, card_id: str) -> tuple[_ImportedFile, yaml.MappingNode]:
        """Return the file that declares a card, and the card's node.

        Raises:
            InvalidCellError: No file has the card any more, or an entry for many cards makes it.
        """
        is_made = False
        for name, found in self._found.items():
            edited = self._file(name) if found.kind in ("cards", "game") else None
            if edited is None:
                continue
            decks = [edited.yaml.root] if found.kind == "cards" else _entries(_node_under(edited.yaml.root, ("decks",)))
            for card in (card for deck in decks for card in _entries(_node_under(deck, ("cards",)))):
                there = _node_under(card, (ID,))
                if there is not None and there.value == card_id:
                    return edited, card
                is_made = is_made or _node_under(card, (EACH,)) is not None
        if is_made:
            raise InvalidCellError(
                f"an entry with `each` makes this card; change it there: `{BY_VALUE}: {{{card_id}: …}}`"
            )
        raise InvalidCellError("the files of the game have just changed; try again")

    def _file(self, name: str) -> _ImportedFile | None:
        """Return a file of the game by name; None if there is none."""
        if name not in self._files and name in self._found:
            found = self._found[name]
            data = Path(found.real_path).read_bytes()
            self._files[name] = _ImportedFile(found, data, YamlText(data))
        return self._files.get(name)

    def _check(self) -> None:
        """Load the changed game from a temporary folder, with each of its variants, and compare its cards.

        Raises:
            RulebookError: The changed game has mistakes, or its cards aren't those expected.
        """
        contents = {}
        for name, found in self._found.items():
            edited = self._files.get(name)
            data = read_bytes(found, Problems()) if edited is None else edited.new_bytes()
            if data is not None:  # unreadable files weren't part of the loaded game
                contents[name] = data
        with trial_folder(contents) as place:
            try:
                book = load(place, players=len(self._book.seats)).rulebook
            except RulebookError as error:
                raise RulebookError(self._at_cells(error.problems, place)) from None
            for variant in own_variants(list(self._found.values())):
                problems = _variant_problems(place, variant)
                if problems and not _variant_problems(self._book.folder, variant):
                    raise RulebookError(self._at_cells(problems, place))
        self._verify_cards(make_card_table(book))

    def _at_cells(self, problems: Iterable[Problem], place: str) -> list[Problem]:
        """Return problems with the changed game, each moved to the cell that causes it."""
        found = []
        for problem in problems:
            edited = self._files.get(os.path.relpath(problem.where.file, place))
            cause = edited.cell_at(problem.where.line, problem.where.column) if edited is not None else None
            if cause is None:
                found += problems_in_original([problem], place, self._book.folder, "with the changes: ")
                continue
            taken, line = cause
            message = f"{taken.column.name} of `{taken.id}`: {problem.message}"
            found.append(self._sheet.problem_within(taken.cell, line, problem, message))
        return found

    def _verify_cards(self, table: CardTable) -> None:
        """Raise RulebookError if a card of the changed game has other values than the sheet and the files."""
        wanted = {(taken.id, taken.column.name): taken.cell for taken in self.changes}
        after = {row.id: row for row in table.rows}
        for row in self._table.rows:
            for column in self._table.columns:
                cell = wanted.get((row.id, column.name))
                now = after[row.id].cells[column]
                said = [row.cells[column]] if cell is None else [cell.text, cell.unescaped]
                if not any(
                    is_consistent_source(each, now)
                    if column.kind == SOURCE
                    else is_equal_cell(column, self._attribute(row, column), each, now)
                    for each in said
                ):
                    message = f"{column.name} of `{row.id}` would be {now!r}; change it in the game's files"
                    where = Location(self._sheet.path)
                    raise RulebookError(
                        Problem(where, "not-taken-back", message)
                        if cell is None
                        else self._sheet.problem(cell, "not-taken-back", message)
                    )


def _node_under(node: Any, path: tuple[str, ...]) -> Any:
    """Return the node that a path of keys leads to in nested mappings; None if there is none."""
    for key in path:
        node = entry(node, key) if isinstance(node, yaml.MappingNode) else None
    return node


def _entries(node: Any) -> list[Any]:
    return node.value if isinstance(node, yaml.SequenceNode) else []


def _variant_problems(folder: str, variant: str) -> tuple[Problem, ...]:
    """Return the problems of one of the game's own variants."""
    return errors_of(read_rulebook(folder, variants=(variant,)).problems)
