"""Two versions, played side by side."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from cli.lab.compare_command import InterimReport
from cli.lab.progress import ProgressDisplay, ProgressState
from interpreter import load
from interpreter.lab.compare.comparison import run_comparison
from interpreter.lab.compare.pairing import FIRST_LOOK, FIRST_SLOW_LOOK
from interpreter.lab.compare.question import ComparedVersion, ComparisonSpec
from interpreter.matches.match import Game
from interpreter.support.errors import PlayError
from tests.loaded import REPO, game_of

MARKET = REPO / "tests/cli/market"


@pytest.fixture
def stopped(tmp_path: Path) -> Game:
    """The market, which a mistake stops in each game."""
    shutil.copytree(MARKET, tmp_path / "market")
    tracks, rules = tmp_path / "market" / "tracks.yaml", tmp_path / "market" / "sequence.yaml"
    tracks.write_text(tracks.read_text().replace("title: Day,", "title: Day, past its ends: error,"))
    rules.write_text(rules.read_text().replace("        raise day", "        raise day by 2"))
    return load(tmp_path / "market")


@pytest.mark.parametrize(("arm", "most"), [(0, 1), (1, FIRST_LOOK + 1)])
def test_a_game_without_end_is_refused_as_soon_as_it_counts(stopped: Game, arm: int, most: int) -> None:
    """One need not play all others up to the next look; the same game is named by any number of processes."""
    games = [stopped, game_of(MARKET)] if arm == 0 else [game_of(MARKET), stopped]
    before, after = (ComparedVersion(game, dict.fromkeys(game.seats, "random")) for game in games)
    question, played = ComparisonSpec(before, after, games=2000, backend="python"), list[int]()
    with pytest.raises(PlayError, match="couldn't be played to its end") as error:
        run_comparison(question, lambda more, made: played.append(more))
    assert sum(played) <= most
    with pytest.raises(PlayError) as again:
        run_comparison(replace(question, jobs=2))
    assert again.value.problems == error.value.problems


@pytest.mark.parametrize(("player", "first"), [("random", FIRST_LOOK), ("search:1", FIRST_SLOW_LOOK)])
def test_each_look_is_told_the_first_one_soon_where_games_take_long(player: str, first: int) -> None:
    version = ComparedVersion(game_of(MARKET), dict.fromkeys(game_of(MARKET).seats, player))
    question, told = ComparisonSpec(version, version, 0.5, 40, seeds=(0, 1), backend="python"), list[int]()
    answer = run_comparison(question, on_look=lambda found: told.append(found.games))
    assert told[0] == first and told == sorted(set(told)) and answer.games == 40


def test_a_long_comparison_says_once_a_minute_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    game, now, told = game_of(MARKET), [0.0], list[int]()
    version = ComparedVersion(game, dict.fromkeys(game.seats, "search:1"))
    answer = run_comparison(ComparisonSpec(version, version, games=5, seeds=(0, 1), backend="python"))
    report = InterimReport(ProgressDisplay(ProgressState("games", 10)), "search:1", lambda: now[0])
    for now[0] in (10.0, 31.0, 60.0, 92.0):
        report(answer)
        told.append(capsys.readouterr().err.count("so far: Undecided after 5 games a side: "))
    assert told == [0, 1, 0, 1]
