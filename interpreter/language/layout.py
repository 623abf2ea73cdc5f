"""Layout of a match's flat state, and the resource limits that follow from a game.

Layout of a match's flat state.

A match's state is one list of values `v` (amounts of pieces, tracks, variables, flags, the zone of each card and the
seats that know it) and one list of card lists `z` (a zone's cards, the top card last). Places (spaces and boxes),
seats, zones and cards are numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

from interpreter.language.directions import directions_of
from interpreter.language.position_hashes import FIRST_CELL, HASH_CELL, key_of, piece_hash
from interpreter.rulebook.model import Flag, PieceKind, Rulebook, Track, Variable
from interpreter.rulebook.omissions import Omissions


class StateLayout:
    """Numbering of one rulebook's things, and the offsets of their cells in `v`.

    Attributes:
        faces: For each zone, a mask of the seats that see its cards.
        directions: The directions of the board.
        labels: Names of things by kind and number. Spaces and boxes are numbered together, as places.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.seats = tuple(seat.id for seat in rulebook.seats)
        self.directions = directions_of(rulebook.map, rulebook.seats)
        self.labels: dict[str, list[str]] = {
            "seat": list(self.seats),
            "place": [space.id for space in rulebook.map.spaces],
            "zone": [],
            "card": [card.id for card in rulebook.cards],
            "side": [side.id for side in rulebook.sides],
            "direction": list(self.directions.names),
            "kind": [kind.id for kind in rulebook.pieces],
            "column": list(self.directions.columns),
            "row": list(self.directions.rows),
            "die": [],
            "value": [],
        }
        self.space_count = len(rulebook.map.spaces)
        self._number_kept_columns()
        self._number_places()
        self._number_zones()
        self._number_dice()
        self.size = 0
        self._place_pieces()
        self.piece_cells = self.size
        """Number of cells that count pieces; they come first."""
        self._place_tracks()
        self._place_variables()
        self._place_flags()
        self.card_zone_base = self._reserve(len(rulebook.cards))
        self.known_base = self._reserve(len(rulebook.cards))
        self.watch_base = self._reserve(len(rulebook.watches))
        self.omissions = Omissions(rulebook) if rulebook.omits else None
        self.omission_cell = self._reserve(1) if rulebook.omits else None
        """Offset of the cell for what is left out of the match, by number; 0 for nothing."""
        self.holder_cell = self._reserve(1) if rulebook.omits else None
        """Offset of the cell for the first seat with the card whose event is left out: 1 for the first seat, or 0."""
        self.die_known_base = self._reserve(len(self.die_faces)) if self.has_secret_dice else None
        """Offset of the seats that know what each die shows, as bit masks; None if everyone always does."""
        self._place_positions()
        self.kinds_of_card = self._kinds_of_card()
        self.has_identical_cards = len(set(self.kinds_of_card)) < len(self.kinds_of_card)

    def _number_kept_columns(self) -> None:
        self.kept_columns: list[str] = []
        """The columns for each value of which there is a variable or a zone."""
        kept = [*(each.per for each in self.rulebook.variables), *(each.per for each in self.rulebook.zones)]
        for column in dict.fromkeys(per for each in kept for per in each):
            if self.kind_of_noun(column) == column and column not in KEPT_FOR:
                self.labels[column] = list(self.rulebook.values_of(column))
                self.kept_columns.append(column)

    def _number_places(self) -> None:
        nobody = len(self.seats)
        self.box_index: dict[str, int] = {}
        holders = [nobody] * self.space_count
        for box in self.rulebook.boxes:
            self.box_index[box.id] = len(holders)
            self.labels["place"] += [f"{box.id} of {seat}" for seat in self.seats] if box.per_seat else [box.id]
            holders += range(nobody) if box.per_seat else [nobody]
        self.labels["space"] = self.labels["box"] = self.labels["place"]
        self.place_count = len(holders)
        self.place_owners = tuple(holders)
        """Owner of each place: the seat whose box it is, or the number after the last seat's."""

    def _number_dice(self) -> None:
        self.die_index: dict[str, int] = {}
        faces: list[tuple[int, ...]] = []
        words: list[dict[int, str]] = []
        sight: list[int] = []
        for kind in self.rulebook.dice:
            for die in kind.dice:
                self.die_index[die.id] = len(faces)
                owned = [f"{die.id} of {seat}" for seat in self.seats] if die.per_seat else [die.id]
                self.labels["die"] += owned
                faces += [kind.faces] * len(owned)
                words += [kind.words] * len(owned)
                sees = {"everyone": self.everyone_mask, "nobody": 0}
                sight += [sees.get(kind.visible, 1 << seat) for seat in range(len(owned))]
        self.die_faces = tuple(faces)
        """The numbers on the sides of each die."""
        self.die_words = tuple(words)
        """The words on the sides of each die by their numbers; empty if it shows numbers."""

        self.die_sight = tuple(sight)
        """The seats that see what each die shows after a roll, as bit masks."""

    @property
    def has_secret_dice(self) -> bool:
        """True if a roll of some dice isn't seen by everyone."""
        return any(seats != self.everyone_mask for seats in self.die_sight)

    def face_of(self, die: int, number: int) -> int | str:
        """Return the face of a die with a number: its word, if it has words and has been rolled."""
        return self.die_words[die].get(number, number)

    def dice_of(self, kind_id: str, seat: int | None = None) -> tuple[int, ...]:
        """Numbers of the dice of a kind, those of one seat or of all, seat by seat."""
        kind = next(kind for kind in self.rulebook.dice if kind.id == kind_id)
        first = [self.die_index[die.id] for die in kind.dice]
        if not kind.per_seat:
            return tuple(first)
        seats = range(len(self.seats)) if seat is None else (seat,)
        return tuple(number + one for one in seats for number in first)

    def _number_zones(self) -> None:
        self.everyone_mask = (1 << len(self.seats)) - 1
        self.zone_index: dict[str, int] = {}
        faces: list[int] = []
        holders: list[int | None] = []
        for zone in self.rulebook.zones:
            self.zone_index[zone.id] = len(faces)
            for keys in self.rulebook.keys_of_zone(zone):
                self.labels["zone"].append(zone.label(keys))
                seat = self.seats.index(keys[zone.per.index("seat")]) if "seat" in zone.per else None
                own = 0 if seat is None else 1 << seat
                sees = {"everyone": self.everyone_mask, "owner": own, "others": self.everyone_mask & ~own}
                faces.append(sees.get(zone.face, 0))
                holders.append(seat)
        self.zone_count = len(faces)
        self.faces = tuple(faces)
        self.zone_owners = tuple(holders)
        """Seat of each zone; None for zones that aren't a seat's."""

    def _reserve(self, places: int) -> int:
        """Reserve some cells of `v`, and return the offset of the first."""
        first = self.size
        self.size += places
        return first

    def _place_pieces(self) -> None:
        self.piece_base: dict[str, int] = {}
        self.sorts: dict[str, tuple[str, ...]] = {}
        self.pieces: dict[str, PieceKind] = {}
        for kind in self.rulebook.pieces:
            self.sorts[kind.id] = tuple(f"{state} {kind.id}" for state in kind.states) or (kind.id,)
            self.pieces[kind.id] = kind
            for sort in self.sorts[kind.id]:
                self.pieces[sort] = kind
                self.piece_base[sort] = self._reserve(self.place_count * self.owner_count(kind))
        several = len(self.piece_base) > 1 and all(kind.owner == "seat" for kind in self.rulebook.pieces)
        self.total_base = self._reserve(self.place_count * len(self.seats)) if several else None

    def _place_positions(self) -> None:
        self.position_base: int | None = None
        """Offset of the cells for the positions that are remembered (see `position_hashes`); None if none are."""
        most = self.rulebook.remembered_positions
        if not most:
            return
        self.position_base = self._reserve(FIRST_CELL + most)
        keys = [0] * self.piece_cells
        for sort in self.piece_base:
            for base in self.owner_bases(sort):
                keys[base : base + self.space_count] = map(key_of, range(base, base + self.space_count))
        self.position_keys = tuple(keys)
        """Key of each cell that counts pieces; 0 if it doesn't count pieces on a space."""

    def _place_tracks(self) -> None:
        self.track_base = {track.id: self._reserve(self.slots_of_track(track)) for track in self.rulebook.tracks}
        seats = len(self.seats)
        self.track_number = {track.id: at * seats for at, track in enumerate(self.rulebook.tracks)}
        """First number of each track; it has one for each seat, even if seats share it."""

    def _place_variables(self) -> None:
        self.first_variable = self.size
        self.secret_cards: list[tuple[int, int]] = []
        self.variables: dict[str, Variable] = {variable.id: variable for variable in self.rulebook.variables}
        self.variable_base: dict[str, int] = {}
        for variable in self.rulebook.variables:
            base = self.variable_base[variable.id] = self._reserve(self.slots_of_variable(variable))
            if variable.visible != "everyone" and self.kind_of_noun(variable.kind.split()[-1]) == "card":
                self.secret_cards.append((base, self.size))

    def _place_flags(self) -> None:
        self.first_flag = self.size
        self.flags: dict[str, Flag] = {flag.id: flag for flag in self.rulebook.flags}
        self.flag_base = {flag.id: self._reserve(self.slots_of_flag(flag)) for flag in self.rulebook.flags}

    def slots_of_track(self, track: Track) -> int:
        """Number of cells of a track: one for each seat, or one that is shared."""
        return len(self.seats) if track.per_seat and not track.mirrored else 1

    @property
    def shared_tracks(self) -> dict[str, int]:
        """The cells of the tracks that aren't a seat's, such as one that counts rounds."""
        return {track.id: self.track_base[track.id] for track in self.rulebook.tracks if not track.per_seat}

    def slots_of_variable(self, variable: Variable) -> int:
        """Number of cells of a variable: one for each combination of the things it is kept for."""
        return prod(self.size_of(per) for per in variable.per)

    def slots_of_flag(self, flag: Flag) -> int:
        """Number of cells of a flag: one for each thing of its kind."""
        return self.place_count if self.kind_of_noun(flag.of) in ("space", "box") else self.size_of(flag.of)

    def owner_count(self, kind: PieceKind) -> int:
        """Number of possible owners of pieces of a kind: the seats, then nobody if any seat may take the pieces."""
        return {"seat": len(self.seats), "taker": len(self.seats) + 1}.get(kind.owner or "", 1)

    def owner_bases(self, sort: str) -> tuple[int, ...]:
        """Offsets in `v` of each owner's pieces of a sort: a kind, or a kind in one of its states."""
        base = self.piece_base[sort]
        return tuple(base + owner * self.place_count for owner in range(self.owner_count(self.pieces[sort])))

    def piece_details(self, detail: str) -> tuple[int | None, ...]:
        """A detail of each piece that can be, by the offset of its cell: its `kind`, `owner` or `space`."""
        places = range(self.place_count)
        found: list[int | None] = []
        for number, kind in enumerate(self.rulebook.pieces):
            for _ in self.sorts[kind.id]:
                for owner in range(self.owner_count(kind)):
                    whose = owner if kind.is_owned and owner < len(self.seats) else None
                    found += places if detail == "space" else [number if detail == "kind" else whose] * len(places)
        return tuple(found)

    def pieces_in_boxes(self, first: int) -> tuple[int | None, ...]:
        """For each piece that can be, the pieces of its kind in each seat's own box, the first of which is `first`."""
        found: list[int | None] = []
        for kind in self.rulebook.pieces:
            bases = self.owner_bases(self.sorts[kind.id][0])
            count = len(self.sorts[kind.id]) * self.owner_count(kind) * self.place_count
            for _ in range(count):
                seats = range(len(self.seats))
                found += [bases[seat] + first + seat if kind.is_owned else None for seat in seats]
        return tuple(found)

    def zones_from(self, first: int) -> range:
        """Numbers of all zones of one name, the first of which is `first`."""
        return range(first, next((index for index in self.zone_index.values() if index > first), self.zone_count))

    def size_of(self, kind: str) -> int:
        """Number of things of a kind."""
        sizes = {
            "seat": len(self.seats),
            "side": len(self.rulebook.sides),
            "space": self.space_count,
            "box": self.place_count,
            "die": len(self.die_faces),
            "card": len(self.rulebook.cards),
            "direction": len(self.directions.names),
            "kind": len(self.rulebook.pieces),
            "column": len(self.labels["column"]),
            "row": len(self.labels["row"]),
            "value": len(self.labels["value"]),
        }
        named = self.kind_of_noun(kind)
        return len(self.labels[named]) if named in self.kept_columns else sizes[named]

    def kind_of_key(self, per: str) -> str:
        """Return the kind of the things, or `value` for the words, that a variable is kept for."""
        return "value" if per in self.kept_columns else self.kind_of_noun(per)

    def noun_of_key(self, per: str) -> str:
        """Return the noun of the things, or the column, that something is kept for."""
        return self.rulebook.map.noun.one if per == "space" else per

    def kind_of_noun(self, noun: str) -> str:
        """Return the kind of thing that a noun names: "space" or "box" for nouns of these, else the noun itself."""
        if noun == self.rulebook.map.noun.one:
            return "space"
        if any(noun in (group.id, group.noun.one) for group in self.rulebook.groups):
            return "box"
        if any(noun in (dice.id, dice.noun.one) for dice in self.rulebook.dice):
            return "die"
        return noun

    def group_boxes(self, group: str, seat: int | None = None) -> tuple[int, ...]:
        """Places of a group's boxes, those of one seat or of all, seat by seat."""
        members = [box for box in self.rulebook.boxes if box.group == group]
        seats = range(len(self.seats)) if seat is None else (seat,)
        found: list[int] = []
        for one in seats:
            found += [self.box_index[box.id] + one for box in members if box.per_seat]
        return tuple(found + [self.box_index[box.id] for box in members if not box.per_seat])

    def track(self, track_id: str) -> Track:
        """Return the track with this id."""
        return next(track for track in self.rulebook.tracks if track.id == track_id)

    def _kinds_of_card(self) -> tuple[int, ...]:
        """For each card, the first card that is printed the same."""
        first: dict[str, int] = {}
        rows = ((card.deck, card.title, sorted(card.attributes.items()), card.event) for card in self.rulebook.cards)
        return tuple(first.setdefault(repr(row), number) for number, row in enumerate(rows))

    def place_of(self, place_id: str, seat: int) -> int:
        """Return the number of a place; if each seat has such a box, that of this seat's box."""
        first = self.box_index.get(place_id)
        if first is None:
            return self.labels["place"].index(place_id)
        return first + (seat if self.place_owners[first] < len(self.seats) else 0)

    def slot_of(self, kind: PieceKind, owner: str | None, state: str | None, place: str) -> int:
        """Return the offset in `v` of the amount of an owner's pieces in a place."""
        seat = self.owner_count(kind) - 1 if owner is None else self.seats.index(owner)
        return self.owner_bases(f"{state} {kind.id}" if state else kind.id)[seat] + self.place_of(place, seat)

    def update_totals(self, v: list[Any]) -> None:
        """Compute what `v` keeps beside the amounts of pieces: each owner's total in each place, and their hash."""
        if self.total_base is not None:
            size = self.place_count * len(self.seats)
            kinds = (v[base : base + size] for base in self.piece_base.values())
            v[self.total_base : self.total_base + size] = map(sum, zip(*kinds, strict=True))
        if self.position_base is not None:
            v[self.position_base + HASH_CELL] = piece_hash(v[: self.piece_cells], self.position_keys)


KEPT_FOR = frozenset(("seat", "side", "space", "box", "die", "card", "kind"))
"""Kinds of things that each can have a variable; other names that variables are kept for are columns."""
MAX_NUMBER = 10**15
"""Bound that the numbers of a game stay below, so that none exhausts the machine."""
WILD_RANK = -1
"""The number that a wild card has in place of a rank where hands are compared."""
HAND_KINDS_START, HAND_KIND_WIDTH = 3, 5
"""Index of the first kind of hand in a table of kinds (see `Operation.BEST_HAND`), and numbers for each kind."""
MOST_ROUTE_BOXES = 20
"""Most boxes among which a longest route is sought."""
MAX_LIST_LENGTH = 2_000
"""Maximum length of a list."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Resource limits of a match, in units of work.

    Attributes:
        work_per_decision: Maximum work between two decisions.
        work_per_game: Maximum work of a whole game.
        decision_cost: Work charged for a decision.
        trial_cost: Work charged for trying a line of play.
        max_frames: Maximum number of frames on the stack.
    """

    work_per_decision: int
    work_per_game: int
    decision_cost: int
    trial_cost: int
    max_frames: int
