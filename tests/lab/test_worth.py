"""What is said of things by the games that were played with and without them."""

from __future__ import annotations

from collections import Counter

import pytest

from interpreter.errors import Where
from interpreter.lab.intervals import paired, sidak
from interpreter.lab.worth import Pairs, Row, Worths
from interpreter.playtest.chunks import Ending
from interpreter.rulebook.omissions import Omission

RED, BLUE, BOTH = (Ending(who, None, "end") for who in (("red",), ("blue",), ("red", "blue")))
WINNERS = {RED: ("red",), BLUE: ("blue",)}


def row_of(number: int, pairs: Pairs, stopped: int | None = None) -> Row:
    thing = Omission(number, "event", f"card_{number}", {"en": f"Card {number}"}, Where("cards.yaml", number, 1))
    return Row(thing, pairs.total(), pairs, stopped)


def pairs(same: int, up: int, down: int) -> Pairs:
    """So many games that red wins in any case, only with the thing, only without it."""
    return Counter({(RED, RED): same, (BLUE, RED): up, (RED, BLUE): down})


def test_two_sides_of_which_one_wins_have_one_interval() -> None:
    rows = [row_of(1, pairs(900, 80, 20)), row_of(2, pairs(1000, 0, 0))]
    found = Worths(rows, ("red", "blue"), WINNERS, margin=0.01)
    assert found.mirrored
    red, blue = found.points(rows[0]).values()
    assert red == paired(80, 20, 1000, sidak(0.05, 2)) and (blue.low, blue.high) == pytest.approx((-red.high, -red.low))


def test_where_both_can_win_each_has_its_own() -> None:
    row = row_of(1, Counter({(RED, BOTH): 50, (RED, RED): 950}))
    found = Worths([row], ("red", "blue"), {**WINNERS, BOTH: ("red", "blue")}, margin=0.01)
    red, blue = found.points(row).values()
    assert not found.mirrored and red.estimate == 0 and blue.estimate == 0.05
    assert blue == paired(50, 0, 1000, sidak(0.05, 2))


def test_verdicts_and_their_order() -> None:
    rows = [
        row_of(1, pairs(9990, 5, 5)),
        row_of(2, pairs(9000, 900, 100)),
        row_of(3, pairs(8000, 1030, 970)),
        row_of(4, pairs(10, 1, 0), stopped=11),
    ]
    told = Worths(rows, ("red", "blue"), WINNERS, margin=0.01).told()
    assert [(each.row.thing.number, each.verdict) for each in told] == [
        (2, "real"),
        (3, "undecided"),
        (1, "within"),
        (4, "stopped"),
    ]


def test_of_many_that_do_nothing_hardly_any_is_called_real() -> None:
    """Each row alone would be with 1 in 20."""
    rows = [row_of(number, pairs(900, 50 + number % 7, 50)) for number in range(1, 60)]
    assert all(each.verdict != "real" for each in Worths(rows, ("red", "blue"), WINNERS, margin=0.001).told())


def test_how_many_games_are_needed() -> None:
    row = row_of(1, pairs(900, 60, 40))
    found = Worths([row], ("red", "blue"), WINNERS, margin=0.005)
    needed = found.needed(row)
    times = needed // 1000
    more = row_of(1, pairs(900 * times, 60 * times, 40 * times))
    assert found.points(row)["red"].reach > 0.005 >= found.points(more)["red"].reach
    assert Worths([row], ("red", "blue"), WINNERS, margin=0.05).needed(row) == 1000
