"""The names of one game's things, as people may write them in a line, each with the name that texts use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from interpreter.language.symbols import Symbols

_DISCARDS = re.compile(r"discard|graveyard|trash|used|waste")
_SHORT = 3
"""Length up to which a name has no singular."""
Names = Mapping[str, str]
"""Names of texts, by how they may be written, in lower case."""


@dataclass(frozen=True)
class NamedThings:
    """The names of one game's things.

    Attributes:
        symbols: The game's symbols.
    """

    symbols: Symbols

    @cached_property
    def cells(self) -> Names:
        """Tracks and numbers."""
        book = self.symbols.rulebook
        numbers = [each for each in book.variables if each.kind == "number" and each.per in ((), ("seat",))]
        pairs = [(each.id, each.title) for each in book.tracks]
        pairs += [(each.id, each.title or {}) for each in numbers]
        pairs += [pair for track in book.tracks for pair in track.names.values()]
        named = _named((each_id, title, each_id) for each_id, title in pairs)
        singular = {word.removesuffix("s"): name for word, name in named.items() if len(word) > _SHORT}
        return {**singular, **named}

    @cached_property
    def columns(self) -> Names:
        """Columns of cards, spaces and boxes."""
        return {name: name for _, attributes in self.symbols.rulebook.columns for name in attributes}

    @cached_property
    def cells_of_seats(self) -> frozenset[str]:
        """Tracks and numbers that each seat has."""
        book = self.symbols.rulebook
        numbers = (each.id for each in book.variables if each.per == ("seat",))
        return frozenset((*(track.id for track in book.tracks if track.per_seat), *numbers))

    @cached_property
    def seats(self) -> Names:
        """Seats."""
        return _named((seat.id, seat.title, seat.id) for seat in self.symbols.rulebook.seats)

    @cached_property
    def places(self) -> Names:
        """Spaces and boxes."""
        return {**self.boxes, **self.spaces}

    @cached_property
    def spaces(self) -> Names:
        """Spaces of the map."""
        return _named((each.id, each.title, each.title.get("en", each.id)) for each in self.symbols.rulebook.map.spaces)

    @cached_property
    def boxes(self) -> Names:
        """Boxes; one that each seat has is `your`."""
        boxes = self.symbols.rulebook.boxes
        return _named((each.id, each.title, f"your {each.id}" if each.per_seat else each.id) for each in boxes)

    @cached_property
    def zones(self) -> Names:
        """Zones; one that each seat has is `your`."""
        book = self.symbols.rulebook
        pairs = ((zone.id, zone.title, f"your {zone.id}" if zone.per_seat else zone.id) for zone in book.zones)
        return _named(pairs)

    @cached_property
    def flags(self) -> Names:
        """Adjectives that things can gain."""
        return {flag.id.lower(): flag.id for flag in self.symbols.rulebook.flags}

    @cached_property
    def _without_owner(self) -> re.Pattern[str]:
        zones = (zone.id for zone in self.symbols.rulebook.zones if zone.per_seat)
        own = longest_first((*self.cells_of_seats, *zones))
        return re.compile(rf"(?<!your )(?<!of )(?<!enemy )\b(?:{own})\b(?! of\b)")

    def with_owners(self, line: str) -> str:
        """Return the line with `your` before everything that each seat has and that has no owner there."""
        return self._without_owner.sub(r"your \g<0>", line)

    @property
    def deck(self) -> str:
        """The zone of which cards are drawn."""
        common = [zone for zone in self.symbols.rulebook.zones if not zone.per]
        return next((zone.id for zone in common if zone.starts_with), common[0].id if common else "deck")

    @property
    def discards(self) -> str:
        """The zone for cards that were used; empty if there is none."""
        zones = self.symbols.rulebook.zones
        found = (f"your {zone.id}" if zone.per_seat else zone.id for zone in zones if _DISCARDS.search(zone.id))
        return next(found, "")


def _named(things: Iterable[tuple[str, Mapping[str, str], str]]) -> Names:
    found: dict[str, str] = {}
    for thing_id, title, name in things:
        for written in (thing_id, thing_id.replace("_", " "), title.get("en", "")):
            if written:
                found.setdefault(written.lower(), name)
    return found


def longest_first(names: Iterable[str]) -> str:
    """Return a regular expression for any of these words."""
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) or "(?!)"
