"""The table of printed cards, sheets without margins, and sizes of components."""

from __future__ import annotations

import csv
from io import StringIO

import pytest

from interpreter.presentation.names import Names
from interpreter.presentation.speech import load_catalog
from interpreter.printing.exports.component_sizes import square_for
from interpreter.printing.exports.export import ExportSettings, export_game
from interpreter.printing.layouts import bare_grid, card_grid, paper_named
from interpreter.printing.print_job import PrintJob
from interpreter.rulebook.player_words import ComponentForm
from interpreter.rulebook.source.files import installed_games
from interpreter.support.errors import printable
from tests.loaded import book_of


@pytest.mark.parts
@pytest.mark.parametrize("game", [game for game in installed_games() if game != "revolution"])
def test_the_table_has_a_row_for_each_card(game: str) -> None:
    book, paper = book_of(game), paper_named("a4")
    job = PrintJob(book, Names(book, "en", printable), load_catalog("en"), paper, card_grid("poker", paper))
    (content,) = export_game(job, ExportSettings("csv")).values()
    rows = list(csv.DictReader(StringIO(content.decode("utf-8"))))
    assert [row["id"] for row in rows] == [card.id for card in book.cards]
    assert [row["title"] for row in rows] == [card.title["en"] for card in book.cards]


def test_a_bare_grid_has_no_gaps() -> None:
    grid = bare_grid((63.5, 88.9), 0, 7, 5)
    assert grid.capacity == 35 and grid.marks == () and grid.spots[8] == pytest.approx((63.5, 88.9))
    assert grid.back_spots[0] == pytest.approx((6 * 63.5, 0))


@pytest.mark.parametrize(
    ("size", "component"),
    [(12, "small_square_chit"), (16, "medium_square_chit"), (20, "medium_square_chit"), (60, "medium_square_tile")],
)
def test_a_counter_fits_on_its_component(size: int, component: str) -> None:
    assert square_for(ComponentForm("counters", size, 10)) == component


@pytest.mark.parts
def test_a_number_has_one_column_and_a_counter_of_two_values_the_name_of_its_variable() -> None:
    paper = paper_named("a4")
    for game, kind, file in (("red_flag_over_paris", "csv", "cards.csv"), ("vive_la_revolution", "gamecrafter", "")):
        book = book_of(game)
        job = PrintJob(book, Names(book, "en", printable), load_catalog("en"), paper, card_grid("poker", paper))
        made = export_game(job, ExportSettings(kind))
        rows = list(csv.DictReader(StringIO(made[file or "components.csv"].decode("utf-8"))))
        if file:
            assert "points" in rows[0] and "point" not in rows[0]
        else:
            chits = [row["title"] for row in rows if row["component"] != "poker_card"]
            assert "Announced side, Player 1" in chits and len(chits) == len(set(chits))
