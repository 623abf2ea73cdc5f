"""A grid of cells as a text picture: framed, or one sign a cell. Cells may be shifted against each other.

The places of cells and headings are those of the grid's lattice, stretched to columns and lines of the terminal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from itertools import accumulate
from math import ceil
from typing import TYPE_CHECKING

from rich.cells import cell_len

from cli.board.canvas import Canvas
from cli.board.edge_marks import EdgeMark, GridEdges
from cli.text.screen import ASCII_SIGNS, Screen, Signs, cut_text, longest_word, wrap_text

if TYPE_CHECKING:
    from interpreter.presentation import Names
    from interpreter.rulebook import Grid, GridHeading, Map, Space

MIN_CELL_WIDTH, MAX_CELL_WIDTH = 6, 24
"""Minimum and maximum width of a framed cell in columns, with its right edge."""
MIN_CELL_LINES = 2
"""Minimum number of lines in a framed cell."""
RIGHT, DOWN, LEFT, UP = 1, 2, 4, 8
"""Ends of lines that meet at a point of a frame."""


class RowLines(Enum):
    """Horizontal lines in a picture of a grid: above and below each cell, only at both ends of the board, or none."""

    ALL = auto()
    ENDS = auto()
    NONE = auto()


GridCells = Sequence[Sequence[str]]
"""The lines of each cell, in the order of the grid."""


def draw_grid(
    board: Map,
    names: Names,
    said: Mapping[str, Sequence[str]],
    screen: Screen,
    bare: bool = False,
    flat: bool = False,
    edges: Sequence[EdgeMark] | None = None,
) -> list[str] | None:
    """Draw a grid with the contents of each space in its cell; return None if there is no room.

    `bare`: without frames. `flat`: with as few lines as possible. Columns and rows are named as in the ids of the
    cells. A cell with a title of its own begins with it. `edges`: pieces between cells; None if there never are any.
    """
    assert board.grid is not None

    def inside(space: Space) -> list[str]:
        own = not board.is_plain_cell(space) and not bare
        return [screen.escape(line) for line in ([names.localize(space.title)] if own else []) + [*said[space.id]]]

    cells = [inside(space) for space in board.spaces]
    titles = [screen.escape(title) for title in names.board_titles]
    if bare:
        return draw_bare_grid(board.grid, cells, screen.width - 1, screen.signs, titles, edges)
    return draw_framed_grid(board.grid, cells, screen.width - 1, screen.signs, flat, titles, edges)


def draw_framed_grid(
    grid: Grid,
    cells: GridCells,
    width: int,
    signs: Signs,
    flat: bool = False,
    titles: Sequence[str] = (),
    edges: Sequence[EdgeMark] | None = None,
) -> list[str] | None:
    """Draw a grid with frames; return None if the terminal is too narrow.

    `flat`: no lines between the rows, and none that stay empty. `titles`: those of the boards, if there are several.
    `edges`: pieces between cells, for which there are lines between the rows; None if there never are any.
    """
    across = grid.span[0]
    unit = min(MAX_CELL_WIDTH // across, (width - row_margin(grid) - 1) // grid.lattice_size[0])
    wide = unit * across
    words = max((longest_word(line) for cell in cells for line in cell), default=0)
    if wide < max(MIN_CELL_WIDTH, min(words + 4, MAX_CELL_WIDTH)):
        return None
    inside = [[part for line in cell for part in wrap_text(line, wide - 3, rest=" ")] for cell in cells]
    rules = RowLines.ENDS if flat and edges is None else RowLines.ALL
    least = 1 if flat else MIN_CELL_LINES
    heights = line_heights(grid, [max(least, len(lines)) for lines in inside], rules)
    picture = GridPicture(grid, unit, heights, rules, inset=2, titles=cut_titles(grid, unit, titles, width - 2))
    for cell, lines in enumerate(inside):
        picture.write(cell, lines)
        picture.frame(cell)
    return picture.lines(signs, edges or ())


def draw_bare_grid(
    grid: Grid,
    cells: GridCells,
    width: int,
    signs: Signs,
    titles: Sequence[str] = (),
    edges: Sequence[EdgeMark] | None = None,
) -> list[str] | None:
    """Draw a grid without frames, with a dot for an empty cell; return None if it is too wide.

    `titles`: those of the boards, if there are several. Cells are wider where titles need it and there is room.
    `edges`: pieces between cells, for which there is room between columns and rows; None if there never are any.
    """
    texts = [" ".join(cell) or signs.dot for cell in cells]
    names = (heading.text for heading in grid.headings if not heading.is_row)
    wide = max(map(cell_len, (*texts, *names)))
    room = max((cell_len(edge.text) for edge in edges or ()), default=1) + 2
    unit = -(-(wide + 1 if edges is None else max(wide, room) + room) // grid.span[0])
    widest = (width - row_margin(grid)) // grid.lattice_size[0]
    if unit > widest:
        return None
    captions = zip(grid.captions, titles, strict=False)
    wanted = (-(-(cell_len(title) + 1) // caption.columns) for caption, title in captions if caption.columns)
    unit = min(widest, max((unit, *wanted)))
    heights = [1 if edges is None or grid.span[1] > 1 else 2] * grid.lattice_size[1]
    picture = GridPicture(grid, unit, heights, titles=cut_titles(grid, unit, titles, width))
    for cell, text in enumerate(texts):
        picture.write(cell, [text])
    picture.mark_gaps(edges or (), signs, wide, room)
    return picture.lines()


def cut_titles(grid: Grid, unit: int, titles: Sequence[str], width: int) -> list[str]:
    """Cut the titles of several boards: each ends before the next board, the last one at the width of the terminal."""
    rest = width - row_margin(grid)
    return [
        cut_text(title, rest - caption.column * unit if caption.columns is None else caption.columns * unit - 1)
        for caption, title in zip(grid.captions, titles, strict=False)
    ]


def row_margin(grid: Grid) -> int:
    """Return the columns that the name of a row takes."""
    return max(len(heading.text) for heading in grid.headings if heading.is_row) + 1


def line_heights(grid: Grid, needed: Sequence[int], rules: RowLines) -> list[int]:
    """Return the terminal lines of each line of the lattice. `needed`: the lines of text in each cell."""
    down, rule = grid.span[1], rules is RowLines.ALL
    heights = [0] * grid.lattice_size[1]
    for (_, y), lines in zip(grid.lattice, needed, strict=True):
        for at in range(y, y + down):
            heights[at] = max(heights[at], ceil((lines + rule) / down))
    return heights


class GridPicture:
    """A picture of a grid that is being drawn, with the names of its columns and rows."""

    def __init__(
        self,
        grid: Grid,
        unit: int,
        heights: Sequence[int],
        rules: RowLines = RowLines.NONE,
        inset: int = 0,
        titles: Sequence[str] = (),
    ) -> None:
        """Begin a picture with empty cells.

        Args:
            grid: The grid.
            unit: Terminal columns of a column of the lattice.
            heights: Terminal lines of each line of the lattice, with the rule above it.
            rules: The horizontal lines to be drawn.
            inset: Columns between the left edge of a cell and its text.
            titles: Titles of the boards, if there are several, which stand in the first line.
        """
        self._grid = grid
        self._unit = unit
        self._rules = rules
        self._inset = inset
        self._margin = row_margin(grid)
        above, below = grid.heading_lines
        above += bool(titles)
        self._starts = [*accumulate(heights, initial=above + (rules is RowLines.ENDS))]
        after = self._starts[-1] + (rules is not RowLines.NONE)
        names = {-1 - at: above - 1 - at for at in range(above)}
        self._heading_starts = names | {grid.lattice_size[1] + at: after + at for at in range(below)}
        right = max(x for x, _ in (*grid.lattice, *(heading.at for heading in grid.headings))) + grid.span[0]
        captions = [
            (self._column(each.column) + inset, title) for each, title in zip(grid.captions, titles, strict=False)
        ]
        wide = max((self._column(right), *(column + cell_len(title) for column, title in captions)))
        self._canvas = Canvas(wide + 1, after + below)
        self._joints: dict[tuple[int, int], int] = {}
        for heading in grid.headings:
            self._write_heading(heading)
        for column, title in captions:
            self._canvas.write(column, 0, title)

    def _column(self, x: int) -> int:
        return self._margin + x * self._unit

    def _line(self, y: int) -> int:
        """Return the terminal line of the first text in a line of the lattice."""
        return self._starts[y] + (self._rules is RowLines.ALL)

    def _write_heading(self, heading: GridHeading) -> None:
        x, y = heading.at
        line = self._heading_starts[y] if y in self._heading_starts else self._line(y)
        if heading.is_row:
            self._canvas.write(self._column(heading.beside[0]) - self._margin, line, heading.text)
        else:
            self._canvas.write(self._column(x) + self._inset, line, heading.text)

    def write(self, cell: int, lines: Sequence[str]) -> None:
        """Write lines into a cell."""
        x, y = self._grid.lattice[cell]
        for at, text in enumerate(lines):
            self._canvas.write(self._column(x) + self._inset, self._line(y) + at, text)

    def frame(self, cell: int) -> None:
        """Draw the edges of a cell."""
        (x, y), (across, down) = self._grid.lattice[cell], self._grid.span
        left, right = self._column(x), self._column(x + across)
        first = self._line(y)
        last = self._starts[y + down] - 1
        if self._grid.has_slants:
            self._frame_slants(cell, left, right, first, last)
            return
        for column in (left, right):
            for line in range(first, last + 1):
                self._join(column, line, UP | DOWN)
        is_ruled = self._rules is RowLines.ALL
        has_ends = self._rules is not RowLines.NONE
        if is_ruled or (has_ends and y == 0):
            self._rule(left, right, first - 1, DOWN)
        if is_ruled or (has_ends and y + down == self._grid.lattice_size[1]):
            self._rule(left, right, last + 1, UP)

    def _frame_slants(self, cell: int, left: int, right: int, first: int, last: int) -> None:
        """Draw the slanting edges of a cell, and the one above or below it."""
        is_turned = self._grid.is_turned(cell)
        for line in range(first, last + 1):
            self._canvas.write(left, line, "\\" if is_turned else "/")
            self._canvas.write(right, line, "/" if is_turned else "\\")
        if self._rules is RowLines.ALL:
            for column in range(left + 1, right):
                self._join(column, first - 1 if is_turned else last + 1, LEFT | RIGHT)

    def _rule(self, left: int, right: int, line: int, inwards: int) -> None:
        """Draw a horizontal line from which two vertical ones lead into the cell."""
        self._join(left, line, RIGHT | inwards)
        self._join(right, line, LEFT | inwards)
        for column in range(left + 1, right):
            self._join(column, line, LEFT | RIGHT)

    def _join(self, column: int, line: int, ends: int) -> None:
        self._joints[column, line] = self._joints.get((column, line), 0) | ends

    def mark_gaps(self, edges: Sequence[EdgeMark], signs: Signs, wide: int, room: int) -> None:
        """Write the marks of pieces between cells without frames; see `GridEdges.write_bare`."""
        self._edges().write_bare(self._canvas, edges, signs, wide, room)

    def _edges(self) -> GridEdges:
        columns = [self._column(x) for x in range(self._grid.lattice_size[0] + 1)]
        return GridEdges(self._grid, columns, self._starts)

    def lines(self, signs: Signs = ASCII_SIGNS, edges: Sequence[EdgeMark] = ()) -> list[str]:
        """Return the lines of the picture, with frames of these signs, and pieces on the frames between cells."""
        for (column, line), ends in self._joints.items():
            self._canvas.write(column, line, _joint(ends, signs))
        self._edges().write_framed(self._canvas, edges, self._rules is RowLines.ALL)
        return self._canvas.lines()


def _joint(ends: int, signs: Signs) -> str:
    """Return the sign at which lines meet."""
    upper_left, upper_right, lower_left, lower_right = signs.corners
    found = {
        LEFT | RIGHT: signs.across, UP | DOWN: signs.down,
        RIGHT | DOWN: upper_left, LEFT | DOWN: upper_right, RIGHT | UP: lower_left, LEFT | UP: lower_right,
        LEFT | RIGHT | DOWN: signs.joints[0], LEFT | RIGHT | UP: signs.joints[2],
        UP | DOWN | RIGHT: signs.joints[3], UP | DOWN | LEFT: signs.joints[4],
    }  # fmt: skip
    return found.get(ends, signs.joints[1])
