"""Coordinates of a map's spaces."""

from __future__ import annotations

from math import sqrt

from interpreter.rulebook.model import Map

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
