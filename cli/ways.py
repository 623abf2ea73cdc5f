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
    """The connections of a map. Each space has a letter, if anything is connected and it can't be seen in a grid."""

    def __init__(self, board: Map) -> None:
        self._graph = board.graph
        self._order = {space.id: at for at, space in enumerate(board.spaces)}
        self.lettered = board.grid is None and board.graph.number_of_edges() > 0
        self.letters = dict(zip(self._order, _letters(), strict=False)) if self.lettered else {}

    def named(self, id: str, title: str) -> str:
        """A space with its letter before its title."""
        return f"{self.letters[id]} {title}" if self.lettered else title

    def of(self, id: str, signs: Signs) -> str:
        """Where one gets to from a space and from where, by letters."""
        if not self.lettered:
            return ""
        return "  ".join(
            f"{arrow} {' '.join(self.letters[end] for end in ends)}" for arrow, ends in self.ends(id, signs)
        )

    def ends(self, id: str, signs: Signs) -> list[tuple[str, list[str]]]:
        """The spaces that one is connected to, after an arrow for each way of being connected."""
        out, into = set(self._graph.successors(id)), set(self._graph.predecessors(id))
        kinds = ((signs.both, out & into), (signs.out, out - into), (signs.into, into - out))
        return [(arrow, sorted(ends, key=self._order.__getitem__)) for arrow, ends in kinds if ends]

    def links(self) -> list[tuple[str, str, bool]]:
        """Every connection once: from, to, only this way."""
        order = self._order
        return [
            (start, end, not self._graph.has_edge(end, start))
            for start, end in self._graph.edges
            if not self._graph.has_edge(end, start) or order[start] < order[end]
        ]


def _letters() -> Iterator[str]:
    """Letters for spaces: a to z, aa, ab …"""
    for length in (1, 2, 3):
        for letters in product(ascii_lowercase, repeat=length):
            yield "".join(letters)
