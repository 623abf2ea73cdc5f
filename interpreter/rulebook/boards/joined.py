"""Several grids in one game, with cells of the same kind, drawn beside each other.

The cells of all grids are numbered one grid after the other. Steps never lead from one grid to another one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate

from interpreter.rulebook.boards.grid import (
    Direction,
    Grid,
    GridCaption,
    GridHeading,
    LatticePoint,
    Leaps,
    Place,
    Point,
)

BOARD = "board"
"""The built-in attribute that tells to which grid a cell belongs."""
GAP = 2
"""Cells that would fit between two grids in a drawing."""


@dataclass(frozen=True)
class JoinedGrids(Grid):
    """Several grids with cells of the same kind.

    Attributes:
        names: Their ids, with which the ids of their cells begin.
        members: The grids.
    """

    names: tuple[str, ...]
    members: tuple[Grid, ...]

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        """The number of the first cell of each grid."""
        return tuple(accumulate((len(member.ids) for member in self.members[:-1]), initial=0))

    def _place_of(self, cell: int) -> tuple[str, Grid, int]:
        """Return the name of a cell's grid, the grid, and the number of the cell there."""
        at = max(number for number, start in enumerate(self._starts) if start <= cell)
        return self.names[at], self.members[at], cell - self._starts[at]

    @property
    def directions(self) -> tuple[Direction, ...]:
        """Those of each of the grids."""
        return self.members[0].directions

    @property
    def boards(self) -> tuple[Grid, ...]:
        """The grids."""
        return self.members

    @property
    def has_joined_edges(self) -> bool:
        """True if one of the grids has joined edges."""
        return any(member.has_joined_edges for member in self.members)

    @property
    def neighbour_directions(self) -> Sequence[int]:
        """Those of the grid in which they are most."""
        return max((member.neighbour_directions for member in self.members), key=len)

    @property
    def leaps(self) -> Mapping[str, Leaps]:
        """The leaps that the author has named, of the grids that have them."""
        found: dict[str, Leaps] = {}
        for name in dict.fromkeys(name for member in self.members for name in member.leaps):
            rows = (
                (member.leaps.get(name, ((),) * len(member.ids)), start)
                for member, start in zip(self.members, self._starts, strict=True)
            )
            found[name] = tuple(tuple(start + there for there in row) for part, start in rows for row in part)
        return found

    @property
    def attribute_kinds(self) -> Mapping[str, str]:
        """Those of a cell of each grid, and the grid."""
        return {**self.members[0].attribute_kinds, BOARD: "values"}

    def attribute_values(self, cell: int) -> dict[str, int | str | None]:
        """Return the values of a cell's built-in attributes."""
        name, member, at = self._place_of(cell)
        values = member.attribute_values(at).items()
        named = {key: f"{name}_{value}" if isinstance(value, str) else value for key, value in values}
        return {**named, BOARD: name}

    @property
    def without(self) -> frozenset[str]:
        """Ids of the cells that are left out of the grids."""
        pairs = zip(self.names, self.members, strict=True)
        return frozenset(f"{name}_{cell_id}" for name, member in pairs for cell_id in member.without)

    @property
    def description(self) -> str:
        """Those of the grids, each with its name."""
        return "; ".join(f"{name}: {member.description}" for name, member in zip(self.names, self.members, strict=True))

    @property
    def has_slants(self) -> bool:
        """True if the cells of each grid have slanting sides."""
        return self.members[0].has_slants

    def is_turned(self, cell: int) -> bool:
        """Return True if a cell is drawn upside down."""
        _, member, at = self._place_of(cell)
        return member.is_turned(at)

    @property
    def span(self) -> LatticePoint:
        """Columns and lines of the lattice that a cell takes."""
        return self.members[0].span

    @property
    def lattice_step(self) -> Point:
        """Width of a column and height of a line of the lattice in a drawing."""
        return self.members[0].lattice_step

    @property
    def outline(self) -> tuple[Point, ...]:
        """The corners of a drawn cell."""
        return self.members[0].outline

    @property
    def text_size(self) -> Point:
        """Width and height of the room for text."""
        return self.members[0].text_size

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Column and row of each cell in its grid."""
        return tuple(place for member in self.members for place in member.places)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The id of each cell: that of its grid, then its own."""
        pairs = zip(self.names, self.members, strict=True)
        return tuple(f"{name}_{cell_id}" for name, member in pairs for cell_id in member.ids)

    @property
    def edges(self) -> Mapping[str, tuple[int, ...]]:
        """The cells at each edge of the grids, by the edge's name."""
        found: dict[str, tuple[int, ...]] = {}
        for member, start in zip(self.members, self._starts, strict=True):
            for name, cells in member.edges.items():
                found[name] = (*found.get(name, ()), *(start + cell for cell in cells))
        return found

    @cached_property
    def steps(self) -> tuple[tuple[int | None, ...], ...]:
        """For each direction, the next cell of each cell; None at an edge."""

        def row(direction: int) -> Iterator[int | None]:
            for member, start in zip(self.members, self._starts, strict=True):
                yield from (None if there is None else start + there for there in member.steps[direction])

        return tuple(tuple(row(direction)) for direction in range(len(self.directions)))

    def neighbours(self, cell: int) -> Sequence[int]:
        """Return a cell's neighbours in its grid."""
        _, member, at = self._place_of(cell)
        return [cell - at + other for other in member.neighbours(at)]

    # -- drawing

    @cached_property
    def _shifts(self) -> tuple[int, ...]:
        """The column of the lattice at which each grid begins."""
        widths = (member.lattice_size[0] + GAP * self.span[0] for member in self.members[:-1])
        return tuple(accumulate(widths, initial=0))

    def _beside(self, points: Callable[[Grid], Sequence[LatticePoint]]) -> tuple[LatticePoint, ...]:
        pairs = zip(self.members, self._shifts, strict=True)
        return tuple((x + shift, y) for member, shift in pairs for x, y in points(member))

    @cached_property
    def lattice(self) -> tuple[LatticePoint, ...]:
        """The column and the line of each cell on the lattice."""
        return self._beside(lambda member: member.lattice)

    @cached_property
    def lattice_size(self) -> LatticePoint:
        """Number of columns and lines of the lattice."""
        return self._shifts[-1] + self.members[-1].lattice_size[0], max(each.lattice_size[1] for each in self.members)

    @cached_property
    def headings(self) -> tuple[GridHeading, ...]:
        """Names of the columns and rows of each grid."""
        pairs = ((heading, shift) for member, shift in zip(self.members, self._shifts, strict=True)
                 for heading in member.headings)  # fmt: skip
        return tuple(
            replace(each, at=(each.at[0] + shift, each.at[1]), beside=(each.beside[0] + shift, each.beside[1]))
            for each, shift in pairs
        )

    @property
    def captions(self) -> tuple[GridCaption, ...]:
        """The rooms for titles of the grids."""
        ends = (*self._shifts[1:], None)
        return tuple(
            GridCaption(name, start, None if end is None else end - start)
            for name, start, end in zip(self.names, self._shifts, ends, strict=True)
        )
