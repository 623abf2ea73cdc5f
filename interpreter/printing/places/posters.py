"""Boards larger than a sheet: the parts that are printed on each, with overlaps to glue."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_uppercase

from interpreter.printing.layouts import Paper

EDGE = 8.0
"""Edge of a sheet without ink, in millimetres."""
OVERLAP = 10.0
"""Width of the strip that two neighbouring sheets both show, and where one is glued on the other."""
MOST_SHEETS = 6
MIN_RATIO, MAX_RATIO = 0.49, 2.05
"""Smallest and largest ratio of width to height of a poster."""


@dataclass(frozen=True, slots=True)
class PosterWindow:
    """The part of a poster on one sheet, from its left upper corner; the neighbours' names are empty if there are none.

    Attributes:
        name: Column and row, such as `B1`.
        right: Name of the sheet that is glued on its right edge.
        below: Name of the sheet that is glued on its lower edge.
    """

    name: str
    x: float
    y: float
    right: str
    below: str


@dataclass(frozen=True, slots=True)
class Poster:
    """A board of one or several sheets, in landscape if `flipped`; all measures in millimetres.

    Attributes:
        width: Width of the whole, without the edges of the sheets.
        height: Its height.
        sheet_width: Width of a sheet without its edges.
        sheet_height: Its height.
    """

    flipped: bool
    width: float
    height: float
    sheet_width: float
    sheet_height: float
    windows: tuple[PosterWindow, ...]

    @property
    def cuts(self) -> tuple[list[float], list[float]]:
        """Places at which one sheet ends on the next, across and down."""
        across, down = {window.x for window in self.windows}, {window.y for window in self.windows}
        return sorted(across - {0.0}), sorted(down - {0.0})


def posters(paper: Paper) -> Iterator[Poster]:
    """Yield all posters, those of fewest sheets first."""
    shapes = [
        (columns, rows)
        for columns in range(1, MOST_SHEETS + 1)
        for rows in range(1, MOST_SHEETS + 1)
        if columns * rows <= MOST_SHEETS
    ]
    for columns, rows in sorted(shapes, key=lambda shape: (shape[0] * shape[1], abs(shape[0] - shape[1]))):
        for flipped in (True, False):
            poster = _poster(paper, columns, rows, flipped)
            if MIN_RATIO <= poster.width / poster.height <= MAX_RATIO:
                yield poster


def single_sheet(poster: Poster) -> Poster:
    """Return a poster of the same size that is printed on one sheet."""
    window = PosterWindow(_name(0, 0), 0.0, 0.0, "", "")
    return Poster(False, poster.width, poster.height, poster.width, poster.height, (window,))


def _poster(paper: Paper, columns: int, rows: int, flipped: bool) -> Poster:
    wide, high = (each - 2 * EDGE for each in paper.dimensions(flipped))
    windows = tuple(
        PosterWindow(
            _name(column, row),
            column * (wide - OVERLAP),
            row * (high - OVERLAP),
            _name(column + 1, row) if column + 1 < columns else "",
            _name(column, row + 1) if row + 1 < rows else "",
        )
        for row in range(rows)
        for column in range(columns)
    )
    width, height = columns * (wide - OVERLAP) + OVERLAP, rows * (high - OVERLAP) + OVERLAP
    return Poster(flipped, width, height, wide, high, windows)


def _name(column: int, row: int) -> str:
    return f"{ascii_uppercase[column]}{row + 1}"
