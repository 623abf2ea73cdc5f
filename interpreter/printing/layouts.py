"""Layouts of pieces on sheets: margins, gaps and cut marks are YAML files, positions are computed from them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from interpreter.support.errors import Location, Problem, RulebookError
from interpreter.support.package_data import read_package_yaml
from interpreter.support.similar_words import closest_match

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in portrait, in millimetres."""
CARD_SIZES = {
    "poker": (63.0, 88.0),
    "bridge": (57.0, 89.0),
    "tarot": (70.0, 120.0),
    "mini": (44.0, 68.0),
    "square": (70.0, 70.0),
}
"""Width and height of cards by trade name, in millimetres."""
MIN_CARD_SIZE = 20.0
_SIZE = re.compile(r"([0-9]{1,3}(?:\.[0-9])?)x([0-9]{1,3}(?:\.[0-9])?)(?:mm)?")
_FOLDER = Path(__file__).parent / "layouts"


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet in portrait, in millimetres."""

    name: str
    width: float
    height: float

    def dimensions(self, flipped: bool) -> tuple[float, float]:
        """Return width and height, in landscape if `flipped`."""
        return (self.height, self.width) if flipped else (self.width, self.height)


def paper_named(name: str) -> Paper:
    """Return a paper by name. Raise RulebookError for an unknown name."""
    if name not in PAPERS:
        message = f"there is no paper `{name}`; the papers are: {', '.join(PAPERS)}"
        raise RulebookError(Problem(Location("--paper"), "unknown-paper", message, closest_match(name, PAPERS)))
    return Paper(name, *PAPERS[name])


@dataclass(frozen=True, slots=True)
class CutMark:
    """A line outside the pieces that shows where to cut, in millimetres."""

    start: tuple[float, float]
    end: tuple[float, float]
    width: float


@dataclass(frozen=True, slots=True)
class PieceGrid:
    """Positions of pieces of one size on a sheet, in millimetres.

    Attributes:
        flipped: True if the sheet is in landscape.
        width: Width of a piece after cutting.
        height: Its height.
        bleed: Ink beyond each edge of a piece.
        columns: Number of pieces beside each other.
        rows: Number of rows.
        spots: Left upper corners of the pieces, row by row.
        back_spots: Corners of their backs: on the back of the sheet, with the columns mirrored, or beyond the fold.
        fold: Height of the fold between fronts and backs on the same side; None if backs are on the back.
        marks: Cut marks of a side.
    """

    flipped: bool
    width: float
    height: float
    bleed: float
    columns: int
    rows: int
    spots: tuple[tuple[float, float], ...]
    back_spots: tuple[tuple[float, float], ...]
    fold: float | None
    marks: tuple[CutMark, ...]

    @property
    def left(self) -> float:
        """Distance of the first piece from the sheet's left edge."""
        return self.spots[0][0]

    @property
    def top(self) -> float:
        """Distance of the first piece from the sheet's upper edge."""
        return self.spots[0][1]

    @property
    def capacity(self) -> int:
        """Number of pieces on a sheet."""
        return len(self.spots)

    @property
    def bottom(self) -> float:
        """Height below which nothing is on the sheet."""
        return max(mark.end[1] for mark in self.marks)

    def first_rows(self, rows: int) -> PieceGrid:
        """Return the grid with its first rows only, whose cut marks stand around them. It has no fold."""
        size = rows * self.columns
        below, last = (spots[-1][1] + self.height for spots in (self.spots[:size], self.spots))
        marks = []
        for mark in self.marks:
            if mark.start[1] <= below:
                marks.append(mark)
            elif mark.start[1] > last:  # of a vertical cut
                marks.append(
                    replace(mark, start=_higher(mark.start, last - below), end=_higher(mark.end, last - below))
                )
        return replace(self, rows=rows, spots=self.spots[:size], back_spots=self.back_spots[:size], marks=tuple(marks))


