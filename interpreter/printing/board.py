"""Boards for print: the map, with spaces and connections in millimetres, and the tracks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from interpreter.presentation.board.map_layout import (
    find_connections,
    find_neighbours,
    has_coordinates,
    layout_in_rows,
    layout_spaces,
)
from interpreter.presentation.names import Names
from interpreter.printing.appearance import PRINT_MARGIN, SPACE_TINT_KINDS, Tint, Tints, is_reconstructed
from interpreter.printing.layouts import Paper
from interpreter.printing.print_job import PrintJob, TextOverflow
from interpreter.printing.tracks import PrintedTrack, printed_tracks
from interpreter.rulebook.model import Map, Rulebook, Space
from interpreter.support.errors import Location, Problem

HEADING_HEIGHT = 16.0
"""Height of the heading above a map, in millimetres."""
LEGEND_HEIGHT = 8.0
"""Height of the legend below a map, in millimetres."""
MARGIN = 2 * PRINT_MARGIN
ASPECT_RATIOS = (1.3, 1.6, 1.9, 2.2, 2.6)
"""Possible ratios of width to height of a space."""
MAX_SPACE_SIZE = (56.0, 34.0)
FILL_RATIO = 0.92
"""Share of the distance between two spaces that they may occupy."""
MIN_LABELLED_HEIGHT = 12.0
"""Height in millimetres below which a space has hardly room for its name.

If the rules give no positions, such spaces are arranged in rows.
"""
MAX_CELL_SIZE = 50.0
MIN_LABELLED_CELL = 8.0
"""Size in millimetres below which a cell's name is left out if it is only its column and row."""
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class SpaceBox:
    """A space at its centre.

    Attributes:
        traits: Attributes in words.
        closed: True if the space takes no pieces.
        marked: True if some of its facts are reconstructed.
        tints: Colours, likeliest first.
        where: Position in the rules.
        turned: True for a grid's cell that is upside down.
    """

    id: str
    title: str
    traits: tuple[str, ...]
    middle: Point
    closed: bool
    marked: bool
    tints: tuple[Tint, ...]
    where: Location
    turned: bool = False


@dataclass(frozen=True, slots=True)
class ConnectionLine:
    """A line between the edges of two spaces; a one-way connection points to `end`."""

    start: Point
    end: Point
    both: bool


@dataclass(frozen=True, slots=True)
class MapSheet:
    """A map on a sheet, in landscape if `flipped`. All spaces have the same size; grid cells touch each other.

    Attributes:
        outline: Corners of a grid's cell, as seen from its centre; a space that isn't a cell is a box.
        width: Width of a space, or of the room for text in a cell.
        height: Its height.
    """

    flipped: bool
    outline: tuple[Point, ...]
    width: float
    height: float
    spaces: tuple[SpaceBox, ...]
    ways: tuple[ConnectionLine, ...]


@dataclass(frozen=True, slots=True)
class BoardSheets:
    """The map and the tracks of a game."""

    map: MapSheet | None
    tracks: tuple[PrintedTrack, ...]

    def explain(self, overflow: TextOverflow) -> Problem:
        """Return the problem of a space whose text doesn't fit."""
        spaces = () if self.map is None else self.map.spaces
        where = next((space.where for space in spaces if space.id == overflow.id), Location("map"))
        message = f"the text in `{overflow.id}` is {overflow}; shorten it, or place spaces farther apart (`at`)"
        return Problem(where, "too-long", message)


def board_sheets(job: PrintJob) -> BoardSheets | None:
    """Return the map and the tracks; None if the game has neither."""
    board = map_sheet(job.book, job.names, job.paper)
    tracks = printed_tracks(job.book, job.names, job.speech)
    return BoardSheets(board, tracks) if board or tracks else None


def map_sheet(book: Rulebook, names: Names, paper: Paper) -> MapSheet | None:
    """Return the map in the orientation with the larger spaces; None if the game has no map."""
    if not book.map.spaces:
        return None
    return max((_layout_map(book, names, paper, flipped) for flipped in (True, False)), key=lambda sheet: sheet.height)


