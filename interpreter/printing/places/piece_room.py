"""Room for pieces in spaces and boxes, and the pieces that begin there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from interpreter.presentation.names import Names
from interpreter.printing.pieces.components import COUNTERS, colour_of_seat, form_of
from interpreter.rulebook.model import PieceKind, PiecePlacement, Rulebook
from interpreter.rulebook.player_words import ComponentForm

GAP = 1.0
"""Distance between two pieces in millimetres."""
PAD = 2.0
"""Distance of the pieces from the edge of their place."""
OPEN_ROOM = 4
"""Number of pieces that a space has room for if the rules set no limit; more are stacked."""
BOX_ROOM = 6
"""Number of pieces that a box has room for if none begin there."""
MOST_BESIDE = 12
"""Largest number of pieces of a kind that lie beside each other; more are stacked."""
WIDTHS = range(28, 122, 2)
"""Possible widths of a space in millimetres."""
MIN_RATIO, MAX_RATIO = 1.05, 2.0
"""Smallest and largest ratio of width to height of a space."""
BOX_RATIO = 1.6
MAX_BOX_WIDTH = 84.0


@dataclass(frozen=True, slots=True)
class Footprint:
    """A number of pieces of one form."""

    form: ComponentForm
    count: int


def rows_height(footprints: Iterable[Footprint], width: float) -> float:
    """Return the height of pieces that lie in rows in a place of a width, the largest first."""
    height, left = 0.0, 0.0
    for each in sorted(footprints, key=lambda each: -each.form.height):
        for _ in range(each.count):
            if left < each.form.width:
                height, left = height + each.form.height + GAP, width - 2 * PAD
            left -= each.form.width + GAP
    return height


@dataclass(frozen=True, slots=True)
class StartMark:
    """Pieces that begin in a place: their number and looks.

    Attributes:
        title: Name of the pieces, with their owner.
        form: Name of their form.
        colour: A colour's name or `#rrggbb`; empty if the rules give none.
        is_full: False for pieces in the first of several states.
    """

    count: int
    title: str
    form: str
    colour: str
    is_full: bool


def space_footprints(book: Rulebook) -> tuple[Footprint, ...]:
    """Return the pieces for which a space has to have room, and the counters that zones of spaces hold."""
    found = []
    for kind in book.pieces:
        owners = len(book.seats) if kind.is_owned else 1
        supply = kind.supply * (len(book.seats) if kind.owner == "seat" else 1)
        limits = (kind.room_all, None if kind.room_each is None else kind.room_each * owners)
        limit = min((each for each in limits if each is not None), default=OPEN_ROOM)
        if count := min(limit, supply, MOST_BESIDE):
            found.append(Footprint(form_of(book, kind.id), count))
    tiles = [book.player_texts.forms[deck.id] for deck in book.decks if deck.id in book.player_texts.forms]
    if tiles and any("space" in zone.per for zone in book.zones):
        found.append(Footprint(max(tiles, key=lambda form: form.width * form.height), 1))
    return tuple(found)


def space_size(footprints: Sequence[Footprint], band: Callable[[float], float], least: float) -> tuple[float, float]:
    """Return the smallest size of a space for all its pieces below a band with its name.

    `band` gives the height of that band by the width, `least` is the smallest width.
    """
    sizes = ((width, band(width) + rows_height(footprints, width) + PAD) for width in WIDTHS)
    widest = max((each.form.width for each in footprints), default=0)
    fitting = [
        (float(width), height)
        for width, height in sizes
        if width >= max(least, widest + 2 * PAD) and MIN_RATIO * height <= width <= MAX_RATIO * height
    ]
    return min(fitting, key=lambda size: size[0] * size[1], default=(float(WIDTHS[-1]), band(WIDTHS[-1]) + WIDTHS[-1]))


def start_marks(book: Rulebook, names: Names, place: str, owner: str | None = None) -> tuple[StartMark, ...]:
    """Return the pieces that begin in a space or box; of a box that each seat has, those of the owner's."""
    return tuple(
        StartMark(each.number, *_look(book, names, kind, each)) for kind, each in starting_pieces(book, place, owner)
    )


def starting_pieces(book: Rulebook, place: str, owner: str | None = None) -> Iterator[tuple[PieceKind, PiecePlacement]]:
    """Yield the pieces that begin in a place."""
    for kind in book.pieces:
        for each in kind.start:
            if each.place == place and each.number and owner in (None, each.owner):
                yield kind, each


def _look(book: Rulebook, names: Names, kind: PieceKind, each: PiecePlacement) -> tuple[str, str, str, bool]:
    """Return the title, form and colour of pieces, and False if they are in the first of several states."""
    colours = book.player_texts.colours
    words = [names.localize(kind.title)]
    colour = colours.get(each.place) or colours.get(kind.id, "")
    if each.owner is not None:
        words.append(names.title_of(each.owner))
        colour = colour_of_seat(book, each.owner)
    if each.state is not None:
        words.append(names.label(each.state, names.as_words(each.state)))
    is_first = bool(kind.states) and each.state in (None, kind.states[0])
    return ", ".join(words), form_of(book, kind.id).name, colour, not is_first


def box_size(book: Rulebook, box_id: str, owner: str | None, band: float) -> tuple[float, float]:
    """Return the size of a box for the pieces that begin there, or for a few of the most numerous kind."""
    begin = [
        Footprint(form_of(book, kind.id), min(each.number, OPEN_ROOM if is_stacked(book, kind) else each.number))
        for kind, each in starting_pieces(book, box_id, owner)
    ]
    usual = max(book.pieces, key=lambda kind: kind.supply, default=None)
    room = begin or ([] if usual is None else [Footprint(form_of(book, usual.id), BOX_ROOM)])
    area = sum(each.count * (each.form.width + GAP) * (each.form.height + GAP) for each in room)
    widest = max((each.form.width for each in room), default=0) + 2 * PAD
    width = min(MAX_BOX_WIDTH, max(float(WIDTHS[0]), widest, sqrt(area * BOX_RATIO) + 2 * PAD))
    return width, band + rows_height(room, width) + PAD


def is_stacked(book: Rulebook, kind: PieceKind) -> bool:
    """Return True for counters, which lie on each other outside of the map."""
    return form_of(book, kind.id).name == COUNTERS
