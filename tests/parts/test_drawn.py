"""Contents of the pictures in reports: one for each seat and each kind of players, and nothing unknown."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from interpreter import load
from interpreter.lab.compare.comparison import ComparisonResult
from interpreter.lab.compare.comparison_document import CardChange, LineupFigures, LineupResult, comparison_document
from interpreter.lab.compare.question import ComparedVersion, ComparisonSpec
from interpreter.lab.playtest_document import make_playtest_document
from interpreter.playtest.run.runner import PlaytestPlan, observe_games, run_playtest
from interpreter.playtest.run.stopping import Stopper
from interpreter.report.compare_report import make_compare_figures
from interpreter.report.drawing.plots import histogram, line_chart
from interpreter.report.drawing.svg import WIDTH, Picture, text_width
from interpreter.report.playtest_report import make_playtest_figures, render_playtest_page
from interpreter.report.shared_parts import DataTable, share_chart
from tests.cli.command import REPO, environment
from tests.loaded import game_of

pytestmark = pytest.mark.parts

DRAW = """
from interpreter.report.drawing.heat_maps import HeatValues, heat_map
from interpreter.report.drawing.plots import Bar, ReferenceLine, bar_chart, histogram, line_chart
from interpreter.presentation.names import Names
from tests.loaded import book_of
bars = [Bar("one", 1.0, 0.5, 2.0, "1"), Bar("two", -1.0, is_faint=True, colour=3)]
print(bar_chart("b", bars, "bars", axis="points", mark=ReferenceLine(0.5, "even")).svg)
print(histogram("h", {1: 3, 2: 5, 7: 1}, "turns", "how long").svg)
series = {"a": [0, 1, None], "b": [1, 0.5, 0.25]}
print(line_chart("l", series, [0, 50, 100], ("per cent", "score"), "scores", is_last_dashed=True).svg)
for name in ("red_flag_over_paris", "revolution", "liberte"):
    book = book_of(name)
    values = {space.id: number / 7 for number, space in enumerate(book.map.spaces)}
    print(heat_map("m", book.map, Names(book), HeatValues(values, 9.0, 2, "pieces")).svg)
