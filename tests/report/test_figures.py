"""Figures of results: one entry each, shown in the text, the CSV files and the page."""

from __future__ import annotations

import pytest

from cli.text.lab import comparison_text
from cli.text.lab.comparison_text import format_comparison
from interpreter.lab.compare.comparison import run_comparison
from interpreter.lab.compare.comparison_document import LineupResult, comparison_document
from interpreter.lab.compare.question import ComparedVersion, ComparisonSpec
from interpreter.lab.measure.indicators import Measures
from interpreter.lab.measure.measure import MeasurementSpec, run_measurement
from interpreter.lab.measure.measure_document import measurement_document
from interpreter.lab.sweep.question import SweepSpec
from interpreter.lab.sweep.sweep import run_sweep
from interpreter.lab.sweep.sweep_document import sweep_document
from interpreter.lab.sweep.vary import read_places
from interpreter.report import compare_report, measure_report, sweep_report
from interpreter.report.compare_report import CHANGE_FIGURES, ChangeFigure, ChangeRow, make_compare_figures
from interpreter.report.drawing.plots import ReferenceLine
from interpreter.report.drawing.value_plots import ValueGrid, crossings
from interpreter.report.html_page import render_page
from interpreter.report.shared_parts import ReportFigure
from interpreter.report.sweep_report import POINT_FIGURES, PointFigure, grid_caption
from tests.loaded import REPO, game_of

MARKET = REPO / "tests/cli/market"


def page_of(figures: list[ReportFigure]) -> str:
    """The page without pictures, for which nothing need be installed."""
    plain = [ReportFigure(figure.table, figure.section) for figure in figures]
    return render_page("Market day", "random players", [], {}, plain)


def test_a_figure_of_a_comparison_is_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    games = ChangeFigure(
        "ends", "Number of endings", "Endings", "how many ends", ("what",),
        lambda figures, titles: [ChangeRow(("all",), "all of them", 1.0, len(figures.reasons))],
    )  # fmt: skip
    for module in (compare_report, comparison_text):
        monkeypatch.setattr(module, "CHANGE_FIGURES", (*CHANGE_FIGURES, games))
    market = game_of(MARKET)
    before = ComparedVersion(market, dict.fromkeys(market.seats, "random"))
    after = ComparedVersion(market, dict.fromkeys(market.seats, "search:1"))
    answer = run_comparison(ComparisonSpec(before, after, games=5, is_single_look=True))
    document = comparison_document([LineupResult(answer)])
    text = format_comparison(document, (before, after), ["cahier"])
    figures = [*make_compare_figures(document, (market, market))]
    tables, page = {figure.table.id: figure.table for figure in figures}, page_of(figures)
    for figure in (*CHANGE_FIGURES, games):
        if figure.id != "cards":
            assert figure.heading in text and f"<h2>{figure.section}</h2>" in page and figure.id in tables
    assert "  all of them" in text and tables["ends"].columns[:2] == ("by", "what")


def test_a_figure_of_a_sweep_is_one_entry_for_tables_and_page(monkeypatch: pytest.MonkeyPatch) -> None:
    again = PointFigure("again", "Wins once more", "Once more", ("winner",), "share", lambda point: point.wins)
    monkeypatch.setattr(sweep_report, "POINT_FIGURES", (*POINT_FIGURES, again))
    market = game_of(MARKET)
    places = read_places(["tracks/day/start=1,2"])
    found = run_sweep(SweepSpec(market, places, dict.fromkeys(market.seats, "random"), games=5))
    figures = [*sweep_report.make_sweep_figures(sweep_document(found), market)]
    assert [figure.table.id for figure in figures] == ["wins", "reasons", "length", "again"]
    assert len(figures[-1].table.rows) == len(figures[0].table.rows) and "<h2>Once more</h2>" in page_of(figures)


def test_a_single_figure_of_a_measurement_is_one_entry_for_tables_and_page(monkeypatch: pytest.MonkeyPatch) -> None:
    first = {"wins of somebody": lambda data: next(iter(data.wins.values()))}
    monkeypatch.setattr(measure_report, "SINGLE_FIGURES", {**measure_report.SINGLE_FIGURES, **first})
    market = game_of(MARKET)
    spec = MeasurementSpec(market, dict.fromkeys(market.seats, "random"), 10, 2)
    figures = [*measure_report.make_measure_figures(measurement_document(Measures(run_measurement(spec))), market)]
    (table,) = (figure.table for figure in figures if figure.table.id == "single_figures")
    assert table.rows[-1][0] == "wins of somebody" and "<td>wins of somebody</td>" in page_of(figures)
    assert {row[0] for row in table.rows} < {*measure_report.SINGLE_FIGURES}, "unknown ones are left out"


def test_the_line_of_a_heat_map_parts_what_is_below_a_value_from_what_is_not() -> None:
    shares = {(0, 0): 30.0, (0, 1): 50.0, (1, 0): 60.0}
    grid = ValueGrid(["1", "2"], ["3", "4"], shares, None)
    assert crossings(grid, 50) == [((1, 0), (1, 1)), ((0, 1), (1, 1))]
    assert crossings(grid, 55) == [((0, 1), (1, 1))] and crossings(grid, 90) == []


def test_a_heat_map_explains_the_signs_that_it_has() -> None:
    grid = ValueGrid(["1", "2"], ["3", "4"], {(0, 0): 30.0, (0, 1): 50.0, (1, 0): 60.0}, None)
    line, none = (grid_caption(grid, ReferenceLine(at, "aim"), "the aim") for at in (50.0, 90.0))
    assert "The dashed line parts" in line and "dashed" not in none and "on one side of the aim" in none
    assert "Empty: " in line and "frame" not in line
    whole = ValueGrid(["1"], ["3"], {(0, 0): 30.0}, (0, 0))
    told = grid_caption(whole, ReferenceLine(50.0, "aim"), "the aim")
    assert "Empty" not in told and "The frame is around the present values." in told
