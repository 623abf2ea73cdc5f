"""Statistics and files of a playtest, without processes."""

from __future__ import annotations

import sys
from dataclasses import replace
from multiprocessing import Pipe, Process
from pathlib import Path
from random import Random

import pytest

from cli.revision import GameVersion
from cli.text.lab import playtest_text as summary_module
from interpreter.engine.playout import GameResult
from interpreter.lab.playtest_document import make_playtest_document
from interpreter.lab.result_documents import to_json
from interpreter.playtest.run import figures as figures_module
from interpreter.playtest.run.arms import GameSpan
from interpreter.playtest.run.chunks import Chunk, next_count
from interpreter.playtest.run.executors import Worker
from interpreter.playtest.run.figures import FIGURES, CountedFigure, Figure, FigureShape, Tally, figures, spread
from interpreter.playtest.run.observers import CourseStatistics
from interpreter.playtest.run.runner import OrderedWriter, PlaytestPlan, run_playtest
from interpreter.report import playtest_report as report_module
from interpreter.report.playtest_report import make_playtest_figures, render_playtest_page
from interpreter.support.atomic_writes import AtomicFile
from interpreter.support.errors import Location, Problem, SaveError
from tests.loaded import game_of


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], (None, None, None)),
        ([4], (4, 4, 4)),
        ([1, 2], (1, 1.5, 2)),
        ([3, 1, 1, 9], (1, 2, 9)),
        ([5, 1, 2], (1, 2, 5)),
    ],
)
def test_spread(values: list[int], expected: tuple[float | None, ...]) -> None:
    counts = {value: values.count(value) for value in values}
    assert tuple(spread(counts).values()) == expected


def some_game(random: Random) -> GameResult:
    winners = random.choice([(), ("a",), ("b",), ("a", "b")])
    return GameResult(
        winners,
        random.choice(["points", "full"]),
        {"a": random.randint(-5, 5), "b": random.randint(-5, 5)},
        random.randint(1, 50),
        random.randint(1, 9),
        random.choice(["a", "b", None]),
        {("card", "event"): 1},
        None,
        0.1,
        ends={("day", random.choice(["low", "high"])): random.randint(1, 3)},
    )


def test_a_tally_does_not_depend_on_order_or_parts() -> None:
    games = [some_game(Random(seed)) for seed in range(100)]
    whole = Tally()
    for game in games:
        whole.add(game)
    Random(1).shuffle(games)
    merged = Tally()
    for start in range(0, 100, 7):
        part = Tally()
        for game in games[start : start + 7]:
            part.add(game)
        merged.merge(part)
    assert figures(merged) == figures(whole)
    outcomes = whole.counts["outcomes"]
    assert outcomes.total() == whole.finished == whole.games == 100
    assert outcomes["draw"] and outcomes["a+b"]


def test_what_stopped_games_is_counted() -> None:
    first, later = Tally(), Tally()
    problem = Problem(Location("x.yaml", 1, 1), "budget", "goes on and on")
    other = Problem(Location("x.yaml", 2, 1), "budget", "goes on, too")
    later.fail(9, (problem,))
    later.fail(8, (other,))
    first.fail(3, (problem,))
    later.merge(first)
    assert later.stop_reasons() == [(problem, 2, 3), (other, 1, 8)] and later.games == 3 and later.finished == 0
    stopped = figures(later)["stopped"]
    assert [(rule["line"], rule["games"], rule["first_game"]) for rule in stopped] == [(1, 2, 3), (2, 1, 8)]


def test_lines_come_in_order_and_gaps_at_the_end() -> None:
    written: list[str] = []
    lines = OrderedWriter(0, written.append, lambda chunk: chunk.record_lines)
    for first, count in ((2, 1), (6, 1), (0, 2), (4, 1)):
        lines.add(Chunk(first, count, record_lines=[f"{at}," for at in range(first, first + count)]))
    assert "".join(written) == "0,1,2,"
    lines.flush()
    assert "".join(written) == "0,1,2,4,6,"


