"""Map for print: positions of spaces and connections in millimetres, on one sheet or several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, inf

from interpreter.presentation.board.contents import BoardLook
from interpreter.presentation.board.document import Connection
from interpreter.presentation.board.map_layout import (
    find_connections,
    find_neighbours,
    has_coordinates,
    layout_in_rows,
    layout_spaces,
)
from interpreter.presentation.names import Names
from interpreter.printing.appearance import is_reconstructed
from interpreter.printing.layouts import Paper
from interpreter.printing.places.joint_bars import BarRoom, JointBar
from interpreter.printing.places.piece_room import StartMark, space_footprints, space_size, start_marks
from interpreter.printing.places.posters import Poster, posters
from interpreter.printing.places.separation import ROUNDING, move_apart
from interpreter.rulebook.boards.grid import Grid
from interpreter.rulebook.model import Rulebook, Space
from interpreter.support.errors import Location

HEADING_HEIGHT = 14.0
"""Height of the heading above a map, in millimetres."""
LEGEND_HEIGHT = 7.0
"""Height of the legend below a map, in millimetres."""
CAPTION_HEIGHT = 7.0
"""Height of the titles above several grids, in millimetres."""
CAPTION_GAP = 2.0
"""Distance between a title and its grid, and between two titles."""
MARGIN = 2.0
"""Distance of the spaces from the edge of the poster."""
SPACE_GAP = (7.0, 6.0)
"""Distance between two spaces, across and down."""
GROWTH = (1.45, 1.3, 1.2, 1.1, 1.0)
"""Factors by which spaces are larger than needed, if the map still fits on as many sheets."""
SHRINKAGE = (1.0, 0.85, 0.7, 0.6, 0.5, 0.4, 0.32, 0.25, 0.2, 0.15, 0.1)
"""Factors by which spaces are smaller than needed if the map doesn't fit on the largest poster."""
MAX_SHARE = 0.9
"""Largest share of an area that spaces with their gaps may cover."""
MAX_COST = 1.2
"""Largest cost of a layout, unless there is no other: sizes of a space by which one is moved, and hidden lines."""
CUT_GAP = 1.5
"""Least distance of a space from the end of a sheet, in millimetres."""
CUT_SPACE = 0.5
"""Cost of a space that two sheets share."""
HIDDEN_LINE = 0.2
"""Cost of a line that runs behind a space."""
MAX_CELL_SIZE = 50.0
CELL_GAP = 3.0
"""Distance of a piece in a cell from its edges, both sides together."""
MIN_LABELLED_CELL = 8.0
"""Size in millimetres below which a cell's name is left out if it is only its column and row."""
TITLE_LETTER, TITLE_LINE = 2.0, 5.0
"""Usual width of a letter in a space's name, and height of a line, in millimetres."""
BADGE_LETTER, BADGE_LINE = 1.45, 4.6
LINE_HEIGHT = 3.6
"""Height of a line of small text."""
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class SpaceBadge:
    """An attribute of a space in words, with its colour or an empty text."""

    text: str
    colour: str


@dataclass(frozen=True, slots=True)
class SpaceBox:
    """A space at its centre.

    Attributes:
        lines: Its neighbours, on a map without lines.
        starts: Pieces that begin there.
        closed: True if the space takes no pieces.
        marked: True if some of its facts are reconstructed.
        colour: A colour's name or `#rrggbb`; empty if the rules give none.
        where: Position in the rules.
        turned: True for a grid's cell that is upside down.
    """

    id: str
    title: str
    badges: tuple[SpaceBadge, ...]
    lines: tuple[str, ...]
    starts: tuple[StartMark, ...]
    middle: Point
    closed: bool
    marked: bool
    colour: str
    where: Location
    turned: bool


@dataclass(frozen=True, slots=True)
class ConnectionLine:
    """A line between the edges of two spaces; a one-way connection points to `end`."""

    start: Point
    end: Point
    both: bool


@dataclass(frozen=True, slots=True)
class SheetCaption:
    """The title of one of several grids on a sheet: its left lower end, and its room."""

    text: str
    left: float
    bottom: float
    room: float


@dataclass(frozen=True, slots=True)
class MapSheet:
    """A map on a poster. All spaces have the same size; grid cells touch each other.

    Attributes:
        outline: Corners of a grid's cell, as seen from its centre; a space that isn't a cell is a box.
        width: Width of a space, or of the room for text in a cell.
        height: Its height.
        bars: Boxes between two spaces.
        captions: Titles of the grids, if there are several.
    """

    poster: Poster
    outline: tuple[Point, ...]
    width: float
    height: float
    spaces: tuple[SpaceBox, ...]
    ways: tuple[ConnectionLine, ...]
    bars: tuple[JointBar, ...] = ()
    captions: tuple[SheetCaption, ...] = ()


