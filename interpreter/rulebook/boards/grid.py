"""Interface of a map whose cells follow a pattern: ids, directions, neighbours, lines, and the shape in a drawing.

Cells are numbers from 0, in reading order: the order of `Map.spaces`. Directions are numbers from 0, clockwise.

A drawing begins with the lattice: places in whole columns and lines from the top left, which a text terminal can show.
A cell may take several columns or lines of it, and cells of two lines may be shifted by one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot

Place = tuple[int, int]
"""Column and row of a cell, from 1, as its id tells them."""
LatticePoint = tuple[int, int]
"""Column and line of a lattice."""
Leaps = tuple[tuple[int, ...], ...]
"""For each cell, the cells that a leap leads to."""
Point = tuple[float, float]
"""Distances from the left and from the top. A cell is about as wide as 1."""


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


@dataclass(frozen=True, slots=True)
class GridHeading:
    """The name of a column or a row, beside the first or last of its cells.

    Attributes:
        at: Place on the lattice, which may lie outside of the board.
        beside: Place of the cell next to it.
        is_row: True for a row, False for a column.
    """

    text: str
    at: LatticePoint
    beside: LatticePoint
    is_row: bool


@dataclass(frozen=True, slots=True)
class GridCaption:
    """The room for the title of one of several boards, above the names of its columns.

    Attributes:
        board: Id of the board.
        column: Column of the lattice at which the board begins.
        columns: Columns of the lattice up to the next board; None for the last one, whose title may be longer than it.
    """

    board: str
    column: int
    columns: int | None


@dataclass(frozen=True)
class Grid(ABC):
    """A map whose cells follow a pattern.

    Attributes:
        columns: Number of columns that ids tell apart.
        rows: Number of rows that ids tell apart.
    """

    columns: int
    rows: int

    @property
    @abstractmethod
    def directions(self) -> tuple[Direction, ...]:
        """All directions, clockwise from the top."""

    @property
    def boards(self) -> tuple[Grid, ...]:
        """The grids that stand beside each other; this one if it is the only one."""
        return (self,)

    @property
    @abstractmethod
    def has_joined_edges(self) -> bool:
        """True if cells at one edge are next to those at another one."""

    @property
    @abstractmethod
    def neighbour_directions(self) -> Sequence[int]:
        """The numbers of the directions in which a cell's neighbours lie."""

    @property
    def leaps(self) -> Mapping[str, Leaps]:
        """The leaps that the author has named; only boards of squares have some."""
        return {}

    @property
    @abstractmethod
    def attribute_kinds(self) -> Mapping[str, str]:
        """The kinds of the cells' built-in attributes (`number` or `space`), by the attributes' ids."""

    @abstractmethod
    def attribute_values(self, cell: int) -> dict[str, int | str | None]:
        """Return the values of a cell's built-in attributes; of kind `space` they are ids."""

    @property
    @abstractmethod
    def without(self) -> frozenset[str]:
        """Ids of the cells that are left out."""

    @property
    @abstractmethod
    def description(self) -> str:
        """Size and pattern in words, with what makes the board special."""

    @property
    @abstractmethod
    def places(self) -> tuple[Place, ...]:
        """Column and row of each cell."""

    @property
    @abstractmethod
    def ids(self) -> tuple[str, ...]:
        """The id of each cell."""

    @property
    @abstractmethod
    def steps(self) -> tuple[tuple[int | None, ...], ...]:
        """For each direction, the next cell of each cell; None at the edge."""

    @abstractmethod
    def neighbours(self, cell: int) -> Sequence[int]:
        """Return a cell's neighbours in reading order."""

    @property
    @abstractmethod
    def edges(self) -> Mapping[str, tuple[int, ...]]:
        """The cells at each edge of the board, by the edge's name. An edge that is joined to another one is none."""

    @property
    @abstractmethod
    def lattice(self) -> tuple[LatticePoint, ...]:
        """The column and the line of each cell on the lattice: the first ones that it takes."""

    @property
    @abstractmethod
    def lattice_size(self) -> LatticePoint:
        """Number of columns and lines of the lattice."""

    @property
    @abstractmethod
    def headings(self) -> tuple[GridHeading, ...]:
        """Names of the columns and rows, as they are in the ids of the cells."""

    @property
    def captions(self) -> tuple[GridCaption, ...]:
        """The rooms for titles of boards, from left to right, if there are several boards."""
        return ()

    @property
    @abstractmethod
    def span(self) -> LatticePoint:
        """Columns and lines of the lattice that a cell takes."""

    @property
    @abstractmethod
    def lattice_step(self) -> Point:
        """Width of a column and height of a line of the lattice in a drawing."""

    @property
    @abstractmethod
    def outline(self) -> tuple[Point, ...]:
        """The corners of a drawn cell that isn't upside down, as seen from its centre."""

    @property
    def has_slants(self) -> bool:
        """True if cells have slanting sides at the left and at the right, and one side above or below."""
        return False

    def is_turned(self, cell: int) -> bool:
        """Return True if a cell is drawn upside down; only three-sided cells are."""
        return False

    def outline_of(self, cell: int) -> tuple[Point, ...]:
        """Return the corners of one drawn cell, as seen from its centre."""
        return tuple((x, -y) for x, y in self.outline) if self.is_turned(cell) else self.outline

    @property
    @abstractmethod
    def text_size(self) -> Point:
        """Width and height of the room for text around the centre of a drawn cell."""

    def step(self, cell: int, direction: int) -> int | None:
        """Return the next cell in a direction; None at the edge."""
        return self.steps[direction][cell]

    @cached_property
    def axes(self) -> tuple[tuple[int, int], ...]:
        """The pairs of opposite directions in which straight lines run."""
        pairs = ((number, direction.opposite) for number, direction in enumerate(self.directions))
        return tuple((one, other) for one, other in pairs if one < other)

    # -- drawing

    @cached_property
    def heading_lines(self) -> tuple[int, int]:
        """Number of lines of the lattice with headings above the board, and below it."""
        lines = [heading.at[1] for heading in self.headings]
        return max(0, -min(lines)), max(0, max(lines) + 1 - self.lattice_size[1])

    @cached_property
    def cell_size(self) -> Point:
        """Width and height of a drawn cell."""
        return tuple_of(max(corner[axis] for corner in self.outline) * 2 for axis in (0, 1))

    @property
    def size(self) -> Point:
        """Width and height of the drawn board."""
        return tuple_of(
            (self.lattice_size[axis] - self.span[axis]) * self.lattice_step[axis] + self.cell_size[axis]
            for axis in (0, 1)
        )

    def drawn_at(self, point: LatticePoint) -> Point:
        """Return the centre of a cell with a place on the lattice."""
        return tuple_of(point[axis] * self.lattice_step[axis] + self.cell_size[axis] / 2 for axis in (0, 1))

    def centre(self, cell: int) -> Point:
        """Return the centre of a drawn cell."""
        return self.drawn_at(self.lattice[cell])

    def drawn_heading(self, heading: GridHeading) -> tuple[Point, Point]:
        """Return the point of a cell's outline that is nearest to a heading, and the direction from there."""
        (x, y), (to_x, to_y) = self.drawn_at(heading.beside), self.drawn_at(heading.at)
        length = hypot(to_x - x, to_y - y)
        dx, dy = (to_x - x) / length, (to_y - y) / length
        reach = max(dx * across + dy * down for across, down in self.outline)
        return (x + reach * dx, y + reach * dy), (dx, dy)

    def drawn_caption(self, caption: GridCaption) -> tuple[float, float | None]:
        """Return the left end of the room for a title in a drawing, and its width; None for the last board."""
        step = self.lattice_step[0]
        return caption.column * step, None if caption.columns is None else caption.columns * step


def tuple_of(numbers: Iterable[float]) -> Point:
    """Return two numbers as a point."""
    x, y = numbers
    return x, y
