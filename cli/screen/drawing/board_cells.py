"""The board as cells of one size at fixed places, for a screen: where each space lies, and its lines in colour.

Places depend on the map and the size of the pane alone, so that no space ever moves.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from cli.board.map_cells import BadgeLetters, initials, place_in_rows
from cli.screen.drawing.arrangement import Arrangement, PlacedCell
from cli.screen.drawing.colours import BOLD, CURSOR, FAINT, LEGAL, LIT_TILE, PLAIN, TARGET_TILE, TILE, chip, tile_style
from cli.screen.match_view import shown
from cli.text.screen import cut_text, longest_word, wrap_text
from interpreter.presentation import NamedThing

if TYPE_CHECKING:
    from cli.board.place_contents import PlaceContents
    from interpreter.presentation import Board, BoardPlace, GridShape, Share, ShownVariable

GAP = 1
"""Columns between two cells."""
MAX_GRID_LINES, MAX_GRID_WIDTH = 5, 18
"""Maximum size of a cell of a grid."""
MIN_GRID_WIDTH = 2
"""Minimum width of a cell of a grid in columns."""
GRID_MARGIN = 3
"""Columns left of a grid, for the names of its rows."""
MIN_WIDTH, MAX_LINES = 10, 5
"""Minimum width and maximum height of a cell of a map."""
LABEL_WIDTH = 5
"""Columns of a cell's label."""
USEFUL_LINES = 3
"""Lines of a cell above which more are of little use."""
ENOUGH = 0.85
"""Share of titles above which it is of little use that more of them can be read."""
MIN_TITLE = 3
"""Columns of a title that stay when its cell is full."""
FOOT_LINES = 3
"""Minimum number of lines of a cell with badges and connections in the last one."""
INDENT = 2
"""Columns before the contents of a space."""
LEADER = " [xx]"
"""Room for the mark of a space's leader."""
LINES_BELOW = 18
"""Lines below the board on a high screen."""
EMPTY = "·"
"""Sign in an empty cell of a grid."""
CHANGED = "*"
"""Mark of a space in which something has changed."""


