"""Tables of plain values, as CSV: what an answer consists of, for spreadsheets and behind every picture of a report."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import StringIO

Cell = str | int | float | bool | None
FORMULA = tuple("=+-@\t\r\n＝＋－＠")
"""What begins so, a spreadsheet takes for a formula, or for two cells."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of plain values under `columns`. `id` is the name of its file: lower case, digits and `_`, one of a kind in
    a document; None in a cell: not known, or there is none."""

    id: str
    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]

    def csv(self) -> str:
        """A line of the columns' names, then one a row."""
        return csv_lines([self.columns, *self.rows])


def csv_lines(rows: Iterable[Sequence[Cell]]) -> str:
    """A line a row. Numbers stay numbers; a text that a spreadsheet would take for a formula is preceded by a `'`."""
    plain = [[_plain(cell) for cell in row] for row in rows]
    # with this line end alone, the other one is not quoted
    lone = any("\r" in cell for row in plain for cell in row if isinstance(cell, str))
    text = StringIO()
    csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL if lone else csv.QUOTE_MINIMAL).writerows(plain)
    return text.getvalue()


def _plain(cell: Cell) -> str | int | float:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, str) and cell.startswith(FORMULA):
        return f"'{cell}"
    return cell
