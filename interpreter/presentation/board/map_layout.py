"""Layout of a map: places and letters of spaces, which never change, and the connections between them."""

from __future__ import annotations

import cmath
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import pi, sqrt
from string import ascii_lowercase

from interpreter.presentation.board.document import Connection
from interpreter.rulebook.boards.grid import Grid
from interpreter.rulebook.model import Map, Rulebook


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Neighbours of a space: connected in both directions, only from it, and only to it."""

    both: tuple[str, ...]
    out_only: tuple[str, ...]
    into_only: tuple[str, ...]


def find_connections(book: Rulebook) -> Iterator[Connection]:
    """Yield each connection of the map once."""
    graph, order = book.map.graph, {space.id: at for at, space in enumerate(book.map.spaces)}
    for start, end in graph.edges:
        both = graph.has_edge(end, start)
        if not both or order[start] < order[end]:
            yield Connection(start, end, both)


def find_neighbours(book: Rulebook, space_id: str) -> Neighbours:
    """Return the neighbours of a space."""
    out, into = set(book.map.graph.successors(space_id)), set(book.map.graph.predecessors(space_id))
    order = [space.id for space in book.map.spaces]
    both, only_out, only_into = (
        tuple(space for space in order if space in some) for some in (out & into, out - into, into - out)
    )
    return Neighbours(both, only_out, only_into)


Coordinates = tuple[float, float]
"""Fractions of width and height, from the top left."""
MOST_LAID_OUT = 120
"""Maximum number of spaces that are laid out by forces; more are laid out in rows."""
STEPS = 80
"""Number of steps of a layout by forces."""
GOLDEN_ANGLE = pi * (3 - sqrt(5))


def layout_spaces(game_map: Map, has_picture: bool = False) -> dict[str, Coordinates]:
    """Return the coordinates of each space.

    They are those of the rulebook, else from a layout by forces. Very many spaces, or unconnected ones, lie in rows.
    All reach the edges of the board, unless the rulebook gives places on a picture.
    """
    if game_map.grid is not None:
        return _layout_grid(game_map.grid)
    if has_coordinates(game_map):
        found = {space.id: space.at for space in game_map.spaces if space.at is not None}
        if has_picture:
            return found
    elif game_map.edges and len(game_map.spaces) <= MOST_LAID_OUT:
        found = _layout_by_forces([space.id for space in game_map.spaces], game_map.edges)
    else:
        return layout_in_rows(game_map)
    return _stretch(found)


def _layout_grid(grid: Grid) -> dict[str, Coordinates]:
    """Return coordinates by which the whole pattern reaches all edges, whichever of its cells are left out."""
    (left, top), (width, height) = grid.cell_size, grid.size
    centres = (grid.centre(cell) for cell in range(len(grid.ids)))
    return {
        cell_id: (_fraction(x, left / 2, width - left / 2), _fraction(y, top / 2, height - top / 2))
        for cell_id, (x, y) in zip(grid.ids, centres, strict=True)
    }


def _layout_by_forces(ids: Sequence[str], edges: Iterable[tuple[str, str]]) -> dict[str, Coordinates]:
    """Return coordinates at which connected spaces are near each other, and others are not.

    The algorithm is that of Fruchterman and Reingold (Graph Drawing by Force-directed Placement, 1991). The spaces
    start on a spiral, so that the result is always the same.
    """
    number = {space_id: at for at, space_id in enumerate(ids)}
    links = {tuple(sorted((number[start], number[end]))) for start, end in edges if start != end}
    count = len(ids)
    distance = sqrt(1 / count)
    places = [cmath.rect(sqrt((at + 1) / count) / 2, at * GOLDEN_ANGLE) for at in range(count)]
    for step in range(STEPS):
        moves = [0j] * count
        for one in range(count):
            for other in range(one):
                apart = places[one] - places[other]
                push = apart * (distance / max(abs(apart), 0.001)) ** 2
                moves[one] += push
                moves[other] -= push
        for one, other in links:
            apart = places[one] - places[other]
            pull = apart * abs(apart) / distance
            moves[one] -= pull
            moves[other] += pull
        most = 0.1 * (1 - step / STEPS)
        for at, move in enumerate(moves):
            places[at] += move * min(1, most / max(abs(move), 0.001))
    return {space_id: (place.real, place.imag) for space_id, place in zip(ids, places, strict=True)}


def has_coordinates(game_map: Map) -> bool:
    """Return True if the rulebook gives the coordinates of all spaces."""
    return all(space.at is not None for space in game_map.spaces)


def layout_in_rows(game_map: Map) -> dict[str, Coordinates]:
    """Return coordinates in rows, in the order of the rules."""
    columns = max(1, round(sqrt(len(game_map.spaces))))
    return _stretch({space.id: (at % columns, at // columns) for at, space in enumerate(game_map.spaces)})


def _stretch(found: dict[str, Coordinates]) -> dict[str, Coordinates]:
    """Return the coordinates scaled to reach all edges."""
    across, down = ([place[axis] for place in found.values()] for axis in (0, 1))
    return {
        space_id: (_fraction(x, min(across), max(across)), _fraction(y, min(down), max(down)))
        for space_id, (x, y) in found.items()
    }


def _fraction(value: float, low: float, high: float) -> float:
    return (value - low) / (high - low) if high > low else 0.5


def label_spaces(game_map: Map) -> dict[str, str]:
    """Return what is typed for each space: the name of a grid's cell, else a letter in the order of the rules."""
    if game_map.grid is not None:
        return {space.id: space.id for space in game_map.spaces}
    return dict(zip((space.id for space in game_map.spaces), _letters(), strict=False))


def _letters() -> Iterator[str]:
    """Yield a to z, then aa, ab and so on."""
    for length in (1, 2, 3):
        for letters in product(ascii_lowercase, repeat=length):
            yield "".join(letters)
