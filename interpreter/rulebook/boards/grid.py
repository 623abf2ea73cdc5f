"""Interface of a map whose cells follow a pattern: ids, directions, neighbours, lines, and the shape in a drawing.

Cells are numbers from 0, in reading order: the order of `Map.spaces`. Directions are numbers from 0, clockwise.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

Place = tuple[int, int]
"""Column and row of a cell, from 1, as its id tells them."""
Point = tuple[float, float]
"""Distances from the left and from the top. The side of a square is 1."""


@dataclass(frozen=True, slots=True)
class Direction:
    """A direction in which the cells of a grid can have another one next to them.

    Attributes:
        id: The point of the compass, as the board is drawn: `north` is towards the top.
        opposite: Number of the direction back.
        is_diagonal: True if cells in this direction touch at a corner only; otherwise they share an edge.
    """

    id: str
    opposite: int
    is_diagonal: bool = False


@dataclass(frozen=True)
class Grid(ABC):
    """A map whose cells follow a pattern.

    Attributes:
        columns: Number of columns that ids tell apart.
        rows: Number of rows that ids tell apart.
        upward: True if row 1 is at the bottom, False if it is at the top.
    """

    columns: int
    rows: int
    upward: bool

    @property
    @abstractmethod
    def directions(self) -> tuple[Direction, ...]:
        """All directions, clockwise from the top."""

    @property
    @abstractmethod
    def neighbour_directions(self) -> Sequence[int]:
        """The numbers of the directions in which a cell's neighbours lie."""

    @property
    @abstractmethod
    def attribute_kinds(self) -> Mapping[str, str]:
        """The kinds of the cells' built-in attributes (`number` or `space`), by the attributes' ids."""

    @abstractmethod
    def attribute_values(self, cell: int) -> dict[str, int | str | None]:
        """Return the values of a cell's built-in attributes; of kind `space` they are ids."""

    @property
    @abstractmethod
    def description(self) -> str:
        """Size and pattern in words."""

    @property
    @abstractmethod
    def size(self) -> Point:
        """Width and height of the drawn board."""

    @abstractmethod
    def centre(self, cell: int) -> Point:
        """Return the centre of a drawn cell."""

    @abstractmethod
    def outline(self, cell: int) -> tuple[Point, ...]:
        """Return the corners of a drawn cell, as seen from its centre."""

    @abstractmethod
    def _next_place(self, place: Place, direction: int) -> Place:
        """Return the place next to another one, as if the board had no edge."""

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Column and row of each cell."""
        return tuple((column, row) for row in range(1, self.rows + 1) for column in range(1, self.columns + 1))

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The id of each cell: a letter or more for its column, then its row (a1, z1, aa1)."""
        letters = [_letters(column) for column in range(self.columns + 1)]
        return tuple(f"{letters[column]}{row}" for column, row in self.places)

    @cached_property
    def steps(self) -> tuple[tuple[int | None, ...], ...]:
        """For each direction, the next cell of each cell; None at the edge."""
        numbers = {place: cell for cell, place in enumerate(self.places)}
        return tuple(
            tuple(numbers.get(self._next_place(place, direction)) for place in self.places)
            for direction in range(len(self.directions))
        )

    def step(self, cell: int, direction: int) -> int | None:
        """Return the next cell in a direction; None at the edge."""
        return self.steps[direction][cell]

    def neighbours(self, cell: int) -> Sequence[int]:
        """Return a cell's neighbours in reading order."""
        found = (self.step(cell, direction) for direction in self.neighbour_directions)
        return sorted(each for each in found if each is not None)

    @cached_property
    def axes(self) -> tuple[tuple[int, int], ...]:
        """The pairs of opposite directions in which straight lines run."""
        pairs = ((number, direction.opposite) for number, direction in enumerate(self.directions))
        return tuple((one, other) for one, other in pairs if one < other)


def _letters(column: int) -> str:
    """Return the letters of a column: a to z, then aa, ab and so on."""
    letters = ""
    while column:
        column, letter = divmod(column - 1, len(ascii_lowercase))
        letters = ascii_lowercase[letter] + letters
    return letters
