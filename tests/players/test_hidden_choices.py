"""Choices that other seats don't see: a search doesn't let them answer what is hidden from them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from interpreter.engine.native_games import prepare_native
from interpreter.language.execution.search_terms import DEFAULT_PARAMETERS
from interpreter.players.base import SeatMatch
from interpreter.players.search.growth import Budget
from interpreter.players.search.python_tree import ActionNode, PythonTree
from interpreter.players.search.search_player import SearchPlayer
from tests.loaded import game_of
from tests.solving.exploitability import AskedTree, exploitability, searched

HIDING = "tests/games/hide_and_seek"
ONE_TREE = replace(DEFAULT_PARAMETERS, has_seat_trees=False)


def chosen(playouts: int, seeds: int, has_seat_trees: bool = True) -> Counter[str]:
    """Return how often Runner takes each option."""
    found: Counter[str] = Counter()
    terms = DEFAULT_PARAMETERS if has_seat_trees else ONE_TREE
    for seed in range(seeds):
        match = game_of(HIDING).start(seed)
        assert match.decision is not None
        best = SearchPlayer(Budget(playouts), terms=terms).choose(SeatMatch(match, "runner", Random(seed)))
        found[match.decision.options[best].key] += 1
    return found


def test_who_can_hide_does_not_run() -> None:
    assert chosen(1_000, 3) == {"hide": 3}
    assert chosen(1_000, 3, has_seat_trees=False) == {"run": 3}


@pytest.mark.parts
@pytest.mark.parametrize("playouts", [100, 1_000, 10_000])
def test_more_playouts_do_not_make_it_run(playouts: int) -> None:
    prepare_native(game_of(HIDING))
    assert chosen(playouts, 20) == {"hide": 20}


def guesses(tree: PythonTree) -> int:
    """Return the number of nodes of Seeker's guesses, in whatever tree they are."""
    nodes: list[ActionNode] = [tree._root]
    found = 0
    while nodes:
        node = nodes.pop()
        nodes += node.children.values()
        found += node.seat == 1 and node.availability > 0
    return found


def test_a_guess_is_the_same_wherever_the_card_lies() -> None:
    match = game_of(HIDING).start(1)
    for terms, nodes in ((DEFAULT_PARAMETERS, 4), (ONE_TREE, 16)):
        tree = PythonTree(SeatMatch(match, "runner", Random(1)), 1, terms)
        for _ in range(500):
            tree.playout()
        assert guesses(tree) == nodes


def test_nobody_answers_what_is_chosen_at_the_same_time() -> None:
    """Odd and Even show one or two fingers: if Even knew what Odd shows, Odd would never win."""
    match = game_of("tests/games/odd_or_even").start(1)
    shares = []
    for terms in (DEFAULT_PARAMETERS, ONE_TREE):
        tree = PythonTree(SeatMatch(match, "odd", Random(1)), 1, terms)
        for _ in range(1_000):
            tree.playout()
        shares.append(max(stats.win_share for stats in tree.action_stats()))
    assert shares[0] > 0.4 and shares[1] < 0.1


def test_choices_at_the_same_time_are_mixed() -> None:
    """Whoever always shows as many fingers loses every game against a prepared opponent."""
    match = game_of("tests/games/odd_or_even").start(1)

    def shown(mixed_share: float) -> list[int]:
        terms = replace(DEFAULT_PARAMETERS, mixed_share=mixed_share)
        found = Counter(
            SearchPlayer(Budget(200), terms=terms).choose(SeatMatch(match, "odd", Random(seed))) for seed in range(40)
        )
        return [found[option] for option in (0, 1)]

    assert min(shown(DEFAULT_PARAMETERS.mixed_share)) >= 10
    assert min(shown(0.0)) == 0


@pytest.mark.parts
@pytest.mark.parametrize(("name", "most"), [("odd_or_even", 0.2), ("sealed_bid", 0.05)])
def test_a_best_response_wins_little_where_choices_are_mixed(name: str, most: float) -> None:
    """Without a draw it wins half of the points of odd or even."""
    game = game_of(f"tests/games/{name}", players=2)
    tree = AskedTree(game)
    assert exploitability(tree, searched(game, tree, 400, 20, DEFAULT_PARAMETERS)) < most


def test_a_choice_that_is_alone_at_its_time_is_not_drawn() -> None:
    """Runner's options differ little, but Seeker sees the choice."""
    match = game_of(HIDING).start(1)
    player = SearchPlayer(Budget(30))
    for seed in range(20):
        assert player.choose(SeatMatch(match, "runner", Random(seed))) == player.action_stats[0].index


def test_own_hidden_choices_are_kept_while_nobody_else_decides() -> None:
    """The tree goes on after the choice to hide, and Seeker's guesses are still those of one tree."""
    match = game_of(HIDING).start(1)
    tree = PythonTree(SeatMatch(match, "runner", Random(1)), 1)
    for _ in range(300):
        tree.playout()
    taken = match.state.decision, match.state.options[1]
    match.choose("hide")
    tree.advance(SeatMatch(match, "runner", Random(1)), [taken])
    assert sum(stats.playouts for stats in tree.action_stats()) > 200
    for _ in range(100):
        tree.playout()
    assert guesses(tree) == 4