def map_sheet(book: Rulebook, names: Names, paper: Paper) -> MapSheet | None:
    """Return the map on as few sheets as its pieces allow; None if the game has no map."""
    if not book.map.spaces:
        return None
    if book.map.grid is not None:
        return _grid_sheet(book, names, paper, book.map.grid)
    is_free = has_coordinates(book.map) or bool(book.map.edges)
    found = _free_sheet(book, names, paper, in_rows=False) if is_free else None
    return found or _free_sheet(book, names, paper, in_rows=True)


def _area(poster: Poster) -> Point:
    """Return the room for spaces on a poster."""
    return poster.width - 2 * MARGIN, poster.height - HEADING_HEIGHT - LEGEND_HEIGHT - MARGIN


def _grid_sheet(book: Rulebook, names: Names, paper: Paper, grid: Grid) -> MapSheet:
    """Return a grid whose cells have room for the largest piece; on one sheet if that needs too many."""
    forms = [each.form for each in space_footprints(book)]
    largest = max((max(form.width, form.height) for form in forms), default=0)
    needed = (largest + CELL_GAP) / min(grid.text_size) if largest else 0.0
    titled = CAPTION_HEIGHT if grid.captions else 0.0

    def area_on(poster: Poster) -> Point:
        width, height = _area(poster)
        return width, height - titled

    def side_on(poster: Poster) -> float:
        return min(MAX_CELL_SIZE, *(room / each for room, each in zip(area_on(poster), grid.size, strict=True)))

    possible = [*posters(paper)]
    one = max((each for each in possible if len(each.windows) == 1), key=side_on)
    poster = next((each for each in (one, *possible) if side_on(each) >= needed), one)
    side = side_on(poster) if poster is one else needed
    area, used = area_on(poster), tuple(side * each for each in grid.size)
    reach = tuple(side * max(abs(corner[axis]) for corner in grid.outline) for axis in (0, 1))
    left, top = (
        edge
        + _offset(
            area[axis] - used[axis],
            [cut - edge for cut in poster.cuts[axis]],
            [each.at[axis] * used[axis] for each in book.map.spaces if each.at],
            reach[axis],
        )
        for axis, edge in enumerate((MARGIN, HEADING_HEIGHT + titled))
    )
    middles = {
        each.id: (left + each.at[0] * used[0], top + each.at[1] * used[1]) for each in book.map.spaces if each.at
    }
    size = side * grid.text_size[0], side * grid.text_size[1]
    look = BoardLook(book, names)

    def is_named(space: Space) -> bool:
        return size[0] >= MIN_LABELLED_CELL or not book.map.is_plain_cell(space)

    boxes = tuple(
        _box(space, look, middles[space.id], (), turned=grid.is_turned(cell), is_named=is_named(space))
        for cell, space in enumerate(book.map.spaces)
    )
    captions = tuple(_captions(grid, names, (left, top), side, MARGIN + area[0]))
    crossings = [link for link in find_connections(book) if (link.start, link.end) in book.map.crossings]
    ways = _connection_lines(crossings, middles, size)
    bars = BarRoom(middles, _ends_of(crossings, ways), size).bars(book, names)
    outline = tuple((side * x, side * y) for x, y in grid.outline)
    return MapSheet(poster, outline, *size, boxes, tuple(ways), bars, captions)


def _offset(slack: float, cuts: Sequence[float], middles: Sequence[float], reach: float) -> float:
    """Return the distance of a grid from the edge of its room: in the middle, or where sheets end on fewest cells.

    Args:
        slack: The largest distance.
        cuts: Where sheets end, from the edge of the room.
        middles: The middles of cells, from the edge of the grid.
        reach: The largest distance of a cell's corners from its middle.
    """

    def cost(offset: float) -> tuple[int, float]:
        is_cut = (abs(offset + middle - cut) < reach - ROUNDING for middle in middles for cut in cuts)
        return sum(is_cut), abs(offset - slack / 2)

    beside = (cut - middle + way * reach for cut in cuts for middle in {*middles} for way in (1, -1))
    return min((slack / 2, *(each for each in beside if 0 <= each <= slack)), key=cost)


def _captions(grid: Grid, names: Names, corner: Point, side: float, right: float) -> Iterator[SheetCaption]:
    """Yield the titles of several grids whose upper left corner this is, up to the right edge."""
    left, top = corner
    for title, (x, room) in zip(names.board_titles, map(grid.drawn_caption, grid.captions), strict=True):
        begin = left + side * x
        yield SheetCaption(
            title, begin, top - CAPTION_GAP, right - begin if room is None else side * room - CAPTION_GAP
        )


