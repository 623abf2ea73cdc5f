"""The names of one game's things, as people may write them in a line, each with the name that texts use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from interpreter.language.symbols import Symbols
from interpreter.rulebook.model import Zone

_DISCARDS = ("discard|graveyard", "waste|used|trash", "played")
_CHANGE = re.compile(r"(?:raise|lower) (?:your )?(\w+)(?: of \w+)? by (\w+)")
"""The whole body of a phrase that changes a number."""
_OWNER = r"(?:(?:the |your )?opponent|the (?:\w+ )?(?:player|seat)(?: (?:before|after) \w+)?|[a-z]\w*)(?!\w)"
"""Matches words for a seat."""
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
        turned = {" ".join(reversed(title.split(" "))): name for title, name in named.items() if title.count(" ") == 1}
        named = {**turned, **named}
        named = {**self._units(named), **named}
        singular = {word.removesuffix("s"): name for word, name in named.items() if len(word) > _SHORT}
        return {**singular, **named}

    def _units(self, cells: Names) -> Names:
        """Return the units that the game's phrases have for a number: `get {n} francs` raises the money by n."""
        found = {}
        for word in self.symbols.rulebook.words:
            change = _CHANGE.fullmatch(str(word.body).strip())
            if change is None or change[1] not in cells:
                continue
            for say in word.says:
                unit = re.search(rf"\{{{change[2]}(?:: \w+)?\}} (\w+)$", str(say))
                if unit is not None:
                    found[unit[1].lower()] = cells[change[1]]
        return found

    @cached_property
    def kinds(self) -> Names:
        """Kinds of pieces."""
        return _named((kind.id, kind.title, kind.id) for kind in self.symbols.rulebook.pieces)

    @cached_property
    def columns(self) -> Names:
        """Columns of cards, spaces and boxes."""
        return {name: name for _, attributes in self.symbols.rulebook.columns for name in attributes}

    @cached_property
    def ends(self) -> Mapping[str, tuple[int, int]]:
        """The lowest and the highest step of each track."""
        return {track.id: (track.low, track.high) for track in self.symbols.rulebook.tracks}

    @cached_property
    def values(self) -> Mapping[str, Mapping[str, str]]:
        """The columns that have each listed value, with the value there; values as texts or print have them, small."""
        found: dict[str, dict[str, str]] = {}
        for name, kinds in self.symbols.attributes.items():
            for column in kinds.values():
                for value in column.values:
                    for written in (value, column.printed_value(value)):
                        found.setdefault(written.lower(), {})[name] = value
        return found

    def with_column_of_value(self, line: str, at: int) -> Iterator[tuple[str, str]]:
        """Yield the line with the column whose value is asked for in the place of another one, and the message.

        Args:
            line: The line.
            at: Index of the mistake.
        """
        value = rf"(?P<value>(?i:{longest_first(self.values)}))(?!\w)"
        asked = (
            rf"\b(?P<column>\w+)(?P<what> of (?:(?! where )[^,:()])+?) (?P<is>is|is not|are|are not) (?:the )?{value}"
        )
        for said in re.finditer(asked, line):
            columns = self.values[said["value"].lower()]
            if not said.start() <= at < said.end() or (said["column"] in columns and said["value"] in columns.values()):
                continue
            for column, value in columns.items():
                text = f"{column}{said['what']} {said['is']} {value}"
                yield f"{line[: said.start()]}{text}{line[said.end() :]}", f"`{value}` is a value of `{column}`"

    @cached_property
    def steps(self) -> Names:
        """Numbers that the steps of tracks give."""
        return {name: name for track in self.symbols.rulebook.tracks for name in track.gives}

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
    def _titles(self) -> Names:
        """The ids of seats and of numbers that have a title of their own, by the title."""
        book = self.symbols.rulebook
        pairs = [(seat.title, seat.id) for seat in book.seats]
        pairs += [(each.title, each.id) for each in book.variables if each.title and each.kind == "number"]
        titles = {title.get("en", ""): name for title, name in pairs}
        return {title: name for title, name in titles.items() if title[:1].isupper()}

    def with_ids(self, line: str) -> str:
        """Return the line with ids in the place of titles of seats and numbers, and `card` in that of a deck's name."""
        line = self._deck_noun.sub(lambda said: "cards" if said[0].endswith("s") else "card", line)
        if not any(title in line for title in self._titles):
            return line
        titled = re.compile(rf"(?<![\w\"])(?:[Tt]he )?({longest_first(self._titles)})(?![\w\"])")
        return titled.sub(lambda said: self._titles[said[1]], line)

    @cached_property
    def _deck_noun(self) -> re.Pattern[str]:
        """A pattern of what cards are called after their deck, such as `house` for those of `houses`."""
        book = self.symbols.rulebook
        decks = {card.deck for card in book.cards if card.deck.endswith("s")}
        known = {*self.symbols.noun_words, *self.zones, *self.boxes, *self.cells}
        words = (word for deck in decks for word in (deck, deck.removesuffix("s")) if word not in known)
        return re.compile(rf"(?<![\w\"])(?:{longest_first(words)})\b(?! cards?\b)(?![\w\"])")

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
        book = self.symbols.rulebook
        zones = (zone.id for zone in book.zones if zone.per_seat)
        boxes = (box.id for box in book.boxes if box.per_seat)
        own = longest_first((*self.cells_of_seats, *zones, *boxes))
        return re.compile(rf"(?<!your )(?<!of )(?<!enemy )\b(?:{own})\b(?! of\b)")

    def with_owners(self, line: str) -> str:
        """Return the line with `your` before everything that each seat has and that has no owner there."""
        return self._without_owner.sub(r"your \g<0>", line)

    def with_shared_owner(self, line: str, at: int) -> Iterator[str]:
        """Yield the line with the owner of a neighbouring term in each term of a sum or comparison that has none.

        In `wood + clay of red` the wood is also that of `red`.

        Args:
            line: The line.
            at: Index of a name without an owner.
        """
        own = rf"(?:the )?(?:{longest_first(self.cells_of_seats)})"
        joint = r"(?: ?[-+*/] ?| (?:and|or|plus|minus|times) |, )"
        terms = rf"(?:{own}|\d+)(?:{joint}(?:{own}|\d+))*"
        said = re.match(rf"(?P<terms>{terms}) of (?P<owner>{_OWNER})", line[at:])
        if said is not None:
            yield f"{line[:at]}{self._shared(said['terms'], said['owner'])}{line[at + said.end() :]}"
        before = re.search(rf"\b{own} of (?P<owner>{_OWNER})(?P<joint>{joint})$", line[:at])
        before = before or re.search(rf"\b(?P<owner>\w+)['’]s (?:{own}|\d+)(?P<joint>{joint})$", line[:at])
        said = re.match(terms, line[at:])
        if before is not None and said is not None:
            others = self._shared(f"{before['joint']}{said[0]}", before["owner"])
            yield f"{line[: before.start('joint')]}{others}{line[at + said.end() :]}"

    def _shared(self, terms: str, owner: str) -> str:
        """Return terms of a sum, each with its owner."""
        own = re.compile(rf"(?:the )?\b({longest_first(self.cells_of_seats)})\b")
        return re.sub(r" (?:and|plus) ", " + ", own.sub(rf"\1 of {owner}", terms))

    @property
    def is_one_file(self) -> bool:
        """True if the game is declared in one file."""
        return self.symbols.rulebook.start.where.file.endswith("game.yaml")

    @property
    def deck(self) -> str:
        """The zone of which cards are drawn."""
        common = (zone.id for zone in self.symbols.rulebook.zones if not zone.per)
        return next(iter((*self.decks.values(), *common, "deck")))

    @cached_property
    def decks(self) -> Names:
        """The zone in which each deck begins, by the adjective of its cards."""
        zones = self.symbols.rulebook.zones
        return {deck: zone.id for zone in zones if not zone.per for deck in zone.starts_with}

    @property
    def hand(self) -> str:
        """The zone in which only a seat itself sees its cards, or any other zone that each seat has."""
        own = sorted(
            (zone for zone in self.symbols.rulebook.zones if zone.per_seat), key=lambda zone: zone.face != "owner"
        )
        return f"your {own[0].id}" if own else ""

    @property
    def discards(self) -> str:
        """The zone for cards that were used; empty if there is none."""
        return next(iter(discard_zones(self.symbols.rulebook.zones)), "")


def discard_zones(zones: Iterable[Zone]) -> list[str]:
    """Return the zones for cards that were used, as texts name them, the likeliest first."""
    all_zones = tuple(zones)
    found = (zone for pattern in _DISCARDS for zone in all_zones if re.search(pattern, zone.id))
    return list(dict.fromkeys(f"your {zone.id}" if zone.per_seat else zone.id for zone in found))


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
