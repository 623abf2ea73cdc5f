"""Cards, counters and boards on sheets of their own size, without margins and cut marks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from interpreter.printing.board import BoardSheets
from interpreter.printing.cards import FRONT_AND_BACK, CardFace, CardSheets
from interpreter.printing.exports.component_sizes import INCH
from interpreter.printing.kit import Kit
from interpreter.printing.layouts import Paper, bare_grid
from interpreter.printing.pieces.counter_sheets import CounterPage, CounterSheets, CounterSpot
from interpreter.printing.pieces.counters import Counter
from interpreter.printing.places.posters import EDGE, single_sheet
from interpreter.printing.typesetter import typeset

POKER = (63.5, 88.9)
"""Width and height of a poker card of 2.5 x 3.5 inches, in millimetres."""
BARE = "bare"
"""Name of a sheet that is no larger than the pieces on it."""


@dataclass(frozen=True, slots=True)
class CardDeck:
    """The cards with the same back; `name` is safe as part of a file's name."""

    name: str
    title: str
    faces: tuple[CardFace, ...]


@dataclass(frozen=True, slots=True)
class PrintedBoard:
    """A picture of the map or of a mat, with its size in millimetres."""

    name: str
    title: str
    width: float
    height: float
    content: bytes


def file_name(text: str) -> str:
    """Return a text as a part of a file's name."""
    return re.sub(r"\W+", "_", text)


def decks_of(cards: CardSheets) -> Iterator[CardDeck]:
    """Yield the decks in the order of their backs."""
    for at, back in enumerate(cards.backs):
        yield CardDeck(file_name(back.id), back.title, tuple(face for face in cards.faces if face.back == at))


def kit_of_cards(
    kit: Kit,
    cards: CardSheets,
    faces: tuple[CardFace, ...],
    bleed: float,
    columns: int = 1,
    rows: int = 1,
    *,
    sides: tuple[str, ...] = FRONT_AND_BACK,
) -> Kit:
    """Return a kit of poker cards edge to edge, each side of a sheet on a page."""
    grid = bare_grid(POKER, bleed, columns, rows)
    width, height = (cells * (each + 2 * bleed) for cells, each in zip((columns, rows), POKER, strict=True))
    alone = replace(cards, grid=grid, faces=faces, sides=sides, shared=None)
    return replace(_only(kit), paper=Paper(BARE, width, height), cards=alone)


def counter_pictures(
    kit: Kit, counters: Sequence[Counter], size: tuple[float, float], bleed: float, resolution: float
) -> list[tuple[bytes, bytes]]:
    """Return the front and the back of each counter as PNG, all of a size in millimetres and with bleed."""
    spot_of = [CounterSpot(bleed, bleed, bleed, bleed, *size, each.front, each.back) for each in counters]
    pages = tuple(CounterPage((spot,), (), ()) for spot in spot_of)
    places = {side.id: each.where for each in counters for side in (each.front, each.back)}
    paper = Paper(BARE, *(each + 2 * bleed for each in size))
    made = typeset(replace(_only(kit), paper=paper, counters=CounterSheets(bleed, pages, places)), "png", resolution)
    return list(zip(made[::2], made[1::2], strict=True))


def board_pictures(kit: Kit, board: BoardSheets, resolution: float, max_pixels: int) -> Iterator[PrintedBoard]:
    """Yield the map in one piece, and each mat."""
    if board.map is not None:
        poster = single_sheet(board.map.poster)
        paper = Paper(BARE, poster.width + 2 * EDGE, poster.height + 2 * EDGE)
        alone = replace(board, map=replace(board.map, poster=poster), mats=())
        yield _picture(kit, paper, alone, "map", kit.title, resolution, max_pixels)
    for number, mat in enumerate(board.mats, start=1):
        alone = replace(board, map=None, mats=(mat,))
        width = kit.paper.width if mat.title == "" else (kit.paper.width + MAT_EDGE) / 2
        title = mat.title or board.shared_title
        yield _picture(kit, Paper(BARE, width, 0.0), alone, f"mat_{number}", title, resolution, max_pixels)


MAT_EDGE = 18.0
"""Difference in millimetres between a sheet and twice half a sheet of mats: margins and the gap between columns."""


def _picture(
    kit: Kit, paper: Paper, board: BoardSheets, name: str, title: str, resolution: float, max_pixels: int
) -> PrintedBoard:
    """Draw a board; one that has too many pixels is drawn again at a lower resolution."""
    sheet = replace(_only(kit), paper=paper, board=board)
    (content,) = typeset(sheet, "png", resolution)
    if (longest := max(png_size(content))) > max_pixels:
        resolution *= (max_pixels - 1) / longest
        (content,) = typeset(sheet, "png", resolution)
    width, height = (pixels / resolution * INCH for pixels in png_size(content))
    return PrintedBoard(name, title, width, height, content)


def png_size(png: bytes) -> tuple[int, int]:
    """Return the width and height of a PNG in pixels."""
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def _only(kit: Kit) -> Kit:
    """Return a kit without parts."""
    return replace(kit, cover=None, rules=None, board=None, counters=None, cards=None, aids=None)
