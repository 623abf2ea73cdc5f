"""What every name of a game stands for, and where the things of the game stand in a match's flat state.

A match's state is one list of values `v` (amounts of pieces, tracks, variables, flags, where each card is and who
knows it) and one list of card lists `z` (a zone's cards, the top card last). Places (spaces and boxes), seats, zones
and cards are numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from interpreter.errors import Problem, RulebookError, Where
from interpreter.language.tree import Type
from interpreter.rulebook.model import Attribute, Flag, PieceKind, Rulebook, Track, Value, Variable

KINDS = ("number", "flag", "seat", "side", "space", "box", "card", "zone", "text")


@dataclass(frozen=True, slots=True)
class Noun:
    """`kind` is the type of thing; `group` narrows it to a group of boxes; `pieces` lists kinds of pieces."""

    kind: str
    one: str
    many: str
    group: str | None = None
    pieces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Name:
    """A name that can stand in a text: `kind` is seat, side, space, box, zone, card, track or variable; `index`
    where it begins.

    `per_seat`, `per_space`: there is one for each seat or space, at `index + seat`; `seat`: the one seat whose track it
    is.
    """

    kind: str
    index: int
    per_seat: bool = False
    seat: int | None = None
    thing: Any = None
    per_space: bool = False


class Symbols:
    """The names, nouns, adjectives and the layout of one rulebook. `faces` is a mask of the seats that see each zone's
    cards.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.seats = tuple(seat.id for seat in rulebook.seats)
        count = len(self.seats)
        self.names: dict[str, Name] = {}
        self.titles: dict[str, str] = {}
        self.twins: dict[str, list[str]] = {}
        self.shown: dict[str, list[str]] = {"seat": list(self.seats), "place": [], "zone": [], "card": []}
        for index, seat in enumerate(rulebook.seats):
            self._name(seat.id, Name("seat", index), seat.title, seat.where)
        self.shown["side"] = [side.id for side in rulebook.sides]
        for index, side in enumerate(rulebook.sides):
            self._name(side.id, Name("side", index), side.title, side.where)
        for index, space in enumerate(rulebook.map.spaces):
            self._name(space.id, Name("space", index), space.title, space.where)
            self.shown["place"].append(space.id)
        self.spaces = len(rulebook.map.spaces)
        self.box_index: dict[str, int] = {}
        at = self.spaces
        for box in rulebook.boxes:
            self.box_index[box.id] = at
            self._name(box.id, Name("box", at, box.per_seat), box.title, box.where)
            self.shown["place"] += [f"{box.id} of {seat}" for seat in self.seats] if box.per_seat else [box.id]
            at += count if box.per_seat else 1
        self.places = at
        self.holders = (count,) * self.spaces + tuple(
            seat for box in rulebook.boxes for seat in (range(count) if box.per_seat else (count,))
        )
        """For each place the seat whose box it is; for others the number after the last seat's."""
        at = 0
        self.zone_index: dict[str, int] = {}
        for zone in rulebook.zones:
            self.zone_index[zone.id] = at
            name = Name("zone", at, zone.per_seat, thing=zone, per_space=zone.per == "space")
            self._name(zone.id, name, zone.title, zone.where)
            owners = self.shown["place"][: self.spaces] if name.per_space else self.seats
            self.shown["zone"] += [f"{zone.id} of {owner}" for owner in owners] if zone.per else [zone.id]
            at = len(self.shown["zone"])
        self.zones = at
        for index, card in enumerate(rulebook.cards):
            self._name(card.id, Name("card", index), card.title, card.where)
            self.shown["card"].append(card.id)
        self.everyone = (1 << count) - 1
        self.faces = tuple(
            {"everyone": self.everyone, "nobody": 0}.get(zone.face, 1 << seat)
            for zone in rulebook.zones
            for seat in range({"seat": count, "space": self.spaces}.get(zone.per or "", 1))
        )
        self._lay_out(count)
        self._collect_nouns()
        self._collect_adjectives()
        self.kinds_of_card = self._kinds_of_card()
        self.alike = len(set(self.kinds_of_card)) < len(self.kinds_of_card)
        for title in self.twins:
            del self.titles[title]

    def _kinds_of_card(self) -> tuple[int, ...]:
        """For each card the first one that is like it in all that is printed on them."""
        first: dict[str, int] = {}
        rows = ((card.deck, card.title, sorted(card.attributes.items()), card.event) for card in self.rulebook.cards)
        return tuple(first.setdefault(repr(row), number) for number, row in enumerate(rows))

    def _name(self, id: str, name: Name, title: dict[str, str], where: Where) -> None:
        self.names[id] = name
        printed = title.get("en", "")
        usable = printed[:1].isupper() and all(sign.isalnum() or sign in " '’-." for sign in printed)
        if usable and not name.per_seat and not name.per_space:
            if printed in self.titles:
                self.twins.setdefault(printed, [self.titles[printed]]).append(id)
            self.titles.setdefault(printed, id)

    def _lay_out(self, count: int) -> None:
        at = 0
        self.piece_base: dict[str, int] = {}
        self.sorts: dict[str, tuple[str, ...]] = {}
        self.pieces: dict[str, PieceKind] = {}
        for kind in self.rulebook.pieces:
            self.sorts[kind.id] = tuple(f"{state} {kind.id}" for state in kind.states) or (kind.id,)
            self.pieces[kind.id] = kind
            for sort in self.sorts[kind.id]:
                self.pieces[sort] = kind
                self.piece_base[sort] = at
                at += self.places * self.owners(kind)
        self.total_base: int | None = None
        if len(self.piece_base) > 1 and all(kind.owner == "seat" for kind in self.rulebook.pieces):
            self.total_base = at
            at += self.places * count
        self.track_base: dict[str, int] = {}
        for track in self.rulebook.tracks:
            self.track_base[track.id] = at
            self._name(track.id, Name("track", at, track.per_seat, thing=track), track.title, track.where)
            for seat, (id, title) in track.names.items():
                self._name(id, Name("track", at, seat=self.seats.index(seat), thing=track), title, track.where)
            at += count if track.per_seat and not track.mirrored else 1
        self.first_variable = at
        self.secret_cards: list[tuple[int, int]] = []
        self.variable_base: dict[str, int] = {}
        self.variables: dict[str, Variable] = {}
        for variable in self.rulebook.variables:
            self.variable_base[variable.id] = at
            self.variables[variable.id] = variable
            self._name(variable.id, Name("variable", at, thing=variable), {}, variable.where)
            size = 1
            for per in variable.per:
                size *= self.size_of(per)
            if variable.visible != "everyone" and self.kind_of_noun(variable.kind.split()[-1]) == "card":
                self.secret_cards.append((at, at + size))
            at += size
        self.first_flag = at
        self.flag_base: dict[str, int] = {}
        self.flags: dict[str, Flag] = {}
        for flag in self.rulebook.flags:
            self.flag_base[flag.id] = at
            self.flags[flag.id] = flag
            at += self.places if self.kind_of_noun(flag.of) in ("space", "box") else self.size_of(flag.of)
        self.where_base = at
        at += len(self.rulebook.cards)
        self.known_base = at
        at += len(self.rulebook.cards)
        self.watch_base = at
        at += len(self.rulebook.watches)
        self.size = at

    def owners(self, kind: PieceKind) -> int:
        """How many may own pieces of a kind: each seat, and nobody after them if they belong to whoever takes them."""
        return {"seat": len(self.seats), "taker": len(self.seats) + 1}.get(kind.owner or "", 1)

    def bases(self, sort: str) -> tuple[int, ...]:
        """Where each owner's pieces of a sort begin in `v`. A sort is a kind, or a kind in one of its states."""
        base = self.piece_base[sort]
        return tuple(base + owner * self.places for owner in range(self.owners(self.pieces[sort])))

    def zones_from(self, first: int) -> range:
        """The numbers of all zones of one name, whose first one is `first`."""
        return range(first, next((index for index in self.zone_index.values() if index > first), self.zones))

    def size_of(self, kind: str) -> int:
        sizes = {
            "seat": len(self.seats),
            "side": len(self.rulebook.sides),
            "space": self.spaces,
            "box": self.places,
            "card": len(self.rulebook.cards),
        }
        return sizes[self.kind_of_noun(kind)]

    def kind_of_noun(self, noun: str) -> str:
        if noun == self.rulebook.map.noun.one:
            return "space"
        if any(noun in (group.id, group.noun.one) for group in self.rulebook.groups):
            return "box"
        return noun

    def _collect_nouns(self) -> None:
        book = self.rulebook
        self.nouns: dict[str, Noun] = {
            "seat": Noun("seat", "seat", "seats"),
            "card": Noun("card", "card", "cards"),
            "space": Noun("space", book.map.noun.one, book.map.noun.many),
            "neighbour": Noun("space", "neighbour", "neighbours"),
            "entrance": Noun("space", "entrance", "entrances"),
        }
        if book.sides:
            self.nouns["side"] = Noun("side", "side", "sides")
        for group in book.groups:
            self.nouns[group.id] = Noun("box", group.noun.one, group.noun.many, group.id)
        for kind in book.pieces:
            self.nouns[kind.id] = Noun("pieces", kind.noun.one, kind.noun.many, pieces=(kind.id,))
        if book.pieces and "piece" not in self.nouns:
            self.nouns["piece"] = Noun("pieces", "piece", "pieces", pieces=tuple(kind.id for kind in book.pieces))
        self.nouns_one = {noun.one for noun in self.nouns.values()} | {noun.many for noun in self.nouns.values()}

    def _collect_adjectives(self) -> None:
        """word -> what it means for each kind of thing: (`attribute`, id, value), (`flag`, id), (`deck`, id),
        (`state`,) or (`closed`,).
        """
        self.adjectives: dict[str, dict[str, tuple[Any, ...]]] = {"closed": {"space": ("closed",)}}
        self.attributes: dict[str, dict[str, Attribute]] = {}
        columns: list[tuple[str, dict[str, Attribute]]] = [("space", self.rulebook.map.columns)]
        columns += [("box", group.attributes) for group in self.rulebook.groups]
        columns += [("card", deck.attributes) for deck in self.rulebook.decks]
        for of, attributes in columns:
            for attribute in attributes.values():
                self._column(of, attribute)
                if attribute.kind == "flag":
                    self._adjective(attribute.id, of, ("attribute", attribute.id, True), attribute.where)
                for value in attribute.values:
                    self._adjective(value, of, ("attribute", attribute.id, value), attribute.where)
                if attribute.none is not None:
                    self._adjective(attribute.none, of, ("attribute", attribute.id, None), attribute.where)
        for deck in self.rulebook.decks:
            self._adjective(deck.id, "card", ("deck", deck.id), deck.where)
        for kind in self.rulebook.pieces:
            for state in kind.states:
                self._adjective(state, "pieces", ("state",), kind.where)
        for flag in self.rulebook.flags:
            self._adjective(flag.id, self.kind_of_noun(flag.of), ("flag", flag.id), flag.where)

    def _column(self, kind: str, attribute: Attribute) -> None:
        """Take in an attribute; decks and groups may share one, if it is of the same kind in all."""
        known = self.attributes.setdefault(attribute.id, {})
        first = known.get(kind)
        if first is not None and first.kind != attribute.kind:
            names = {"values": "word"}
            kinds = " and a ".join(names.get(each.kind, each.kind) for each in (first, attribute))
            message = f"`{attribute.id}` can't be a {kinds} at the same time"
            raise RulebookError(Problem(attribute.where, "ambiguous-attribute", message))
        values = dict.fromkeys((*(first.values if first else ()), *attribute.values))
        known[kind] = replace(attribute, values=tuple(values))

    def _adjective(self, word: str, kind: str, meaning: tuple[Any, ...], where: Where) -> None:
        known = self.adjectives.setdefault(word, {})
        if kind in known and known[kind] != meaning:
            raise RulebookError(Problem(where, "ambiguous-adjective", f"`{word}` means two things for a {kind}"))
        known[kind] = meaning

    def table(self, kind: str, attribute: str) -> tuple[Any, ...]:
        """An attribute's value for every thing of a kind, by number; references are numbers, missing ones None."""
        column = self.attributes[attribute][kind]
        missing = False if column.kind == "flag" else None
        if kind == "space":
            return tuple(
                self._value(column, space.attributes.get(attribute, missing)) for space in self.rulebook.map.spaces
            )
        if kind == "card":
            return tuple(self._value(column, card.attributes.get(attribute, missing)) for card in self.rulebook.cards)
        rows: list[Any] = [missing] * self.spaces
        for box in self.rulebook.boxes:
            for seat in range(len(self.seats) if box.per_seat else 1):
                rows.append(self._value(column, box.attributes.get(attribute, missing), seat))
        return tuple(rows)

    def _value(self, column: Attribute, value: Value, seat: int = 0) -> Any:
        if column.kind in ("seat", "side", "space", "box", "card") and value is not None:
            name = self.names[str(value)]
            return name.index + (seat if name.per_seat else 0)
        return value

    def attribute_type(self, kind: str, attribute: str) -> Type:
        column = self.attributes[attribute][kind]
        names = {"values": "value", "flag": "condition"}
        type = Type(names.get(column.kind, column.kind))
        missing = type.kind not in ("number", "condition") and None in self.table(kind, attribute)
        return type._replace(optional=missing)

    def group_boxes(self, group: str, seat: int | None = None) -> tuple[int, ...]:
        """The places of a group's boxes, those of one seat or of all, seat by seat."""
        members = [box for box in self.rulebook.boxes if box.group == group]
        seats = range(len(self.seats)) if seat is None else (seat,)
        found: list[int] = []
        for one in seats:
            found += [self.box_index[box.id] + one for box in members if box.per_seat]
        return tuple(found + [self.box_index[box.id] for box in members if not box.per_seat])

    def start_state(self) -> tuple[list[Any], list[list[int]]]:
        """The state before the first statement: pieces, tracks, variables where the files say; cards in their first
        zones.
        """
        v: list[Any] = [0] * self.size
        for kind in self.rulebook.pieces:
            for entry in kind.start:
                v[self.slot_of(kind, entry.owner, entry.state, entry.place)] += entry.number
        self.add_up(v)
        for track in self.rulebook.tracks:
            base = self.track_base[track.id]
            for at in range(base, base + (len(self.seats) if track.per_seat and not track.mirrored else 1)):
                v[at] = track.start
        for variable in self.rulebook.variables:
            base = self.variable_base[variable.id]
            size = 1
            for per in variable.per:
                size *= self.size_of(per)
            for at in range(base, base + size):
                v[at] = self.start_value(variable)
        for flag in self.rulebook.flags:
            base = self.flag_base[flag.id]
            size = self.places if self.kind_of_noun(flag.of) in ("space", "box") else self.size_of(flag.of)
            for at in range(base, base + size):
                v[at] = False
        for at in range(self.watch_base, self.size):
            v[at] = False
        z: list[list[int]] = [[] for _ in range(self.zones)]
        for zone in self.rulebook.zones:
            index = self.zone_index[zone.id]
            for card in range(len(self.rulebook.cards) - 1, -1, -1):
                if self.rulebook.cards[card].deck in zone.starts_with:
                    z[index].append(card)
                    v[self.where_base + card] = index
                    v[self.known_base + card] = self.faces[index]
        placed = {card for cards in z for card in cards}
        for card in range(len(self.rulebook.cards)):
            if card not in placed:
                v[self.where_base + card] = None
        return v, z

    def slot_of(self, kind: PieceKind, owner: str | None, state: str | None, place: str) -> int:
        """Where in `v` the number of an owner's pieces in a place stands."""
        seat = self.owners(kind) - 1 if owner is None else self.seats.index(owner)
        name = self.names[place]
        base = self.bases(f"{state} {kind.id}" if state else kind.id)[seat]
        return base + name.index + (seat if name.per_seat else 0)

    def add_up(self, v: list[Any]) -> None:
        """Work out each owner's pieces of all kinds by place, which `v` keeps beside those of each kind."""
        if self.total_base is not None:
            size = self.places * len(self.seats)
            for at in range(size):
                v[self.total_base + at] = sum(v[base + at] for base in self.piece_base.values())

    def start_value(self, variable: Variable) -> Any:
        if variable.kind.startswith("list"):
            return ()
        if variable.kind == "number":
            return int(variable.start or 0)
        if variable.kind == "flag":
            return bool(variable.start)
        return None if variable.start is None else self.names[str(variable.start)].index

    def track(self, id: str) -> Track:
        return next(track for track in self.rulebook.tracks if track.id == id)