"""


def texts(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def curves(svg: str) -> list[str]:
    """The paths in a colour of the page, of lines."""
    return [found for found in re.findall(r"<path [^>]*>", svg) if re.search(r"stroke: ?var\(--c\d\)", found)]


def same_titles(folder: Path, title: str) -> None:
    """The market, whose two seats share a title."""
    shutil.copytree(REPO / "tests" / "cli" / "market", folder / "market")
    game = folder / "market" / "game.yaml"
    seats = f'seats: [{{id: p1, title: "{title}"}}, {{id: p2, title: "{title}"}}]'
    game.write_text(re.sub(r"seats: .*", seats, game.read_text("utf-8")), "utf-8")
    pieces = folder / "market" / "pieces.yaml"
    pieces.write_text(pieces.read_text("utf-8").replace(", p3: {purse: 5}", ""), "utf-8")


@pytest.mark.parametrize("title", ["Trader", "A trader with so long a name that no line of a legend has room for it"])
def test_seats_that_share_a_title_are_told_apart(tmp_path: Path, title: str) -> None:
    same_titles(tmp_path, title)
    plan = PlaytestPlan(load(tmp_path / "market"), 1, 40)
    result = run_playtest(plan)
    document = make_playtest_document(result)
    figures = [*make_playtest_figures(result, document, observe_games(plan, Stopper()).observations.course)]
    page = render_playtest_page(document, plan.game, figures)
    (course,) = re.findall(r'<svg[^>]*aria-label="Each seat[^>]*>.*?</svg>', page, re.DOTALL)
    assert len({curve for curve in curves(course) if "clip-path" in curve}) == 2
    told = [text for text in texts(course) if text.startswith(title[:5])]
    assert len(set(told)) == 2
    (won,) = re.findall(r'<svg[^>]*aria-label="Won by[^>]*>.*?</svg>', page, re.DOTALL)
    named = [name for name in re.split(r"[\d.]+ % \([^)]*\), \d+ games?", " ".join(texts(won))) if title[:5] in name]
    assert len(set(named)) == len(named) > 1
    assert f"{title} (p1)" in page and f"{title} (p2)" in page


def test_each_kind_of_players_has_a_picture_of_its_own() -> None:
    market = game_of("tests/cli/market")
    version = ComparedVersion(market, dict.fromkeys(market.seats, "random"))
    told = [LineupResult(ComparisonResult(ComparisonSpec(version, version)), by=by) for by in ("random", "table")]
    document = comparison_document(told)
    first, second = ([CardChange(card, "played", 0.5, after) for card in ("sun", "rain")] for after in (1.5, 0.25))
    second.append(CardChange("sun", "held", 0.1, 0.9))
    random, table = document.players

    def drawn(*players: LineupFigures) -> list[Picture]:
        figures = make_compare_figures(replace(document, players=list(players)), (market, market))
        return [draw() for figure in figures if figure.table.id == "cards" for draw in figure.pictures]

    pictures = drawn(replace(random, cards=first), replace(table, cards=second))
    assert [picture.caption for picture in pictures] == ["random players", "table players"]
    upper, lower = (texts(picture.svg) for picture in pictures)
    assert upper[-4:] == ["Sun, played", "0.50 → 1.50", "Rain, played", "0.50 → 1.50"]
    assert lower[-6::2] == ["Sun, played", "Rain, played", "Sun, held"] and "0.50 → 1.50" not in lower
    assert "change of uses a game" in upper
    (alone,) = drawn(replace(random, by=None, cards=first))
    assert alone.caption == ""


def test_a_picture_of_the_first_rows_says_so() -> None:
    columns = ("reason", "title", "games", "share", "low", "high")
    rows = [(f"r{at}", f"Reason {at}", 1, 0.04, 0.01, 0.1) for at in range(25)]
    assert share_chart(DataTable("r", "R", columns, rows[:20]), 25, "why").caption == ""
    picture = share_chart(DataTable("r", "R", columns, rows), 25, "why", "Ended by.")
    assert picture.caption == "Ended by. The first 20 of 25; the table has them all."
    assert "Reason 19" in texts(picture.svg) and "Reason 20" not in texts(picture.svg)


def test_of_what_is_not_known_there_is_no_line() -> None:
    def ends(*values: float | None) -> list[float]:
        svg = line_chart("l", {"a": values}, range(len(values)), ("x", "y"), "z").svg
        (curve,) = (curve for curve in curves(svg) if "clip-path" in curve)
        return [float(at) for at in re.findall(r"[ML] ([\d.]+) [\d.]+", curve)]

    known, unknown = ends(0.0, 0.0, 2.0, 3.0), ends(None, None, 2.0, 3.0)
    assert len(known) == 4 and unknown == known[2:]


def test_the_last_step_of_a_curve_is_dashed_if_asked() -> None:
    for is_dashed in (False, True):
        svg = line_chart("l", {"a": [0.0, 1.0, 9.0]}, range(3), ("x", "y"), "z", is_last_dashed=is_dashed).svg
        dashed = [path for path in re.findall(r"<path [^>]*>", svg) if "stroke-dasharray" in path]
        solid = [curve for curve in curves(svg) if "clip-path" in curve and "stroke-dasharray" not in curve]
        assert len(dashed) == is_dashed
        assert [len(re.findall(r"[ML] ", curve)) for curve in solid][:1] == [3 - is_dashed]


def test_the_middle_is_marked_where_it_is() -> None:
    """As often as the others, 9 games of 10 are shorter than the longest one."""
    svg = histogram("h", {1: 9, 20: 1}, "turns", "how long").svg
    (dashed,) = (path for path in re.findall(r"<path [^>]*>", svg) if "stroke-dasharray" in path)
    (left, right) = (float(at) for at in re.findall(r"[ML] ([\d.]+) [\d.]+", dashed))
    assert left == right < 80


@pytest.mark.parametrize("counts", [{0: 3, 1000: 1}, {85: 1, 167: 2}, {99_990: 1, 100_004: 2}])
def test_numbers_below_a_picture_are_whole(counts: dict[int, int]) -> None:
    svg = histogram("h", counts, "decisions", "how long").svg
    found = re.findall(r'<text [^>]*?text-anchor: middle[^>]*? x="([\d.]+)"[^>]*>([\d,]+)</text>', svg)
    assert len(found) > 1 and max(float(at) + text_width(number) / 2 for at, number in found) <= WIDTH


def test_equal_answers_give_equal_bytes(tmp_path: Path) -> None:
    """Whatever a user's own settings of matplotlib, and in whatever order Python has its sets."""
    (tmp_path / "matplotlibrc").write_text("lines.linewidth: 9\nsvg.fonttype: path\naxes.facecolor: black\n")
    said = []
    for seed, rc in (("1", os.devnull), ("2", str(tmp_path / "matplotlibrc"))):
        variables = environment(PYTHONHASHSEED=seed, MATPLOTLIBRC=rc, MPLCONFIGDIR=str(tmp_path))
        done = subprocess.run([sys.executable, "-c", DRAW], cwd=REPO, env=variables, capture_output=True, check=True)
        said.append(done.stdout)
    assert said[0].count(b"<svg") == 6 and all(one == other for one, other in pairwise(said))
