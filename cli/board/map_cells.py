"""The map on a full screen: cells of one size, whose places depend only on the map and the size of the terminal.

What doesn't fit into a cell is abbreviated or cut; no cell ever moves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from cli.board.edge_marks import find_edge_marks
from cli.board.grid_picture import GridPicture, RowLines, cut_titles, row_margin
from cli.text.screen import Screen, cut_text, longest_word, tie, untie, wrap_text
from interpreter.presentation import NamedThing

if TYPE_CHECKING:
    from cli.board.place_contents import PlaceContents
    from interpreter.presentation import Badge, Board, BoardPlace, PieceGroup, Share
    from interpreter.rulebook import Grid

MIN_WIDTH, MAX_WIDTH = 10, 32
"""Bounds of the width of a cell in columns."""
MIN_GRID_WIDTH = 4
"""Minimum width of a cell of a grid."""
LEGAL_MARK, CHANGED_MARK = ">", "*"
"""Marks of a space that can be chosen, and of one in which something has changed."""
MAX_LINES = 4
"""Maximum number of lines of a cell."""
GAP = 2
"""Columns between two cells."""
RULED_LINES = 2
"""Minimum number of lines of a grid's cell with a line above it."""
MIN_TITLE = 4
"""Columns of a title that stay when its cell is full."""
CONNECTION_LINES = 3
"""Minimum number of lines of a cell that shows connections."""


@dataclass(frozen=True, slots=True)
class CellSize:
    """Shape of a map of cells: columns of cells, and the width and the lines of each."""

    columns: int
    width: int
    lines: int


