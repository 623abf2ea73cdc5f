"""Layout of a map: places and letters of spaces, which never change, and the connections between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import sqrt
from string import ascii_lowercase

from interpreter.presentation.board.document import Connection
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


def layout_spaces(game_map: Map) -> dict[str, Coordinates]:
    """Return the coordinates of each space.

    They are those of the rulebook; else from a force-directed layout; or in rows, if no spaces are connected.
    """
    if has_coordinates(game_map):
        found = {space.id: space.at for space in game_map.spaces if space.at is not None}
    elif game_map.edges:
        import networkx as nx

        laid = nx.spring_layout(game_map.graph.to_undirected(), seed=0, iterations=200)
        found = {space_id: (float(place[0]), float(place[1])) for space_id, place in laid.items()}
    else:
        return layout_in_rows(game_map)
    return _stretch(found)


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
