"""The map as a seat sees it: a picture with the contents of spaces, a short list, or one space."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from cli.columns import in_columns
from cli.contents import Contents
from cli.finding import candidates
from cli.folding import tied, untied
from cli.grid import drawn_grid
from cli.picture import Box, drawn_map
from cli.screen import Screen
from cli.ways import Ways

if TYPE_CHECKING:
    from cli.words import Words
    from interpreter.presentation.boards import Board, Place
    from interpreter.presentation.names import Names
    from interpreter.rulebook.model import Rulebook

CHANGED = "*"
"""Mark of a space in which something has changed."""
MOST_IN_SHORT = 60
"""Maximum number of spaces in a list that leaves some out."""


class MapView:
    """Renderer of the map of one game in one language."""

    def __init__(self, book: Rulebook, names: Names, words: Words) -> None:
        self._map = book.map
        self._names = names
        self._words = words
        self._ways = Ways(book)
        self._spaces = {space.id: space for space in book.map.spaces}
        self.grid = book.map.grid is not None

    def drawn(self, board: Board, screen: Screen, changed: Collection[str] = (), flat: bool = False) -> list[str]:
        """Draw all spaces as a picture, or list them if there is no room for it. `flat`: a grid with few lines."""
        if self.grid:
            return self._grid(board, screen, changed, flat)
        contents = Contents(board, self._words)
        boxes = [
            Box(place.id, place.at, *self._box(place, contents, screen, changed))
            for place in board.spaces.values()
            if place.at is not None
        ]
        drawn = drawn_map(boxes, self._ways.links(), screen.width - 1, screen.signs)
        lines = drawn or []
        for place in board.spaces.values():
            if not drawn or place.at is None:
                lines += self._row(place, contents, screen, changed)
        return lines

    def in_short(self, board: Board, screen: Screen, first: Sequence[str], changed: Collection[str]) -> list[list[str]]:
        """List the occupied spaces in columns, without connections, those of `first` before the others.

        Return several versions, with fewer and fewer spaces. The last line says how many are left out.
        """
        contents = Contents(board, self._words)
        order = dict.fromkeys([*(id for id in first if id in board.spaces), *board.spaces])
        said = {id: there for id in order if (there := contents.space(board.spaces[id])) or id in changed}
        cells = [screen.fit(self._said(board.spaces[id], contents, there, changed)) for id, there in said.items()]
        ways: list[list[str]] = []
        for count in (len(cells), *range(min(len(cells) - 1, MOST_IN_SHORT), -1, -1)):
            lines = self._columns(cells[:count], screen)
            if rest := len(board.spaces) - count:
                lines.append(screen.fit(self._words.say("more_spaces", count=rest)))
            if not ways or len(lines) < len(ways[-1]):
                ways.append(lines)
        return ways

    def empty(self, board: Board, screen: Screen, changed: Collection[str]) -> list[str]:
        """List the names of the empty spaces."""
        contents = Contents(board, self._words)
        names = [
            tied(self._ways.named(id, place.title))
            for id, place in board.spaces.items()
            if id not in changed and not contents.space(place)
        ]
        return screen.fold(screen.fit(self._words.say("empty_spaces", names=", ".join(names)))) if names else []

    def named(self, wanted: str) -> list[str]:
        """Return the space with a letter, an id or a title, or else those with a word that begins so."""
        letters = self._ways.letters
        names = {id: {letters.get(id, id), id, *space.title.values()} for id, space in self._spaces.items()}
        return candidates(wanted, names)

    def space(self, id: str, board: Board, screen: Screen) -> list[str]:
        """Describe one space: its attributes, contents and connections."""
        place, contents = board.spaces[id], Contents(board, self._words)
        lines = [self._head(place, contents)]
        lines += [f"    {line}" for line in (place.attributes, *contents.space(place)) if line]
        for arrow, ends in self._ways.ends(id, screen.signs):
            lines.append(f"    {arrow} {', '.join(self._ways.named(end, self._names.of(end)) for end in ends)}")
        return [line for text in lines for line in screen.fold(screen.fit(text))]

    def _grid(self, board: Board, screen: Screen, changed: Collection[str], flat: bool) -> list[str]:
        contents = Contents(board, self._words)
        said = {
            id: [contents.sign(place)] if board.plain else contents.space(place, short=True)
            for id, place in board.spaces.items()
        }
        for id in changed:
            said[id] = [CHANGED + line if at == 0 else line for at, line in enumerate(said[id] or [""])]
        drawn = drawn_grid(self._map, self._names, said, screen, board.plain, flat)
        if drawn:
            return drawn
        shown = [place for id, place in board.spaces.items() if any(said[id])]
        return [line for place in shown for line in self._row(place, contents, screen, changed)]

    def _box(
        self, place: Place, contents: Contents, screen: Screen, changed: Collection[str]
    ) -> tuple[str, tuple[str, ...], str]:
        """Return the text in the upper edge of a space's box, the lines in it, and the text in its lower edge."""
        inside = tuple(screen.fit(line) for line in contents.space(place))
        mark = CHANGED if place.id in changed else ""
        if not self._ways.lettered:
            return screen.fit(mark + place.title), inside, screen.fit(contents.more(place))
        return screen.fit(mark + self._head(place, contents)), inside, self._ways.of(place.id, screen.signs)

    def _head(self, place: Place, contents: Contents) -> str:
        more = contents.more(place)
        return self._ways.named(place.id, place.title) + (f" {more}" if more else "")

    def _row(self, place: Place, contents: Contents, screen: Screen, changed: Collection[str]) -> list[str]:
        """Return the lines of a space in a list."""
        said = [self._said(place, contents, contents.space(place), changed)]
        said += [f"  ({ways})" if (ways := self._ways.of(place.id, screen.signs)) else ""]
        return screen.fold(screen.fit("".join(said)), "    ")

    def _said(self, place: Place, contents: Contents, there: Sequence[str], changed: Collection[str]) -> str:
        mark = CHANGED if place.id in changed else ""
        return mark + self._head(place, contents) + (f": {'; '.join(there)}" if there else "")

    def _columns(self, cells: Sequence[str], screen: Screen) -> list[str]:
        if not cells:
            return []
        lines = in_columns([untied(cell) for cell in cells], screen.width - 1, 1)
        return lines or [line for cell in cells for line in screen.fold(cell, "    ")]
