"""Sizes of paper and cards, and the arrangement of cards on a sheet."""

from __future__ import annotations

import re
from dataclasses import dataclass

from interpreter.support.errors import Location, Problem, RulebookError, closest_match

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
PRINT_MARGIN = 6.0
"""Margin of a sheet in millimetres, for the printer and for crop marks."""
MIN_CARD_SIZE = 20.0
_SIZE = re.compile(r"([0-9]{1,3}(?:\.[0-9])?)x([0-9]{1,3}(?:\.[0-9])?)(?:mm)?")


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet in portrait, in millimetres."""

    name: str
    width: float
    height: float

    def dimensions(self, flipped: bool) -> tuple[float, float]:
        """Return width and height, in landscape if `flipped`."""
        return (self.height, self.width) if flipped else (self.width, self.height)


@dataclass(frozen=True, slots=True)
class CardGrid:
    """Arrangement of cards on a sheet in millimetres; `left` and `top` locate the first card.

    If `flipped`, the sheet is in landscape.
    """

    width: float
    height: float
    columns: int
    rows: int
    left: float
    top: float
    flipped: bool


def paper_named(name: str) -> Paper:
    """Return a paper by name. Raise RulebookError for an unknown name."""
    if name not in PAPERS:
        message = f"there is no paper `{name}`; there are: {', '.join(PAPERS)}"
        raise RulebookError(Problem(Location("--paper"), "unknown-paper", message, closest_match(name, PAPERS)))
    return Paper(name, *PAPERS[name])


def card_grid(size: str, paper: Paper) -> CardGrid:
    """Return the arrangement with the most cards on a sheet. Raise RulebookError if none fits.

    `size`: a trade name or a size such as `63x88mm`.
    """
    width, height = _size(size)
    best = max(
        (_on(width, height, paper, flipped) for flipped in (False, True)), key=lambda grid: grid.columns * grid.rows
    )
    if best.columns * best.rows == 0:
        message = (
            f"a card of {width:g} x {height:g} mm is too large for a sheet of {paper.width:g} x {paper.height:g} mm"
        )
        raise RulebookError(Problem(Location(f"--size {size}"), "bad-size", message))
    return best


def _on(width: float, height: float, paper: Paper, flipped: bool) -> CardGrid:
    across, down = paper.dimensions(flipped)
    columns, rows = (int((room - 2 * PRINT_MARGIN) // each) for room, each in ((across, width), (down, height)))
    return CardGrid(width, height, columns, rows, (across - columns * width) / 2, (down - rows * height) / 2, flipped)


def _size(size: str) -> tuple[float, float]:
    if size in CARD_SIZES:
        return CARD_SIZES[size]
    where = Location(f"--size {size}")
    found = _SIZE.fullmatch(size.replace(" ", "").replace("×", "x"))
    if found is None:
        message = f"this is no size of a card; write it as 63x88mm, or as one of {', '.join(CARD_SIZES)}"
        raise RulebookError(Problem(where, "bad-size", message, closest_match(size, CARD_SIZES)))
    width, height = float(found[1]), float(found[2])
    if min(width, height) < MIN_CARD_SIZE:
        raise RulebookError(Problem(where, "bad-size", f"a card is at least {MIN_CARD_SIZE:g} mm wide and high"))
    return width, height
