"""Connections between the spaces of a map, in short form by letters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from string import ascii_lowercase
from typing import TYPE_CHECKING

from cli.picture import Signs
from interpreter.presentation.boards import find_connections, find_neighbours

if TYPE_CHECKING:
    from interpreter.rulebook.model import Rulebook


class MapConnections:
    """The connections of a map.

    Spaces have letters, unless nothing is connected or a grid shows the connections.
    """

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self.has_letters = book.map.grid is None and book.map.graph.number_of_edges() > 0
        ids = [space.id for space in book.map.spaces]
        self.letters = dict(zip(ids, _letters(), strict=False)) if self.has_letters else {}

    def label_space(self, space_id: str, title: str) -> str:
        """Return the title of a space, with its letter before it."""
        return f"{self.letters[space_id]} {title}" if self.has_letters else title

    def describe_connections(self, space_id: str, signs: Signs) -> str:
        """Return the connections of a space, by letters."""
        if not self.has_letters:
            return ""
        return "  ".join(
            f"{arrow} {' '.join(self.letters[end] for end in ends)}"
            for arrow, ends in self.find_neighbours(space_id, signs)
        )

    def find_neighbours(self, space_id: str, signs: Signs) -> list[tuple[str, tuple[str, ...]]]:
        """Return the neighbours of a space, grouped by direction, each group after its arrow."""
        found = find_neighbours(self._book, space_id)
        kinds = ((signs.both, found.both), (signs.out, found.out_only), (signs.into, found.into_only))
        return [(arrow, spaces) for arrow, spaces in kinds if spaces]

    def links(self) -> list[tuple[str, str, bool]]:
        """Return every connection once: start, end, and True if it is one-way."""
        return [(link.start, link.end, not link.is_two_way) for link in find_connections(self._book)]


def _letters() -> Iterator[str]:
    """Yield letters for spaces: a to z, then aa, ab and so on."""
    for length in (1, 2, 3):
        for letters in product(ascii_lowercase, repeat=length):
            yield "".join(letters)
