"""Boards of cells in a pattern: every kind answers the same questions consistently."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from interpreter.language.backends.python.helpers import longest_line
from interpreter.rulebook.boards.declared import declared_grid, wrap_problem
from interpreter.rulebook.boards.pattern import PatternGrid

GRIDS: dict[str, dict[str, Any]] = {
    "squares": {"columns": 4, "rows": 3},
    "squares with corners, from below": {"columns": 3, "rows": 5, "diagonal": True, "a1": "bottom"},
    "one square": {},
    "a rhombus of hexes": {"hexes": "rhombus", "columns": 5, "rows": 4},
    "a rhombus with edges on top, from below": {
        "hexes": "rhombus",
        "columns": 3,
        "rows": 4,
        "tops": "flat",
        "a1": "bottom",
    },
    "a rectangle of hexes, from below": {"hexes": "rectangle", "columns": 5, "rows": 5, "a1": "bottom"},
    "a rectangle with edges on top": {"hexes": "rectangle", "columns": 6, "rows": 3, "tops": "flat"},
    "squares with holes, round and round": {
        "columns": 4,
        "rows": 3,
        "without": ["b2", "d3"],
        "wrap": "both",
        "diagonal": True,
    },
    "a rectangle of hexes, round": {"hexes": "rectangle", "columns": 3, "rows": 4, "wrap": "both"},
    "a rhombus with holes in a row, round": {
        "hexes": "rhombus",
        "columns": 3,
        "rows": 4,
        "wrap": "rows",
        "without": ["a1", "b1", "c1"],
        "tops": "flat",
    },
    "a hexagon": {"hexes": "hexagon", "side": 4},
    "a hexagon from below": {"hexes": "hexagon", "side": 3, "a1": "bottom"},
    "a hexagon with edges on top": {"hexes": "hexagon", "side": 3, "tops": "flat"},
    "a hexagon with edges on top, from below": {"hexes": "hexagon", "side": 4, "tops": "flat", "a1": "bottom"},
    "a triangle": {"triangles": "triangle", "side": 4},
    "a triangle from below": {"triangles": "triangle", "side": 3, "a1": "bottom"},
    "a rectangle of triangles": {"triangles": "rectangle", "columns": 5, "rows": 3},
    "a rectangle of triangles, round, from below": {
        "triangles": "rectangle",
        "columns": 4,
        "rows": 4,
        "wrap": "both",
        "a1": "bottom",
    },
}

ROUNDING = 1e-9


@pytest.fixture(params=list(GRIDS.values()), ids=list(GRIDS))
def grid(request: pytest.FixtureRequest) -> PatternGrid:
    return declared_grid(request.param)


def test_the_way_back_leads_back(grid: PatternGrid) -> None:
    for number, direction in enumerate(grid.directions):
        assert grid.directions[direction.opposite].opposite == number
        for cell in range(len(grid.ids)):
            if (other := grid.step(cell, number)) is not None:
                assert grid.step(other, direction.opposite) == cell


def test_neighbours_are_mutual(grid: PatternGrid) -> None:
    for cell in range(len(grid.ids)):
        assert all(cell in grid.neighbours(other) for other in grid.neighbours(cell))


def test_each_direction_is_on_one_axis(grid: PatternGrid) -> None:
    assert sorted(number for axis in grid.axes for number in axis) == list(range(len(grid.directions)))


def test_directions_are_drawn_as_they_are_called(grid: PatternGrid) -> None:
    """North is up, east is right, except where a step leads round the board; of triangles, after two steps."""
    if any(grid.wraps):
        return
    for number, direction in enumerate(grid.directions):
        for cell in range(len(grid.ids)):
            other = grid.step(cell, number)
            if grid.has_slants and other is not None:
                other = grid.step(other, number)
            if other is not None:
                (x, y), (to_x, to_y) = grid.centre(cell), grid.centre(other)
                assert ("north" in direction.id) == (to_y < y) and ("south" in direction.id) == (to_y > y)
                assert ("west" in direction.id) == (to_x < x) and ("east" in direction.id) == (to_x > x)


def test_cells_are_on_the_board_and_do_not_overlap(grid: PatternGrid) -> None:
    width, height = grid.size
    centres = [grid.centre(cell) for cell in range(len(grid.ids))]
    assert len({(round(x, 6), round(y, 6)) for x, y in centres}) == len(centres) == len(set(grid.ids))
    for x, y in centres:
        assert all(-ROUNDING <= x + dx <= width + ROUNDING for dx, _ in grid.outline)
        assert all(-ROUNDING <= y + dy <= height + ROUNDING for _, dy in grid.outline)


def test_cells_and_headings_have_places_of_their_own_on_the_lattice(grid: PatternGrid) -> None:
    across, down = grid.span
    taken = [(x + dx, y + dy) for x, y in grid.lattice for dx in range(across) for dy in range(down)]
    assert len(set(taken)) == len(taken)
    width, height = grid.lattice_size
    assert all(0 <= x < width and 0 <= y < height for x, y in taken)
    assert len({heading.at for heading in grid.headings}) == len(grid.headings)
    assert {heading.at for heading in grid.headings}.isdisjoint(taken)
    assert {heading.beside for heading in grid.headings} <= set(grid.lattice) or grid.without
    names = {(cell.rstrip("0123456789"), cell.lstrip("abcdefghijklmnopqrstuvwxyz")) for cell in grid.ids}
    for is_row in (False, True):
        texts = {heading.text for heading in grid.headings if heading.is_row == is_row}
        assert texts >= {name[is_row] for name in names}


def test_straight_lines_are_drawn_straight(grid: PatternGrid) -> None:
    for one, other in grid.axes:
        for cell in range(len(grid.ids)):
            before, after = grid.step(cell, one), grid.step(cell, other)
            if before is not None and after is not None and not any(grid.wraps) and not grid.has_slants:
                ends = zip(grid.centre(before), grid.centre(after), strict=True)
                assert [(a + b) / 2 for a, b in ends] == pytest.approx(grid.centre(cell))


def test_every_cell_has_all_neighbours_on_a_board_that_goes_round() -> None:
    """Also where every other row is shifted; a hole is nobody's neighbour."""
    for spec, count in (({}, 4), ({"diagonal": True}, 8), ({"hexes": "rectangle"}, 6), ({"hexes": "rhombus"}, 6)):
        grid = declared_grid({"columns": 4, "rows": 4, "wrap": "both", **spec})
        assert {len(set(grid.neighbours(cell))) for cell in range(16)} == {count}
    holed = declared_grid({"columns": 3, "rows": 3, "without": ["b2"]})
    assert holed.ids == ("a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3")
    assert [holed.ids[cell] for cell in holed.neighbours(1)] == ["a1", "c1"]


