"""Print colours of things: the colour of a seat, a side or a value."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.rulebook.model import Attribute, AttributeValue, Rulebook

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
