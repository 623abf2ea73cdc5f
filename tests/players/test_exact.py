"""Optimal play in small positions: a search of a few hundred playouts loses no value."""

from __future__ import annotations

import pytest

from tests.solving.boards import tic_tac_toe
from tests.solving.engine import Solver
from tests.solving.poker import played
from tests.solving.positions import HEX, REVOLUTION, TIC_TAC_TOE, Solved, after_chance, after_moves, hex_board

MARKS = ("a1 b2 b1", "a1 b2 c3", "b2 a1 c3", "a1 b2 b1 c1", "a1 b1 a2 b2", "a1 b3 b2 c3")
STONES = (
    "a2 a3 c3 b2", "a3 c2 b3 a2 b1 d2", "b3 a2 d3 c1 c2 b2", "a3 a1 b4 c3 b3 c2", "a4 c4 b3 c1 a2 d1 c2 b2",
    "b4 c2 c4 a4 b1 c1 a3 d3",
)  # fmt: skip
LATE = ((3, 60), (4, 60), (8, 67), (13, 64), (15, 67), (19, 62))
"""Games at random of Revolution, and how many decisions into them: the last three turns."""
PLAYER, SEEDS = "search:300", range(2)


def test_a_search_gives_nothing_away_in_tic_tac_toe() -> None:
    for moves in MARKS:
        match = after_moves(TIC_TAC_TOE, moves.split())
        gives_nothing_away(Solved(match, tic_tac_toe(match.choices)))


@pytest.mark.parts
def test_a_search_gives_nothing_away_in_hex() -> None:
    for moves in STONES:
        match = after_moves(HEX, moves.split())
        gives_nothing_away(Solved(match, hex_board().worths(match.choices)))


def test_a_search_gives_nothing_away_in_the_last_turns_of_revolution() -> None:
    for seed, decisions in LATE:
        match = after_chance(REVOLUTION, decisions, seed)
        gives_nothing_away(Solved(match, Solver().worths(match)))


def gives_nothing_away(solved: Solved) -> None:
    """Unlike whoever takes what comes."""
    assert any(solved.chosen("random", seed) in solved.lost() for seed in range(50))
    for seed in SEEDS:
        assert solved.chosen(PLAYER, seed) not in solved.lost(), (solved.match.choices, solved.worths)


def test_a_search_plays_the_best_and_the_worst_card_of_a_bet_rightly() -> None:
    """Test the extreme cards; play with the middle one is measured by a benchmark."""
    strategy = played("search:100", asks=3)
    assert strategy["jack", ("bet",)] == strategy["jack", ("check", "bet")] == 0
    assert strategy["king", ("bet",)] == strategy["king", ("check", "bet")] == 1
