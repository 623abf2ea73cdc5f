"""Boards of squares in columns and rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import atan2, tau
from types import MappingProxyType

from interpreter.rulebook.boards.grid import Direction, LatticePoint, Leaps, Place, Point
from interpreter.rulebook.boards.pattern import PatternGrid

STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Columns to the right and rows down of one step in each direction."""
NAMES = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
DIRECTIONS = tuple(
    Direction(name, STEPS.index((-across, -down)), bool(across and down))
    for name, (across, down) in zip(NAMES, STEPS, strict=True)
)
ATTRIBUTE_KINDS = MappingProxyType({
    "column": "number", "row": "number", "left": "space", "right": "space", "above": "space", "below": "space",
})  # fmt: skip
BESIDE = MappingProxyType({"left": "west", "right": "east", "above": "north", "below": "south"})
"""The directions of the cells in built-in attributes."""


@dataclass(frozen=True)
class SquareGrid(PatternGrid):
    """A board of squares.

    Attributes:
        diagonal: True if squares that touch at a corner are neighbours: up to eight a square.
        moves: Leaps by name: steps along one axis and along the other one, in all directions.
    """

    diagonal: bool
    moves: tuple[tuple[str, tuple[int, int]], ...] = ()

    @property
    def directions(self) -> tuple[Direction, ...]:
        """The eight points of the compass."""
        return DIRECTIONS

    @property
    def neighbour_directions(self) -> Sequence[int]:
        """All directions, or those across an edge."""
        return range(0, len(DIRECTIONS), 1 if self.diagonal else 2)

    @property
    def leaps(self) -> Mapping[str, Leaps]:
        """For each name of a leap, the squares that it leads to from each square, clockwise from the top."""
        numbers = {place: cell for cell, place in enumerate(self.places)}
        found = {}
        for name, (one, other) in self.moves:
            ways = sorted({
                (x * right, y * down) for x, y in ((one, other), (other, one)) for right in (1, -1) for down in (1, -1)
            }, key=lambda way: atan2(way[0], way[1] if self.upward else -way[1]) % tau)  # fmt: skip
            targets = ([self.wrapped((column + x, row + y)) for x, y in ways] for column, row in self.places)
            found[name] = tuple(
                tuple(dict.fromkeys(numbers[place] for place in row if place in numbers and numbers[place] != cell))
                for cell, row in enumerate(targets)
            )
        return found

    @property
    def attribute_kinds(self) -> Mapping[str, str]:
        """Column, row, and the squares beside a square."""
        return ATTRIBUTE_KINDS

    def attribute_values(self, cell: int) -> dict[str, int | str | None]:
        """Return a square's column, row, and the ids of the squares beside it."""
        values = super().attribute_values(cell)
        for name, direction in BESIDE.items():
            other = self.step(cell, NAMES.index(direction))
            values[name] = None if other is None else self.ids[other]
        return values

    @property
    def _pattern(self) -> str:
        """Size, position of a1, and number of neighbours in words."""
        columns = f"{self.columns} columns" if self.columns > 1 else "one column"
        corner, most = "bottom" if self.upward else "top", len(self.neighbour_directions)
        return f"{columns} and {self.rows} rows; a1 is at the {corner} left; each has up to {most} neighbours"

    @property
    def span(self) -> LatticePoint:
        """One column and one line."""
        return 1, 1

    @property
    def lattice_step(self) -> Point:
        """The side of a square."""
        return 1, 1

    @property
    def outline(self) -> tuple[Point, ...]:
        """The four corners of a square."""
        return (-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)

    @property
    def text_size(self) -> Point:
        """The whole square."""
        return 1, 1

    def _next_place(self, place: Place, direction: int) -> Place:
        across, down = STEPS[direction]
        return place[0] + across, place[1] + (-down if self.upward else down)

    def _lattice_point(self, place: Place) -> LatticePoint:
        column, row = place
        return column, -row if self.upward else row

    def _column_heading(self, column: Sequence[Place]) -> tuple[LatticePoint, Place]:
        top = column[-1 if self.upward else 0]
        x, y = self._lattice_point(top)
        return (x, y - 1), top

    def _row_heading(self, row: Sequence[Place]) -> tuple[LatticePoint, Place]:
        x, y = self._lattice_point(row[0])
        return (x - 1, y), row[0]