def _free_sheet(book: Rulebook, names: Names, paper: Paper, in_rows: bool) -> MapSheet | None:
    """Return a map of boxes with lines between them; in rows, the boxes name their neighbours.

    None if it doesn't fit on the largest poster, unless it is in rows.
    """
    look = BoardLook(book, names)
    at = layout_in_rows(book.map) if in_rows else layout_spaces(book.map)
    lines = {space.id: tuple(_neighbours(book, space.id, names)) if in_rows else () for space in book.map.spaces}
    drafts = [_box(space, look, (0.0, 0.0), lines[space.id]) for space in book.map.spaces]
    needed = space_size(
        space_footprints(book), lambda width: max(_band(box, width) for box in drafts), _least_width(drafts)
    )

    def drawn(layout: SpreadLayout) -> MapSheet:
        boxes = tuple(_box(space, look, layout.middles[space.id], lines[space.id]) for space in book.map.spaces)
        ways = _connection_lines(links, layout.middles, layout.size)
        bars = BarRoom(layout.middles, _ends_of(links, ways)).bars(book, names)
        return MapSheet(layout.poster, (), *layout.size, boxes, tuple(ways), bars)

    may_shrink = in_rows or has_coordinates(book.map)
    links = () if in_rows else tuple(find_connections(book))
    for factor in SHRINKAGE if may_shrink else SHRINKAGE[:1]:
        for most in (MAX_COST, inf):
            for _, alike in groupby(posters(paper), key=lambda poster: len(poster.windows)):
                layouts = [each for poster in alike if (each := _spread(at, links, needed, factor, poster, most))]
                if layouts:
                    return drawn(min(layouts, key=lambda layout: layout.cost(links) + CUT_SPACE * layout.cut_spaces))
    return None


@dataclass(frozen=True, slots=True)
class SpreadLayout:
    """Spaces on a poster without overlaps.

    Attributes:
        shift: Largest distance of a space from where the rules place it, in sizes of a space.
    """

    poster: Poster
    size: Point
    middles: dict[str, Point]
    shift: float

    @property
    def cut_spaces(self) -> int:
        """Number of times that the end of a sheet goes through a space."""
        return sum(
            abs(middle[axis] - cut) < self.size[axis] / 2
            for axis, cuts in enumerate(self.poster.cuts)
            for cut in cuts
            for middle in self.middles.values()
        )

    def cost(self, links: Iterable[Connection]) -> float:
        """Return how much the layout differs from the rules, and hides of the lines between other spaces."""
        return self.shift + HIDDEN_LINE * sum(
            self._crosses(self.middles[link.start], self.middles[link.end], middle)
            for link in links
            for space, middle in self.middles.items()
            if space not in (link.start, link.end)
        )

    def _crosses(self, start: Point, end: Point, middle: Point) -> bool:
        """Return True if a line crosses a space: it has a part within both pairs of opposite sides."""
        low, high = 0.0, 1.0
        for axis in (0, 1):
            way, near = end[axis] - start[axis], middle[axis] - start[axis]
            half = self.size[axis] / 2
            if way == 0:
                if abs(near) > half:
                    return False
                continue
            enter, leave = sorted(((near - half) / way, (near + half) / way))
            low, high = max(low, enter), min(high, leave)
        return low < high


def _spread(
    at: dict[str, Point], links: Sequence[Connection], needed: Point, factor: float, poster: Poster, most: float
) -> SpreadLayout | None:
    """Return a layout of spaces of the needed size, changed by a factor, of this cost at most; None if none is found.

    On a single sheet the spaces are as large as possible.
    """
    for growth in GROWTH if factor == 1.0 and len(poster.windows) == 1 else GROWTH[-1:]:
        size = needed[0] * factor * growth, needed[1] * factor * growth
        for keeps_whole in (True, False) if len(poster.windows) > 1 else (False,):
            found = _move_apart(at, size, poster, keeps_whole)
            if found is not None and found.cost(links) <= most:
                return found
    return None


