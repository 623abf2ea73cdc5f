"""Directions of a game's board, as the compiler sees them: a direction is a small number, a step an entry of a table.

This module is the only one of the compiler that reads the directions of a board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from interpreter.rulebook.boards.grid import Grid, Leaps
from interpreter.rulebook.boards.sight import SightTable, sight_table
from interpreter.rulebook.model import Map, Seat

FORWARD = ("forward", "backward")
"""Names of directions that are other ones for each seat."""


class DirectedPath(NamedTuple):
    """The spaces in a direction from a space, which is the first of them; None follows the last one at an edge.

    `period` is the number of steps after which they repeat; None if they end at an edge.
    """

    spaces: tuple[int | None, ...]
    period: int | None

    def after(self, number: int) -> int | None:
        """Return the space that a number of steps leads to; None past the edge."""
        at = number if self.period is None else number % self.period
        return self.spaces[min(at, len(self.spaces) - 1)]


@dataclass(frozen=True)
class Directions:
    """Directions of a board.

    Attributes:
        names: Names of the directions, clockwise.
        orthogonal: True for each direction that leads across a side of a space, False if it leads across a corner.
        opposites: For each direction, the opposite one.
        steps: For each direction, the space that lies in it from each space; None at the edge.
        leaps: By name, the spaces that a leap leads to from each space.
        forward: For each seat, the direction that is forward for it; empty if the seats have none.
        edges: By name, the spaces at each edge of the board.
        grid: The board; None for a map that isn't a grid.
    """

    names: tuple[str, ...] = ()
    orthogonal: tuple[bool, ...] = ()
    opposites: tuple[int, ...] = ()
    steps: tuple[tuple[int | None, ...], ...] = ()
    leaps: Mapping[str, Leaps] = field(default_factory=dict)
    forward: tuple[int, ...] = ()
    edges: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    grid: Grid | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns of a board; none of several boards, each of which has its own."""
        return self._headings(is_row=False)

    @property
    def rows(self) -> tuple[str, ...]:
        """Names of the rows."""
        return self._headings(is_row=True)

    def _headings(self, is_row: bool) -> tuple[str, ...]:
        if self.grid is None or len(self.grid.boards) > 1:
            return ()
        return tuple(heading.text for heading in self.grid.headings if heading.is_row == is_row)

    @property
    def all_names(self) -> tuple[str, ...]:
        """Names of the directions, and those of directions that are other ones for each seat."""
        return (*self.names, *(FORWARD if self.forward else ()))

    @cached_property
    def backward(self) -> tuple[int, ...]:
        """For each seat, the opposite of the direction that is forward for it."""
        return tuple(self.opposites[direction] for direction in self.forward)

    def far_steps(self, number: int) -> tuple[tuple[int | None, ...], ...]:
        """For each direction, the space that a number of steps in it leads to from each space; None past the edge."""
        if number == 1:
            return self.steps
        return tuple(tuple(path.after(number) for path in row) for row in self.paths)

    @cached_property
    def steps_beside(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each direction, the spaces one step away in the two directions next to it, from each space."""
        rows = self.steps
        pairs = ((rows[at - 1], rows[(at + 1) % len(rows)]) for at in range(len(rows)))
        return tuple(
            tuple(tuple(there for there in both if there is not None) for both in zip(*pair, strict=True))
            for pair in pairs
        )

    @cached_property
    def rays(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each direction, the spaces that lie in it from each space, the nearest first."""
        return tuple(tuple(_ray(row, space) for space in range(len(row))) for row in self.steps)

    @cached_property
    def paths(self) -> tuple[tuple[DirectedPath, ...], ...]:
        """For each direction, the path that leads in it from each space."""
        return tuple(
            tuple(_path(row, space, ray) for space, ray in enumerate(rays))
            for row, rays in zip(self.steps, self.rays, strict=True)
        )

    @cached_property
    def longest_ray(self) -> int:
        """The length of the longest of these."""
        return max((len(ray) for row in self.rays for ray in row), default=0)

    def leads_round(self, direction: int | None) -> bool:
        """Return True if some path in a direction, or in any of them, leads back to where it begins."""
        rows = self.paths if direction is None else (self.paths[direction],)
        return any(path.period for row in rows for path in row)

    @cached_property
    def bearings(self) -> tuple[int | None, ...]:
        """The direction from each space to each other one, by both numbers in one; None if they aren't in line."""
        spaces = len(self.steps[0])
        found: list[int | None] = [None] * spaces**2
        for direction, row in enumerate(self.rays):
            for space, ray in enumerate(row):
                for other in ray:
                    found[space * spaces + other] = direction
        return tuple(found)

    @cached_property
    def sight(self) -> SightTable:
        """The lines of sight on a board whose edges aren't joined."""
        assert self.grid is not None
        return sight_table(self.grid)


def directions_of(board: Map, seats: tuple[Seat, ...]) -> Directions:
    """Return the directions of a board, and those that are forward for its seats; a map that isn't a grid has none."""
    if board.grid is None:
        return Directions()
    known = board.grid.directions
    numbers = {each.id: number for number, each in enumerate(known)}
    return Directions(
        tuple(each.id for each in known),
        tuple(not each.is_diagonal for each in known),
        tuple(each.opposite for each in known),
        board.grid.steps,
        board.grid.leaps,
        tuple(numbers[seat.forward] for seat in seats if seat.forward in numbers),
        board.grid.edges,
        board.grid,
    )


def _path(steps: tuple[int | None, ...], space: int, ray: tuple[int, ...]) -> DirectedPath:
    """Return the path along a ray from a space, which leads back to it unless it ends at an edge."""
    spaces = (space, *ray)
    goes_round = steps[spaces[-1]] is not None
    return DirectedPath(spaces, len(spaces)) if goes_round else DirectedPath((*spaces, None), None)


def _ray(steps: tuple[int | None, ...], space: int) -> tuple[int, ...]:
    """Return the spaces that repeated steps from a space lead to, up to the edge or to a space seen before."""
    found: dict[int, None] = {space: None}
    while (following := steps[space]) is not None and following not in found:
        found[following] = None
        space = following
    return tuple(found)[1:]
