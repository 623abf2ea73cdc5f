"""Interface of a map whose cells follow a pattern: ids, directions, neighbours, lines, and the shape in a drawing.

Cells are numbers from 0, in reading order: the order of `Map.spaces`. Directions are numbers from 0, clockwise.

A drawing begins with the lattice: places in whole columns and lines from the top left, which a text terminal can show.
A cell may take several columns or lines of it, and cells of two lines may be shifted by one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import hypot
from string import ascii_lowercase

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


@dataclass(frozen=True)
class Grid(ABC):
    """A map whose cells follow a pattern.

    Attributes:
        columns: Number of columns that ids tell apart.
        rows: Number of rows that ids tell apart.
        upward: True if row 1 is at the bottom, False if it is at the top.
        without: Ids of cells that are left out.
        wraps: True for columns, and for rows, if the last one is next to the first one.
    """

    columns: int
    rows: int
    upward: bool
    without: frozenset[str] = field(default=frozenset(), kw_only=True)
    wraps: tuple[bool, bool] = field(default=(False, False), kw_only=True)

    @property
    @abstractmethod
    def directions(self) -> tuple[Direction, ...]:
        """All directions, clockwise from the top."""

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
    def _pattern(self) -> str:
        """Size and pattern in words."""

    @property
    def description(self) -> str:
        """Size and pattern in words, with what makes the board special."""
        names = zip(("column", "row"), self.wraps, strict=True)
        wrapped = [f"the last {name} is next to the first" for name, is_joined in names if is_joined]
        without = [f"without {', '.join(sorted(self.without))}"] if self.without else []
        return "; ".join([self._pattern, *wrapped, *without])

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

    @abstractmethod
    def _next_place(self, place: Place, direction: int) -> Place:
        """Return the place next to another one, as if the board had no edge."""

    @abstractmethod
    def _lattice_point(self, place: Place) -> LatticePoint:
        """Return the place on a lattice that begins anywhere; of a place outside of the board as well."""

    @abstractmethod
    def _column_heading(self, column: Sequence[Place]) -> tuple[LatticePoint, Place]:
        """Return the place on that lattice for the heading of a column, and the cell beside it."""

    @abstractmethod
    def _row_heading(self, row: Sequence[Place]) -> tuple[LatticePoint, Place]:
        """Return the place on that lattice for the heading of a row, and the cell beside it."""

    @cached_property
    def _every_place(self) -> tuple[Place, ...]:
        """Column and row of each cell of the pattern, those included that are left out."""
        return tuple((column, row) for row in range(1, self.rows + 1) for column in range(1, self.columns + 1))

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Column and row of each cell."""
        return tuple(place for place in self._every_place if _cell_id(place) not in self.without)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The id of each cell: a letter or more for its column, then its row (a1, z1, aa1)."""
        return tuple(map(_cell_id, self.places))

    @cached_property
    def steps(self) -> tuple[tuple[int | None, ...], ...]:
        """For each direction, the next cell of each cell; None at the edge."""
        numbers = {place: cell for cell, place in enumerate(self.places)}
        return tuple(
            tuple(numbers.get(self.wrapped(self._next_place(place, direction))) for place in self.places)
            for direction in range(len(self.directions))
        )

    @property
    def edges(self) -> Mapping[str, tuple[int, ...]]:
        """The cells at each edge of the board, by the edge's name. An edge that is joined to another one is none."""
        top, bottom = (self.rows, 1) if self.upward else (1, self.rows)
        ends = {"north": (1, top), "east": (0, self.columns), "south": (1, bottom), "west": (0, 1)}
        return {
            name: tuple(cell for cell, place in enumerate(self.places) if place[axis] == end)
            for name, (axis, end) in ends.items()
            if not self.wraps[axis]
        }

    def wrapped(self, place: Place) -> Place:
        """Return a place, or the one that it is over a joined edge."""
        column, row = place
        return (
            (column - 1) % self.columns + 1 if self.wraps[0] else column,
            (row - 1) % self.rows + 1 if self.wraps[1] else row,
        )

    def step(self, cell: int, direction: int) -> int | None:
        """Return the next cell in a direction; None at the edge."""
        return self.steps[direction][cell]

    def neighbours(self, cell: int) -> Sequence[int]:
        """Return a cell's neighbours in reading order."""
        found = (self.step(cell, direction) for direction in self.neighbour_directions)
        return sorted({each for each in found if each is not None})

    @cached_property
    def axes(self) -> tuple[tuple[int, int], ...]:
        """The pairs of opposite directions in which straight lines run."""
        pairs = ((number, direction.opposite) for number, direction in enumerate(self.directions))
        return tuple((one, other) for one, other in pairs if one < other)

    # -- drawing

    @cached_property
    def _origin(self) -> LatticePoint:
        return _least(map(self._lattice_point, self._every_place))

    def _from_origin(self, point: LatticePoint) -> LatticePoint:
        return point[0] - self._origin[0], point[1] - self._origin[1]

    @cached_property
    def lattice(self) -> tuple[LatticePoint, ...]:
        """The column and the line of each cell on the lattice: the first ones that it takes."""
        return tuple(self._from_origin(self._lattice_point(place)) for place in self.places)

    @cached_property
    def lattice_size(self) -> LatticePoint:
        """Number of columns and lines of the lattice."""
        every = [self._from_origin(self._lattice_point(place)) for place in self._every_place]
        return max(x for x, _ in every) + self.span[0], max(y for _, y in every) + self.span[1]

    @cached_property
    def headings(self) -> tuple[GridHeading, ...]:
        """Names of the columns and rows, as they are in the ids of the cells."""
        made = []
        for at, is_row, heading in ((0, False, self._column_heading), (1, True, self._row_heading)):
            lines: dict[int, list[Place]] = {}
            for place in self._every_place:
                lines.setdefault(place[at], []).append(place)
            for number, line in sorted(lines.items()):
                point, beside = heading(line)
                text = str(number) if is_row else _letters(number)
                by = self._from_origin(self._lattice_point(beside))
                made.append(GridHeading(text, self._from_origin(point), by, is_row))
        return tuple(made)

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


def tuple_of(numbers: Iterable[float]) -> Point:
    """Return two numbers as a point."""
    x, y = numbers
    return x, y


def _least(points: Iterable[LatticePoint]) -> LatticePoint:
    columns, lines = zip(*points, strict=True)
    return min(columns), min(lines)


def _cell_id(place: Place) -> str:
    return f"{_letters(place[0])}{place[1]}"


def _letters(column: int) -> str:
    """Return the letters of a column: a to z, then aa, ab and so on."""
    letters = ""
    while column:
        column, letter = divmod(column - 1, len(ascii_lowercase))
        letters = ascii_lowercase[letter] + letters
    return letters
