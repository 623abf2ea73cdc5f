"""Cards that a seat holds in secret: in a search, others answer by what they hold."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from interpreter.language.execution.search_terms import DEFAULT_PARAMETERS
from interpreter.language.execution.seat_views import HOLDING_MASK, card_mark
from interpreter.players.base import SeatMatch
from interpreter.players.search.python_tree import PythonTree
from tests.loaded import game_of
from tests.solving.exploitability import AskedTree, exploitability, gain_over, searched
from tests.solving.poker import dealt

UNTOLD = replace(DEFAULT_PARAMETERS, holding_weight=0.0)


def test_an_opponent_bets_with_a_good_card() -> None:
    """After Elder's check with the queen, Younger has the jack or the king."""
    match = dealt("elder", "queen")
    tree = PythonTree(SeatMatch(match, "elder", Random(1)), 1)
    for _ in range(1_000):
        tree.playout()
    assert match.decision is not None
    check = next(option.index for option in match.decision.options if option.key == "check")
    (checked,) = (node for (_, value), node in tree._root.children.items() if value == match.state.options[check])
    game, shares = match.game, {}
    for card in ("jack", "king"):
        number = game.card_ids.index(card)
        zone = game.program.symbols.zone_index["hand"] + game.seats.index("younger")
        mark = card_mark(game.constants.alike[number], zone) & HOLDING_MASK
        (held,) = (node for (_, key), node in checked.children.items() if key == mark)
        bet, stay = held.children.values()
        shares[card] = bet.visits / (bet.visits + stay.visits)
    assert shares["king"] > 0.8 > 0.6 > shares["jack"]


def test_the_seat_that_searches_has_no_holdings() -> None:
    """It knows its card: after its check and the other's bet its own options follow at once."""
    match = dealt("elder", "queen")
    assert match.decision is not None
    tree = PythonTree(SeatMatch(match, "elder", Random(1)), 1)
    for _ in range(1_000):
        tree.playout()
    holding, nodes, found = (2 + 2) * tree.decision_kinds, [tree._root], 0
    while nodes:
        node = nodes.pop()
        nodes += node.children.values()
        deciders = {after.seat for key, after in node.children.items() if key[0] == holding}
        assert deciders <= {1}
        found += len(deciders)
    assert found


def test_many_cards_are_not_told_apart() -> None:
    match = game_of("tests/games/hearts").start(1)
    assert match.decision is not None
    nodes = []
    for terms in (DEFAULT_PARAMETERS, UNTOLD):
        tree = PythonTree(SeatMatch(match, match.decision.seat, Random(1)), 1, terms)
        for _ in range(10):
            tree.playout()
        nodes.append(tree.node_count)
    assert nodes[0] == nodes[1]


@pytest.mark.parts
def test_holdings_tell_in_poker() -> None:
    game = game_of("tests/games/leduc")
    tree = AskedTree(game)
    told, untold = (searched(game, tree, 400, 8, terms) for terms in (DEFAULT_PARAMETERS, UNTOLD))
    assert exploitability(tree, told) < 0.8 < exploitability(tree, untold)
    assert gain_over(tree, told, untold) > 0.1
