"""Solvers used by tests: compared with known results and with each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

import pytest

from tests.loaded import game_of
from tests.solving.boards import Hex, tic_tac_toe
from tests.solving.engine import Solver, TooManyPositionsError
from tests.solving.poker import CARDS, Strategy, exploited, gain, known_to
from tests.solving.positions import (
    HEX,
    TIC_TAC_TOE,
    Solved,
    after_chance,
    hex_board,
    of_hex,
    of_revolution,
    symmetries,
)
from tests.solving.worths import lost_moves


def test_lost_moves() -> None:
    assert lost_moves({"a1": 1, "b1": 0, "c1": -1}) == ["b1", "c1"]
    assert lost_moves({"a1": 0, "b1": 0, "c1": -1}) == ["c1"]
    assert lost_moves({"a1": -1, "b1": -1}) == []


def test_tic_tac_toe_is_a_draw() -> None:
    assert set(tic_tac_toe([]).values()) == {0}
    assert [move for move, worth in tic_tac_toe(["a1"]).items() if worth == 0] == ["b2"]
    assert lost_moves(tic_tac_toe(["b2"])) == ["b1", "a2", "c2", "b3"]


@pytest.mark.parametrize(
    ("size", "openings"), [(2, "b1 a2"), (3, "c1 a2 b2 c2 a3"), pytest.param(4, "d1 c2 b3 a4", marks=pytest.mark.parts)]
)
def test_openings_that_win_in_hex(size: int, openings: str) -> None:
    """As is known; on four by four those on the short diagonal."""
    assert [move for move, worth in Hex(size).worths([]).items() if worth == 1] == openings.split()


@pytest.mark.parts
@pytest.mark.parametrize("seed", range(6))
def test_the_rules_of_tic_tac_toe_are_the_same(seed: int) -> None:
    match = after_chance(TIC_TAC_TOE, seed, seed)
    assert Solver().worths(match) == tic_tac_toe(match.choices)


@pytest.mark.parametrize("seed", range(12))
def test_the_rules_of_hex_are_the_same(seed: int) -> None:
    match = after_chance(HEX, 8, seed)
    if match.decision is not None:
        assert Solver().worths(match) == hex_board().worths(match.choices)


def test_hex_of_another_size() -> None:
    match = game_of(HEX, "map/grid/columns=3", "map/grid/rows=3").start()
    assert Solver().worths(match) == Hex(3).worths([])


def test_a_board_that_is_turned_or_mirrored() -> None:
    assert {" ".join(moves) for moves in symmetries(["a1", "b1"])} == {
        "a1 b1", "a1 a2", "c1 b1", "c1 c2", "a3 a2", "a3 b3", "c3 b3", "c3 c2",
    }  # fmt: skip


@pytest.mark.parts
@pytest.mark.parametrize(
    ("positions", "number"), [(of_revolution, 1), pytest.param(of_hex, 20, marks=pytest.mark.parts)]
)
def test_in_each_position_there_is_something_to_lose(positions: Callable[[], Iterator[Solved]], number: int) -> None:
    for solved in islice(positions(), number):
        assert solved.match.decision is not None
        assert [option.key for option in solved.match.decision.options] == list(solved.worths)
        assert 0 < len(solved.lost()) < len(solved.worths)


def test_too_many() -> None:
    match = game_of(TIC_TAC_TOE).start()
    with pytest.raises(TooManyPositionsError):
        Solver(most=100).worths(match)


def by_card(often: Mapping[tuple[str, ...], tuple[float, float, float]]) -> Strategy:
    """Return a strategy from the probabilities for jack, queen and king at each decision point."""
    return {
        (card, before): share for before, shares in often.items() for card, share in zip(CARDS, shares, strict=True)
    }


def test_ways_to_play_poker() -> None:
    """Uniform play loses 11/24 a game to a best response (OpenSpiel says the same); in balance elder loses 1/18."""
    even: Strategy = {known: 0.5 for seat in ("elder", "younger") for known in known_to(seat)}
    assert exploited(even, even) == pytest.approx(11 / 24)
    elder = by_card({(): (1 / 3, 0, 1), ("check", "bet"): (0, 2 / 3, 1)})
    younger = by_card({("check",): (1 / 3, 0, 1), ("bet",): (0, 1 / 3, 1)})
    assert gain(elder, younger) == pytest.approx(-1 / 18)
    assert exploited(elder, younger) == pytest.approx(0)
