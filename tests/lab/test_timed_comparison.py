"""Two versions between ever better players, within a time."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interpreter import load
from interpreter.lab.balance.planner import LEAST_GAMES, TRIAL_GAMES, Rung
from interpreter.lab.compare.comparison_document import LineupResult, comparison_document
from interpreter.lab.compare.pairing import BlockAssembler
from interpreter.lab.compare.question import ComparedVersion, ComparisonSpec
from interpreter.lab.compare.timed_comparison import TimedComparison, run_timed_comparison
from interpreter.matches.match import Game
from interpreter.playtest.run.arms import GameSpan
from tests.loaded import game_of

TRAPS = Path(__file__).parent / "traps"
"""Walker, if random, wins 1 of 4 games, and all of them with a look ahead."""
LONG = 10_000.0
"""Seconds, so that the number of games ends the run."""


@pytest.fixture
def safer(tmp_path: Path) -> Game:
    """The game with two traps less."""
    rules = Path(shutil.copytree(TRAPS, tmp_path / "safer")) / "game.yaml"
    kept, _, _ = rules.read_text("utf-8").partition('      or "by the road"')
    rules.write_text(kept, "utf-8")
    return load(rules.parent)


def questions(after: Game, *players: str, games: int, jobs: int = 1) -> list[tuple[Rung, ComparisonSpec]]:
    found = []
    for player in players:
        seated = {"walker": player, "trapper": player}
        one, two = (ComparedVersion(game, seated) for game in (game_of(TRAPS), after))
        asked = ComparisonSpec(one, two, games=games, jobs=jobs, backend="python", family_size=len(players))
        found.append((Rung(player, seated), asked))
    return found


def told(found: TimedComparison) -> list[LineupResult]:
    return [LineupResult(each.answer, (), each.rung.player) for each in found.reported]


@pytest.mark.parts
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_change_that_only_random_players_notice(safer: Game, jobs: int) -> None:
    found = run_timed_comparison(questions(safer, "random", "search:20", games=200, jobs=jobs), LONG)
    random, search = found.rungs
    assert (random.answer.verdict, search.answer.verdict) == ("different", "undecided")
    assert random.answer.differences()["walker"].contains(1 / 4)
    assert search.games == 200 and search.answer.wins(0) == search.answer.wins(1) == {"walker": 200, "trapper": 0}
    document = comparison_document(told(found), found)
    assert [each.by for each in document.players] == ["random", "search:20"]
    assert [each.aims[0].verdict for each in document.players] == ["better", "unknown"]
    assert document.deciding.by == "random" and (document.time, document.next_player) == (LONG, None)
    assert not document.deciding.reproducible


@pytest.mark.parts
def test_a_rung_with_its_answer_leaves_its_time_to_the_others(safer: Game) -> None:
    found = run_timed_comparison(questions(safer, "random", games=4000), LONG)
    (random,) = found.rungs
    assert random.is_over and random.games < 4000


@pytest.mark.parts
def test_an_answer_is_the_same_with_any_other_rungs(safer: Game) -> None:
    alone, among = (
        run_timed_comparison(questions(safer, *players, games=40), LONG).rungs[0].answer.evidence.pairs
        for players in (("search:2",), ("search:2", "search:3"))
    )
    assert alone == among


def test_when_the_time_is_up_nothing_is_reported_but_what_was_played(safer: Game) -> None:
    found = run_timed_comparison(questions(safer, "random", "search:20", games=1000), 1e-6)
    assert found.rungs[1].games < LEAST_GAMES and found.next_arm is not None
    assert [each.rung.player for each in found.reported] == ["random"]
    assert comparison_document(told(found), found).next_player is not None
    assert not found.interrupted and found.signal is None


def test_the_weakest_players_are_reported_with_any_number_of_games(safer: Game) -> None:
    found = run_timed_comparison(questions(safer, "search:5", games=TRIAL_GAMES), LONG)
    assert found.reported[0].games == TRIAL_GAMES < LEAST_GAMES


def test_blocks_follow_each_other() -> None:
    blocks = BlockAssembler()
    assert blocks.begin_block(8) == (GameSpan(0, 0, 8), GameSpan(1, 0, 8))
    assert blocks.begin_block(3) == (GameSpan(0, 8, 3), GameSpan(1, 8, 3))
