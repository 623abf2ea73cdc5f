"""Boards of three-sided cells: a rectangle of them, or a triangle.

Cells of a row point up and down in turn. Each direction leads along a strip of cells between two parallel lines. A cell
and the one beside it lie in two strips, and therefore in two directions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Literal

from interpreter.rulebook.boards.grid import Direction, LatticePoint, Place, Point
from interpreter.rulebook.boards.pattern import PatternGrid

TriangleShape = Literal["rectangle", "triangle"]
NAMES = ("northeast", "east", "southeast", "southwest", "west", "northwest")
DIRECTIONS = tuple(Direction(name, (number + 3) % 6) for number, name in enumerate(NAMES))
STEPS_UP = ((1, 0), (1, 0), (0, 1), (0, 1), (-1, 0), (-1, 0))
"""Columns to the right and lines down of one step in each direction, from a cell that points up."""
STEPS_DOWN = ((0, -1), (1, 0), (1, 0), (-1, 0), (-1, 0), (0, -1))
"""The same from a cell that points down."""
HEIGHT = sqrt(3) / 2
"""Height of a cell whose sides are 1."""


@dataclass(frozen=True)
class TriangleGrid(PatternGrid):
    """A board of three-sided cells.

    Attributes:
        shape: Shape of the whole board. A triangle has one column less than twice its rows, and a point on top.
    """

    shape: TriangleShape

    @property
    def directions(self) -> tuple[Direction, ...]:
        """The six directions along the strips."""
        return DIRECTIONS

    @property
    def neighbour_directions(self) -> Sequence[int]:
        """All six directions; each neighbour lies in two of them."""
        return range(len(NAMES))

    @property
    def edges(self) -> Mapping[str, tuple[int, ...]]:
        """The cells at each edge of the board, by the edge's name; a triangle has three edges."""
        found = super().edges
        if self.shape == "rectangle":
            return found
        cells = [(column - self.rows, self._line(row)) for column, row in self.places]
        return {
            "northeast": tuple(cell for cell, (right, line) in enumerate(cells) if right == line - 1),
            "south": found["south"],
            "northwest": tuple(cell for cell, (right, line) in enumerate(cells) if right == 1 - line),
        }

    @property
    def _pattern(self) -> str:
        """Shape, size and position in words."""
        size = f"{self.rows} to a side" if self.shape == "triangle" else f"{self.columns} columns and {self.rows} rows"
        edge = "bottom" if self.upward else "top"
        first = f"{self.ids[0]} points {'down' if self.is_turned(0) else 'up'}"
        return (
            f"a {self.shape} of three-sided cells, {size}; {first}; row 1 is at the {edge}; each has up to 3 neighbours"
        )

    @cached_property
    def _every_place(self) -> tuple[Place, ...]:
        every = super()._every_place
        if self.shape == "rectangle":
            return every
        return tuple(place for place in every if abs(place[0] - self.rows) < self._line(place[1]))

    @property
    def has_slants(self) -> bool:
        """Three-sided cells have slanting sides."""
        return True

    def is_turned(self, cell: int) -> bool:
        """Return True if a cell points down."""
        return not self._points_up(self.places[cell])

    def _points_up(self, place: Place) -> bool:
        first = 0 if self.shape == "rectangle" else self.rows + 1
        return (place[0] + self._line(place[1]) - first) % 2 == 0

    def _line(self, row: int) -> int:
        """Return the number of a row, counted from the top."""
        return self.rows + 1 - row if self.upward else row

    @property
    def span(self) -> LatticePoint:
        """One column and one line."""
        return 1, 1

    @property
    def lattice_step(self) -> Point:
        """Half a side, because cells that point up and down reach into each other, and the height of a cell."""
        return 0.5, HEIGHT

    @property
    def outline(self) -> tuple[Point, ...]:
        """The three corners of a cell that points up, as seen from half its height."""
        return (0, -HEIGHT / 2), (0.5, HEIGHT / 2), (-0.5, HEIGHT / 2)

    @property
    def text_size(self) -> Point:
        """The rectangle between the middles of two sides and the third side."""
        return 0.5, HEIGHT / 2

    def _next_place(self, place: Place, direction: int) -> Place:
        across, down = (STEPS_UP if self._points_up(place) else STEPS_DOWN)[direction]
        return place[0] + across, place[1] + (-down if self.upward else down)

    def _lattice_point(self, place: Place) -> LatticePoint:
        return place[0], self._line(place[1])

    def _column_heading(self, column: Sequence[Place]) -> tuple[LatticePoint, Place]:
        above = self.shape == "rectangle"  # of a triangle, all columns end at the bottom
        end = column[-1 if self.upward == above else 0]
        x, y = self._lattice_point(end)
        return (x, y - 1 if above else y + 1), end

    def _row_heading(self, row: Sequence[Place]) -> tuple[LatticePoint, Place]:
        x, y = self._lattice_point(row[0])
        return (x - 1, y), row[0]
