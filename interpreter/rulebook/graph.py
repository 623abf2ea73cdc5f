"""Which spaces are connected: a directed graph over ids, in the order of the files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Edge = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Graph:
    """An edge a -> b means b is a neighbour of a."""

    _out: dict[str, dict[str, None]]
    _into: dict[str, dict[str, None]]

    @classmethod
    def of(cls, nodes: Iterable[str], edges: Iterable[Edge]) -> Graph:
        """The graph of some nodes, and of edges between them; an edge that comes twice counts once."""
        out: dict[str, dict[str, None]] = {node: {} for node in nodes}
        into: dict[str, dict[str, None]] = {node: {} for node in out}
        for start, end in edges:
            out[start][end] = None
            into[end][start] = None
        return cls(out, into)

    @property
    def edges(self) -> Sequence[Edge]:
        return [(start, end) for start, ends in self._out.items() for end in ends]

    def successors(self, node: str) -> Sequence[str]:
        """Where one gets to from a node."""
        return list(self._out[node])

    def predecessors(self, node: str) -> Sequence[str]:
        """From where one gets to a node."""
        return list(self._into[node])

    def has_edge(self, start: str, end: str) -> bool:
        return end in self._out[start]

    def number_of_edges(self) -> int:
        return sum(map(len, self._out.values()))
