"""A clock for a whole match: what a decision gets of it, and what a player says of it."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

from interpreter import load, play
from interpreter.language.execution.search_nodes import Proof
from interpreter.players.base import SeatMatch
from interpreter.players.lineup import is_timed, make_player, refuse_time_budgets
from interpreter.players.search import search_player
from interpreter.players.search.game_clock import GameClock, expected_decisions
from interpreter.players.search.growth import Budget, run_search
from interpreter.players.search.search_player import SearchPlayer, is_choice_settled
from interpreter.players.search.search_tree import ActionStats, SearchTree
from interpreter.support.errors import PlayError
from tests.loaded import game_of

KUHN = "tests/games/kuhn"


def test_each_decision_gets_an_equal_share() -> None:
    clock = GameClock(60.0, 30.0)
    for _ in range(20):
        assert clock.allot() == pytest.approx(2.0)
        clock.spend(clock.allot(), is_free=False)
    assert clock.left == pytest.approx(20.0)


def test_what_was_saved_is_shared_by_the_rest() -> None:
    clock = GameClock(60.0, 30.0)
    for _ in range(15):
        clock.spend(0.0, is_free=False)
    assert clock.allot() == pytest.approx(4.0)
    clock.spend(0.0, is_free=True)  # one option only: nothing that was expected
    assert clock.allot() == pytest.approx(4.0)


@pytest.mark.parametrize("expected", [1.0, 30.0])
def test_a_match_that_is_longer_than_expected_never_uses_it_up(expected: float) -> None:
    clock = GameClock(60.0, expected)
    for _ in range(200):
        assert clock.allot() > 0
        clock.spend(min(clock.allot(), clock.left), is_free=False)
    assert clock.used <= 60.0
    clock.spend(5.0, is_free=False)
    assert clock.left == 0.0 and clock.allot() > 0


def test_decisions_are_expected_as_in_random_games() -> None:
    found = expected_decisions(game_of("tests/games/tic_tac_toe"), "cross")
    assert 3 <= found <= 5


def test_a_player_keeps_the_clock_for_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each decision gets what is left over, and the next match the whole time."""
    allotted: list[float] = []

    def noted(tree: SearchTree, budget: Budget, *_: object, **__: object) -> int:
        allotted.append(budget.seconds or 0.0)
        return tree.run_playouts(3)

    monkeypatch.setattr(search_player, "run_search", noted)
    game = game_of("tests/games/tic_tac_toe")
    player = cast(SearchPlayer, make_player("search:60s/game", game, "cross"))
    clocks = []
    for seed in (1, 2):
        match = game.start(seed)
        while match.decision is not None:
            index = 0
            if match.decision.seat == "cross":
                index = player.choose(SeatMatch(match, "cross", Random(seed)))
                clocks.append(player.clock)
            match.choose(index)
    first, last = clocks[0], clocks[-1]
    assert first is clocks[1] and first is not last and first is not None
    assert 0 < first.used < 60 and first.left == 60 - first.used
    assert allotted[0] == pytest.approx(60 / expected_decisions(game, "cross"))
    assert all(0 < seconds < 60 for seconds in allotted)


class KnownTree:
    """A tree with given statistics, which takes some of the time for each playout."""

    def __init__(self, *stats: ActionStats) -> None:
        self._stats = list(stats)
        self.played = 0

    def action_stats(self) -> list[ActionStats]:
        return self._stats

    def run_playouts(self, limit: int) -> int:
        self.played += limit
        return limit


@pytest.mark.parametrize(
    ("visits", "proofs", "left", "settled"),
    [
        ((50, 20), (0, 0), 29, True),
        ((50, 20), (0, 0), 30, False),
        ((50, 20), (3, 0), 900, True),
        ((50, 0), (3, 0), 900, False),
        ((50, 49), (0, 1), 900, True),
        ((50,), (0,), 900, True),
    ],
)
def test_a_choice_is_settled(visits: tuple[int, ...], proofs: tuple[int, ...], left: int, settled: bool) -> None:
    counts = enumerate(zip(visits, proofs, strict=True))
    stats = [ActionStats(at, count, 0.5, 0.5, Proof(proof)) for at, (count, proof) in counts]
    assert is_choice_settled(cast(SearchTree, KnownTree(*stats)), left) == settled


def test_a_search_ends_early_once_it_is_settled() -> None:
    tree = KnownTree()
    assert run_search(tree, Budget(seconds=1000.0), is_settled=lambda left: tree.played > 100) == tree.played < 1000


def test_a_move_that_wins_takes_no_time() -> None:
    game = game_of("tests/games/tic_tac_toe")
    match = game.start(1)
    for key in ("a1", "a2", "b1", "b2"):
        match.choose(key)
    player = SearchPlayer(Budget(game_seconds=60.0))
    player.prepare(game)
    option = match.decision.options[player.choose(SeatMatch(match, "cross", Random(1)))] if match.decision else None
    assert option is not None and option.key == "c1" and player.clock is not None
    assert player.clock.used < GameClock(60.0, expected_decisions(game, "cross")).allot()


@pytest.mark.parts
def test_games_with_it_are_not_reproducible() -> None:
    assert is_timed("search:60s/game")
    with pytest.raises(PlayError, match="thinks for a time") as caught:
        refuse_time_budgets(game_of(KUHN), {"elder": "search:2s/game"}, "--record")
    assert (caught.value.problems[0].suggestion or "").startswith("--seat elder=search:")


def test_a_whole_match() -> None:
    match = play(load(KUHN, backend="python"), {"elder": "search:0.05s/game", "younger": "search:0.1sx2/game"}, 1)
    assert match.is_over()
