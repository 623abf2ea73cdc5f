"""Turn order: wins by place in it, and choices of who has the first turn."""

from __future__ import annotations

from collections import Counter

import pytest

from interpreter.lab.turn_order import is_first_turn_chosen, turn_order
from interpreter.playtest.run.figures import Tally
from interpreter.report.phrasing import CHOSEN_NOTE, describe_first_turn
from tests.loaded import game_of


def tally_of(**outcomes: dict[str, int]) -> Tally:
    """Return a tally of games by the seat with the first turn and the winners."""
    tally = Tally()
    tally.counts["first_player"] = Counter({(seat, who): n for seat, won in outcomes.items() for who, n in won.items()})
    return tally


def test_wins_are_counted_by_place_in_turn_order() -> None:
    market = game_of("tests/cli/market", players=3)
    found = turn_order(market, tally_of(p1={"p1": 3}, p2={"p1+p3": 2}, p3={"draw": 1}))
    assert found is not None and found.first == {"p1": 3, "p2": 2, "p3": 1}
    assert [share.estimate for share in found.places] == [3 / 6, 2 / 6, 2 / 6]
    assert all(share.low < share.estimate < share.high for share in found.places)


def test_a_first_turn_that_is_always_the_same_seat() -> None:
    found = turn_order(game_of("tests/cli/market"), tally_of(p2={"p1": 3, "p2": 4}))
    assert found is not None and [share.estimate for share in found.places] == [4 / 7, 3 / 7] and not found.chosen
    assert describe_first_turn(found, str.upper) == "P2 always has the first turn"
    assert turn_order(game_of("tests/cli/market"), Tally()) is None


@pytest.mark.parametrize(("name", "players", "chosen"), [("red_flag_over_paris", 2, True), ("liberte", 4, False)])
def test_a_first_turn_that_is_chosen_is_told_apart_from_one_that_is_drawn(
    name: str, players: int, chosen: bool
) -> None:
    game = game_of(name, players=players)
    assert is_first_turn_chosen(game) == chosen
    seats = game.seats
    found = turn_order(game, tally_of(**{seats[0]: {seats[0]: 1}, seats[1]: {seats[0]: 1}}))
    assert found is not None and (CHOSEN_NOTE in describe_first_turn(found, str)) == chosen
