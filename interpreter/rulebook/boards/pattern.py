"""Grids whose cells have a place each, a column and a row, from which ids, steps, edges and drawings follow."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from string import ascii_lowercase
from types import MappingProxyType

from interpreter.rulebook.boards.grid import Grid, GridHeading, LatticePoint, Place

ATTRIBUTE_KINDS = MappingProxyType({"column": "number", "row": "number"})


@dataclass(frozen=True)
class PatternGrid(Grid):
    """A grid with columns and rows of cells.

    Attributes:
        upward: True if row 1 is at the bottom, False if it is at the top.
        without: Ids of cells that are left out.
        wraps: True for columns, and for rows, if the last one is next to the first one.
    """

    upward: bool
    without: frozenset[str] = field(default=frozenset(), kw_only=True)
    wraps: tuple[bool, bool] = field(default=(False, False), kw_only=True)

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
    def has_joined_edges(self) -> bool:
        """True if the last column or row is next to the first one."""
        return any(self.wraps)

    @property
    def attribute_kinds(self) -> Mapping[str, str]:
        """Column and row."""
        return ATTRIBUTE_KINDS

    def attribute_values(self, cell: int) -> dict[str, int | str | None]:
        """Return a cell's column and row."""
        column, row = self.places[cell]
        return {"column": column, "row": row}

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

    def neighbours(self, cell: int) -> Sequence[int]:
        """Return a cell's neighbours in reading order."""
        found = (self.step(cell, direction) for direction in self.neighbour_directions)
        return sorted({each for each in found if each is not None})

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
