"""In what colour a thing is printed: that of a seat or a side, of a value, or none."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.rulebook.model import Attribute, Rulebook, Value

OF_CARDS = ("seat", "side", "box", "values")
OF_SPACES = ("values", "side", "seat", "box")
"""Kinds of attributes by which things are coloured, the likeliest first."""


@dataclass(frozen=True, slots=True)
class Tint:
    """A word that may be the name of a colour, and which of the palette's colours it has otherwise."""

    word: str
    number: int


class Tints:
    """The colours of a game's things."""

    def __init__(self, book: Rulebook) -> None:
        self._orders = {
            "seat": [seat.id for seat in book.seats],
            "side": [side.id for side in book.sides],
            "box": [box.id for box in book.boxes],
        }
        self._taken = len(book.sides or book.seats)

    def of(
        self, kinds: tuple[str, ...], attributes: dict[str, Attribute], values: dict[str, Value]
    ) -> tuple[Tint, ...]:
        """What may colour a thing, the likeliest first: of values those of which there are fewest. They have other
        colours than seats or sides."""
        found = []
        for kind in kinds:
            for name, attribute in sorted(attributes.items(), key=lambda each: len(each[1].values)):
                value = values.get(name)
                order = self._orders.get(kind, attribute.values)
                if attribute.kind == kind and isinstance(value, str) and value in order:
                    beyond = 0 if kind in ("seat", "side") else self._taken
                    found.append(Tint(value, beyond + order.index(value)))
        return tuple(found)