def lay_out(board: Board, width: int, height: int) -> Arrangement | None:
    """Return the layout of a board's spaces in a pane, or None if it is too small."""
    spaces = [space for space in board.spaces.values() if space.at is not None]
    if not spaces:
        return None
    if board.layout.shape is not None:
        return _lay_out_grid(board.layout.shape, spaces, width, height)
    columns = _choose_columns(spaces, width, height)
    rows = place_in_rows(spaces, columns)
    if len(rows) > height:
        return None
    pitch = (width + GAP) // columns
    lines = min(MAX_LINES, height // len(rows))
    between = 1 if height >= len(rows) * (lines + 1) - 1 else 0
    cells = tuple(
        PlacedCell(space.id, column * pitch, number * (lines + between), pitch - GAP, lines)
        for number, row in enumerate(rows)
        for column, space in enumerate(row)
        if space is not None
    )
    return Arrangement(cells, (), len(rows) * (lines + between) - between)


def _choose_columns(spaces: Sequence[BoardPlace], width: int, height: int) -> int:
    """Return the number of columns of cells with which most titles and contents can be read."""

    def legibility(columns: int) -> float:
        wide, lines = (width + GAP) // columns - GAP, height // ceil(len(spaces) / columns)
        fitting = sum(cell_len(space.title) + LABEL_WIDTH <= wide for space in spaces) / len(spaces)
        return (2 * min(fitting, ENOUGH) + min(lines, USEFUL_LINES) / USEFUL_LINES) if lines else 0.0

    return max(range(max(1, (width + GAP) // (MIN_WIDTH + GAP)), 0, -1), key=legibility)


def _lay_out_grid(shape: GridShape, spaces: Sequence[BoardPlace], width: int, height: int) -> Arrangement | None:
    (columns, lines), (across, down) = shape.lattice, shape.span
    above, below = _heading_lines(shape)
    room = height - above - below
    unit = min((MAX_GRID_WIDTH + GAP) // across, (width - GRID_MARGIN + GAP) // columns)
    between = 1 if (room + 1) // lines * down > 2 else 0
    pitch = min((MAX_GRID_LINES + between) // down, (room + between) // lines)
    wide, high = unit * across - GAP, pitch * down - between
    if wide < MIN_GRID_WIDTH or high < 1:
        return None
    cells = []
    for space in spaces:
        x, y = space.at or (0, 0)
        left, top = GRID_MARGIN + round(x * (columns - across)) * unit, above + round(y * (lines - down)) * pitch
        cells.append(PlacedCell(space.id, left, top, wide, high))
    bottom = above + lines * pitch - between
    headings = []
    for heading in shape.headings:
        x, y = heading.at
        top = above + y if y < 0 else above + y * pitch if y < lines else bottom + y - lines
        aside = x * unit + GRID_MARGIN + (wide - len(heading.text)) // 2
        headings.append((heading.beside[0] * unit if heading.is_row else aside, top, heading.text))
    for caption in shape.captions:
        left = caption.column * unit + GRID_MARGIN
        room = width - left if caption.columns is None else caption.columns * unit - 1
        headings.append((left, 0, cut_text(shown(caption.text), room)))
    return Arrangement(tuple(cells), tuple(headings), bottom + below)


def _heading_lines(shape: GridShape) -> tuple[int, int]:
    """Return the lines with headings above a grid, titles of several grids included, and below it."""
    lines = [heading.at[1] for heading in shape.headings]
    return max(0, -min(lines)) + bool(shape.captions), max(0, max(lines) + 1 - shape.lattice[1])


@dataclass(frozen=True, slots=True)
class BoardMarks:
    """Marks on spaces by id: what can be chosen, what fits the typed text, what has changed, and the cursor."""

    legal: Mapping[str, str]
    typed: Collection[str] = ()
    changed: Collection[str] = ()
    cursor: str | None = None


class CellPainter:
    """Painter of the spaces of one board."""

    def __init__(
        self, board: Board, contents: PlaceContents, marks: BoardMarks, connections: Mapping[str, str]
    ) -> None:
        """Create a painter. `connections`: the neighbours of each space as text, empty where a grid shows them."""
        self._board = board
        self._contents = contents
        self._marks = marks
        self._connections = connections
        self._badges = BadgeLetters(board)

    def paint(self, cell: PlacedCell) -> list[Text]:
        """Return the lines of a cell, each as wide as the cell."""
        space, marks = self._board.spaces[cell.key], self._marks
        base = TARGET_TILE if marks.cursor == space.id else LIT_TILE if space.id in marks.legal else TILE
        colour = "" if marks.cursor == space.id else space.colour
        has_head = self._board.layout.kind != "grid" and cell.height > 1
        lines = self._grid_lines(space, cell) if self._board.layout.kind == "grid" else self._lines(space, cell)
        lines = [*lines, *([Text()] * cell.height)][: cell.height]
        painted = []
        for number, line in enumerate(lines):
            line = line.copy()
            line.truncate(cell.width, overflow="ellipsis", pad=True)
            line.stylize_before(tile_style(colour, base, has_head and number == 0))
            painted.append(line)
        if marks.cursor == space.id:
            painted[0].stylize(CURSOR)
        return painted

    def _label(self, space: BoardPlace) -> Text:
        """Return a space's label: in brackets if it can be chosen, underlined if it fits what is typed."""
        mark = CHANGED if space.id in self._marks.changed else ""
        if space.id not in self._marks.legal:
            return Text.assemble((mark or " ", BOLD), (shown(space.label), FAINT), " ")
        style = LEGAL + Style(underline=space.id in self._marks.typed)
        return Text.assemble((mark, BOLD), (f"[{shown(space.label)}]", style), " " if not mark else "")

    def _lines(self, space: BoardPlace, cell: PlacedCell) -> list[Text]:
        label = self._label(space)
        badges = Text(" ".join(self._badges.shorten(space.badges)), FAINT)
        if cell.height == 1:
            return [self._only_line(space, cell, label, badges)]
        more = Text()
        foot = Text(shown(self._connections.get(space.id, "")), FAINT) if cell.height >= FOOT_LINES else Text()
        if cell.height >= FOOT_LINES and badges:
            foot = Text.assemble(badges, "  " if foot else "", foot)
        elif label.cell_len + cell_len(space.title) + len(LEADER) + badges.cell_len < cell.width:
            more = Text.assemble(" " if badges else "", badges)
        free = cell.height - bool(foot)
        lines, named = self._head_and_contents(space, cell.width, free, label, more)
        if 1 < len(lines) == named and not foot and lines[-1].cell_len + 1 + badges.cell_len <= cell.width:
            lines[-1] = Text.assemble(lines[-1], " ", badges)
        if foot:
            lines += [Text()] * (free - len(lines))
            lines.append(Text(" " * INDENT).append_text(foot))
        return lines

    def _only_line(self, space: BoardPlace, cell: PlacedCell, label: Text, badges: Text) -> Text:
        """Return the title, cut if necessary, and after it the contents in short, and badges if they fit."""
        more = Text()
        for part in self._abbreviate(space):
            more.append(" ").append_text(part)
        if label.cell_len + cell_len(space.title) + more.cell_len + len(LEADER) + badges.cell_len < cell.width:
            more = Text.assemble(" " if badges else "", badges, more)
        title = Text(shown(space.title), self._title_style(space))
        title.truncate(max(MIN_TITLE, cell.width - label.cell_len - more.cell_len), overflow="ellipsis")
        return Text.assemble(label, title, more)

    def _title_style(self, space: BoardPlace) -> Style:
        return BOLD if space.id in self._marks.legal else PLAIN

    def _head_and_contents(
        self, space: BoardPlace, width: int, most: int, label: Text, more: Text
    ) -> tuple[list[Text], int]:
        """Return the title and the contents in at most so many lines, and the number of lines of the title.

        The title is whole wherever it can be. Where the leader's mark would take its room, the mark stands before the
        contents. Where there is no line for the title's last word, the contents follow in the same line.
        """
        title, style = shown(space.title), self._title_style(space)
        leader, inside = self._leader(space), self._fill(space, width - INDENT, most - 1)
        led = [_begin_with(leader, inside[0], width - INDENT), *inside[1:]] if inside and leader else inside
        short = label[1:] if label.plain.startswith(" ") else label
        for start, beside, below in (
            (label, Text.assemble(more, " " if leader else "", leader), inside),
            (label, more, led),
            (short, more, led),
        ):
            room = width - start.cell_len - beside.cell_len
            names = wrap_text(title, room) if longest_word(title) <= room else []
            if 0 < len(names) <= most - len(below):
                return _compose(start, [Text(line, style) for line in names], beside, below), len(names)
        names = _wrap_parts(title, width - label.cell_len)
        if len(names) <= most and all(cell_len(line) <= width - label.cell_len for line in names):
            last = Text.assemble((names[-1], style), " ", Text(" ").join(led))
            return _compose(label, [*(Text(line, style) for line in names[:-1]), last], Text(), []), len(names)
        cut = Text(title, style)
        cut.truncate(max(MIN_TITLE, width - label.cell_len), overflow="ellipsis")
        return _compose(label, [cut], more, led), 1

    def _leader(self, space: BoardPlace) -> Text:
        """Return the mark of the seat with the most pieces, in its colour."""
        mark = self._contents.mark_majority(space)
        seat = space.leaders[0].id if len(space.leaders) == 1 else None
        return Text(mark, chip(self._board.colours, seat)) if mark else Text()

    def _grid_lines(self, space: BoardPlace, cell: PlacedCell) -> list[Text]:
        shape = self._board.layout.shape
        named = shape is not None and space.id in shape.titled
        changed = CHANGED if space.id in self._marks.changed else ""
        label = self._label(space) if space.id in self._marks.legal else Text(changed, BOLD)
        if label.cell_len > cell.width:
            label = Text(changed, BOLD)
        title = Text(f"{shown(space.title)} " if named else "")
        if cell.height == 1:
            line = Text.assemble(label, title)
            for share in self._abbreviate(space):
                line.append_text(share).append(" ")
            return [line]
        inside = self._fill(space, cell.width - label.cell_len, cell.height)
        if not (inside or label.cell_len or named):
            return [*[Text()] * ((cell.height - 1) // 2), Text(f"{EMPTY:^{cell.width}}", FAINT)]
        if inside and label.cell_len and len(inside) < cell.height and not named:
            return [label, *self._fill(space, cell.width, cell.height - 1)]
        first = Text.assemble(label, title, inside[0] if inside else "")
        return [first, *inside[1:]]

    def _fill(self, space: BoardPlace, width: int, lines: int) -> list[Text]:
        """Return the contents of a space in so many lines: in words if they fit, else abbreviated."""
        full = self._describe(space)
        if len(full) <= lines and all(line.cell_len <= width for line in full):
            return full
        joined = Text("; ").join(full)
        if joined.cell_len <= width:
            return [joined]
        packed = _pack(self._abbreviate(space), width)
        if len(packed) <= lines:
            return packed
        return [*packed[: lines - 1], Text(" ").join(packed[lines - 1 :])]

    def _describe(self, space: BoardPlace) -> list[Text]:
        """Return the contents of a space in words: a line for each owner, then what has none, then cards."""
        lines = []
        for share in space.shares:
            parts = [Text(shown(group.text), self._style(group.state, group.kind, PLAIN)) for group in share.pieces]
            parts += [self._variable(kept) for kept in share.variables]
            lines.append(Text.assemble(*self._mark(share), Text(", ").join(parts)))
        kept = [self._variable(each) for each in space.variables]
        kept += [Text(shown(flag.title)) for flag in space.flags]
        lines += [Text(", ").join(kept)] if kept else []
        for pile in space.piles:
            if pile.cards:
                lines.append(Text(shown(self._contents.format_pile(pile))))
        return lines

    def _mark(self, share: Share) -> list[tuple[str, Style] | str]:
        return [] if share.seat is None else [(shown(share.seat.mark), chip(self._board.colours, share.seat.id)), " "]

    def _style(self, *ids: object) -> Style:
        """Return the style of the first id with a colour; the last argument is the style without one."""
        *names, otherwise = ids
        found = [name for name in names if isinstance(name, str) and name in self._board.colours]
        assert isinstance(otherwise, Style)
        return chip(self._board.colours, *found) if found else otherwise

    def _variable(self, kept: ShownVariable) -> Text:
        if kept.value is True:
            return Text(shown(kept.title))
        said = shown(self._contents.format_value(kept.value))
        if isinstance(kept.value, NamedThing):
            return Text(said, self._style(kept.value.id, PLAIN))
        only = self._board.only_number
        return Text(said if only is not None and only.id == kept.id else f"{shown(kept.title)} {said}")

    def _abbreviate(self, space: BoardPlace) -> list[Text]:
        """Return the contents of a space in few letters: `V2c+1d` for three pieces of two kinds of V."""
        parts = [self._abbreviate_share(share) for share in space.shares]
        for kept in space.variables:
            value = kept.title if kept.value is True else self._contents.format_value(kept.value)
            parts.append(Text(shown(value)))
        parts += [Text(shown(flag.title)) for flag in space.flags]
        return [*parts, *(Text(f"[{len(pile.cards)}]") for pile in space.piles if pile.cards)]

    def _abbreviate_share(self, share: Share) -> Text:
        one_kind = len(self._board.kinds) == 1
        pieces = [str(group.amount) + ("" if one_kind else initials(group.text)) for group in share.pieces]
        numbers = [str(kept.value) for kept in share.variables if type(kept.value) is int]
        mark = "" if share.seat is None else shown(share.seat.mark)
        gap = " " if mark[-1:].isdigit() else ""
        text = Text(
            mark + gap + "+".join([*numbers, *pieces]), chip(self._board.colours, share.seat.id if share.seat else None)
        )
        for kept in share.variables:
            if isinstance(kept.value, NamedThing):
                text.append(" ", PLAIN).append(shown(kept.value.title), self._style(kept.value.id, PLAIN))
            elif type(kept.value) is not int:
                text.append(f" {shown(kept.title)}", PLAIN)
        return text


def _compose(label: Text, names: Sequence[Text], beside: Text, below: Sequence[Text]) -> list[Text]:
    """Return the lines of a cell: label, title with a text beside its first line, and what stands below."""
    first, *others = names
    margin = " " * label.cell_len
    return [
        Text.assemble(label, first, beside),
        *(Text(margin).append_text(line) for line in others),
        *(Text(" " * INDENT).append_text(line) for line in below),
    ]


def _begin_with(leader: Text, line: Text, width: int) -> Text:
    """Return contents that begin with the leader's mark, in the place of their first owner's if it is the same."""
    mark = f"{leader.plain.strip('[]')} "
    rest = line[len(mark) :] if line.plain.startswith(mark) else line
    return Text.assemble(leader, " " if leader.cell_len + rest.cell_len < width else "", rest)


def _wrap_parts(title: str, width: int) -> list[str]:
    """Wrap a title at blanks and after hyphens."""
    lines: list[str] = []
    for part in re.split(r"(?<=[ -])", title):
        if lines and cell_len(lines[-1] + part.rstrip()) <= width:
            lines[-1] += part
        else:
            lines.append(part)
    return [line.rstrip() for line in lines]


def _pack(parts: Sequence[Text], width: int) -> list[Text]:
    """Join parts into lines, as many on each as fit."""
    lines: list[Text] = []
    for part in parts:
        if lines and lines[-1].cell_len + 1 + part.cell_len <= width:
            lines[-1] = Text.assemble(lines[-1], " ", part)
        else:
            lines.append(part)
    return lines


def needed_height(board: Board, height: int) -> int:
    """Return the most lines of the board on a screen of so many lines: half of a low screen, more of a high one."""
    if not board.spaces:
        return 0
    shape = board.layout.shape
    lines = shape.lattice[1] + sum(_heading_lines(shape)) if shape is not None else 0
    return max(ceil(height / 2), height - LINES_BELOW, lines)
