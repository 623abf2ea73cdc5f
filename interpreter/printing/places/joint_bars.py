"""Bars of a printed map: boxes between two spaces, such as roads and walls, with the pieces that begin there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, degrees, hypot

from interpreter.presentation.names import Names
from interpreter.printing.places.piece_room import StartMark, start_marks
from interpreter.rulebook.model import Box, Rulebook

THICKNESS = 3.6
"""Largest thickness of a bar in millimetres."""
CELL_SHARE = 0.25
"""Largest thickness of a bar by the size of a cell."""
BESIDE = 1.0
"""Distance of two bars between the same spaces."""
LENGTH_SHARE = 0.8
"""Length of a bar by that of its line, or of the edge that it lies across."""
MAX_STEP = 1.6
"""Largest distance of two cells with a common edge, in cells; cells at two edges that are joined lie further apart."""
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class JointBar:
    """A bar around its middle.

    Attributes:
        turn: Degrees by which it is turned, clockwise from level.
        starts: Pieces that begin there.
    """

    id: str
    title: str
    middle: Point
    length: float
    thickness: float
    turn: float
    starts: tuple[StartMark, ...]


@dataclass(frozen=True, slots=True)
class BarRoom:
    """Room for bars between spaces.

    Attributes:
        middles: Centres of the spaces.
        lines: Both ends of the lines between spaces; bars lie along them.
        cell: Width and height of the room in a grid's cell, else None. Between cells without a line, bars lie on edges.
    """

    middles: Mapping[str, Point]
    lines: Mapping[frozenset[str], tuple[Point, Point]]
    cell: Point | None = None

    def bars(self, book: Rulebook, names: Names) -> tuple[JointBar, ...]:
        """Return a bar for each box between two spaces."""
        alike: dict[frozenset[str], list[Box]] = defaultdict(list)
        for box in book.boxes:
            if box.joins is not None:
                alike[frozenset(box.joins)].append(box)
        return tuple(bar for boxes in alike.values() for bar in self._between(book, names, boxes))

    def _between(self, book: Rulebook, names: Names, boxes: Sequence[Box]) -> Iterator[JointBar]:
        """Yield the bars of boxes between the same spaces; none if these don't touch in the picture.

        Along a line they lie beside each other, on an edge one behind the other.
        """
        assert boxes[0].joins is not None
        line = self.lines.get(frozenset(boxes[0].joins))
        start, end = line or (self.middles[boxes[0].joins[0]], self.middles[boxes[0].joins[1]])
        across, down = end[0] - start[0], end[1] - start[1]
        far = hypot(across, down) or 1.0
        if line is not None:
            length, thickness = far * LENGTH_SHARE, THICKNESS
            step, turn = thickness + BESIDE, degrees(atan2(down, across))
        elif self.cell is not None and far <= MAX_STEP * max(self.cell):
            step, turn = min(self.cell) * LENGTH_SHARE / len(boxes), degrees(atan2(down, across)) + 90
            length, thickness = step - BESIDE, min(THICKNESS, CELL_SHARE * min(self.cell))
        else:
            return
        for at, box in enumerate(boxes):
            aside = (at - (len(boxes) - 1) / 2) * step / far
            middle = (start[0] + end[0]) / 2 - down * aside, (start[1] + end[1]) / 2 + across * aside
            starts = start_marks(book, names, box.id)
            yield JointBar(box.id, names.localize(box.title), middle, length, thickness, turn, starts)
