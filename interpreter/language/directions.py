"""Directions of a game's board, as the compiler sees them: a direction is a small number, a step an entry of a table.

This module is the only one of the compiler that reads the directions of a board.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.rulebook.model import Map


@dataclass(frozen=True, slots=True)
class Directions:
    """Directions of a board.

    Attributes:
        names: Names of the directions, clockwise.
        orthogonal: True for each direction that leads across a side of a space, False if it leads across a corner.
        opposites: For each direction, the opposite one.
        steps: For each direction, the space that lies in it from each space; None at the edge.
    """

    names: tuple[str, ...] = ()
    orthogonal: tuple[bool, ...] = ()
    opposites: tuple[int, ...] = ()
    steps: tuple[tuple[int | None, ...], ...] = ()


def directions_of(board: Map) -> Directions:
    """Return the directions of a board; a map that isn't a grid has none."""
    if board.grid is None:
        return Directions()
    known = board.grid.directions
    return Directions(
        tuple(each.id for each in known),
        tuple(not each.is_diagonal for each in known),
        tuple(each.opposite for each in known),
        board.grid.steps,
    )
