"""Equilibria of small games: known values, a best response found elsewhere, and refusals."""

from __future__ import annotations

import gc
import weakref

import pytest

from interpreter import load
from interpreter.players.equilibrium.equilibrium_player import solve
from interpreter.players.equilibrium.game_tree import GameTree
from interpreter.players.lineup import make_player
from interpreter.players.playing import SeatedPlayer, play
from interpreter.support.errors import PlayError
from tests.loaded import game_of
from tests.solving.poker import ANSWERS, Known, dealt, exploited

KUHN = "tests/games/kuhn"


def test_kuhn_has_its_known_value() -> None:
    found = solve(game_of(KUHN))
    assert found.value == pytest.approx(-1 / 18, abs=0.005)
    assert len(found.tree.information_sets) == 12


def test_a_best_response_found_by_other_means_gains_as_little() -> None:
    """By brute force over all ways to play that never mix."""
    found = solve(game_of(KUHN))
    strategies: tuple[dict[Known, float], dict[Known, float]] = {}, {}
    for (log, view), number in found.tree.number_of.items():
        seat = dict(view)["seat"]
        (card,) = dict(dict(view)["zones"])[f"hand of {seat}"]
        before = tuple(line.rpartition(" ")[2] for line in log if " chooses: " in line)
        more = found.tree.information_sets[number].options.index(ANSWERS[before][0])
        strategies[seat == "younger"][card, before] = found.strategy[number][more]
    assert exploited(*strategies) == pytest.approx(found.exploitability)


@pytest.mark.parts
def test_leduc_has_its_known_value() -> None:
    found = solve(game_of("tests/games/leduc"))
    assert found.value == pytest.approx(-0.0856, abs=0.025)
    assert found.exploitability < 0.05
    assert len(found.tree.information_sets) == 288


def test_choices_at_the_same_time_are_not_seen() -> None:
    """Each seat shows odd or even, and one of them wins if they are alike."""
    found = solve(game_of("tests/games/odd_or_even"))
    assert found.value == pytest.approx(0, abs=0.01)
    assert all(share == pytest.approx(0.5, abs=0.05) for shares in found.strategy for share in shares)


def test_it_plays_as_often_as_the_strategy_says() -> None:
    """With the Queen the younger player calls a bet in one of three cases."""
    match = dealt("younger", "queen")
    match.choose("bet")
    assert match.decision is not None
    keys = [option.key for option in match.decision.options]
    answers = [keys[SeatedPlayer(match.game, "younger", "equilibrium", seed).answer(match)] for seed in range(600)]
    assert 0.28 < answers.count("call") / 600 < 0.39


def test_a_whole_match_can_be_played() -> None:
    match = play(game_of(KUHN), {"elder": "equilibrium", "younger": "random"}, seed=3)
    assert match.is_over()


@pytest.mark.parametrize(
    ("folder", "player", "said"),
    [
        ("tests/games/kuhn", "equilibrium:chips", "takes nothing after a colon"),
        ("tests/games/liars_dice", "equilibrium", "only games of two seats that play against each other"),
    ],
)
def test_what_cant_be_solved_is_refused(folder: str, player: str, said: str) -> None:
    game = game_of(folder, players=3) if "dice" in folder else game_of(folder)
    with pytest.raises(PlayError, match=said):
        make_player(player, game, game.seats[0])


def test_a_large_game_is_refused_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.players.equilibrium.game_tree.MAX_POSITIONS", 500)
    with pytest.raises(PlayError, match="too large to be solved: it has more than 500 positions"):
        GameTree(game_of("tests/games/tic_tac_toe"))


@pytest.mark.parts
def test_a_solution_lives_no_longer_than_its_game() -> None:
    game = load(KUHN)
    solve(game)
    alive = weakref.ref(game)
    del game
    gc.collect()
    assert alive() is None


def test_a_position_that_never_comes_up_is_refused() -> None:
    game = game_of(KUHN)
    match = game.stage({"tracks": {"stake": 2}})
    with pytest.raises(PlayError, match="the position doesn't come up in the game as it was solved"):
        SeatedPlayer(game, "elder", "equilibrium", 1).answer(match)
