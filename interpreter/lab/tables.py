"""Tables of plain values, for CSV files and the data behind the charts of a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from interpreter.plain_csv import Cell as Cell
from interpreter.plain_csv import csv_text

DECIMALS = 4
"""Number of decimals in documents and tables."""


def rounded_or_none(value: float) -> float | None:
    """Round a number for output; an infinite one becomes None."""
    return round(value, DECIMALS) + 0.0 if isfinite(value) else None  # 0.0: no -0


@dataclass(frozen=True, slots=True)
class DataTable:
    """A table of plain values.

    Attributes:
        id: Name of its file: lower case, digits and `_`, unique in a document.
        title: Title for people.
        columns: Names of the columns, all different.
        rows: Rows of cells; None stands for unknown or missing.
    """

    id: str
    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]

    def csv(self) -> str:
        """Return the table as CSV, with a header line."""
        assert len(set(self.columns)) == len(self.columns), self.id
        return csv_text([self.columns, *self.rows])


def use_column(label: str) -> str:
    """Return the name of the column for a use of cards; the prefix keeps labels apart from other columns."""
    return f"for {label}"
