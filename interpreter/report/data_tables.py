"""Tables of plain values: the figures of a result, for CSV files and for the data behind the charts of a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from interpreter.lab.result_documents import rounded_or_none
from interpreter.lab.stats.intervals import Interval
from interpreter.report.svg import Picture
from interpreter.support.csv_output import Cell as Cell
from interpreter.support.csv_output import csv_text

TableRow = tuple[Cell, ...]


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
    rows: Sequence[TableRow]

    def csv(self) -> str:
        """Return the table as CSV, with a header line."""
        assert len(set(self.columns)) == len(self.columns), self.id
        return csv_text([self.columns, *self.rows])


def use_column(label: str) -> str:
    """Return the name of the column for a use of cards; the prefix keeps labels apart from other columns."""
    return f"for {label}"


@dataclass(frozen=True, slots=True)
class ReportFigure:
    """A figure of a result, from which CSV files and pages are made.

    Attributes:
        table: Its values.
        section: Section of the page, which several figures may share; by default the title of the table.
        pictures: Functions that draw its pictures; called only for a page.
        text: Explanation of the pictures.
        is_wide: True if the section takes the full width.
        is_on_page: False if the figure is not worth a place on the page.
    """

    table: DataTable
    section: str = ""
    pictures: Sequence[Callable[[], Picture]] = ()
    text: str = ""
    is_wide: bool = False
    is_on_page: bool = True


def interval_cells(interval: Interval | None) -> TableRow:
    """Return an interval as three cells, which are empty if it is unknown."""
    if interval is None:
        return None, None, None
    return tuple(map(rounded_or_none, (interval.estimate, interval.low, interval.high)))