def test_edges_are_joined_one_way_only() -> None:
    for wrap, ends in (("rows", (None, "a3")), ("columns", ("c1", None))):
        grid = declared_grid({"columns": 3, "rows": 3, "wrap": wrap})
        found = {each.id: grid.step(0, at) for at, each in enumerate(grid.directions)}
        assert tuple(None if (to := found[way]) is None else grid.ids[to] for way in ("west", "north")) == ends
    assert not wrap_problem({"hexes": "rhombus", "columns": 3, "rows": 3, "wrap": "both"})


@pytest.mark.parametrize(("tops", "beside"), [("pointy", "b1 c1 a2 c2 b3 c3"), ("flat", "b1 a2 c2 a3 b3 c3")])
def test_every_second_line_of_a_rectangle_is_shifted(tops: str, beside: str) -> None:
    grid = declared_grid({"hexes": "rectangle", "columns": 3, "rows": 3, "tops": tops})
    assert " ".join(grid.ids[cell] for cell in grid.neighbours(grid.ids.index("b2"))) == beside


@pytest.mark.parametrize("tops", ["pointy", "flat"])
def test_a_hexagon_has_six_corners(tops: str) -> None:
    grid = declared_grid({"hexes": "hexagon", "side": 4, "tops": tops})
    counts = Counter(len(grid.neighbours(cell)) for cell in range(len(grid.ids)))
    assert counts == {3: 6, 4: 6 * 2, 6: 1 + 6 + 12}


def test_a_rhombus_has_two_sharp_corners() -> None:
    grid = declared_grid({"hexes": "rhombus", "columns": 11, "rows": 11})
    assert [grid.ids[cell] for cell in range(121) if len(grid.neighbours(cell)) == 2] == ["a1", "k11"]
    assert [grid.ids[cell] for cell in grid.neighbours(grid.ids.index("b2"))] == ["b1", "c1", "a2", "c2", "a3", "b3"]


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


def test_a_line_round_the_board_counts_each_cell_once() -> None:
    grid = declared_grid({"columns": 4, "rows": 3, "wrap": "columns"})
    steps = [-1 if to is None else to for axis in grid.axes for way in axis for to in grid.steps[way]]
    assert longest_line((0, 1, 2, 3), 1, steps, 12) == 4
    assert longest_line((0, 1, 3), 0, steps, 12) == 3
    assert longest_line((3, 4, 9), 4, steps, 12) == 3  # diagonally, over the joined ends


def test_three_sided_cells_have_the_neighbours_across_their_sides() -> None:
    grid = declared_grid({"triangles": "triangle", "side": 3})
    found = {grid.ids[cell]: " ".join(grid.ids[each] for each in grid.neighbours(cell)) for cell in range(9)}
    assert found["c2"] == "c1 b2 d2" and found["b2"] == "c2 b3" and found["a3"] == "b3"
    assert [grid.ids[cell] for cell in range(9) if grid.is_turned(cell)] == ["c2", "b3", "d3"]
    assert grid.outline_of(2) == tuple((x, -y) for x, y in grid.outline_of(0))
