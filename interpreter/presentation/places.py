"""Coordinates of a map's spaces."""

from __future__ import annotations

from math import sqrt

from interpreter.rulebook.model import Map

Place = tuple[float, float]
"""Fractions of width and height, from the top left."""


def places(map: Map) -> dict[str, Place]:
    """Return the coordinates of each space.

    They are those of the rulebook; else from a force-directed layout; or in rows, if no spaces are connected.
    """
    if are_told(map):
        found = {space.id: space.at for space in map.spaces if space.at is not None}
    elif map.edges:
        import networkx as nx

        laid = nx.spring_layout(map.graph.to_undirected(), seed=0, iterations=200)
        found = {id: (float(place[0]), float(place[1])) for id, place in laid.items()}
    else:
        return in_rows(map)
    return _spread(found)


def are_told(map: Map) -> bool:
    """Return True if the rulebook gives the coordinates of all spaces."""
    return all(space.at is not None for space in map.spaces)


def in_rows(map: Map) -> dict[str, Place]:
    """Return coordinates in rows, in the order of the rules."""
    columns = max(1, round(sqrt(len(map.spaces))))
    return _spread({space.id: (at % columns, at // columns) for at, space in enumerate(map.spaces)})


def _spread(found: dict[str, Place]) -> dict[str, Place]:
    """Return the coordinates scaled to reach all edges."""
    across, down = ([place[axis] for place in found.values()] for axis in (0, 1))
    return {
        id: (_between(x, min(across), max(across)), _between(y, min(down), max(down))) for id, (x, y) in found.items()
    }


def _between(value: float, low: float, high: float) -> float:
    return (value - low) / (high - low) if high > low else 0.5