def choose_size(count: int, width: int, height: int) -> CellSize | None:
    """Return the shape with the largest cells for so many spaces, or None if there is no room."""
    best: CellSize | None = None
    for columns in range(1, count + 1):
        wide = min(MAX_WIDTH, (width + GAP) // columns - GAP)
        lines = min(MAX_LINES, height // ceil(count / columns))
        if wide < MIN_WIDTH:
            break
        if lines and (best is None or wide * lines >= best.width * best.lines):
            best = CellSize(columns, wide, lines)
    return best


def place_in_rows(spaces: Sequence[BoardPlace], columns: int) -> list[list[BoardPlace | None]]:
    """Return rows of cells from north to south, each from west to east, None for an empty cell."""
    count = ceil(len(spaces) / columns)
    from_north = sorted(spaces, key=lambda space: (space.at or (0, 0))[1])
    rows = []
    for number in range(count):
        part = from_north[number * len(spaces) // count : (number + 1) * len(spaces) // count]
        row: list[BoardPlace | None] = [None] * columns
        column = -1
        for at, space in enumerate(sorted(part, key=lambda space: space.at or (0, 0))):
            wanted = round((space.at or (0, 0))[0] * (columns - 1))
            column = min(max(wanted, column + 1), columns - len(part) + at)
            row[column] = space
        rows.append(row)
    return rows


class CellMap:
    """Drawer of one board in cells."""

    def __init__(
        self,
        board: Board,
        contents: PlaceContents,
        screen: Screen,
        changed: Collection[str],
        describe_connections: Callable[[str], str],
    ) -> None:
        """Create a drawer. `changed`: ids of spaces in which something has changed."""
        self._board = board
        self._contents = contents
        self._screen = screen
        self._badges = BadgeLetters(board)
        self._marks = marks_on(board, changed, " ")
        kinds = {pieces.kind for space in board.spaces.values() for share in space.shares for pieces in share.pieces}
        self._has_one_kind = len(kinds) <= 1
        self._describe_connections = describe_connections

    def draw(self, height: int) -> list[str] | None:
        """Draw all spaces in at most this height; return None if there is no room."""
        spaces = [space for space in self._board.spaces.values() if space.at is not None]
        size = choose_size(len(spaces), self._screen.width - 1, height)
        if size is None:
            return None
        lines = []
        for row in place_in_rows(spaces, size.columns):
            cells = [self._cell(space, size) if space is not None else [] for space in row]
            for at in range(size.lines):
                parts = [cell[at] if at < len(cell) else "" for cell in cells]
                lines.append((" " * GAP).join(set_cell_size(part, size.width) for part in parts).rstrip())
        return lines

    def draw_grid(self, grid: Grid, height: int) -> list[str] | None:
        """Draw the spaces of a grid in at most this height."""
        shape = self._board.layout.shape
        assert shape is not None
        across, down = grid.span
        columns, rows = grid.lattice_size
        unit = min((MAX_WIDTH + 1) // across, (self._screen.width - 1 - row_margin(grid)) // columns)
        wide = unit * across - 1
        edges = find_edge_marks(self._board, self._contents)
        room = height - sum(grid.heading_lines) - bool(shape.captions)
        is_ruled = edges is not None and (room - 1) // rows * down >= RULED_LINES
        rules = RowLines.ALL if is_ruled else RowLines.NONE
        high = min(MAX_LINES // down + is_ruled, (room - is_ruled) // rows)
        if wide < MIN_GRID_WIDTH or high < 1:
            return None
        titles = [self._screen.escape(caption.text) for caption in shape.captions]
        titles = cut_titles(grid, unit, titles, self._screen.width - 2)
        picture = GridPicture(grid, unit, [high] * rows, rules, inset=1, titles=titles)
        for cell, space_id in enumerate(grid.ids):
            picture.write(
                cell,
                self._grid_cell(self._board.spaces[space_id], wide, high * down - is_ruled, space_id in shape.titled),
            )
            picture.frame(cell)
        return picture.lines(self._screen.signs, edges or ())

    def _grid_cell(self, space: BoardPlace, width: int, lines: int, is_titled: bool) -> list[str]:
        title = f"{space.title} " if is_titled else ""
        marks = self._marks(space.id)
        if width < MIN_WIDTH:  # too narrow for columns of marks
            marks = marks.strip()
        first, *more = self._fill(space, width - cell_len(marks), lines, title) or [""]
        return [marks + first, *(" " * cell_len(marks) + line for line in more)]

    def _cell(self, space: BoardPlace, size: CellSize) -> list[str]:
        start = f"{self._marks(space.id)}{space.label} "
        if size.lines == 1:
            title = self._screen.escape(space.title)
            short = (self._abbreviate(space, has_initials) for has_initials in (False, True))
            lengths = {cell_len(" ".join([f"{start}{title}", *each])): each for each in short}
            used, inside = next(((used, each) for used, each in lengths.items() if used <= size.width), (0, None))
            if inside is None:
                return [self._headed(start, space, self._abbreviate(space), size.width)]
            badges = self._badges.fit(space.badges, size.width - used)
            return [self._headed(start, space, [*inside, *badges], size.width)]
        connections = self._describe_connections(space.id) if size.lines >= CONNECTION_LINES else ""
        more = [self._screen.escape(f"  {connections}")] if connections else []
        inside = self._fill(space, size.width - 2, size.lines - 1 - len(more))
        leader = self._contents.mark_majority(space)
        facts = [leader] * bool(leader) + self._badges.shorten(space.badges)
        free = size.lines - len(inside) - len(more)
        head = self._wrapped_head(start, space, facts, size.width, free)
        if head is None and inside and (head := self._wrapped_head(start, space, [], size.width, free)):
            inside = self._with_facts(inside, leader, self._badges.shorten(space.badges), size.width - 2)
        head = head or [self._headed(start, space, facts, size.width)]
        return [*head, *(f"  {line}" for line in inside), *more]

    def _with_facts(self, inside: Sequence[str], leader: str, badges: Sequence[str], width: int) -> list[str]:
        """Return contents after the leader's mark, and badges as far as there is room for them."""
        first = inside[0].removeprefix(self._screen.escape(f"{leader.strip('[]')} ")) if leader else inside[0]
        lines = [cut_text(" ".join([self._screen.escape(leader), first]).strip(), width), *inside[1:]]
        for badge in map(self._screen.escape, badges):
            if cell_len(lines[-1]) + 1 + cell_len(badge) <= width:
                lines[-1] += f" {badge}"
        return lines

    def _wrapped_head(
        self, start: str, space: BoardPlace, more: Sequence[str], width: int, most: int
    ) -> Sequence[str] | None:
        """Return the title and the other texts in at most so many lines; None if they don't fit."""
        earlier, blank, last = space.title.rpartition(" ")
        text = self._screen.escape(earlier + blank + tie(" ".join([last, *more])))
        margin = " " * cell_len(start)
        room = width - len(margin)
        lines = wrap_text(text, room)
        if not 0 < len(lines) <= most or longest_word(text) > room:
            return None
        return [start + lines[0], *(margin + line for line in lines[1:])]

    def _headed(self, start: str, space: BoardPlace, more: Sequence[str], width: int) -> str:
        """Return one line: the title, cut if necessary, and after it the other texts."""
        said = self._screen.escape("".join(f" {part}" for part in more))
        room = max(MIN_TITLE, width - cell_len(start) - cell_len(said))
        return cut_text(start + cut_text(self._screen.escape(space.title), room) + said, width)

    def _fill(self, space: BoardPlace, width: int, lines: int, title: str = "") -> list[str]:
        """Return the contents of a space in so many lines: in words if they fit, else abbreviated."""
        full = self._contents.list_contents(space, short=True)
        for said in ([*full], ["; ".join(full)], [" ".join(self._abbreviate(space))]):
            text = [f"{title}{line}" if not at else line for at, line in enumerate(said or [""])]
            found = [part for line in text for part in wrap_text(self._screen.escape(untie(line)), width)]
            if len(found) <= lines and all(cell_len(line) <= width for line in found):
                return found
        return [*found[: lines - 1], cut_text(" ".join(found[lines - 1 :]), width)]

    def _abbreviate(self, space: BoardPlace, has_initials: bool = False) -> list[str]:
        """Return the contents of a space in few letters: `V2c+1d` for three pieces of two kinds of V.

        `has_initials`: of what is named in a variable of a share, only the first letters are shown.
        """
        parts = [self._abbreviate_share(share, has_initials) for share in space.shares]
        parts += [self._contents.format_value(kept.value) for kept in space.variables if kept.value is not True]
        parts += [kept.title for kept in space.variables if kept.value is True]
        parts += [flag.title for flag in space.flags]
        return [*parts, *(f"[{len(pile.cards)}]" for pile in space.piles if pile.cards)]

    def _abbreviate_share(self, share: Share, has_initials: bool) -> str:
        one_kind = self._has_one_kind
        pieces = [str(each.amount) if one_kind else abbreviate_pieces(each) for each in share.pieces]
        numbers = [str(kept.value) for kept in share.variables if type(kept.value) is int]
        names = [
            kept.value.title if isinstance(kept.value, NamedThing) else kept.title
            for kept in share.variables
            if type(kept.value) is not int
        ]
        mark = "" if share.seat is None else share.seat.mark
        gap = " " if mark[-1:].isdigit() else ""
        amounts = mark + gap + "+".join([*numbers, *pieces])
        return amounts + ",".join(map(initials, names)) if has_initials else " ".join([amounts, *names])


def find_legal_spaces(board: Board) -> frozenset[str]:
    """Return the ids of the spaces that the seat of a board can choose now.

    None are returned if every space can be chosen, or with pieces of one kind every empty space: marks would tell
    nothing.
    """
    options = board.question.options if board.question is not None else ()
    legal = frozenset(
        thing for option in options for thing in (option.parts[:1] or (option.key,)) if thing in board.spaces
    )
    others = [space for space in board.spaces.values() if space.id not in legal]
    return legal if any(not (board.is_plain and space.shares) for space in others) else frozenset()


SpaceMarks = Callable[[str], str]
"""Function that returns the marks of a space."""


def marks_on(board: Board, changed: Collection[str], otherwise: str = "") -> SpaceMarks:
    """Return the marks of a board's spaces: can be chosen, has changed; `otherwise` in the place of a missing mark."""
    legal = find_legal_spaces(board)
    return lambda space_id: (
        (LEGAL_MARK if space_id in legal else otherwise) + (CHANGED_MARK if space_id in changed else otherwise)
    )


def abbreviate_pieces(pieces: PieceGroup) -> str:
    """Return the number of pieces and the first letters of their state and kind."""
    return f"{pieces.amount}{initials(pieces.text)}"


def initials(text: str) -> str:
    """Return the first letters of the words of a text."""
    return "".join(word[0].lower() for word in re.findall(r"[^\W\d_][\w-]*", text))


class BadgeLetters:
    """Badges of a board's spaces in few letters: no two different words have the same ones."""

    def __init__(self, board: Board) -> None:
        words = {_word_of(badge) for space in board.spaces.values() for badge in space.badges}
        self._letters = _abbreviate_all({word for word in words if not word.isdecimal()})

    def shorten(self, badges: Sequence[Badge]) -> list[str]:
        """Return badges in short: numbers above 0 as they are, words in letters."""
        words = [_word_of(badge) for badge in badges]
        return [self._letters.get(word, word) for word in words if word != "0"]

    def fit(self, badges: Sequence[Badge], width: int) -> list[str]:
        """Return the first badges in short, as many as fit with a blank before each."""
        said = self.shorten(badges)
        return [text for at, text in enumerate(said) if sum(cell_len(each) + 1 for each in said[: at + 1]) <= width]


def _word_of(badge: Badge) -> str:
    return badge.text or badge.title


def _abbreviate_all(words: Collection[str]) -> dict[str, str]:
    """Return the first letters of each word's parts; where a word before it has the same ones, more of its letters."""
    found: dict[str, str] = {}
    for word in sorted(words):
        forms = [initials(word) or word, *(word[:count].lower() for count in range(2, len(word) + 1))]
        found[word] = next((form for form in forms if form not in found.values()), word)
    return found