def test_chunks_grow_to_what_is_worth_it() -> None:
    assert next_count(None, 1000, 2) == 1
    assert next_count(Chunk(0, 1, seconds=0.00001), 1000, 2) == 8
    assert next_count(Chunk(0, 100, seconds=0.2), 1000, 2) == 50
    assert next_count(Chunk(0, 1, seconds=9.0), 1000, 2) == 1
    assert next_count(Chunk(0, 1000, seconds=0.1), 3000, 4) == 750
    assert next_count(Chunk(0, 1000, seconds=0.1), 150, 4) == 50
    assert next_count(Chunk(0, 1000, seconds=0.1), 9, 4) == 9


def test_a_worker_has_a_chunk_to_go_on_with_where_they_are_short() -> None:
    worker = Worker(Process(), Pipe()[0])
    assert worker.can_take_more
    worker.chunks.append(GameSpan(0, 0, 1))
    assert not worker.can_take_more
    worker.last[0] = Chunk(0, 1, seconds=0.1)
    assert worker.can_take_more
    worker.chunks.append(GameSpan(0, 1, 1))
    assert not worker.can_take_more
    worker.last[0] = Chunk(0, 1, seconds=9.0)
    worker.chunks.popleft()
    assert not worker.can_take_more


def test_a_file_aside(tmp_path: Path) -> None:
    target = tmp_path / "file"
    target.write_text("before")
    target.chmod(0o640)
    with pytest.raises(ZeroDivisionError), AtomicFile(str(target)):
        raise ZeroDivisionError
    assert target.read_text() == "before"
    with pytest.raises(ZeroDivisionError), AtomicFile(str(target)) as file:
        file.write("kept\n")
        assert target.read_text() == "before"
        raise ZeroDivisionError
    assert target.read_text() == "kept\n"
    assert target.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("path", ["", "no/where", ".", "nul\0", "x" * 5000])
def test_files_that_cant_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SaveError, match="cannot be written"):
        AtomicFile(path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("forks", [True, pytest.param(False, marks=pytest.mark.parts)])
def test_workers_that_are_spawned_play_the_same_games(monkeypatch: pytest.MonkeyPatch, forks: bool) -> None:
    if forks and sys.platform != "linux":
        pytest.skip("forking is not safe here")
    monkeypatch.setattr("interpreter.playtest.run.executors.FORK_IS_SAFE", forks)
    game = game_of(Path(__file__).parent / "market", players=3)
    alone, shared = [run_playtest(PlaytestPlan(game, seed=8, games=50, jobs=jobs)) for jobs in (1, 2)]
    assert shared.tally == alone.tally and shared.tally.finished == 50


def test_a_figure_is_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is counted, added up over processes, in the document, the summary, a CSV file and the page."""
    margin = Figure(
        "margin",
        FigureShape.SPREAD,
        CountedFigure(("scores",), lambda played: {max(played.scores.values()) - min(played.scores.values()): 1}),
        spread,
        "how close it was",
        "points between first and last",
    )
    for module in (figures_module, summary_module, report_module):
        monkeypatch.setattr(module, "FIGURES", (*FIGURES, margin))
    game = game_of(Path(__file__).parent / "market", players=3)
    runs = [run_playtest(PlaytestPlan(game, seed=8, games=50, jobs=jobs)) for jobs in (1, 2)]
    document, shared = map(make_playtest_document, runs)
    assert to_json(document)["margin"] == to_json(shared)["margin"] == {"min": 0, "median": 2, "max": 4}
    told = summary_module.format_playtest(runs[0], document, GameVersion("market", "market"))
    assert "\nhow close it was" in told and "points between first and last" in told
    figures = [replace(each, pictures=()) for each in make_playtest_figures(runs[0], document, CourseStatistics())]
    table = next(each.table for each in figures if each.table.id == "margin")
    assert table.csv().startswith("points between first and last,games\n0,")
    page = render_playtest_page(document, game, figures)
    assert "<h2>How close it was</h2>" in page and table.csv().splitlines()[1] == f"0,{table.rows[0][1]}"
