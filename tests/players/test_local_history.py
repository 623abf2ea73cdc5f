"""Local action histories: what each option was worth in the playouts that went through a position of the tree."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from interpreter.language.execution import search_setup
from interpreter.language.execution.search_terms import DEFAULT_PARAMETERS, SearchParameters
from interpreter.players.base import SeatMatch
from interpreter.players.search.python_tree import ActionNode, PythonTree
from tests.loaded import game_of

EAGER = replace(DEFAULT_PARAMETERS, local_visits=5)


def grown(name: str, playouts: int, terms: SearchParameters = EAGER) -> PythonTree:
    """A tree from the start of a game of the shelf."""
    match = game_of(f"tests/games/{name}").start(1)
    assert match.decision is not None
    tree = PythonTree(SeatMatch(match, match.decision.seat, Random(1)), 1, terms)
    for _ in range(playouts):
        tree.playout()
    return tree


def nodes_below(node: ActionNode) -> list[ActionNode]:
    found = [node]
    for child in node.children.values():
        found += nodes_below(child)
    return found


def test_the_root_has_seen_all_that_was_chosen() -> None:
    tree = grown("hex", 60)
    locally = {place: total.count for place, total in tree._local_totals[tree._root.history].items()}
    everywhere = {
        (history.place, value): count - 1
        for row in tree._histories
        for history in row
        for value, count in history.counts.items()
    }
    assert locally == everywhere


def test_positions_that_were_visited_often_have_a_history() -> None:
    tree = grown("hex", 60)
    known = [node for node in nodes_below(tree._root) if node.history]
    assert len(known) == tree.history_count > 2
    assert all(node.visits > 5 for node in known if node is not tree._root)
    for node in known:  # the first option after the position is one of those that it counts
        totals = tree._local_totals[node.history]
        assert sum(total.count for (place, _), total in totals.items() if place == 0) > 0


def test_a_history_counts_only_what_was_chosen_after_its_position() -> None:
    tree = grown("hex", 60)
    red = tree._histories[0][0].place
    for (_, cell), node in tree._root.children.items():
        if node.history:
            assert (red, cell) not in tree._local_totals[node.history]


@pytest.mark.parametrize("name", ["hide_and_seek", "sealed_bid", "leduc", "mill_brook", "draughts", "chess"])
def test_games_with_something_hidden_scores_or_moves_of_pieces_have_none(name: str) -> None:
    assert grown(name, 30).history_count == 0


def test_they_take_no_more_room_than_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_setup, "LOCAL_SIZE", 300)  # in Hex, one has 128 values
    assert grown("hex", 60).history_count == 2


def test_without_weight_there_are_none() -> None:
    assert grown("hex", 60, replace(EAGER, local_weight=0.0)).history_count == 0
