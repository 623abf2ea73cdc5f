"""CSV of plain values that spreadsheets import without changing them."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

Cell = str | int | float | bool | None
FORMULA_STARTS = tuple("=+-@\t\r\n＝＋－＠")
"""First characters of texts that a spreadsheet would take for a formula or for two cells."""


def csv_text(rows: Iterable[Sequence[Cell]]) -> str:
    """Return rows as CSV, one line a row.

    Numbers stay numbers. A text that a spreadsheet would take for a formula gets a `'` in front, and so does one that
    begins so already.
    """
    plain = [[_cell_value(cell) for cell in row] for row in rows]
    # with \n as the line end, csv doesn't quote a lone \r
    has_carriage_return = any("\r" in cell for row in plain for cell in row if isinstance(cell, str))
    text = StringIO()
    csv.writer(
        text, lineterminator="\n", quoting=csv.QUOTE_ALL if has_carriage_return else csv.QUOTE_MINIMAL
    ).writerows(plain)
    return text.getvalue()


def _cell_value(cell: Cell) -> str | int | float:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, str) and cell.lstrip("'").startswith(FORMULA_STARTS):
        return f"'{cell}"
    return cell
