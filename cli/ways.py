"""How the spaces of a map are connected, said in short by letters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from string import ascii_lowercase
from typing import TYPE_CHECKING

from cli.picture import Signs

if TYPE_CHECKING:
    from interpreter.rulebook.model import Map


class Ways:
    """The connections of a map; each space has a letter."""

    def __init__(self, board: Map) -> None:
        self._graph = board.graph
        self.codes = dict(zip((space.id for space in board.spaces), _codes(), strict=False))
        self.any = board.graph.number_of_edges() > 0

    def of(self, id: str, signs: Signs) -> str:
        """Where one gets to from a space and from where, by letters."""
        return "  ".join(f"{arrow} {' '.join(self.codes[end] for end in ends)}" for arrow, ends in self.ends(id, signs))

    def ends(self, id: str, signs: Signs) -> list[tuple[str, list[str]]]:
        """The spaces that one is connected to, after an arrow for each way of being connected."""
        out, into = set(self._graph.successors(id)), set(self._graph.predecessors(id))
        kinds = ((signs.both, out & into), (signs.out, out - into), (signs.into, into - out))
        return [(arrow, [id for id in self.codes if id in ends]) for arrow, ends in kinds if ends]

    def links(self) -> list[tuple[str, str, bool]]:
        """Every connection once: from, to, only this way."""
        order = {id: at for at, id in enumerate(self.codes)}
        return [
            (start, end, not self._graph.has_edge(end, start))
            for start, end in self._graph.edges
            if not self._graph.has_edge(end, start) or order[start] < order[end]
        ]


def _codes() -> Iterator[str]:
    """Letters for spaces: a to z, aa, ab …"""
    for length in (1, 2, 3):
        for letters in product(ascii_lowercase, repeat=length):
            yield "".join(letters)
