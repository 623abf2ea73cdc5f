"""Appearance of printed parts: sizes of paper and cards, source marks and colours."""

from __future__ import annotations

import re
from dataclasses import dataclass

from interpreter.presentation.names import Names
from interpreter.presentation.speech import MessageCatalog
from interpreter.rulebook.model import Attribute, AttributeValue, FactSource, Rulebook
from interpreter.support.errors import Location, Problem, RulebookError, closest_match

MARKED_SOURCES = ("reconstructed", "ours", "inferred")
"""Sources that are marked; published facts aren't."""

COMMON_FIELDS = ("title", "event")
"""Fields that all cards have."""


def source_marks(source: FactSource, names: Names, speech: MessageCatalog) -> list[str]:
    """Return a line for each source except the published one, such as `reconstructed: event`.

    If one source applies to the whole thing, the line is its name alone.
    """
    if not isinstance(source, dict):
        return [speech.say(f"printed_{source}")] if source in MARKED_SOURCES else []
    found = []
    for word in MARKED_SOURCES:
        fields = [_field_title(field, names, speech) for field, said in source.items() if said == word]
        if fields:
            found.append(speech.say("printed_marks", source=speech.say(f"printed_{word}"), fields=", ".join(fields)))
    return found


def _field_title(field: str, names: Names, speech: MessageCatalog) -> str:
    if field in COMMON_FIELDS:
        return speech.say(f"printed_{field}")
    return names.label(field, field.replace("_", " "))


def is_reconstructed(source: FactSource) -> bool:
    """Return True if any fact of a thing is reconstructed."""
    return "reconstructed" in (source.values() if isinstance(source, dict) else (source,))


CARD_TINT_KINDS = ("seat", "side", "box", "values")
SPACE_TINT_KINDS = ("values", "side", "seat", "box")
"""Kinds of attributes that colour a thing, likeliest first."""


@dataclass(frozen=True, slots=True)
class Tint:
    """A word that may be a colour's name, and the index of a palette colour to use otherwise."""

    word: str
    number: int


class Tints:
    """Palette colours of a game's seats, sides, boxes and values."""

    def __init__(self, book: Rulebook) -> None:
        self._orders = {
            "seat": [seat.id for seat in book.seats],
            "side": [side.id for side in book.sides],
            "box": [box.id for box in book.boxes],
        }
        self._taken = len(book.sides or book.seats)

    def of(
        self, kinds: tuple[str, ...], attributes: dict[str, Attribute], values: dict[str, AttributeValue]
    ) -> tuple[Tint, ...]:
        """Return the possible colours of a thing, likeliest first.

        Of attributes with values, those with the fewest values come first. Their colours differ from those of seats or
        sides.
        """
        found = []
        for kind in kinds:
            for name, attribute in sorted(attributes.items(), key=lambda each: len(each[1].values)):
                value = values.get(name)
                order = self._orders.get(kind, attribute.values)
                if attribute.kind == kind and isinstance(value, str) and value in order:
                    beyond = 0 if kind in ("seat", "side") else self._taken
                    found.append(Tint(value, beyond + order.index(value)))
        return tuple(found)


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
        message = f"there is no paper `{name}`; the papers are: {', '.join(PAPERS)}"
        raise RulebookError(Problem(Location("--paper"), "unknown-paper", message, closest_match(name, PAPERS)))
    return Paper(name, *PAPERS[name])


def card_grid(size: str, paper: Paper) -> CardGrid:
    """Return the arrangement with the most cards on a sheet. Raise RulebookError if none fits.

    `size`: a trade name or a size such as `63x88mm`.
    """
    width, height = _size(size)
    best = max(
        (_grid_on(width, height, paper, flipped) for flipped in (False, True)),
        key=lambda grid: grid.columns * grid.rows,
    )
    if best.columns * best.rows == 0:
        message = (
            f"a card of {width:g} x {height:g} mm is too large for a sheet of {paper.width:g} x {paper.height:g} mm"
        )
        raise RulebookError(Problem(Location(f"--size {size}"), "bad-size", message))
    return best


def _grid_on(width: float, height: float, paper: Paper, flipped: bool) -> CardGrid:
    across, down = paper.dimensions(flipped)
    columns, rows = (int((room - 2 * PRINT_MARGIN) // each) for room, each in ((across, width), (down, height)))
    return CardGrid(width, height, columns, rows, (across - columns * width) / 2, (down - rows * height) / 2, flipped)


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
