"""Lines of sight: the cells that the straight line between the centres of two cells crosses.

A line that runs along an edge, or through a corner, has cells at its left and at its right there. It's open if those at
one of the two sides are. Cells that aren't on the board are never open.

Which cells lie on a line depends only on the places of its ends relative to each other. A place is a number: a column
and a row of a plan on which the grids of a game lie so far apart that each difference of two numbers belongs to one
difference of columns and rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from interpreter.rulebook.boards.grid import Grid, LatticePoint

PARTS = 6
"""Parts of a step of the lattice; corners and centres of all cells lie on whole parts."""
MARGIN = 2
"""Columns and rows around the board in which cells may be touched by a line."""
Gaps = tuple[LatticePoint, ...]
"""Places relative to the start of a line, two for each gap that has to be open: one of both is enough."""


@dataclass(frozen=True)
class SightTable:
    """Lines of sight between any two cells of a board.

    Attributes:
        places: The place of each cell.
        cells: The cell at each place; None outside of the board.
        firsts: For each cell, the number to which the place of another cell is added to find the line between them.
        lines: The places on each line, as differences to the place of the first cell: two for each gap.
    """

    places: tuple[int, ...]
    cells: tuple[int | None, ...]
    firsts: tuple[int, ...]
    lines: tuple[tuple[int, ...], ...]


class _Crossed(NamedTuple):
    """A cell at a line: where the line crosses or touches it, and the side at which the cell lies (0: both)."""

    start: float
    end: float
    side: int
    place: LatticePoint


def sight_table(grid: Grid) -> SightTable:
    """Return the lines of sight on a grid whose edges aren't joined."""
    boards = grid.boards
    columns = 2 * len(boards) * (max(board.lattice_size[0] for board in boards) + MARGIN)
    rows = max(board.lattice_size[1] for board in boards) + 2 * MARGIN
    apart = columns // len(boards)
    places = tuple(
        (y + MARGIN) * columns + number * apart + x + MARGIN
        for number, board in enumerate(boards)
        for x, y in board.lattice
    )
    turned = [board.is_turned(cell) for board in boards for cell in range(len(board.lattice))]
    outside = columns * rows
    cells: list[int | None] = [None] * (2 * outside)
    for cell, place in enumerate(places):
        cells[place] = cell
    lines: list[tuple[int, ...]] = [(outside, outside)] * (2 * outside * (1 + any(turned)))
    for board in boards:
        for (is_turned, (x, y)), gaps in _lines(board).items():
            key = 2 * outside * is_turned + outside + y * columns + x
            lines[key] = tuple(down * columns + right for right, down in gaps)
    firsts = tuple(2 * outside * is_turned + outside - place for is_turned, place in zip(turned, places, strict=True))
    return SightTable(places, tuple(cells), firsts, tuple(lines))


def _lines(board: Grid) -> Mapping[tuple[bool, LatticePoint], Gaps]:
    """Return the gaps of each line on a board, by the form of its first cell and the way to the last one."""
    width, height = board.lattice_size
    found: dict[tuple[bool, LatticePoint], Gaps] = {}
    for is_turned in {board.is_turned(cell) for cell in range(len(board.lattice))}:
        for right, down in product(range(1 - width, width), range(height)):
            key = is_turned, (right, down)
            if key not in found and (right, down) != (0, 0) and _is_place(board, right, down):
                gaps = found[key] = tuple(_gaps(board, is_turned, right, down))
                turned_back = _is_turned_there(board, is_turned, right, down)
                found[turned_back, (-right, -down)] = tuple((x - right, y - down) for x, y in gaps)
        found[is_turned, (0, 0)] = ()
    return found


def _gaps(board: Grid, is_turned: bool, right: int, down: int) -> Iterator[LatticePoint]:
    """Yield the two places of each gap of a line, from its start to its end."""
    touched: dict[tuple[float, float], dict[int, list[LatticePoint]]] = defaultdict(lambda: defaultdict(list))
    for each in _along(board, is_turned, right, down):
        touched[each.start, each.end][each.side].append(each.place)
    for _, sides in sorted(touched.items()):
        for place in sides[0]:
            yield place
            yield place
        for pair in product(sides[-1], sides[1]):
            yield from pair


def _along(board: Grid, is_turned: bool, right: int, down: int) -> Iterator[_Crossed]:
    """Yield the cells that a line crosses or touches between its ends."""
    outlines = {turned: _outline(board, turned) for turned in (False, True)}
    _, (from_x, from_y) = outlines[is_turned]
    _, (offset_x, offset_y) = outlines[_is_turned_there(board, is_turned, right, down)]
    ahead_x, ahead_y = PARTS * right + offset_x - from_x, PARTS * down + offset_y - from_y
    whole = ahead_x**2 + ahead_y**2
    for x, y in _near(right, down, ahead_x, ahead_y):
        if (x, y) in ((0, 0), (right, down)) or not _is_place(board, x, y):
            continue
        corners, _ = outlines[_is_turned_there(board, is_turned, x, y)]
        seen = [(PARTS * x + left - from_x, PARTS * y + top - from_y) for left, top in corners]
        across = [ahead_x * dy - ahead_y * dx for dx, dy in seen]
        if min(across) > 0 or max(across) < 0:
            continue
        side = 0 if min(across) < 0 < max(across) else 1 if max(across) > 0 else -1
        along = [ahead_x * dx + ahead_y * dy for dx, dy in seen]
        start, end = _crossing(across, along)
        if start > 0 and end < whole:
            yield _Crossed(start, end, side, (x, y))


def _crossing(across: list[int], along: list[int]) -> tuple[float, float]:
    """Return where a line enters and leaves a cell, by the places of its corners across and along the line."""
    points: list[float] = [there for off, there in zip(across, along, strict=True) if off == 0]
    for at, off in enumerate(across):
        if off * across[at - 1] < 0:
            points.append(along[at] + (along[at - 1] - along[at]) * off / (off - across[at - 1]))
    return min(points), max(points)


def _near(right: int, down: int, ahead_x: int, ahead_y: int) -> Iterator[LatticePoint]:
    """Yield the places of the lattice near a line that leads down or across."""
    for y in range(-MARGIN, down + MARGIN + 1):
        if ahead_y == 0:
            first, last = min(0, right), max(0, right)
        else:
            ends = [max(0.0, min(1.0, PARTS * each / ahead_y)) * ahead_x / PARTS for each in (y - 1, y + 1)]
            first, last = int(min(ends) - 1), int(max(ends) + 1)
        yield from ((x, y) for x in range(first - MARGIN, last + MARGIN + 1))


def _is_place(board: Grid, right: int, down: int) -> bool:
    """Return True if there could be a cell so far from another one; cells may take every other place."""
    return board.span == (1, 1) or (right + down) % 2 == 0


def _is_turned_there(board: Grid, is_turned: bool, right: int, down: int) -> bool:
    return is_turned ^ (board.has_slants and (right + down) % 2 == 1)


def _outline(board: Grid, is_turned: bool) -> tuple[list[LatticePoint], LatticePoint]:
    """Return the corners and the centre of gravity of a cell in parts of the lattice, as seen from its place."""
    step_x, step_y = board.lattice_step
    corners = [
        (round(PARTS * x / step_x), round(PARTS * y / step_y) * (-1 if is_turned else 1)) for x, y in board.outline
    ]
    across, down = (sum(corner[axis] for corner in corners) // len(corners) for axis in (0, 1))
    return corners, (across, down)
