"""Boards of six-sided cells: a rhombus, a rectangle or a hexagon of them, with points or with edges on top.

Steps are made in axial coordinates, in which every direction is a fixed step ("Hexagonal Grids", redblobgames.com). A
rhombus and a hexagon have these as columns and rows; in a rectangle every other line is shifted by half a cell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Literal

from interpreter.rulebook.boards.grid import Direction, LatticePoint, Place, Point
from interpreter.rulebook.boards.pattern import PatternGrid

HexShape = Literal["rhombus", "rectangle", "hexagon"]
COUNT = 6
POINTED_NAMES = ("northeast", "east", "southeast", "southwest", "west", "northwest")
POINTED_STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""Axial steps of cells with a point on top, if row 1 is at the top."""
FLAT_NAMES = ("north", "northeast", "southeast", "south", "southwest", "northwest")
FLAT_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""Axial steps of cells with an edge on top, if row 1 is at the top."""
POINTED_DIRECTIONS, FLAT_DIRECTIONS = (
    tuple(Direction(name, (number + COUNT // 2) % COUNT) for number, name in enumerate(names))
    for names in (POINTED_NAMES, FLAT_NAMES)
)
POINTED_EDGES = ("north", "northeast", "southeast", "south", "southwest", "northwest")
FLAT_EDGES = ("northeast", "east", "southeast", "southwest", "west", "northwest")
"""Edges of a hexagon, if row 1 is at the top: row 1, last column, highest sum of both, and those facing them."""
MIRRORED = {
    "north": "south", "northeast": "southeast", "northwest": "southwest",
    "south": "north", "southeast": "northeast", "southwest": "northwest",
}  # fmt: skip
HEIGHT = 2 / sqrt(3)
"""Distance between opposite points of a cell; between opposite edges it is 1."""
POINTED_OUTLINE: tuple[Point, ...] = (
    (0, -HEIGHT / 2), (0.5, -HEIGHT / 4), (0.5, HEIGHT / 4), (0, HEIGHT / 2), (-0.5, HEIGHT / 4), (-0.5, -HEIGHT / 4),
)  # fmt: skip


@dataclass(frozen=True)
class HexGrid(PatternGrid):
    """A board of six-sided cells.

    Attributes:
        shape: Shape of the whole board. A hexagon has as many columns as rows, an odd number.
        flat: True if cells have an edge on top, False if they have a point there.
    """

    shape: HexShape
    flat: bool

    @property
    def directions(self) -> tuple[Direction, ...]:
        """The six directions across an edge."""
        return FLAT_DIRECTIONS if self.flat else POINTED_DIRECTIONS

    @property
    def neighbour_directions(self) -> Sequence[int]:
        """All six directions."""
        return range(COUNT)

    @property
    def edges(self) -> Mapping[str, tuple[int, ...]]:
        """The cells at each edge of the board, by the edge's name; a hexagon has six edges."""
        if self.shape != "hexagon":
            return super().edges
        names: tuple[str, ...] = FLAT_EDGES if self.flat else POINTED_EDGES
        if self.upward:  # the board is a mirror image
            names = tuple(MIRRORED.get(name, name) for name in names)
        last, low, high = self.columns, self.side + 1, 3 * self.side - 1
        ends = ((1, 1), (0, last), (2, high), (1, last), (0, 1), (2, low))
        cells = [(*place, sum(place)) for place in self.places]
        return {
            name: tuple(cell for cell, numbers in enumerate(cells) if numbers[axis] == end)
            for name, (axis, end) in zip(names, ends, strict=True)
        }

    @property
    def side(self) -> int:
        """Cells along an edge of a hexagon."""
        return (self.columns + 1) // 2

    @property
    def _pattern(self) -> str:
        """Shape, size and position in words."""
        size = f"{self.side} to a side" if self.shape == "hexagon" else f"{self.columns} columns and {self.rows} rows"
        tops, edge = "an edge" if self.flat else "a point", "bottom" if self.upward else "top"
        return (
            f"a {self.shape} of six-sided cells, {size}; {tops} of each is on top; row 1 is at the {edge}; "
            f"each has up to {COUNT} neighbours"
        )

    @cached_property
    def _every_place(self) -> tuple[Place, ...]:
        every = super()._every_place
        if self.shape != "hexagon":
            return every
        inside = range(self.side + 1, 3 * self.side)
        return tuple((column, row) for column, row in every if column + row in inside)

    @property
    def span(self) -> LatticePoint:
        """Two columns, as rows are shifted by half a cell; or two lines, as columns are."""
        return (1, 2) if self.flat else (2, 1)

    @property
    def lattice_step(self) -> Point:
        """Half a cell in the direction of the shift, three quarters across it."""
        step = (0.5, HEIGHT * 3 / 4)
        return step[::-1] if self.flat else step

    @property
    def outline(self) -> tuple[Point, ...]:
        """The six corners of a cell."""
        return tuple((y, x) for x, y in reversed(POINTED_OUTLINE)) if self.flat else POINTED_OUTLINE

    @property
    def text_size(self) -> Point:
        """The rectangle between the four corners that are not at an end."""
        return (HEIGHT / 2, 1) if self.flat else (1, HEIGHT / 2)

    def _next_place(self, place: Place, direction: int) -> Place:
        if self.upward:  # the board is a mirror image
            direction = ((COUNT // 2 if self.flat else COUNT // 2 - 1) - direction) % COUNT
        across, along = (FLAT_STEPS if self.flat else POINTED_STEPS)[direction]
        column, row = self._axial(place)
        return self._place((column + across, row + along))

    def _axial(self, place: Place) -> Place:
        column, row = place
        if self.shape != "rectangle":
            return place
        return (column, row - (column - 1) // 2) if self.flat else (column - (row - 1) // 2, row)

    def _place(self, axial: Place) -> Place:
        column, row = axial
        if self.shape != "rectangle":
            return axial
        return (column, row + (column - 1) // 2) if self.flat else (column + (row - 1) // 2, row)

    def _lattice_point(self, place: Place) -> LatticePoint:
        column, row = self._axial(place)
        x, y = (column, 2 * row + column) if self.flat else (2 * column + row, row)
        return x, -y if self.upward else y

    def _column_heading(self, column: Sequence[Place]) -> tuple[LatticePoint, Place]:
        if self.shape == "rectangle":
            top = column[-1 if self.upward else 0]
            x, y = self._lattice_point(top)
            return (x, y - self.span[1]), top
        after = self.upward or self.shape == "hexagon"  # of a hexagon, the other end is where the rows begin
        end = column[-1 if after else 0]
        return self._lattice_point((end[0], end[1] + (1 if after else -1))), end

    def _row_heading(self, row: Sequence[Place]) -> tuple[LatticePoint, Place]:
        if self.shape == "rectangle":
            x, y = self._lattice_point(row[0])
            return (x - self.span[0], y), row[0]
        return self._lattice_point((row[0][0] - 1, row[0][1])), row[0]
