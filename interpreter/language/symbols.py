"""The symbol table of a game: its names, nouns and adjectives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from interpreter.language.ir.types import Type, kind_named
from interpreter.language.layout import StateLayout
from interpreter.rulebook.model import GAME_NUMBER, Attribute, AttributeDatum, Rulebook, TitledThing
from interpreter.rulebook.text import HOLE
from interpreter.support.errors import Location, Problem, RulebookError
from interpreter.support.noun_forms import plural_of, singulars_of

EMPTY, OCCUPIED = "empty", "occupied"
"""The adjective of places without pieces, unless a game has that word for something else."""
NounKind = Literal[
    "seat", "side", "space", "box", "die", "card", "direction", "kind", "value", "column", "row", "pieces"
]
NameKind = Literal["seat", "side", "space", "box", "die", "card", "zone", "track", "variable"]


@dataclass(frozen=True, slots=True)
class NounSymbol:
    """A noun of the game.

    Attributes:
        kind: Kind of thing.
        one: Singular.
        many: Plural.
        group: Group of boxes, or kind of dice, to which it is restricted; the column whose values it names.
        pieces: Kinds of pieces that it names.
    """

    kind: NounKind
    one: str
    many: str
    group: str | None = None
    pieces: tuple[str, ...] = ()

    @property
    def set_type(self) -> Type:
        """The type of a set of these things. Pieces have none, since they are counted."""
        assert self.kind != "pieces"
        return Type(self.kind, many=True)


@dataclass(frozen=True, slots=True)
class NameSymbol:
    """A name that can occur in a text.

    Attributes:
        kind: Kind of the thing it names.
        index: Number of the thing, or of the first of several.
        id: Id of the thing.
        per_seat: True if each seat has one, at `index + seat`.
        seat: The one seat whose track it is.
        per_space: True if each space has one, at `index + space`.
        per: Nouns of the things that a variable, or a zone, is kept for.
        holds: Kind of thing that a variable holds.
    """

    kind: NameKind
    index: int
    id: str
    per_seat: bool = False
    seat: int | None = None
    per_space: bool = False
    per: tuple[str, ...] = ()
    holds: str = ""

    @property
    def thing_type(self) -> Type:
        """The type of the thing that it names."""
        assert self.kind != "track" and self.kind != "variable"
        return Type(self.kind)


@dataclass(frozen=True, slots=True)
class FlagAdjective:
    """Adjective of things that have a flag."""

    flag: str


@dataclass(frozen=True, slots=True)
class ValueAdjective:
    """Adjective of things with this value of an attribute; None for things without a value."""

    attribute: str
    value: str | bool | None


@dataclass(frozen=True, slots=True)
class SharedValue:
    """A value of several attributes of the same things, which is therefore no adjective of them."""

    value: str | bool | None
    attributes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeckAdjective:
    """Adjective of a deck's cards."""

    deck: str


@dataclass(frozen=True, slots=True)
class ClosedAdjective:
    """Adjective of spaces in which nothing can be."""


@dataclass(frozen=True, slots=True)
class EmptyAdjective:
    """Adjective of spaces and boxes without pieces, or of those with some if `occupied`."""

    occupied: bool


@dataclass(frozen=True, slots=True)
class StateAdjective:
    """Adjective of pieces in a state; the state has the same name."""


@dataclass(frozen=True, slots=True)
class DirectionAdjective:
    """Adjective of directions that lead across a side of a space, or only across a corner."""

    orthogonal: bool


@dataclass(frozen=True, slots=True)
class FaceAdjective:
    """Adjective of dice that show a word."""

    number: int


Adjective = (
    FlagAdjective | ValueAdjective | SharedValue | DeckAdjective | ClosedAdjective | StateAdjective | DirectionAdjective
    | FaceAdjective | EmptyAdjective
)  # fmt: skip
"""Meaning of an adjective for one kind of thing."""


def attributes_of(meaning: Adjective) -> tuple[str, ...]:
    """Return the attributes whose value an adjective is."""
    match meaning:
        case ValueAdjective(attribute, _):
            return (attribute,)
        case SharedValue(_, attributes):
            return attributes
    return ()


def _shared_value(first: Adjective, second: Adjective) -> SharedValue | None:
    """Return the value that both adjectives are, of different attributes; None if they mean other things."""
    if not isinstance(first, ValueAdjective | SharedValue) or not isinstance(second, ValueAdjective):
        return None
    if first.value != second.value or isinstance(second.value, bool):
        return None
    return SharedValue(second.value, tuple(dict.fromkeys((*attributes_of(first), second.attribute))))


