"""Tables as CSV."""

from __future__ import annotations

import csv
from io import StringIO

import pytest

from interpreter.report.shared_parts import DataTable


def read(text: str) -> list[list[str]]:
    return list(csv.reader(StringIO(text, newline="")))


def test_a_line_a_row_under_the_columns() -> None:
    table = DataTable("wins", "Won by", ("seat", "games", "share", "never", "note"), [("p1", 12, -0.25, True, None)])
    assert table.csv() == "seat,games,share,never,note\np1,12,-0.25,yes,\n"


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝"])
def test_no_text_is_a_formula(start: str) -> None:
    text = f"{start}cmd|' /C calc'!A0"
    table = DataTable("wins", "Won by", ("title", text), [(text, 1)])
    assert read(table.csv()) == [["title", f"'{text}"], [f"'{text}", "1"]]


def test_commas_quotes_and_line_ends_stay_in_their_cells() -> None:
    row = ('Mole, "the" digger', "two\nlines", "<script>")
    assert read(DataTable("t", "T", ("a", "b", "c"), [row]).csv())[1] == list(row)


def test_numbers_below_zero_stay_numbers() -> None:
    assert DataTable("t", "T", ("points",), [(-3.5,), (-2,)]).csv() == "points\n-3.5\n-2\n"
