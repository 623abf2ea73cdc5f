"""Pieces in boxes between two spaces, such as roads and walls, as marks in a picture of the map."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len

from cli.board.canvas import Canvas
from cli.text.screen import Signs, cut_text

if TYPE_CHECKING:
    from cli.board.place_contents import PlaceContents
    from interpreter.presentation import Board
    from interpreter.rulebook import Grid

MOST_COLUMNS = 3
"""Maximum width of the marks on an upright edge of a frame: the edge and a blank on both sides."""


@dataclass(frozen=True, slots=True)
class EdgeMark:
    """The marks of the pieces between two spaces."""

    start: str
    end: str
    text: str


def find_edge_marks(board: Board, contents: PlaceContents) -> list[EdgeMark] | None:
    """Return the marks between spaces, one for each pair; None if the game has no boxes between spaces."""
    if not board.layout.joints:
        return None
    texts = {box.id: contents.format_marks(box) for box in board.boxes}
    found = defaultdict(list)
    for joint in board.layout.joints:
        if texts[joint.id]:
            found[frozenset((joint.start, joint.end))].append((joint, texts[joint.id]))
    return [EdgeMark(held[0][0].start, held[0][0].end, ",".join(text for _, text in held)) for held in found.values()]


def describe_edge_marks(board: Board) -> str:
    """Return the marks of the pieces between spaces, each once, with what those without an owner stand for."""
    shares = [share for box in board.boxes if box.id in board.layout.joint_ids for share in box.shares if share.pieces]
    owners = {share.seat.id for share in shares if share.seat is not None}
    nouns = {pieces.noun for share in shares if share.seat is None for pieces in share.pieces}
    marks = [seat.mark for seat in board.seats if seat.id in owners]
    return ", ".join([*marks, *(f"{noun[:1].upper()} ({noun})" for noun in sorted(nouns))])


class GridEdges:
    """Places of the edges between the cells of a grid's picture.

    Attributes:
        columns: Column at which each column of the lattice begins, and where the last one ends.
        lines: Line at which each line of the lattice begins, with the rule above it, and where the last one ends.
    """

    def __init__(self, grid: Grid, columns: Sequence[int], lines: Sequence[int]) -> None:
        self._grid = grid
        self._columns = columns
        self._lines = lines
        self._cells = {space_id: cell for cell, space_id in enumerate(grid.ids)}

    def write_framed(self, canvas: Canvas, marks: Sequence[EdgeMark], is_ruled: bool) -> None:
        """Write marks on the frames between cells. `is_ruled`: there are lines between the rows, too."""
        found: dict[tuple[int, int], list[str]] = defaultdict(list)
        for mark in marks:
            columns, lines = self._ranges(mark)
            if columns[0] <= columns[1] and (lines[0] < lines[1] or (is_ruled and lines[0] == lines[1])):
                found[_middle(columns, self._columns), _middle(lines, self._lines)].append(mark.text)
        for (column, line), texts in found.items():
            text = cut_text(",".join(texts), MOST_COLUMNS)
            canvas.write(column - cell_len(text) // 2, line, text)

    def write_bare(self, canvas: Canvas, marks: Sequence[EdgeMark], signs: Signs, wide: int, room: int) -> None:
        """Write marks with short lines between cells without frames.

        Args:
            canvas: The picture.
            marks: The marks.
            signs: Signs of the lines.
            wide: Columns of the texts of cells.
            room: Columns for the marks between cells whose corners meet.
        """
        found: dict[tuple[int, int], str] = {}
        for mark in marks:
            (left, right), (above, below) = self._ranges(mark)
            if left == right and above < below:
                begin = self._columns[left - self._grid.span[0]] + wide
                found[begin, self._lines[above]] = _in_middle(mark.text, self._columns[left] - begin, signs.across)
            elif above == below and left <= right:
                place = self._columns[left] - (room if left == right else 0), self._lines[above] - 1
                found[place] = cut_text(found.get(place, "") + self._sign(mark, signs) + mark.text, room)
        for (column, line), text in found.items():
            canvas.write(column, line, text)

    def _ranges(self, mark: EdgeMark) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the columns and the lines of the lattice that two cells share: where both begin, and where one ends.

        The end comes before the beginning if they don't touch, as cells at two edges that are joined.
        """
        one, other = (self._grid.lattice[self._cells[each]] for each in (mark.start, mark.end))
        across, down = self._grid.span
        return (
            (max(one[0], other[0]), min(one[0], other[0]) + across),
            (max(one[1], other[1]), min(one[1], other[1]) + down),
        )

    def _sign(self, mark: EdgeMark, signs: Signs) -> str:
        """Return the sign of the line to the upper one of two cells from the lower one."""
        (x, y), (to_x, to_y) = (self._grid.lattice[self._cells[each]] for each in (mark.start, mark.end))
        if x == to_x:
            return signs.down
        return "\\" if (x < to_x) == (y < to_y) else "/"


def _middle(shared: tuple[int, int], starts: Sequence[int]) -> int:
    return (starts[shared[0]] + starts[shared[1]]) // 2


def _in_middle(text: str, width: int, filling: str) -> str:
    """Return a text with a line on both sides, of this width."""
    before = (width - cell_len(text)) // 2
    return filling * before + text + filling * (width - cell_len(text) - before)
