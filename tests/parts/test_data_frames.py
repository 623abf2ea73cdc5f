"""Tables of results as pandas frames and as an XLSX file."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest

from interpreter.report.data_frames import to_frames, to_xlsx
from interpreter.report.shared_parts import DataTable, ReportFigure
from tests.loaded import REPO

pytestmark = pytest.mark.parts

ROWS = [("=1+1", 3, 0.25, True), ("https://a.b\x1b", None, -2.0, False), ("x" * 40_000, 10**15, None, None)]
FIGURES = [
    ReportFigure(DataTable("wins", "Won by", ("title", "games", "share", "sure"), ROWS)),
    ReportFigure(DataTable("none", "Nothing", ("a", "b"), [])),
]


def test_a_table_is_a_frame() -> None:
    frames = to_frames(FIGURES)
    assert list(frames) == ["wins", "none"] and frames["wins"].shape == (3, 4) and frames["none"].shape == (0, 2)
    assert list(frames["wins"]["title"])[:1] == ["=1+1"] and frames["wins"]["share"].sum() == -1.75


def test_a_table_is_a_sheet_without_formulas() -> None:
    from openpyxl import load_workbook

    content = to_xlsx(FIGURES)
    book = load_workbook(BytesIO(content))
    assert book.sheetnames == ["wins", "none"]
    cells = [[cell.value for cell in row] for row in book["wins"].iter_rows()]
    assert cells[0] == ["title", "games", "share", "sure"]
    assert cells[1] == ["=1+1", 3, 0.25, True] and book["wins"]["A2"].data_type == "s"
    assert cells[2] == ["https://a.b\\x1b", None, -2, False] and book["wins"]["A3"].hyperlink is None
    assert len(cells[3][0]) == 32_767 and cells[3][1] == 10**15
    assert to_xlsx(FIGURES) == content


def test_the_notebook_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = Path(REPO, "interpreter", "lab", "README.md").read_text("utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    exec(program, {})
    assert "random" in capsys.readouterr().out
