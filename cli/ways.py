"""How the spaces of a map are connected, said in short by letters."""

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
    """The connections of a map. Each space has a letter, if anything is connected and it can't be seen in a grid."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self.lettered = book.map.grid is None and book.map.graph.number_of_edges() > 0
        ids = [space.id for space in book.map.spaces]
        self.letters = dict(zip(ids, _letters(), strict=False)) if self.lettered else {}

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

    def ends(self, id: str, signs: Signs) -> list[tuple[str, tuple[str, ...]]]:
        """The spaces that one is connected to, after an arrow for each way of being connected."""
        found = ends(self._book, id)
        kinds = ((signs.both, found.both), (signs.out, found.out), (signs.into, found.into))
        return [(arrow, spaces) for arrow, spaces in kinds if spaces]

    def links(self) -> list[tuple[str, str, bool]]:
        """Every connection once: from, to, only this way."""
        return [(link.start, link.end, not link.both) for link in links(self._book)]


def _letters() -> Iterator[str]:
    """Letters for spaces: a to z, aa, ab …"""
    for length in (1, 2, 3):
        for letters in product(ascii_lowercase, repeat=length):
            yield "".join(letters)
