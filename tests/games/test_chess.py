"""Chess, against the numbers of lines of play that other programs count (perft)."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.matches.match import Match
from tests.games.test_games import game_of

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
POSITIONS = {
    START: (20, 400, 8_902, 197_281),
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -": (48, 2_039, 97_862),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -": (14, 191, 2_812),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -": (6, 264, 9_467),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -": (44, 1_486, 62_379),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -": (46, 2_079, 89_890),
}
"""The positions of chessprogramming.org/Perft_Results, and the numbers of lines at depths 1, 2, 3."""
MOST_LINES = 10_000
"""Most lines that are counted in CI."""
KINDS = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
CORNERS = {"K": "h1", "Q": "a1", "k": "h8", "q": "a8"}
SQUARES = [f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)]
PROMOTIONS = 4


def position(fen: str) -> Match:
    """The match in a position, in Forsyth-Edwards notation without the counts of moves."""
    board, turn, rights, passed = fen.split()
    empty = dict.fromkeys((square for square in SQUARES if square[1] in "1278"), 0)
    places = {kind: {"white": dict(empty), "black": dict(empty)} for kind in KINDS.values()}
    for row, line in zip(range(8, 0, -1), board.split("/"), strict=True):
        for column, sign in zip("abcdefgh", "".join("." * int(c) if c.isdigit() else c for c in line), strict=True):
            if sign != ".":
                places[KINDS[sign.lower()]]["white" if sign.isupper() else "black"][f"{column}{row}"] = 1
    given: dict[str, Any] = {
        "pieces": places,
        "flags": {
            "disturbed": sorted({*SQUARES} - {"e1", "e8"} - {CORNERS[right] for right in rights if right != "-"})
        },
        "variables": {} if passed == "-" else {"passed": passed},
        "turn": "white" if turn == "w" else "black",
        "begin": f"play on from {'white' if turn == 'w' else 'black'}",
    }
    return game_of("chess").stage(given)


def perft(match: Match, depth: int) -> int:
    """The number of lines of so many moves."""
    return lines_up_to(match, moves_made(match) + depth)


def moves_made(match: Match) -> int:
    """The number of moves, those included that were made without asking because no other was possible.

    In the last turn that began no move has been made yet, or none can be.
    """
    return match.state.turns - 1


def lines_up_to(match: Match, moves: int) -> int:
    """The number of ways to go on until so many moves are made. A promotion is four moves and one decision."""
    if moves_made(match) >= moves:
        return 1
    if match.decision is None:
        return 0
    if moves_made(match) < moves - 1 or "-" not in match.decision.options[0].key:
        return sum(lines_up_to(after, moves) for after in afters(match))
    return sum(PROMOTIONS if is_promotion(match, option.key) else 1 for option in match.decision.options)


def afters(match: Match) -> list[Match]:
    """The matches after each option."""
    assert match.decision is not None
    found = []
    for option in match.decision.options:
        found.append(match.copy())
        found[-1].choose(option)
    return found


def is_promotion(match: Match, key: str) -> bool:
    start, goal = key.split("-")
    pawns = match.view(match.decision.seat)["pieces"]["pawn"] if match.decision else {}
    return goal[1] in "18" and any(start in places for places in pawns.values())


@pytest.mark.parametrize(("fen", "depth", "lines"), [(fen, 1, counts[0]) for fen, counts in POSITIONS.items()])
def test_the_moves_of_a_position(fen: str, depth: int, lines: int) -> None:
    assert perft(position(fen), depth) == lines


@pytest.mark.parts
@pytest.mark.parametrize(
    ("fen", "depth", "lines"),
    [
        pytest.param(fen, depth, lines, marks=[pytest.mark.exhaustive] if lines > MOST_LINES else [])
        for fen, counts in POSITIONS.items()
        for depth, lines in enumerate(counts, 1)
        if depth > 1
    ],
)
def test_the_lines_of_play_from_a_position(fen: str, depth: int, lines: int) -> None:
    assert perft(position(fen), depth) == lines


PETROSIAN_FISCHER = """
    e2-e4 e7-e6 d2-d4 d7-d5 b1-c3 g8-f6 c1-g5 d5-e4 c3-e4 f8-e7 g5-f6 g7-f6 g2-g3 f6-f5 e4-c3 e7-f6 g1-e2 b8-c6
    d4-d5 e6-d5 c3-d5 f6-b2 f1-g2 e8-g8 e1-g1 b2-h8 e2-f4 c6-e5 d1-h5 e5-g6 a1-d1 c7-c6 d5-e3 d8-f6 g1-h1 h8-g7
    g2-h3 g6-e7 d1-d3 c8-e6 f1-d1 g7-h6 d3-d4 h6-f4 d4-f4 a8-d8 d1-d8 f8-d8 h3-f5 e7-f5 e3-f5 d8-d5 g3-g4 e6-f5
    g4-f5 h7-h6 h2-h3 g8-h7 h5-e2 f6-e5 e2-h5 e5-f6 h5-e2 d5-e5 e2-d3 e5-d5 d3-e2
"""
"""Buenos Aires 1971, third game: drawn because the position after move 30 occurred again after moves 32 and 34."""


def test_a_known_game_ends_by_repetition() -> None:
    match = game_of("chess").start(1)
    for key in PETROSIAN_FISCHER.split():
        assert not match.is_over()
        match.choose(key)
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("repetition", [])


def test_the_start_is_repeated_only_with_all_rights_to_castle() -> None:
    """The first repetition of the start counts it; after rooks have moved, the same board is another position."""
    there, back = "b1-c3 b8-c6 c3-b1 c6-b8", "h2-h4 h7-h5 h1-h3 h8-h6 h3-h1 h6-h8"
    match = game_of("chess").start(1)
    for key in f"{there} {there}".split():
        assert not match.is_over()
        match.choose(key)
    assert match.is_over()
    match = game_of("chess").start(1)
    for key in f"{back} {there}".split():
        match.choose(key)
    assert not match.is_over()
