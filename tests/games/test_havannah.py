"""Havannah on a hexagon of hexes, against the three ways to win written down once more."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from interpreter.engine.playout import play_random
from tests.loaded import game_of

FOLDER = Path(__file__).parent / "havannah"
GAMES = 100


SIDE = 4
CENTRE = (SIDE, SIDE)
Hex = tuple[int, int]
AROUND = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))


def distance_of(cell: Hex) -> tuple[int, int, int]:
    """The distances of a cell from the three lines through the middle of the board."""
    column, row = cell[0] - CENTRE[0], cell[1] - CENTRE[1]
    return column, row, -column - row


def is_on_board(cell: Hex) -> bool:
    return max(map(abs, distance_of(cell))) < SIDE


def around(cell: Hex) -> list[Hex]:
    return [(cell[0] + across, cell[1] + along) for across, along in AROUND]


def chain_of(cells: set[Hex], start: Hex) -> set[Hex]:
    found, fresh = {start}, [start]
    while fresh:
        for other in around(fresh.pop()):
            if other in cells and other not in found:
                found.add(other)
                fresh.append(other)
    return found


def wins(chain: set[Hex]) -> str | None:
    """The way in which a chain wins: corners, sides, or cells that can't leave the board without crossing it."""
    far = [[at for at in range(6) if distance_of(cell)[at // 2] == (SIDE - 1) * (1 - at % 2 * 2)] for cell in chain]
    if sum(len(sides) == 2 for sides in far) >= 2:
        return "bridge"
    if len({sides[0] for sides in far if len(sides) == 1}) >= 3:
        return "fork"
    near = {cell for each in chain for cell in around(each)} | chain
    box = {(column, row) for column in range(-1, 2 * SIDE + 2) for row in range(-1, 2 * SIDE + 2)}
    outside = chain_of(box - chain, (-1, -1))
    enclosed = any(cell not in outside for cell in near - chain)
    return "ring" if enclosed or any(chain.issuperset(around(cell)) for cell in chain) else None


def test_the_three_ways_to_win() -> None:
    reasons: Counter[str | None] = Counter()
    for index in range(GAMES):
        played = play_random(game_of(FOLDER), 1, index, record=True)
        stones: dict[str, set[Hex]] = {"white": set(), "black": set()}
        assert played.choices is not None
        if len(played.choices) < played.turns:  # the last stone had no choice
            continue
        for turn, key in enumerate(played.choices):
            seat, cell = ("white", "black")[turn % 2], (ord(key[0]) - ord("a") + 1, int(key[1]))
            stones[seat].add(cell)
            how = wins(chain_of(stones[seat], cell))
            assert (how is not None) == (turn == len(played.choices) - 1 and played.reason != "full")
        reasons[how] += 1
        assert played.reason == (how or "full")
    assert min(reasons[how] for how in ("bridge", "fork", "ring")) > 0
