"""Folders of reports: a history is data, and only what a report wrote is overwritten."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from cli.lab.report_command import ReportFolder
from interpreter.report.game.game_report import GameReport, render_report_index
from interpreter.report.game.report_history import ReportEntry, ReportHistory, RungHistory, read_history
from interpreter.support.errors import Location, SaveError
from tests.loaded import game_of

WHERE = Location("history.json")
BEFORE = ReportEntry("2026-01-02", "aaa", [RungHistory("random", 400, {"p1": 220, "p2": 180})])


def history() -> ReportHistory:
    return ReportHistory("market", []).with_report(BEFORE).with_file("index.html", "<html>")


def test_a_history_is_read_as_it_was_written() -> None:
    assert read_history(history().to_text().encode(), WHERE) == history()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"games": 400', '"games": "400"'),
        ('"games": 400', '"games": NaN'),
        ('"games": 400', '"games": -1'),
        ('"p1": 220', '"p1": true'),
        ('"date": "2026-01-02"', f'"date": "{"9" * 300}"'),
        ('"reports": [', '"reports": 7, "others": ['),
        ("cahier report 0.1", "cahier report 9"),
        ("{", "[" * 100_000),
        ("}", ""),
    ],
)
def test_a_damaged_history_is_refused(old: str, new: str) -> None:
    text = history().to_text()
    assert old in text
    with pytest.raises(SaveError, match="damaged"):
        read_history(text.replace(old, new, 1).encode(), WHERE)


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(SaveError, match="damaged"):
        read_history(b"\xff\xfe\x00", WHERE)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"notes.txt": "mine"}, "none by a report"),
        ({"history.json": "{}"}, "damaged"),
        ({"history.json": history().to_text(), "index.html": "<html>, changed"}, "nothing is overwritten"),
        ({"history.json": history().to_text(), "impact.html": "mine"}, "nothing is overwritten"),
        ({"history.json": replace(history(), game="other").to_text()}, "its reports are on other"),
    ],
)
def test_files_of_others_are_refused(tmp_path: Path, files: dict[str, str], message: str) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(SaveError, match=message):
        ReportFolder.open(tmp_path, game_of("tests/cli/market"))
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == files


def test_a_folder_of_reports_is_used_again(tmp_path: Path) -> None:
    game = game_of("tests/cli/market")
    (tmp_path / "history.json").write_text(history().to_text())
    (tmp_path / "index.html").write_text("<html>")
    assert ReportFolder.open(tmp_path, game).history.reports == [BEFORE]
    assert ReportFolder.open(tmp_path / "new", game).history.reports == []


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (BEFORE, "rules are those of the last report"),
        (ReportEntry("d", "b", [RungHistory("random", 400, {"p1": 300, "p2": 100})]), "from 55 to 75 %: +20 points"),
        (ReportEntry("d", "b", [RungHistory("random", 400, {"p1": 224, "p2": 176})]), "which may be chance"),
        (ReportEntry("d", "b", [RungHistory("table", 400, {"p1": 224, "p2": 176})]), "no players in common"),
        (ReportEntry("d", "b", [RungHistory("random", 400, {"p1": 224, "p3": 176})]), "other sides"),
    ],
)
def test_the_difference_from_the_last_report(entry: ReportEntry, said: str) -> None:
    (sentence,) = GameReport(game_of("tests/cli/market"), "market", history(), entry).changes()
    assert said in sentence


def test_balance_over_versions_is_drawn_for_players_of_both_reports() -> None:
    pytest.importorskip("matplotlib")
    rungs = [*BEFORE.rungs, RungHistory("table", 100, {"p1": 60, "p2": 40})]
    index = render_report_index(
        GameReport(game_of("tests/cli/market"), "market", history(), ReportEntry("d", "b", rungs))
    )
    assert "Balance over versions" in index and "between random players" in index


def test_a_history_is_bounded() -> None:
    found = history()
    for number in range(300):
        found = found.with_report(replace(BEFORE, date=str(number))).with_file("index.html", str(number))
    data = json.loads(found.to_text())
    assert len(data["reports"]) == 200 and data["reports"][-1]["date"] == "299"
    assert len(data["files"]["index.html"]) == 2
