"""A map as it is printed: where its spaces and the ways between them stand, in millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from interpreter.presentation.boards import links
from interpreter.presentation.names import Names
from interpreter.presentation.places import places
from interpreter.printing.marks import reconstructed
from interpreter.printing.paper import EDGE, Paper
from interpreter.printing.tints import OF_SPACES, Tint, Tints
from interpreter.rulebook.model import Map, Rulebook, Space

HEADING = 16.0
"""Millimetres above a map."""
LEGEND = 8.0
"""And below it."""
MARGIN = 2 * EDGE
SHAPES = (1.3, 1.6, 1.9, 2.2, 2.6)
"""How much wider than high a space may be."""
LARGEST = (56.0, 34.0)
GAP = 0.92
"""So much of the room between two spaces they may take."""
CELL = 50.0
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class SpaceBox:
    """A space by its middle. `closed`: it takes no pieces; `marked`: something of it is reconstructed."""

    id: str
    title: str
    traits: tuple[str, ...]
    middle: Point
    closed: bool
    marked: bool
    tints: tuple[Tint, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """A line between the edges of two spaces; one way only: towards its end."""

    start: Point
    end: Point
    both: bool


@dataclass(frozen=True, slots=True)
class MapSheet:
    """A map on a sheet, which lies if `flipped`. All spaces are so wide and high; cells touch each other."""

    flipped: bool
    cells: bool
    width: float
    height: float
    spaces: tuple[SpaceBox, ...]
    ways: tuple[Way, ...]


def map_sheet(book: Rulebook, names: Names, paper: Paper) -> MapSheet | None:
    """The map, on the sheet upright or lying as there is more room for its spaces; None if there is none."""
    if not book.map.spaces:
        return None
    return max((_laid(book, names, paper, flipped) for flipped in (True, False)), key=lambda sheet: sheet.height)


def _laid(book: Rulebook, names: Names, paper: Paper, flipped: bool) -> MapSheet:
    across, down = paper.turned(flipped)
    area = across - 2 * MARGIN, down - 2 * MARGIN - HEADING - LEGEND
    grid = book.map.grid
    if grid is not None:
        side = min(area[0] / grid.columns, area[1] / grid.rows, CELL)
        size = side, side
        left, top = (across - side * grid.columns) / 2, MARGIN + HEADING + (area[1] - side * grid.rows) / 2
        middles = {
            space.id: (left + space.at[0] * grid.columns * side, top + space.at[1] * grid.rows * side)
            for space in book.map.spaces
            if space.at is not None
        }
    else:
        at = places(book.map)
        size = _size(list(at.values()), area)
        middles = {
            id: (
                MARGIN + size[0] / 2 + x * (area[0] - size[0]),
                MARGIN + HEADING + size[1] / 2 + y * (area[1] - size[1]),
            )
            for id, (x, y) in at.items()
        }
    tints = Tints(book)
    boxes = tuple(_box(space, book.map, names, tints, middles[space.id]) for space in book.map.spaces)
    ways = () if grid is not None else tuple(_ways(book, middles, size))
    return MapSheet(flipped, grid is not None, *size, boxes, ways)


def _box(space: Space, board: Map, names: Names, tints: Tints, middle: Point) -> SpaceBox:
    traits = (part.replace("_", " ") for part in names.carried(space.attributes, board.attributes))
    title = names.say(space.title)
    return SpaceBox(
        names.safe(space.id), title, tuple(traits), middle, space.closed, reconstructed(space.source),
        tints.of(OF_SPACES, board.attributes, space.attributes),
    )  # fmt: skip


def _size(places: Sequence[Point], area: Point) -> Point:
    """The largest size, of a few shapes, with which no two spaces cover each other; their middles are spread over what
    of the area is left beside the outer ones."""
    wide, high = area
    found = []
    for shape in SHAPES:
        room = min(
            (
                max(across * wide / (shape * (1 + across)), down * high / (1 + down))
                for across, down in ((abs(a[0] - b[0]), abs(a[1] - b[1])) for a, b in combinations(places, 2))
            ),
            default=high,
        )
        height = min(room * GAP, LARGEST[1], LARGEST[0] / shape)
        found.append((height * shape, height))
    return max(found, key=lambda size: size[0] * size[1])


def _ways(book: Rulebook, middles: dict[str, Point], size: Point) -> list[Way]:
    found = []
    for link in links(book):
        start, end = middles[link.start], middles[link.end]
        found.append(Way(_edge(start, end, size), _edge(end, start, size), link.both))
    return found


def _edge(of: Point, towards: Point, size: Point) -> Point:
    """Where a line from the middle of a space to another leaves it."""
    across, down = towards[0] - of[0], towards[1] - of[1]
    share = min(
        (size[axis] / 2 / abs(way) for axis, way in enumerate((across, down)) if way),
        default=0.0,
    )
    share = min(share, 0.5)
    return of[0] + across * share, of[1] + down * share
