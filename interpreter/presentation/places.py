"""Where the spaces of a map are drawn."""

from __future__ import annotations

from math import sqrt

from interpreter.rulebook.model import Map


def places(map: Map) -> dict[str, tuple[float, float]]:
    """Where each space is drawn, as fractions from the top left: as the rulebook says, else beside its neighbours, or,
    if nothing is connected, in rows."""
    if all(space.at is not None for space in map.spaces):
        found = {space.id: space.at for space in map.spaces if space.at is not None}
    elif map.edges:
        import networkx as nx

        laid = nx.spring_layout(map.graph.to_undirected(), seed=0, iterations=200)
        found = {id: (float(place[0]), float(place[1])) for id, place in laid.items()}
    else:
        columns = max(1, round(sqrt(len(map.spaces))))
        found = {space.id: (at % columns, at // columns) for at, space in enumerate(map.spaces)}
    across, down = ([place[axis] for place in found.values()] for axis in (0, 1))
    return {
        id: (_between(x, min(across), max(across)), _between(y, min(down), max(down))) for id, (x, y) in found.items()
    }


def _between(value: float, low: float, high: float) -> float:
    return (value - low) / (high - low) if high > low else 0.5