def _move_apart(at: dict[str, Point], size: Point, poster: Poster, keeps_whole: bool) -> SpreadLayout | None:
    """Return a layout of spaces of a size, with each on one sheet if it `keeps_whole` spaces; None if none is found."""
    area = _area(poster)
    gap = SPACE_GAP if min(size) > 2 * max(SPACE_GAP) else (min(size) / 5, min(size) / 5)
    pitch = size[0] + gap[0], size[1] + gap[1]
    free = area[0] - size[0], area[1] - size[1]
    if min(free) < 0 or len(at) * pitch[0] * pitch[1] > MAX_SHARE * (area[0] + gap[0]) * (area[1] + gap[1]):
        return None
    begin = [(x * free[0], y * free[1]) for x, y in at.values()]
    edges = MARGIN, HEADING_HEIGHT
    across, down = (
        [(cut - CUT_GAP - size[axis] - edges[axis], cut + CUT_GAP - edges[axis]) for cut in cuts]
        for axis, cuts in enumerate(poster.cuts if keeps_whole else ([], []))
    )
    places = move_apart(begin, pitch, free, (across, down))
    if places is None:
        return None
    corner = edges[0] + size[0] / 2, edges[1] + size[1] / 2
    middles = {space: (corner[0] + x, corner[1] + y) for space, (x, y) in zip(at, places, strict=True)}
    shift = max(
        abs(place[axis] - first[axis]) / pitch[axis]
        for place, first in zip(places, begin, strict=True)
        for axis in (0, 1)
    )
    return SpreadLayout(poster, size, middles, shift)


def _least_width(boxes: Sequence[SpaceBox]) -> float:
    """Return the width for the longest word of all names."""
    return max(len(word) for box in boxes for word in (box.title.split() or [""])) * TITLE_LETTER + 4.0


def _band(box: SpaceBox, width: float) -> float:
    """Return the usual height of a space's texts."""
    room = width - 4.0
    title = ceil(len(box.title) * TITLE_LETTER / room) * TITLE_LINE
    badges = ceil(sum(len(each.text) * BADGE_LETTER + 3.0 for each in box.badges) / room) * BADGE_LINE
    lines = sum(ceil(len(line) * BADGE_LETTER / room) for line in box.lines) * LINE_HEIGHT
    return title + badges + lines + 2.0


def _neighbours(book: Rulebook, space_id: str, names: Names) -> list[str]:
    found = find_neighbours(book, space_id)
    kinds = (("↔", found.both), ("→", found.out_only), ("←", found.into_only))
    return [f"{arrow} {', '.join(map(names.title_of, spaces))}" for arrow, spaces in kinds if spaces]


def _box(
    space: Space,
    look: BoardLook,
    middle: Point,
    lines: tuple[str, ...],
    turned: bool = False,
    is_named: bool = True,
) -> SpaceBox:
    names = look.names
    return SpaceBox(
        id=names.safe(space.id),
        title=names.localize(space.title) if is_named else "",
        badges=tuple(_badges(space, look)),
        lines=lines,
        starts=start_marks(look.book, names, space.id),
        middle=middle,
        closed=space.closed,
        marked=is_reconstructed(space.source),
        colour=look.colour_of(space),
        where=space.where,
        turned=turned,
    )


def _badges(space: Space, look: BoardLook) -> list[SpaceBadge]:
    """Return the attributes that the rules show as badges, or all if they show none."""
    declared = look.book.map.attributes
    if not look.book.player_texts.badges.get("spaces"):
        found = look.names.list_attributes(space.attributes, declared)
        return [SpaceBadge(part.replace("_", " "), "") for part in found]
    badges = []
    for badge in look.badges(space.attributes, look.book.map.all_attributes, "spaces"):
        value = space.attributes.get(badge.id)
        is_value = declared[badge.id].kind == "values" if badge.id in declared else False
        text = badge.text if is_value else f"{badge.title} {badge.text}".strip()
        colour = look.colours.get(value, "") if isinstance(value, str) else ""
        badges.append(SpaceBadge(text, colour))
    return badges


def _connection_lines(links: Iterable[Connection], middles: dict[str, Point], size: Point) -> list[ConnectionLine]:
    found = []
    for link in links:
        start, end = middles[link.start], middles[link.end]
        found.append(ConnectionLine(_edge_point(start, end, size), _edge_point(end, start, size), link.is_two_way))
    return found


def _ends_of(links: Iterable[Connection], ways: Iterable[ConnectionLine]) -> dict[frozenset[str], tuple[Point, Point]]:
    """Return both ends of the line between each two spaces."""
    return {frozenset((link.start, link.end)): (way.start, way.end) for link, way in zip(links, ways, strict=True)}


def _edge_point(of: Point, towards: Point, size: Point) -> Point:
    """Return the point at which the line between the centres of two spaces leaves the first one."""
    across, down = towards[0] - of[0], towards[1] - of[1]
    share = min(
        (size[axis] / 2 / abs(way) for axis, way in enumerate((across, down)) if way),
        default=0.0,
    )
    share = min(share, 0.5)
    return of[0] + across * share, of[1] + down * share
