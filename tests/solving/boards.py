"""Tic-tac-toe and Hex once more, by minimax over whole numbers as sets of cells; nothing here knows the engine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tests.solving.worths import Worths

LINES = (0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124)
SIDE = 3


def cell_name(index: int, size: int) -> str:
    """As a grid calls it: a1, b1, …, row by row."""
    return f"{chr(ord('a') + index % size)}{index // size + 1}"


def cell_index(name: str, size: int) -> int:
    return (int(name[1:]) - 1) * size + ord(name[0]) - ord("a")


def stones_after(moves: Sequence[str], size: int) -> tuple[int, int]:
    """The cells of whoever began, and of the other, when they have taken turns so."""
    stones = [0, 0]
    for turn, move in enumerate(moves):
        stones[turn % 2] |= 1 << cell_index(move, size)
    return stones[0], stones[1]


# -- tic-tac-toe


def has_line(cells: int) -> bool:
    return any(cells & line == line for line in LINES)


@cache
def worth_of_board(own: int, others: int) -> int:
    """To whoever is to move and has the cells `own`."""
    if has_line(others):
        return -1
    free = [1 << index for index in range(SIDE * SIDE) if not (own | others) >> index & 1]
    return max((-worth_of_board(others, own | cell) for cell in free), default=0)


def tic_tac_toe(moves: Sequence[str]) -> Worths:
    """Worth of each move after these, which have not ended the game."""
    stones = stones_after(moves, SIDE)
    own, others = stones if len(moves) % 2 == 0 else stones[::-1]
    return {
        cell_name(index, SIDE): -worth_of_board(others, own | 1 << index)
        for index in range(SIDE * SIDE)
        if not (own | others) >> index & 1
    }


# -- Hex


class Hex:
    """A board of Hex. Red, who begins, joins the first row to the last one, Blue the first column to the last one."""

    def __init__(self, size: int) -> None:
        self.size = size
        cells = range(size * size)
        rows = [sum(1 << row * size + column for column in range(size)) for row in range(size)]
        columns = [sum(1 << row * size + column for row in range(size)) for column in range(size)]
        self._edges = (rows[0], rows[-1]), (columns[0], columns[-1])
        self._around = [sum(1 << other for other in cells if self._touch(cell, other)) for cell in cells]
        from_the_middle = sorted(cells, key=lambda cell: self._from_the_middle(cell))
        self._order = [1 << cell for cell in from_the_middle]
        self._known: dict[tuple[int, int], bool] = {}

    def _touch(self, cell: int, other: int) -> bool:
        (row, column), (others_row, others_column) = divmod(cell, self.size), divmod(other, self.size)
        return (others_row - row, others_column - column) in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))

    def _from_the_middle(self, cell: int) -> int:
        row, column = divmod(cell, self.size)
        return abs(2 * row + 1 - self.size) + abs(2 * column + 1 - self.size)

    def joined(self, seat: int, stones: int) -> bool:
        """True if a chain of the seat's stones connects its first edge with its last one."""
        first, last = self._edges[seat]
        reached = fresh = stones & first
        while fresh:
            if fresh & last:
                return True
            cell = fresh & -fresh
            news = self._around[cell.bit_length() - 1] & stones & ~reached
            reached |= news
            fresh = fresh ^ cell | news
        return False

    def wins(self, seat: int, own: int, others: int) -> bool:
        """True if the seat to move wins; the game is not over."""
        known = self._known.get((own, others))
        if known is None:
            free = [cell for cell in self._order if not (own | others) & cell]
            known = any(self.joined(seat, own | cell) for cell in free) or any(
                not self.wins(1 - seat, others, own | cell) for cell in free
            )
            self._known[own, others] = known
        return known

    def worths(self, moves: Sequence[str]) -> Worths:
        """Worth of each move after these, which have not ended the game."""
        stones = stones_after(moves, self.size)
        seat = len(moves) % 2
        own, others = stones[seat], stones[1 - seat]
        found = {}
        for index in range(self.size * self.size):
            cell = 1 << index
            if not (own | others) & cell:
                wins = self.joined(seat, own | cell) or not self.wins(1 - seat, others, own | cell)
                found[cell_name(index, self.size)] = 1 if wins else -1
        return found
