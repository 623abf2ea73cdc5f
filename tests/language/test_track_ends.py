"""A track at its ends: it stops there and that is counted, or it is an error where the author forbids it."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.engine.playout import count_track_ends, play_random
from interpreter.matches.match import Game, Match
from interpreter.support.errors import PlayError
from tests.language.cases import answered, found, sample_with, start

STRICT = ("tracks.yaml", "id: day, title: Day,", "id: day, title: Day, past its ends: error,")


def game_of(folder: Path, texts: list[str], *edits: tuple[str, str, str]) -> Game:
    return load(sample_with(folder, texts, edits=edits))


@pytest.mark.parametrize(
    ("text", "track", "stands", "ends"),
    [
        ("raise day by 2", "day", 3, {}),
        ("raise day by 3", "day", 4, {}),
        ("raise day by (count + 4)", "day", 4, {("day", "high"): 1}),
        ("lower day", "day", 1, {("day", "low"): 1}),
        ("set day to (count + 9)", "day", 4, {("day", "high"): 1}),
        ("set day to (count - 1)", "day", 1, {("day", "low"): 1}),
        ("repeat 5 times: raise day", "day", 4, {("day", "high"): 2}),
        ("raise lead of red by 9", "lead.red", 5, {("lead", "high"): 1}),
        ("raise lead of blue by 9", "lead.blue", 5, {("lead", "low"): 1}),
        ("set lead of blue to (count - 9)", "lead.blue", -5, {("lead", "high"): 1}),
        ("for each seat, as s: lower lead of s by 6", "lead.red", 1, {("lead", "low"): 1}),
        ("raise fuel by 5", "fuel", 5, {}),
        ("raise fuel by (count + 8)", "fuel", 5, {("fuel", "high"): 1}),
        ("lower fuel", "fuel", 0, {("fuel", "low"): 1}),
        ("lower your drive by 2", "drive.red", 0, {("drive", "low"): 1}),
    ],
)
def test_stops_are_counted(
    text: str, track: str, stands: int, ends: dict[tuple[str, str], int], tmp_path: Path
) -> None:
    match = start(game_of(tmp_path, [text]), 0)
    assert found(match, track) == stands
    assert count_track_ends(match.state) == ends


def test_what_is_tried_does_not_count(tmp_path: Path) -> None:
    match = start(game_of(tmp_path, ["raise day by (count + 9)\nchoose a town"]), 0)
    copy = match.copy()
    before = count_track_ends(match.state)
    copy.state.ends[0] += 1
    assert count_track_ends(match.state) == before == {("day", "high"): 1}


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("raise count by 1\nraise day by (count + 4)", 2, 1),
        ("lower day", 1, 1),
        ("set day to (count + 9)", 1, 1),
        ("choose a town\nraise day by (worth of town + 9)", 2, 1),
        ("repeat 4 times:\n  raise day", 2, 3),
    ],
)
def test_past_the_end_is_an_error_with_its_line(text: str, line: int, column: int, tmp_path: Path) -> None:
    game = game_of(tmp_path, [text], STRICT)
    with pytest.raises(PlayError) as caught:
        answered(start(game, 0), "alder" if "choose" in text else "")
    (problem,) = caught.value.problems
    assert problem.code == "past-end"
    assert problem.message == "in `event of case_0`: `day` would go past its end, and is not to: it goes from 1 to 4"
    assert problem.where.file.endswith("cards/cases.yaml")
    assert (problem.where.line, problem.where.column) == (6 + line, 6 + column)
    assert problem.excerpt == "      " + text.splitlines()[line - 1]


@pytest.mark.parametrize(
    "text", ["raise day by 3", "set day to 4", "must raise day by (count + 4)", "repeat 3 times: raise day"]
)
def test_up_to_the_end_is_none(text: str, tmp_path: Path) -> None:
    assert isinstance(start(game_of(tmp_path, [text], STRICT), 0), Match)


def test_steps_with_consequences_are_no_exception(tmp_path: Path) -> None:
    strict = ("tracks.yaml", "    title: Fuel\n", "    title: Fuel\n    past its ends: error\n")
    game = game_of(tmp_path, ["raise fuel by 5", "raise fuel by (count + 6)"], strict)
    assert found(start(game, 0), "count") == 11
    with pytest.raises(PlayError, match="`fuel` would go past its end"):
        start(game, 1)


def test_random_games_count_what_games_with_a_log_count(tmp_path: Path) -> None:
    game = game_of(tmp_path, [], ("sequence.yaml", "raise day\n", "raise day by 2\n"))
    played = play_random(game, 1, 0)
    assert played.ends["day", "high"] == 2
