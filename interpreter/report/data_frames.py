"""Tables of results for notebooks and spreadsheets: pandas frames, and one XLSX file."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from io import BytesIO
from typing import Any

from interpreter.report.shared_parts import Cell, ReportFigure
from interpreter.support.errors import printable, require_extra

FRAME_EXTRA, FRAME_LIBRARY = "notebook", "pandas"
"""The extra that installs the library for frames, and the library."""
SHEET_EXTRA, SHEET_LIBRARY = "xlsx", "xlsxwriter"
"""The extra that installs the library for XLSX files, and the library."""
MAX_SHEET_NAME = 31
MAX_CELL_TEXT = 32_767
"""Limits of XLSX."""
NO_DATE = datetime(2000, 1, 1)
"""Date in the file, so that equal tables give equal bytes."""


def to_frames(figures: Iterable[ReportFigure]) -> dict[str, Any]:
    """Return the tables of a result as pandas frames, by the names of their CSV files.

    Raises:
        MissingExtraError: pandas isn't installed.
    """
    require_extra(FRAME_EXTRA, FRAME_LIBRARY)
    from pandas import DataFrame

    tables = [figure.table for figure in figures]
    return {table.id: DataFrame.from_records([*table.rows], columns=[*table.columns]) for table in tables}


def to_xlsx(figures: Iterable[ReportFigure]) -> bytes:
    """Return the tables of a result as an XLSX file with a sheet for each; texts are never formulas.

    Raises:
        MissingExtraError: xlsxwriter isn't installed.
    """
    require_extra(SHEET_EXTRA, SHEET_LIBRARY)
    from xlsxwriter import Workbook

    content = BytesIO()
    with Workbook(content, {"in_memory": True}) as book:
        book.set_properties({"created": NO_DATE})
        bold = book.add_format({"bold": True})
        for table in (figure.table for figure in figures):
            sheet = book.add_worksheet(table.id[:MAX_SHEET_NAME])
            sheet.freeze_panes(1, 0)
            for column, name in enumerate(table.columns):
                sheet.write_string(0, column, _text(name), bold)
            for number, row in enumerate(table.rows, start=1):
                for column, cell in enumerate(row):
                    _write_cell(sheet, number, column, cell)
            sheet.autofit()
    return content.getvalue()


def _write_cell(sheet: Any, row: int, column: int, cell: Cell) -> None:
    if isinstance(cell, bool):
        sheet.write_boolean(row, column, cell)
    elif isinstance(cell, int | float):
        sheet.write_number(row, column, cell)
    elif cell is not None:
        sheet.write_string(row, column, _text(cell))


def _text(text: str) -> str:
    return printable(text)[:MAX_CELL_TEXT]
