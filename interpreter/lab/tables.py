"""Tables of plain values: what an answer consists of, for spreadsheets and behind every picture of a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from interpreter.plain_csv import Cell as Cell
from interpreter.plain_csv import csv_lines

DIGITS = 4
"""So many digits of a number are told."""


def rounded(value: float) -> float | None:
    """A number as it is told; None if it is not bounded."""
    return round(value, DIGITS) + 0.0 if isfinite(value) else None  # 0.0: no -0


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of plain values under `columns`. `id` is the name of its file: lower case, digits and `_`, one of a kind in
    a document; None in a cell: not known, or there is none."""

    id: str
    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]

    def csv(self) -> str:
        """A line of the columns' names, no two of which are one, then one a row."""
        assert len(set(self.columns)) == len(self.columns), self.id
        return csv_lines([self.columns, *self.rows])


def use_column(label: str) -> str:
    """The column of cards that were used so; a label of the rules may be any word."""
    return f"for {label}"
