"""Appearance of printed parts: source marks and colours."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.presentation.names import Names
from interpreter.presentation.speech import MessageCatalog
from interpreter.rulebook.model import Attribute, AttributeDatum, FactSource, Rulebook

MARKED_SOURCES = ("reconstructed", "ours", "inferred")
"""Sources that are marked; published facts aren't."""

COMMON_FIELDS = ("title", "event", "between")
"""Fields that all cards or tracks have."""


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
"""Kinds of attributes that colour a thing, likeliest first."""


@dataclass(frozen=True, slots=True)
class Tint:
    """A word that may be a colour's name or `#rrggbb`, and the index of a palette colour to use otherwise."""

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
        self._colours = book.player_texts.colours

    def of(
        self, kinds: tuple[str, ...], attributes: dict[str, Attribute], values: dict[str, AttributeDatum]
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
                    found.append(Tint(self._colours.get(value, value), beyond + order.index(value)))
        return tuple(found)
