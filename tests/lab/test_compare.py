"""Two versions, played side by side."""

from __future__ import annotations

import shutil
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from cli.lab.compare_command import InterimReport
from cli.lab.progress import ProgressDisplay, ProgressState
from interpreter import load
from interpreter.lab.compare.comparison import run_comparison
from interpreter.lab.compare.comparison_document import LineupResult, comparison_document
from interpreter.lab.compare.pairing import FIRST_LOOK, FIRST_SLOW_LOOK
from interpreter.lab.compare.question import ComparedVersion, ComparisonSpec
from interpreter.lab.stats.estimators import FixedSampleDifferences
from interpreter.lab.stats.intervals import ALPHA, bonferroni
from interpreter.matches.match import Game
from interpreter.presentation.names import Names
from interpreter.report.compare_report import CHANGE_FIGURES, ComparedTitles
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


def test_draws_have_a_row_and_their_change_holds_together_with_those_of_the_sides() -> None:
    games = game_of("revolution"), load("revolution", ("single_highest",))
    before, after = (ComparedVersion(game, dict.fromkeys(game.seats, "random")) for game in games)
    answer = run_comparison(ComparisonSpec(before, after, 1.0, 60, True, backend="python"))
    (figures,) = comparison_document([LineupResult(answer)]).players
    rows = CHANGE_FIGURES[0].rows(figures, ComparedTitles(*(Names(game.rulebook) for game in games)))
    assert sum(row.before for row in rows) == sum(row.after for row in rows) == pytest.approx(1)
    draws = rows[-1]
    pairs = answer.evidence.discordant_counts(lambda ending: not ending.winners)
    assert draws.name == "nobody" and draws.change == pytest.approx((pairs[0] - pairs[1]) / 60) and sum(pairs) > 0
    together = FixedSampleDifferences(bonferroni(ALPHA, 3))
    assert draws.interval == together.share(*pairs, 60)
    royalist = answer.evidence.discordant_counts(lambda ending: "royalist" in ending.winners)
    assert figures.difference["royalist"] == together.share(*royalist, 60)


def test_a_game_that_can_not_be_drawn_has_no_row_for_draws() -> None:
    game = game_of("red_flag_over_paris")
    version = ComparedVersion(game, dict.fromkeys(game.seats, "random"))
    question = ComparisonSpec(version, version, 1.0, 3, True, (0, 1), backend="python")
    assert not question.can_be_drawn
    assert comparison_document([LineupResult(run_comparison(question))]).deciding.draws is None


def test_one_look_that_is_interrupted_tells_of_the_games_so_far() -> None:
    version = ComparedVersion(game_of(MARKET), dict.fromkeys(game_of(MARKET).seats, "random"))
    question = ComparisonSpec(version, version, games=4000, is_single_look=True, seeds=(0, 1), backend="python")
    answer = run_comparison(question, on_look=lambda found: signal.raise_signal(signal.SIGINT))
    assert answer.signal == signal.SIGINT and FIRST_LOOK <= answer.games < 4000
    assert all(each.half_width < 1 for each in answer.differences().values())
