"""Boards of cells in a pattern: every kind answers the same questions consistently."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.rulebook.boards.declared import declared_grid
from interpreter.rulebook.boards.grid import Grid

GRIDS: dict[str, dict[str, Any]] = {
    "squares": {"columns": 4, "rows": 3},
    "squares with corners, from below": {"columns": 3, "rows": 5, "diagonal": True, "a1": "bottom"},
    "one square": {},
}

ROUNDING = 1e-9


@pytest.fixture(params=list(GRIDS.values()), ids=list(GRIDS))
def grid(request: pytest.FixtureRequest) -> Grid:
    return declared_grid(request.param)


def test_the_way_back_leads_back(grid: Grid) -> None:
    for number, direction in enumerate(grid.directions):
        assert grid.directions[direction.opposite].opposite == number
        for cell in range(len(grid.ids)):
            if (other := grid.step(cell, number)) is not None:
                assert grid.step(other, direction.opposite) == cell


def test_neighbours_are_mutual(grid: Grid) -> None:
    for cell in range(len(grid.ids)):
        assert all(cell in grid.neighbours(other) for other in grid.neighbours(cell))


def test_each_direction_is_on_one_axis(grid: Grid) -> None:
    assert sorted(number for axis in grid.axes for number in axis) == list(range(len(grid.directions)))


def test_directions_are_drawn_as_they_are_called(grid: Grid) -> None:
    """North is up, east is right."""
    for number, direction in enumerate(grid.directions):
        for cell in range(len(grid.ids)):
            if (other := grid.step(cell, number)) is not None:
                (x, y), (to_x, to_y) = grid.centre(cell), grid.centre(other)
                assert ("north" in direction.id) == (to_y < y) and ("south" in direction.id) == (to_y > y)
                assert ("west" in direction.id) == (to_x < x) and ("east" in direction.id) == (to_x > x)


def test_cells_are_on_the_board_and_do_not_overlap(grid: Grid) -> None:
    width, height = grid.size
    centres = [grid.centre(cell) for cell in range(len(grid.ids))]
    assert len({(round(x, 6), round(y, 6)) for x, y in centres}) == len(centres) == len(set(grid.ids))
    for cell, (x, y) in enumerate(centres):
        assert all(
            -1e-9 <= x + dx <= width + 1e-9 and -1e-9 <= y + dy <= height + 1e-9 for dx, dy in grid.outline(cell)
        )


def test_the_squares_of_a_chess_board() -> None:
    board = declared_grid({"columns": 8, "rows": 8, "diagonal": True, "a1": "bottom"})
    e4 = board.ids.index("e4")
    found = {
        each.id: board.ids[to] for at, each in enumerate(board.directions) if (to := board.step(e4, at)) is not None
    }
    assert found == {
        "north": "e5", "northeast": "f5", "east": "f4", "southeast": "f3",
        "south": "e3", "southwest": "d3", "west": "d4", "northwest": "d5",
    }  # fmt: skip
    assert [each.id for each in board.directions if each.is_diagonal] == [
        "northeast", "southeast", "southwest", "northwest",
    ]  # fmt: skip
    assert board.attribute_values(board.ids.index("h8")) == {
        "column": 8, "row": 8, "left": "g8", "right": None, "above": None, "below": "h7",
    }  # fmt: skip
