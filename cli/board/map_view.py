"""The map as a seat sees it, with the contents of its spaces: a picture, a short list, or one space by itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from cli.board.edge_marks import find_edge_marks
from cli.board.grid_picture import draw_grid
from cli.board.map_cells import CellMap, SpaceMarks, marks_on
from cli.board.map_picture import MapBox, draw_map
from cli.board.place_contents import PlaceContents
from cli.libraries import find_best_matches
from cli.text.screen import Screen, Signs, in_columns, tie, untie
from interpreter.presentation import find_connections, find_neighbours, label_spaces

if TYPE_CHECKING:
    from cli.text.words import TerminalMessages
    from interpreter.presentation import Board, BoardPlace, Names
    from interpreter.rulebook import Rulebook


class MapConnections:
    """The connections of a map.

    Spaces have letters, unless nothing is connected or a grid shows the connections.
    """

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self.has_letters = book.map.grid is None and book.map.graph.number_of_edges() > 0
        self.letters = label_spaces(book.map) if book.map.grid is None else {}

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


MAX_LISTED_SPACES = 60
"""Maximum number of spaces in a list that leaves some out."""


class MapView:
    """Renderer of the map of one game in one language."""

    def __init__(self, book: Rulebook, names: Names, messages: TerminalMessages) -> None:
        self._map = book.map
        self._names = names
        self._messages = messages
        self._connections = MapConnections(book)
        self._spaces = {space.id: space for space in book.map.spaces}
        self.is_grid = book.map.grid is not None

    def draw(self, board: Board, screen: Screen, changed: Collection[str] = (), flat: bool = False) -> list[str]:
        """Draw all spaces as a picture, or list them if there is no room for it. `flat`: a grid with few lines."""
        if self.is_grid:
            return self._grid(board, screen, changed, flat)
        contents, marks = PlaceContents(board, self._messages), marks_on(board, changed)
        boxes = [
            MapBox(place.id, place.at, *self._fill_box(place, contents, screen, marks))
            for place in board.spaces.values()
            if place.at is not None
        ]
        edges = find_edge_marks(board, contents) or ()
        drawn = draw_map(boxes, self._connections.links(), screen.width - 1, screen.signs, edges)
        lines = drawn or []
        for place in board.spaces.values():
            if not drawn or place.at is None:
                lines += self._list_space(place, contents, screen, marks)
        return lines

    def draw_cells(self, board: Board, screen: Screen, changed: Collection[str], height: int) -> list[str] | None:
        """Draw all spaces in cells that never move, in at most this height; return None if there is no room."""
        if self.is_grid and board.is_plain:
            drawn = self._grid(board, screen, changed, flat=True)
            return drawn if len(drawn) <= height else None
        cells = CellMap(
            board,
            PlaceContents(board, self._messages),
            screen,
            changed,
            lambda space_id: self._connections.describe_connections(space_id, screen.signs),
        )
        return cells.draw(height) if self._map.grid is None else cells.draw_grid(self._map.grid, height)

    def list_in_short(
        self, board: Board, screen: Screen, first: Sequence[str], changed: Collection[str]
    ) -> list[list[str]]:
        """List the occupied spaces in columns, without connections, those of `first` before the others.

        Return several versions, with fewer and fewer spaces. The last line says how many are left out.
        """
        contents, marks = PlaceContents(board, self._messages), marks_on(board, changed)
        order = dict.fromkeys([*(space_id for space_id in first if space_id in board.spaces), *board.spaces])
        said = {
            space_id: there
            for space_id in order
            if (there := contents.list_contents(board.spaces[space_id])) or space_id in changed
        }
        cells = [
            screen.escape(self._format_space(board.spaces[space_id], contents, there, marks))
            for space_id, there in said.items()
        ]
        ways: list[list[str]] = []
        for count in (len(cells), *range(min(len(cells) - 1, MAX_LISTED_SPACES), -1, -1)):
            lines = self._columns(cells[:count], screen)
            if rest := len(board.spaces) - count:
                lines.append(screen.escape(self._messages.format("more_spaces", count=rest)))
            if not ways or len(lines) < len(ways[-1]):
                ways.append(lines)
        return ways

    def list_empty_spaces(self, board: Board, screen: Screen, changed: Collection[str]) -> list[str]:
        """List the names of the empty spaces."""
        contents = PlaceContents(board, self._messages)
        names = [
            tie(self._connections.label_space(space_id, place.title))
            for space_id, place in board.spaces.items()
            if space_id not in changed and not contents.list_contents(place)
        ]
        return (
            screen.wrap(screen.escape(self._messages.format("empty_spaces", names=", ".join(names)))) if names else []
        )

    def find_spaces(self, wanted: str) -> list[str]:
        """Return the space with a letter, an id or a title, or else those with a word that begins so."""
        letters = self._connections.letters
        names = {
            space_id: {letters.get(space_id, space_id), space_id, *space.title.values()}
            for space_id, space in self._spaces.items()
        }
        return find_best_matches(wanted, names)

    def describe_space(self, space_id: str, board: Board, screen: Screen) -> list[str]:
        """Describe one space: its attributes, contents and connections."""
        place, contents = board.spaces[space_id], PlaceContents(board, self._messages)
        lines = [self._space_title(place, contents)]
        lines += [f"    {line}" for line in (place.attributes, *contents.list_contents(place)) if line]
        for arrow, ends in self._connections.find_neighbours(space_id, screen.signs):
            lines.append(
                f"    {arrow} "
                f"{', '.join(self._connections.label_space(end, self._names.title_of(end)) for end in ends)}"
            )
        return [line for text in lines for line in screen.wrap(screen.escape(text))]

    def _grid(self, board: Board, screen: Screen, changed: Collection[str], flat: bool) -> list[str]:
        contents = PlaceContents(board, self._messages)
        said = {
            space_id: [contents.format_marks(place)] if board.is_plain else contents.list_contents(place, short=True)
            for space_id, place in board.spaces.items()
        }
        marks = marks_on(board, changed)
        marked = {
            space_id: [marks(space_id) + first, *more]
            for space_id, lines in said.items()
            for first, *more in [lines or [""]]
        }
        edges = find_edge_marks(board, contents)
        drawn = draw_grid(self._map, self._names, marked, screen, board.is_plain, flat, edges)
        if drawn:
            return drawn
        shown = [place for space_id, place in board.spaces.items() if any(said[space_id]) or space_id in changed]
        return [line for place in shown for line in self._list_space(place, contents, screen, marks)]

    def _fill_box(
        self, place: BoardPlace, contents: PlaceContents, screen: Screen, marks: SpaceMarks
    ) -> tuple[str, tuple[str, ...], str]:
        """Return the text in the upper edge of a space's box, the lines in it, and the text in its lower edge."""
        inside = tuple(screen.escape(line) for line in contents.list_contents(place))
        mark = marks(place.id)
        if not self._connections.has_letters:
            return screen.escape(mark + place.title), inside, screen.escape(contents.mark_majority(place))
        return (
            screen.escape(mark + self._space_title(place, contents)),
            inside,
            self._connections.describe_connections(place.id, screen.signs),
        )

    def _space_title(self, place: BoardPlace, contents: PlaceContents) -> str:
        more = contents.mark_majority(place)
        return self._connections.label_space(place.id, place.title) + (f" {more}" if more else "")

    def _list_space(self, place: BoardPlace, contents: PlaceContents, screen: Screen, marks: SpaceMarks) -> list[str]:
        """Return the lines of a space in a list."""
        said = [self._format_space(place, contents, contents.list_contents(place), marks)]
        said += [f"  ({ways})" if (ways := self._connections.describe_connections(place.id, screen.signs)) else ""]
        return screen.wrap(screen.escape("".join(said)), "    ")

    def _format_space(self, place: BoardPlace, contents: PlaceContents, there: Sequence[str], marks: SpaceMarks) -> str:
        return marks(place.id) + self._space_title(place, contents) + (f": {'; '.join(there)}" if there else "")

    def _columns(self, cells: Sequence[str], screen: Screen) -> list[str]:
        if not cells:
            return []
        lines = in_columns([untie(cell) for cell in cells], screen.width - 1, 1)
        return lines or [line for cell in cells for line in screen.wrap(cell, "    ")]