def _higher(point: tuple[float, float], distance: float) -> tuple[float, float]:
    return point[0], point[1] - distance


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """Rules by which pieces are laid on sheets, in millimetres.

    Attributes:
        name: Name of the layout's file.
        margin: Edge of the sheet without ink.
        bleed: Ink beyond each edge of a piece.
        gap: Distance between the bleeds of two pieces.
        fold: Distance of the ink from a fold across the sheet; None without a fold.
        mark_length: Length of a cut mark.
        mark_distance: Distance of a cut mark from the ink.
        mark_width: Its width.
    """

    name: str
    margin: float
    bleed: float
    gap: float
    fold: float | None
    mark_length: float
    mark_distance: float
    mark_width: float

    def arrange(self, size: tuple[float, float], paper: Paper) -> PieceGrid | None:
        """Return the arrangement with the most pieces of a size on a sheet; None if none fits."""
        best = max((self._grid(size, paper, flipped) for flipped in (False, True)), key=lambda grid: grid.capacity)
        return best if best.capacity else None

    def _grid(self, size: tuple[float, float], paper: Paper, flipped: bool) -> PieceGrid:
        sheet = paper.dimensions(flipped)
        pitch = [each + 2 * self.bleed + self.gap for each in size]
        across, down = sheet if self.fold is None else (sheet[0], sheet[1] / 2)
        edges = 2 * self.margin, self.margin + (self.margin if self.fold is None else self.fold)
        columns, rows = (
            int((room - edge + self.gap + 1e-9) // each)
            for room, edge, each in zip((across, down), edges, pitch, strict=True)
        )
        left = (across - columns * pitch[0] + self.gap) / 2 + self.bleed
        height = rows * pitch[1] - self.gap
        top = ((down - height) / 2 if self.fold is None else down - self.fold - height) + self.bleed
        spots = tuple(
            (left + column * pitch[0], top + row * pitch[1]) for row in range(rows) for column in range(columns)
        )
        if self.fold is None:
            backs = tuple((sheet[0] - x - size[0], y) for x, y in spots)
        else:
            backs = tuple((x, sheet[1] - y - size[1]) for x, y in spots)
        marks = self.cut_marks(spots if self.fold is None else (*spots, *backs), size) if spots else ()
        fold = None if self.fold is None else down
        return PieceGrid(flipped, *size, self.bleed, columns, rows, spots, backs, fold, marks)

    def cut_marks(self, spots: Sequence[tuple[float, float]], size: tuple[float, float]) -> tuple[CutMark, ...]:
        """Return the marks at both ends of each cut, outside all pieces."""
        (right, bottom) = (max(spot[axis] for spot in spots) + size[axis] for axis in (0, 1))
        (left, top) = (min(spot[axis] for spot in spots) for axis in (0, 1))
        near = self.bleed + self.mark_distance
        far = near + self.mark_length
        found = []
        for x in dict.fromkeys(round(edge, 3) for spot in spots for edge in (spot[0], spot[0] + size[0])):
            found += [((x, top - far), (x, top - near)), ((x, bottom + near), (x, bottom + far))]
        for y in dict.fromkeys(round(edge, 3) for spot in spots for edge in (spot[1], spot[1] + size[1])):
            found += [((left - far, y), (left - near, y)), ((right + near, y), (right + far, y))]
        return tuple(CutMark(start, end, self.mark_width) for start, end in found)


def load_layout(name: str) -> SheetLayout:
    """Return a layout of the program's own by the name of its file."""
    said = read_package_yaml(_FOLDER / f"{name}.yaml")
    marks = said["marks"]
    return SheetLayout(
        name,
        float(said["margin"]),
        float(said["bleed"]),
        float(said["gap"]),
        float(said["fold"]) if "fold" in said else None,
        float(marks["length"]),
        float(marks["distance"]),
        float(marks["width"]),
    )


def bare_grid(size: tuple[float, float], bleed: float, columns: int, rows: int) -> PieceGrid:
    """Return pieces edge to edge on a sheet that is no larger than they and their bleed, without marks."""
    width, height = (each + 2 * bleed for each in size)
    spots = tuple((bleed + column * width, bleed + row * height) for row in range(rows) for column in range(columns))
    backs = tuple((columns * width - x - size[0], y) for x, y in spots)
    return PieceGrid(False, *size, bleed, columns, rows, spots, backs, None, ())


def card_grid(size: str, paper: Paper, fold: str = "duplex", has_bleed: bool = False) -> PieceGrid:
    """Return the arrangement of cards on a sheet. Raise RulebookError if none fits.

    Args:
        size: A trade name or a size such as `63x88mm`.
        paper: The sheet.
        fold: Place of the backs: `duplex` for the back of the sheet, `gutter` for beside the fronts, beyond a fold.
            Cards beside a fold always have bleed.
        has_bleed: True for ink beyond the cards' edges.
    """
    width, height = _size(size)
    grid = load_layout("gutter" if fold == "gutter" else "bleed" if has_bleed else "touching").arrange(
        (width, height), paper
    )
    if grid is None:
        message = (
            f"a card of {width:g} x {height:g} mm is too large for a sheet of {paper.width:g} x {paper.height:g} mm"
        )
        raise RulebookError(Problem(Location(f"--size {size}"), "bad-size", message))
    return grid


def _size(size: str) -> tuple[float, float]:
    if size in CARD_SIZES:
        return CARD_SIZES[size]
    where = Location(f"--size {size}")
    found = _SIZE.fullmatch(size.replace(" ", "").replace("×", "x"))
    if found is None:
        message = f"this isn't a card size; write one such as 63x88mm, or one of {', '.join(CARD_SIZES)}"
        raise RulebookError(Problem(where, "bad-size", message, closest_match(size, CARD_SIZES)))
    width, height = float(found[1]), float(found[2])
    if min(width, height) < MIN_CARD_SIZE:
        raise RulebookError(Problem(where, "bad-size", f"a card is at least {MIN_CARD_SIZE:g} mm wide and high"))
    return width, height