def _layout_map(book: Rulebook, names: Names, paper: Paper, flipped: bool) -> MapSheet:
    across, down = paper.dimensions(flipped)
    left, top = MARGIN, MARGIN + HEADING_HEIGHT
    area = across - 2 * MARGIN, down - top - MARGIN - LEGEND_HEIGHT
    grid = book.map.grid
    if grid is not None:
        side = min(area[0] / grid.size[0], area[1] / grid.size[1], MAX_CELL_SIZE)
        used = side * grid.size[0], side * grid.size[1]
        left, top = left + (area[0] - used[0]) / 2, top + (area[1] - used[1]) / 2
        middles = {
            each.id: (left + each.at[0] * used[0], top + each.at[1] * used[1]) for each in book.map.spaces if each.at
        }
        laid = _sheet(book, names, flipped, (side * grid.text_size[0], side * grid.text_size[1]), middles, rows=False)
        boxes = tuple(replace(box, turned=grid.is_turned(cell)) for cell, box in enumerate(laid.spaces))
        return replace(laid, spaces=boxes, outline=tuple((side * x, side * y) for x, y in grid.outline))
    at = layout_spaces(book.map)
    size = _size(list(at.values()), area)
    rows = size[1] < MIN_LABELLED_HEIGHT and not has_coordinates(book.map)
    if rows:
        at = layout_in_rows(book.map)
        size = _size(list(at.values()), area)
    room = area[0] - size[0], area[1] - size[1]
    middles = {
        space_id: (left + size[0] / 2 + x * room[0], top + size[1] / 2 + y * room[1]) for space_id, (x, y) in at.items()
    }
    return _sheet(book, names, flipped, size, middles, rows)


def _sheet(book: Rulebook, names: Names, flipped: bool, size: Point, middles: dict[str, Point], rows: bool) -> MapSheet:
    """Return the map with its spaces at their positions. Spaces in rows list their neighbours in place of lines."""
    cells = book.map.grid is not None
    tints = Tints(book)
    boxes = []
    for space in book.map.spaces:
        box = _box(space, book.map, names, tints, middles[space.id])
        if rows:
            box = replace(box, traits=(*box.traits, *_neighbours(book, space.id, names)))
        if cells and size[0] < MIN_LABELLED_CELL and space.is_plain_cell:
            box = replace(box, title="")
        boxes.append(box)
    ways = () if cells or rows else tuple(_connection_lines(book, middles, size))
    return MapSheet(flipped, (), *size, tuple(boxes), ways)


def _neighbours(book: Rulebook, space_id: str, names: Names) -> list[str]:
    found = find_neighbours(book, space_id)
    kinds = (("↔", found.both), ("→", found.out_only), ("←", found.into_only))
    return [f"{arrow} {', '.join(map(names.title_of, spaces))}" for arrow, spaces in kinds if spaces]


def _box(space: Space, board: Map, names: Names, tints: Tints, middle: Point) -> SpaceBox:
    traits = (part.replace("_", " ") for part in names.list_attributes(space.attributes, board.attributes))
    return SpaceBox(
        id=names.safe(space.id),
        title=names.localize(space.title),
        traits=tuple(traits),
        middle=middle,
        closed=space.closed,
        marked=is_reconstructed(space.source),
        tints=tints.of(SPACE_TINT_KINDS, board.attributes, space.attributes),
        where=space.where,
    )


def _size(places: Sequence[Point], area: Point) -> Point:
    """Return the largest size without overlaps of spaces, out of several shapes.

    Positions are fractions of the area inset by half a space on each side.
    """
    wide, high = area
    found = []
    for shape in ASPECT_RATIOS:
        room = min(
            (
                max(across * wide / (shape * (1 + across)), down * high / (1 + down))
                for across, down in ((abs(a[0] - b[0]), abs(a[1] - b[1])) for a, b in combinations(places, 2))
            ),
            default=high,
        )
        height = min(room * FILL_RATIO, MAX_SPACE_SIZE[1], MAX_SPACE_SIZE[0] / shape)
        found.append((height * shape, height))
    return max(found, key=lambda size: size[0] * size[1])


def _connection_lines(book: Rulebook, middles: dict[str, Point], size: Point) -> list[ConnectionLine]:
    found = []
    for link in find_connections(book):
        start, end = middles[link.start], middles[link.end]
        found.append(ConnectionLine(_edge_point(start, end, size), _edge_point(end, start, size), link.is_two_way))
    return found


def _edge_point(of: Point, towards: Point, size: Point) -> Point:
    """Return the point at which the line between the centres of two spaces leaves the first one."""
    across, down = towards[0] - of[0], towards[1] - of[1]
    share = min(
        (size[axis] / 2 / abs(way) for axis, way in enumerate((across, down)) if way),
        default=0.0,
    )
    share = min(share, 0.5)
    return of[0] + across * share, of[1] + down * share