class Symbols(StateLayout):
    """The names, nouns and adjectives of one rulebook.

    Attributes:
        titles: Ids by printed title.
        printed: Titles that are adjectives, too.
        ambiguous_titles: Ids by title, for titles that several things share.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        super().__init__(rulebook)
        self.names: dict[str, NameSymbol] = {}
        self.titles: dict[str, str] = {}
        self.ambiguous_titles: dict[str, list[str]] = {}
        printed: set[str] = set()
        self._collect_names()
        self._collect_nouns()
        self._collect_adjectives()
        self.labels["value"] = [*self.adjectives, ""]
        self._word_numbers = {word: number for number, word in enumerate(self.adjectives)}
        for word in (EMPTY, OCCUPIED):
            if rulebook.pieces and not self._has_own(word):
                self.adjectives[word] = dict.fromkeys(("space", "box"), EmptyAdjective(word == OCCUPIED))
        for value, title in self._value_titles():
            self._add_title(value, title)
            printed.add(title)
        self.adjective_titles = frozenset(printed)
        for title in self.ambiguous_titles:
            del self.titles[title]

    def number_of(self, kind: str, thing: str) -> int:
        """Return the number of a thing among those of its kind, by its id."""
        return self.labels[kind].index(thing) if kind in ("kind", "direction", "value") else self.names[thing].index

    def _collect_names(self) -> None:
        book = self.rulebook
        self._add_names("seat", book.seats)
        self._add_names("side", book.sides)
        self._add_names("space", book.map.spaces)
        for box in book.boxes:
            self._add_name(box.id, NameSymbol("box", self.box_index[box.id], box.id, box.per_seat), box.title)
        for die in (die for kind in book.dice for die in kind.dice):
            self._add_name(die.id, NameSymbol("die", self.die_index[die.id], die.id, die.per_seat), die.title)
        for zone in book.zones:
            at = self.zone_index[zone.id]
            is_of_space = zone.per == ("space",)
            kept = () if zone.per_seat or is_of_space else zone.per
            name = NameSymbol("zone", at, zone.id, zone.per_seat, per_space=is_of_space, per=kept)
            self._add_name(zone.id, name, zone.title)
        self._add_names("card", book.cards)
        for track in book.tracks:
            at = self.track_base[track.id]
            self._add_name(track.id, NameSymbol("track", at, track.id, track.per_seat), track.title)
            for owner, (track_name, title) in track.names.items():
                self._add_name(track_name, NameSymbol("track", at, track.id, seat=self.seats.index(owner)), title)
        for variable in (each for each in book.variables if each.id != GAME_NUMBER):
            at = self.variable_base[variable.id]
            name = NameSymbol("variable", at, variable.id, per=variable.per, holds=variable.kind)
            self._add_name(variable.id, name, {})

    def _add_names(self, kind: NameKind, things: Sequence[TitledThing]) -> None:
        for index, thing in enumerate(things):
            self._add_name(thing.id, NameSymbol(kind, index, thing.id), thing.title)

    def _add_name(self, name_id: str, name: NameSymbol, title: dict[str, str]) -> None:
        self.names[name_id] = name
        if not name.per_seat and not name.per_space and not (name.kind == "zone" and name.per):
            self._add_title(name_id, title.get("en", ""))

    def _add_title(self, name_id: str, title: str) -> None:
        """Let a title stand for an id in texts, if it looks like a title."""
        usable = title[:1].isupper() and all(sign.isalnum() or sign in " '’-." for sign in title)
        if usable and self.titles.setdefault(title, name_id) != name_id:
            self.ambiguous_titles.setdefault(title, [self.titles[title]]).append(name_id)

    def _value_titles(self) -> Iterator[tuple[str, str]]:
        """Yield the values of columns that have a title, with the title."""
        for _, attributes in self.rulebook.columns:
            for attribute in attributes.values():
                yield from attribute.titles.items()

    @property
    def examples(self) -> dict[str, str]:
        """Examples of names of zones, places, tracks and seats, each with its placeholder.

        The keys are names as they are written in a text. The value is shown instead where any name of the kind is
        possible.
        """
        book = self.rulebook
        zones = sorted(book.zones, key=lambda zone: not zone.starts_with)
        own = [f"your {zone.id}" for zone in zones if zone.per_seat][:1]
        common = [zone.id for zone in zones if not zone.per]
        told = {zone: zone for zone in (*common[:1], *own, *common[1:3])}
        places = [space.title.get("en", "") for space in book.map.spaces[:1]]
        told |= {place: book.map.noun.one.upper() for place in places if place}
        told |= {f"your {box.id}" if box.per_seat else box.id: "BOX" for box in book.boxes[:1]}
        told |= {f"your {track.id}" if track.per_seat else track.id: "TRACK" for track in book.tracks[:1]}
        return {**told, "you": "SEAT"}

    def _collect_nouns(self) -> None:
        book = self.rulebook
        self.nouns: dict[str, NounSymbol] = {
            "seat": NounSymbol("seat", "seat", "seats"),
            "card": NounSymbol("card", "card", "cards"),
            "space": NounSymbol("space", book.map.noun.one, book.map.noun.many),
            "neighbour": NounSymbol("space", "neighbour", "neighbours"),
            "entrance": NounSymbol("space", "entrance", "entrances"),
        }
        if book.sides:
            self.nouns["side"] = NounSymbol("side", "side", "sides")
        for group in book.groups:
            self.nouns[group.id] = NounSymbol("box", group.noun.one, group.noun.many, group.id)
        for dice in book.dice:
            self.nouns[dice.id] = NounSymbol("die", dice.noun.one, dice.noun.many, dice.id)
        for kind in book.pieces:
            self.nouns[kind.id] = NounSymbol("pieces", kind.noun.one, kind.noun.many, pieces=(kind.id,))
        for several in book.kind_groups:
            noun = several.noun
            self.nouns[several.id] = NounSymbol("pieces", noun.one, noun.many, pieces=several.kinds)
        if book.pieces and "piece" not in self.nouns:
            self.nouns["piece"] = NounSymbol("pieces", "piece", "pieces", pieces=tuple(kind.id for kind in book.pieces))
        taken = {*self.names, *self.nouns, *(word for noun in self.nouns.values() for word in (noun.one, noun.many))}
        if self.directions.names and taken.isdisjoint(("direction", "directions")):
            self.nouns["direction"] = NounSymbol("direction", "direction", "directions")
        self._collect_board_lines(taken)
        self._collect_value_nouns(taken)
        taken.update(name for _, columns in self.rulebook.columns for name in columns)
        if book.pieces and taken.isdisjoint(("kind", "kinds")):
            self.nouns["kind"] = NounSymbol("kind", "kind", "kinds")
        self.noun_words = {noun.one for noun in self.nouns.values()} | {noun.many for noun in self.nouns.values()}

    def _collect_board_lines(self, taken: set[str]) -> None:
        """Let `column` and `row` be nouns on a grid, unless the game has these words, or a thing with a line's name."""
        lines: tuple[tuple[NounKind, str], ...] = (("column", "columns"), ("row", "rows"))
        for one, many in lines:
            if self.labels[one] and taken.isdisjoint((one, many, *self.labels[one])) and not self._is_said(many):
                self.nouns[one] = NounSymbol(one, one, many)

    def _is_said(self, word: str) -> bool:
        """Return True if a word is part of a wording of the game."""
        return any(word in re.findall(r"\w+", say) for each in self.rulebook.words for say in each.says)

    def _collect_value_nouns(self, taken: set[str]) -> None:
        """Let a column of listed values be a noun for these (`a suit`), unless the game uses one of its two words."""
        book = self.rulebook
        columns = [column for _, columns in book.columns for column in columns.values()]
        listed = {column.id: column for column in columns if column.kind == "values" and column.id not in taken}
        wordings = (HOLE.sub(" ", say) for word in book.words for say in word.says)
        taken = taken.union(*(re.findall(r"\w+", said) for said in wordings), *(column.values for column in columns))
        taken.update(column.id for column in columns)
        taken.update((*(each.id for each in book.flags), *(each.id for each in book.decks), *self.nouns))
        for column in listed:
            if (many := plural_of(column)) not in taken:
                self.nouns[column] = NounSymbol("value", column, many, column)

    def numbers_called(self, word: str) -> list[str]:
        """Return the names of the other tracks and variables whose singular or plural is this word.

        The plural is that of nouns for which a game declares none: `coin`, `coins`.
        """
        others = (each for each in (plural_of(word), *singulars_of(word)) if each != word and each in self.names)
        return [each for each in others if self.names[each].kind == "track" or self.names[each].holds == "number"]

    def number_of_word(self, word: str) -> int:
        """Number of a word among the values; words that are only adjectives of the vocabulary have the last one."""
        return self._word_numbers.get(word, len(self._word_numbers))

    def can_be(self, kind: str, word: str) -> bool:
        """Return True if a thing of a kind can be what an adjective says, apart from states of pieces."""
        return not isinstance(self.adjectives.get(word, {}).get(kind, StateAdjective()), StateAdjective)

    def _collect_adjectives(self) -> None:
        """Collect the meanings of each adjective, by kind of thing."""
        self._declared: dict[tuple[str, str], Location] = {}
        self.adjectives: dict[str, dict[str, Adjective]] = {"closed": {"space": ClosedAdjective()}}
        if "direction" in self.nouns:
            self.adjectives["orthogonal"] = {"direction": DirectionAdjective(True)}
            self.adjectives["diagonal"] = {"direction": DirectionAdjective(False)}
        self.attributes: dict[str, dict[str, Attribute]] = {}
        for of, attributes in self.rulebook.columns:
            for attribute in attributes.values():
                self._add_column(of, attribute)
                if attribute.kind == "flag":
                    self._add_adjective(attribute.id, of, ValueAdjective(attribute.id, True), attribute.where)
                for value in attribute.values:
                    self._add_adjective(value, of, ValueAdjective(attribute.id, value), attribute.where)
                if attribute.none is not None:
                    self._add_adjective(attribute.none, of, ValueAdjective(attribute.id, None), attribute.where)
        for deck in self.rulebook.decks:
            self._add_adjective(deck.id, "card", DeckAdjective(deck.id), deck.where)
        for kind in self.rulebook.pieces:
            for state in kind.states:
                self._add_adjective(state, "pieces", StateAdjective(), kind.where)
        self._collect_faces()
        for result in self.rulebook.table_results:
            self.adjectives.setdefault(result, {})
        for flag in self.rulebook.flags:
            self._add_adjective(flag.id, self.kind_of_noun(flag.of), FlagAdjective(flag.id), flag.where)

    @cached_property
    def player_words(self) -> dict[str, str]:
        """The words `player` and `players` with the nouns they stand for, unless the game uses them itself."""
        seat = self.nouns["seat"]
        words = {"player": seat.one, "players": seat.many}
        return {word: noun for word, noun in words.items() if word not in self.noun_words and word not in self.names}

    def _has_own(self, word: str) -> bool:
        """Return True if the game has a word of its own: a name, a noun, an adjective, or a part of a wording."""
        says = (say for each in self.rulebook.words for say in each.says)
        known = word in self.names or word in self.noun_words or word in self.adjectives or word in self.attributes
        return known or any(word in re.findall(r"\w+", say) for say in says)

    def _collect_faces(self) -> None:
        """Collect the words on dice, which are adjectives of those that show them."""
        for dice in self.rulebook.dice:
            for number, word in dice.words.items():
                self._add_adjective(word, "die", FaceAdjective(number), dice.where)

    def _add_column(self, kind: str, attribute: Attribute) -> None:
        """Add an attribute. Decks and groups may share one, if it is of the same kind in all."""
        known = self.attributes.setdefault(attribute.id, {})
        first = known.get(kind)
        if first is not None and first.kind != attribute.kind:
            names = {"values": "word"}
            kinds = " and a ".join(names.get(each.kind, each.kind) for each in (first, attribute))
            message = f"`{attribute.id}` can't be a {kinds} at the same time"
            raise RulebookError(Problem(attribute.where, "ambiguous-attribute", message))
        values = dict.fromkeys((*(first.values if first else ()), *attribute.values))
        known[kind] = replace(attribute, values=tuple(values))

    def _add_adjective(self, word: str, kind: str, meaning: Adjective, where: Location) -> None:
        known = self.adjectives.setdefault(word, {})
        if kind in known and known[kind] != meaning:
            shared = _shared_value(known[kind], meaning)
            if shared is None:
                message = f"`{word}` means two things for a {kind}, here and at {self._declared[word, kind]}"
                way_out = "give one of them another word"
                raise RulebookError(Problem(where, "ambiguous-adjective", f"{message}: {way_out}"))
            meaning = shared
        known[kind] = meaning
        self._declared.setdefault((word, kind), where)

    def adjacency(self, way: str) -> tuple[tuple[int, ...], ...]:
        """Return the neighbours of each space, or the spaces that it is a neighbour of, or both.

        `way` is `neighbour`, `entrance` or `either`.
        """
        board = self.rulebook.map
        number = {space.id: at for at, space in enumerate(board.spaces)}
        rows: list[set[int]] = [set() for _ in number]
        for start, end in board.edges:
            here, there = number[start], number[end]
            if way != "entrance":
                rows[here].add(there)
            if way != "neighbour":
                rows[there].add(here)
        return tuple(tuple(sorted(row)) for row in rows)

    @cached_property
    def joints(self) -> dict[int, tuple[int, int]]:
        """The two spaces that a box joins, by the box's place."""
        number = {space.id: at for at, space in enumerate(self.rulebook.map.spaces)}
        return {
            self.box_index[box.id]: (number[box.joins[0]], number[box.joins[1]])
            for box in self.rulebook.boxes
            if box.joins is not None
        }

    @cached_property
    def joint_ends(self) -> tuple[tuple[int, ...], ...]:
        """The spaces that each place joins; of a space, none."""
        return tuple(tuple(sorted(self.joints.get(place, ()))) for place in range(self.place_count))

    def joints_of_spaces(self, group: str) -> tuple[tuple[int, ...], ...]:
        """Return, for each space, the boxes of a group that join it to another one."""
        members = [place for place in self.group_boxes(group) if place in self.joints]
        return tuple(
            tuple(place for place in members if space in self.joints[place]) for space in range(self.space_count)
        )

    def joint_steps(self, way: str) -> tuple[tuple[int, ...], ...]:
        """Return, for each space, the boxes over which one can leave it; for each of these, the spaces one gets to.

        `way` is as in `adjacency`: with `entrance`, the steps are those back.
        """
        beside = self.adjacency(way)
        rows: list[list[int]] = [[] for _ in range(self.place_count)]
        for place, ends in self.joints.items():
            for start, end in (ends, ends[::-1]):
                if end in beside[start]:
                    rows[start].append(place)
                    rows[place].append(end)
        return tuple(tuple(sorted(row)) for row in rows)

    @property
    def distances(self) -> tuple[int, ...]:
        """Steps from each space to each, row by row; the number of all spaces where there is no way."""
        from networkx import all_pairs_shortest_path_length

        spaces = [space.id for space in self.rulebook.map.spaces]
        rows = dict(all_pairs_shortest_path_length(self.rulebook.map.graph))
        return tuple(rows[start].get(goal, len(spaces)) for start in spaces for goal in spaces)

    def attribute_values(self, kind: str, attribute: str) -> tuple[Any, ...]:
        """Values of an attribute for every thing of a kind, by number; references are numbers, missing values None."""
        column = self.attributes[attribute][kind]
        missing = False if column.kind == "flag" else None
        if kind == "space":
            return tuple(
                self._value(column, space.attributes.get(attribute, missing)) for space in self.rulebook.map.spaces
            )
        if kind == "card":
            return tuple(self._value(column, card.attributes.get(attribute, missing)) for card in self.rulebook.cards)
        if kind == "kind":
            return tuple(self._value(column, each.attributes.get(attribute, missing)) for each in self.rulebook.pieces)
        rows: list[Any] = [missing] * self.space_count
        for box in self.rulebook.boxes:
            for seat in range(len(self.seats) if box.per_seat else 1):
                rows.append(self._value(column, box.attributes.get(attribute, missing), seat))
        return tuple(rows)

    def _value(self, column: Attribute, value: AttributeDatum, seat: int = 0) -> Any:
        if column.kind in ("seat", "side", "space", "box", "card") and value is not None:
            name = self.names[str(value)]
            return name.index + (seat if name.per_seat else 0)
        return value

    def attribute_type(self, kind: str, attribute: str) -> Type:
        """The type of an attribute; optional if some thing has no value."""
        column = self.attributes[attribute][kind]
        names = {"values": "value", "flag": "condition"}
        value_type = Type(kind_named(names.get(column.kind, column.kind)))
        missing = value_type.kind not in ("number", "condition") and None in self.attribute_values(kind, attribute)
        return value_type._replace(optional=missing)
