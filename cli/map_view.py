"""The map as a seat sees it: a picture with what is in the spaces, a short list of them, one of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from cli.columns import in_columns
from cli.contents import Contents, View
from cli.finding import only_one
from cli.folding import tied, untied
from cli.grid import drawn_grid
from cli.picture import Box, drawn_map
from cli.screen import Screen
from cli.ways import Ways

if TYPE_CHECKING:
    from cli.words import Words
    from interpreter.presentation.names import Names
    from interpreter.rulebook.model import Rulebook, Space

CHANGED = "*"
"""Stands before a space in which something has changed."""
MOST_IN_SHORT = 60
"""Spaces in a short list that does not have all of them."""


class MapView:
    """Draws the map of one game in one language."""

    def __init__(self, book: Rulebook, names: Names, words: Words, contents: Contents) -> None:
        self._map = book.map
        self._names = names
        self._words = words
        self._contents = contents
        self._ways = Ways(book.map)
        self.spaces = {space.id: space for space in book.map.spaces}
        self.grid = book.map.grid is not None

    def drawn(self, view: View, screen: Screen, changed: Collection[str] = (), flat: bool = False) -> list[str]:
        """All spaces as a picture, or one by one where there is no room for it. `flat`: a grid with few lines."""
        if self.grid:
            return self._grid(view, screen, changed, flat)
        boxes = [self._box(space, view, screen, changed) for space in self._map.spaces if space.at is not None]
        drawn = drawn_map(boxes, self._ways.links(), screen.width - 1, screen.signs)
        lines = drawn or []
        for space in self._map.spaces:
            if not drawn or space.at is None:
                lines += self._row(space, view, screen, changed)
        return lines

    def in_short(self, view: View, screen: Screen, first: Sequence[str], changed: Collection[str]) -> list[list[str]]:
        """The spaces in which there is something, without how they are connected, in columns, those of `first` before
        the others; the last line says how many are missing. Several ways, with fewer and fewer spaces.
        """
        order = dict.fromkeys([*(id for id in first if id in self.spaces), *self.spaces])
        said = {id: there for id in order if (there := self._contents.space(view, id)) or id in changed}
        cells = [screen.fit(self._said(id, view, there, changed)) for id, there in said.items()]
        ways: list[list[str]] = []
        for count in (len(cells), *range(min(len(cells) - 1, MOST_IN_SHORT), -1, -1)):
            lines = self._columns(cells[:count], screen)
            if rest := len(self.spaces) - count:
                lines.append(screen.fit(self._words.say("more_spaces", count=rest)))
            if not ways or len(lines) < len(ways[-1]):
                ways.append(lines)
        return ways

    def empty(self, view: View, screen: Screen, changed: Collection[str]) -> list[str]:
        """The spaces in which there is nothing, by name."""
        names = [
            tied(self._ways.named(id, self._names.say(space.title)))
            for id, space in self.spaces.items()
            if id not in changed and not self._contents.space(view, id)
        ]
        return screen.fold(screen.fit(self._words.say("empty_spaces", names=", ".join(names)))) if names else []

    def named(self, wanted: str) -> str | None:
        """The space with a letter, an id or a title, or the only one that a part of these fits."""
        letters = self._ways.letters
        names = {id: {letters.get(id, id), id, *space.title.values()} for id, space in self.spaces.items()}
        return only_one(wanted, names)

    def space(self, id: str, view: View, screen: Screen) -> list[str]:
        """One space: what it is, its pieces, where it leads."""
        space = self.spaces[id]
        attributes = self._names.attributes(space.attributes, self._map.attributes)
        lines = [self._head(space, view)]
        lines += [f"    {line}" for line in (attributes, *self._contents.space(view, id)) if line]
        for arrow, ends in self._ways.ends(id, screen.signs):
            lines.append(f"    {arrow} {', '.join(self._ways.named(end, self._names.of(end)) for end in ends)}")
        return [line for text in lines for line in screen.fold(screen.fit(text))]

    def _grid(self, view: View, screen: Screen, changed: Collection[str], flat: bool) -> list[str]:
        bare = self._contents.one_sign
        said = {
            id: [self._contents.sign(view, id)] if bare else self._contents.space(view, id, short=True)
            for id in self.spaces
        }
        for id in changed:
            said[id] = [CHANGED + line if at == 0 else line for at, line in enumerate(said[id] or [""])]
        drawn = drawn_grid(self._map, self._names, said, screen, bare, flat)
        if drawn:
            return drawn
        shown = [space for space in self._map.spaces if any(said[space.id])]
        return [line for space in shown for line in self._row(space, view, screen, changed)]

    def _box(self, space: Space, view: View, screen: Screen, changed: Collection[str]) -> Box:
        assert space.at is not None
        inside = tuple(screen.fit(line) for line in self._contents.space(view, space.id))
        more = self._contents.more(view, space.id)
        mark = CHANGED if space.id in changed else ""
        if not self._ways.lettered:
            return Box(space.id, space.at, screen.fit(mark + self._names.say(space.title)), inside, screen.fit(more))
        ways = self._ways.of(space.id, screen.signs)
        return Box(space.id, space.at, screen.fit(mark + self._head(space, view)), inside, ways)

    def _head(self, space: Space, view: View) -> str:
        more = self._contents.more(view, space.id)
        return self._ways.named(space.id, self._names.say(space.title)) + (f" {more}" if more else "")

    def _row(self, space: Space, view: View, screen: Screen, changed: Collection[str]) -> list[str]:
        """A space in a list."""
        there = "; ".join(self._contents.space(view, space.id))
        said = [CHANGED if space.id in changed else "", self._head(space, view), f": {there}" if there else ""]
        said += [f"  ({ways})" if (ways := self._ways.of(space.id, screen.signs)) else ""]
        return screen.fold(screen.fit("".join(said)), "    ")

    def _said(self, id: str, view: View, there: Sequence[str], changed: Collection[str]) -> str:
        mark = CHANGED if id in changed else ""
        return mark + self._head(self.spaces[id], view) + (f": {'; '.join(there)}" if there else "")

    def _columns(self, cells: Sequence[str], screen: Screen) -> list[str]:
        if not cells:
            return []
        lines = in_columns([untied(cell) for cell in cells], screen.width - 1, 1)
        return lines or [line for cell in cells for line in screen.fold(cell, "    ")]
