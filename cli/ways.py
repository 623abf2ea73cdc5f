"""Connections between the spaces of a map, in short form by letters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from string import ascii_lowercase
from typing import TYPE_CHECKING

from cli.picture import Signs
from interpreter.presentation.boards import ends, links

if TYPE_CHECKING:
    from interpreter.rulebook.model import Rulebook


class Ways:
    """The connections of a map.

    Spaces have letters, unless nothing is connected or a grid shows the connections.
    """

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self.lettered = book.map.grid is None and book.map.graph.number_of_edges() > 0
        ids = [space.id for space in book.map.spaces]
        self.letters = dict(zip(ids, _letters(), strict=False)) if self.lettered else {}

    def named(self, id: str, title: str) -> str:
        """Return the title of a space, with its letter before it."""
        return f"{self.letters[id]} {title}" if self.lettered else title

    def of(self, id: str, signs: Signs) -> str:
        """Return the connections of a space, by letters."""
        if not self.lettered:
            return ""
        return "  ".join(
            f"{arrow} {' '.join(self.letters[end] for end in ends)}" for arrow, ends in self.ends(id, signs)
        )

    def ends(self, id: str, signs: Signs) -> list[tuple[str, tuple[str, ...]]]:
        """Return the neighbours of a space, grouped by direction, each group after its arrow."""
        found = ends(self._book, id)
        kinds = ((signs.both, found.both), (signs.out, found.out), (signs.into, found.into))
        return [(arrow, spaces) for arrow, spaces in kinds if spaces]

    def links(self) -> list[tuple[str, str, bool]]:
        """Return every connection once: start, end, and True if it is one-way."""
        return [(link.start, link.end, not link.both) for link in links(self._book)]


def _letters() -> Iterator[str]:
    """Yield letters for spaces: a to z, then aa, ab and so on."""
    for length in (1, 2, 3):
        for letters in product(ascii_lowercase, repeat=length):
            yield "".join(letters)
