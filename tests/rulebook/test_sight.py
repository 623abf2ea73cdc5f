"""Lines of sight, against points of the drawn board a little to the left and to the right of the line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from random import Random
from typing import Any

import pytest

from interpreter.rulebook.boards.declared import declared_grid, joined_grid
from interpreter.rulebook.boards.grid import Grid, Point
from interpreter.rulebook.boards.sight import SightTable, sight_table

BESIDE = 0.01
"""Distance of the points from the line."""
STEP = 0.008
"""Distance between two points on each of its sides."""
PAIRS = 40
BOARDS: Mapping[str, dict[str, Any]] = {
    "squares": {"columns": 6, "rows": 5, "without": ["c3"]},
    "upward": {"columns": 4, "rows": 6, "a1": "bottom"},
    "pointed": {"columns": 6, "rows": 6, "hexes": "rectangle"},
    "flat": {"columns": 6, "rows": 5, "hexes": "rectangle", "tops": "flat", "a1": "bottom"},
    "rhombus": {"columns": 5, "rows": 4, "hexes": "rhombus", "without": ["b2", "d3"]},
    "hexagon": {"side": 3, "hexes": "hexagon"},
    "flat hexagon": {"side": 3, "hexes": "hexagon", "tops": "flat"},
    "triangles": {"columns": 8, "rows": 4, "triangles": "rectangle"},
    "triangle": {"side": 4, "triangles": "triangle", "a1": "bottom"},
}


def sees(table: SightTable, start: int, goal: int, through: set[int]) -> bool:
    line = table.lines[table.firsts[start] + table.places[goal]]
    there = [table.cells[table.places[start] + place] for place in line]
    return all({one, other} & through for one, other in zip(there[::2], there[1::2], strict=True))


def middle(grid: Grid, cell: int) -> Point:
    (x, y), corners = grid.centre(cell), grid.outline_of(cell)
    return x + sum(each for each, _ in corners) / len(corners), y + sum(each for _, each in corners) / len(corners)


def cell_with(grid: Grid, point: Point) -> int | None:
    """The cell of a drawn board in which a point lies."""
    for cell in range(len(grid.ids)):
        (x, y), corners = grid.centre(cell), grid.outline_of(cell)
        if abs(x - point[0]) > 1 or abs(y - point[1]) > 1:
            continue
        at = [(x + right - point[0], y + down - point[1]) for right, down in corners]
        turns = [a * d - b * c for (a, b), (c, d) in zip(at, [*at[1:], at[0]], strict=True)]
        if min(turns) > 0 or max(turns) < 0:
            return cell
    return None


def points_along(grid: Grid, start: int, goal: int) -> Iterator[tuple[int | None, int | None]]:
    """The cells at the left and at the right of the line, from its start to its end."""
    (x, y), (to_x, to_y) = middle(grid, start), middle(grid, goal)
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    dx, dy = (to_x - x) / length, (to_y - y) / length
    for at in range(1, int(length / STEP)):
        on = x + dx * at * STEP, y + dy * at * STEP
        left, right = ((on[0] + side * dy, on[1] - side * dx) for side in (BESIDE, -BESIDE))
        yield cell_with(grid, left), cell_with(grid, right)


def is_clear(pairs: list[tuple[int | None, int | None]], through: set[int]) -> bool:
    """Return whether all cells on both sides are open, or those on one side where the sides differ."""
    for differ, stretch in groupby(pairs, lambda pair: pair[0] != pair[1]):
        sides = list(zip(*stretch, strict=True))
        if not any(through.issuperset(side) for side in (sides if differ else sides[:1])):
            return False
    return True


@pytest.mark.parts
@pytest.mark.parametrize("name", BOARDS)
def test_points_beside_the_line(name: str) -> None:
    grid, random = declared_grid(BOARDS[name]), Random(name)
    table, cells, blocked = sight_table(grid), range(len(grid.ids)), 0
    for _ in range(PAIRS):
        start, goal = random.sample(cells, 2)
        pairs = list(points_along(grid, start, goal))
        met = {cell for pair in pairs for cell in pair if cell is not None} - {start, goal}
        for _ in range(12):
            through = set(random.sample(cells, random.randint(0, len(cells))))
            through = through | met - {random.choice(sorted(met))} if met and random.random() < 0.5 else through
            expected = is_clear(pairs, {*through, start, goal})
            assert sees(table, start, goal, through) == expected, (grid.ids[start], grid.ids[goal], pairs)
            blocked += not expected
    assert PAIRS < blocked < 11 * PAIRS


@pytest.mark.parametrize("name", BOARDS)
def test_sight_goes_both_ways(name: str) -> None:
    grid, random = declared_grid(BOARDS[name]), Random(name)
    table, cells = sight_table(grid), range(len(grid.ids))
    for start in cells:
        assert sees(table, start, start, set())
        for goal in cells:
            through = set(random.sample(cells, len(cells) * 3 // 4))
            assert sees(table, start, goal, through) == sees(table, goal, start, through)


def test_a_line_along_an_edge_is_open_at_one_side() -> None:
    grid = declared_grid({"columns": 4, "rows": 4, "hexes": "rectangle"})
    table, number = sight_table(grid), {cell: at for at, cell in enumerate(grid.ids)}
    for through, expected in ((), False), (("a2",), True), (("b2",), True), (("a2", "b2"), True), (("b3",), False):
        assert sees(table, number["b1"], number["b3"], {number[each] for each in through}) == expected
    assert not sees(table, number["a1"], number["a3"], set()), "one side is outside of the board"
    assert sees(table, number["a1"], number["a3"], {number["a2"]})


def test_a_line_through_a_corner_is_open_at_one_side() -> None:
    grid = declared_grid({"columns": 4, "rows": 4})
    table, number = sight_table(grid), {cell: at for at, cell in enumerate(grid.ids)}
    for through, expected in ((), False), (("a2",), True), (("b1",), True), (("c3",), False):
        assert sees(table, number["a1"], number["b2"], {number[each] for each in through}) == expected


def test_nobody_sees_from_board_to_board() -> None:
    grid = joined_grid(
        {"home": {"columns": 3, "rows": 3}, "away": {"columns": 4, "rows": 2}, "far": {"columns": 1, "rows": 1}}
    )
    table, cells = sight_table(grid), range(len(grid.ids))
    names = [grid.ids[cell].split("_")[0] for cell in cells]
    for start in cells:
        for goal in cells:
            assert sees(table, start, goal, set(cells)) == (names[start] == names[goal])
