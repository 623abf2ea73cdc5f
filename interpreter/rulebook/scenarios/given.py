"""A reader for the `given` of a scenario: changes to the start of a game, one entry for each change."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import yaml

from interpreter.rulebook.boards.board_lines import BoardLines
from interpreter.rulebook.building.ids import EACH, EVERY_SEAT, MOST_IDS_LISTED, describe
from interpreter.rulebook.model import SHOWN, PieceKind, Rulebook, Text, Title, Track, Variable
from interpreter.rulebook.schema.meant_values import span_of_field
from interpreter.rulebook.source.nested_keys import KeyTest, keys_in_order
from interpreter.rulebook.source.nodes import ProblemPlace, Problems, YamlList, YamlMapping, YamlNode
from interpreter.rulebook.text import is_title
from interpreter.support.name_lists import list_first, list_known
from interpreter.support.similar_words import closest_match

MAX_WRITTEN = 10_000
"""Width of a suggested mapping, which stands on one line."""
NOBODY = "nobody"
"""The word for no owner, where pieces belong to the seat that takes them."""

REST = "rest"
"""The word for the number of all pieces that are nowhere else."""

OPEN = re.compile(r"open,? because \S.*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class GivenPieces:
    """A number of pieces in a place.

    Attributes:
        owner: A seat; `each` for every seat; None for no owner.
        place: A space or box. A box that each seat has means the owner's.
        count: The number of pieces; None for all that are left.
    """

    kind: str
    owner: str | None
    state: str | None
    place: str
    count: int | None
    spot: ProblemPlace


@dataclass(frozen=True, slots=True)
class GivenTrack:
    """The step of a track (of a seat).

    A seat's own name for the track has been replaced by the track's id.
    """

    track: str
    seat: str | None
    step: int
    spot: ProblemPlace


@dataclass(frozen=True, slots=True)
class GivenVariable:
    """The value of a variable; `keys` are the things for which it is kept."""

    variable: str
    keys: tuple[str, ...]
    value: int | bool | str | tuple[str, ...] | None
    spot: ProblemPlace


@dataclass(frozen=True, slots=True)
class GivenFlag:
    """A flag of a thing; `seat` is the owner of a box that each seat has."""

    flag: str
    thing: str
    seat: str | None
    spot: ProblemPlace


@dataclass(frozen=True, slots=True)
class GivenZone:
    """The cards of a zone, top first; `keys` are the things that it is kept for."""

    zone: str
    keys: tuple[str, ...]
    cards: tuple[str, ...]
    spot: ProblemPlace


@dataclass(frozen=True, slots=True)
class GivenPosition:
    """All changes to the start of a game.

    Attributes:
        turn: The acting seat.
        begin: An effect that is carried out, with `turn` as the acting seat, instead of the whole game.
        supply_open: True if the pieces need not add up to the supply.
    """

    pieces: tuple[GivenPieces, ...] = ()
    tracks: tuple[GivenTrack, ...] = ()
    variables: tuple[GivenVariable, ...] = ()
    flags: tuple[GivenFlag, ...] = ()
    zones: tuple[GivenZone, ...] = ()
    turn: str | None = None
    begin: Text | None = None
    supply_open: bool = False


_SECTIONS = {kind: f", and stands under `{kind}s`" for kind in ("piece", "track", "variable", "flag", "zone")}
"""Remarks on the section of `given` in which things of a kind stand."""
_UNITED = ("place", "thing")
"""Kinds of references that stand for several kinds of things."""


class ReferenceChecker:
    """The ids and titles of a rulebook, for checks of references."""

    def __init__(self, rulebook: Rulebook, players: int | None, problems: Problems) -> None:
        self.rulebook = rulebook
        self.problems = problems
        seats = {seat.id: seat.title for seat in rulebook.seats}
        if rulebook.players[0] < rulebook.players[1]:
            name = rulebook.seats[0].id.rstrip("0123456789")
            seats = {f"{name}{number}": {} for number in range(1, (players or rulebook.players[1]) + 1)}
        things = {kind: things for kind, things in rulebook.titled_things.items() if kind != "deck"}
        self._titles: dict[str, dict[str, Title]] = {
            **{kind: {thing.id: thing.title for thing in members} for kind, members in things.items()},
            "seat": seats,
            "variable": {variable.id: {} for variable in rulebook.variables},
            "flag": {flag.id: {} for flag in rulebook.flags},
        }
        self.own_tracks: dict[str, tuple[Track, str]] = {
            name: (track, seat) for track in rulebook.tracks for seat, (name, _) in track.names.items()
        }
        self._titles["track"].update({name: {} for name in self.own_tracks})
        dice = [die for each in rulebook.dice for die in each.dice]
        self.faces: dict[str, dict[int | str, int]] = {
            die.id: {kind.words.get(number, number): number for number in kind.faces}
            for kind in rulebook.dice
            for die in kind.dice
        }
        """The faces of each die, with their numbers."""
        self._titles["die"] = {
            f"{die.id} of {seat}" if seat else die.id: die.title
            for die in dice
            for seat in (seats if die.per_seat else ("",))
        }
        self._titles["place"] = self._titles["space"] | self._titles["box"]
        self._titles["thing"] = {name: title for things in self._titles.values() for name, title in things.items()}

    def has(self, name: str, kind: str) -> bool:
        """True if there is a thing of a kind with this id."""
        return name in self._titles.get(kind, {})

    def ids(self, kind: str) -> tuple[str, ...]:
        """Return the ids of the things of a kind."""
        return tuple(self._titles.get(kind, ()))

    def check_reference(self, spot: YamlNode, name: object, kind: str, takes_each: bool = False) -> bool:
        """True if `name` is the id of a thing of a kind; report it if not.

        `takes_each`: `each` stands for every seat here.
        """
        known = self._titles[kind]
        if isinstance(name, str) and name in known:
            return True
        if not isinstance(name, str):
            self.problems.add(spot, "wrong-type", f"the id of a {kind} is expected here, not {describe(name)}")
            return False
        meant = next((one for one, title in known.items() if is_title(name, title.values())), None)
        message = f"there is no {kind} with the id `{name}`"
        meant = EACH if takes_each and name.casefold() in EVERY_SEAT else meant or closest_match(name, known)
        other = next((each for each, things in self._titles.items() if name in things and each not in _UNITED), None)
        if other is not None:
            message += f" (`{name}` is a {other}{_SECTIONS.get(other, '') if kind in _SECTIONS else ''})"
        if meant is None:
            message += list_known(known, MOST_IDS_LISTED)
        self.problems.add(spot, f"unknown-{kind}", message, suggestion=meant, replaced=spot.word_span(name))
        return False


def read_given(node: YamlMapping, known: ReferenceChecker) -> GivenPosition:
    """Return the changes that `given` asks for; wrong ones are reported and left out."""
    turn = node.get("turn")
    seat = turn.data if turn is not None and known.check_reference(turn, turn.data, "seat") else None
    if turn is not None and seat is not None and node.get("begin") is None:
        message = (
            "`turn` says who acts in `begin`, and there is none: the game is played from the start; "
            "with `begin: PHRASE`, that phrase is carried out instead"
        )
        known.problems.warn(turn, "turn-ignored", message)
    return GivenPosition(
        tuple(_pieces(node, known)),
        tuple(_tracks(node, known)),
        tuple(_variables(node, known)),
        tuple(_flags(node, known)),
        tuple(_zones(node, known)),
        seat,
        node.get_text("begin"),
        _is_open(node.get("supply"), known),
    )


def _section(node: YamlMapping, name: str, kind: str, known: ReferenceChecker) -> YamlMapping:
    """Return a section of `given`; report one whose keys stand in another order, and return it without entries."""
    section = node.section(name)
    if all(known.has(str(key.data), kind) for key, _ in section.entries()):
        return section
    meant = keys_in_order(section.data, _key_tests(kind, known))
    if meant is None:
        return section
    message = f"`{name}` has first the {kind}, then whose it is" + (", then the place" if kind == "piece" else "")
    written = yaml.safe_dump({name: meant}, default_flow_style=True, width=MAX_WRITTEN, sort_keys=False).strip()[1:-1]
    spot, span = node.keys[name], span_of_field(node, name)
    known.problems.add(spot, f"unknown-{kind}", message, wordings=(written,), replaced=span)
    return YamlMapping(section.source, section.line, section.column)


def _key_tests(kind: str, known: ReferenceChecker) -> list[list[KeyTest]]:
    """Return the tests of the keys of each level, for things of a kind that belong to seats and those that don't."""

    def is_a(*kinds: str) -> KeyTest:
        return lambda key: (key == EACH and "seat" in kinds) or any(known.has(key, each) for each in kinds)

    if kind == "piece":
        return [[is_a("piece"), is_a("seat"), is_a("place")], [is_a("piece"), is_a("place")]]
    return [[is_a(kind)], [is_a(kind), is_a("seat")], [is_a(kind), is_a("space")]]


def _known_entries(node: YamlMapping, kind: str, known: ReferenceChecker) -> Iterator[tuple[str, YamlNode]]:
    """Yield the entries whose keys are ids of things of a kind; others are reported."""
    for key, value in node.entries():
        if known.check_reference(key, key.data, kind):
            yield key.data, value


def _entries_of_words(
    node: YamlMapping, words: Sequence[str], known: ReferenceChecker
) -> Iterator[tuple[str, YamlNode]]:
    """Yield the entries whose keys are values of a column; others are reported."""
    for key, value in node.entries():
        if key.data in words:
            yield str(key.data), value
        else:
            meant = closest_match(str(key.data), words)
            message = f"expected one of {', '.join(words)}, found {describe(key.data)}"
            known.problems.add(key, "unknown-value", message, suggestion=meant)


def _is_open(supply: YamlNode | None, known: ReferenceChecker) -> bool:
    if supply is not None and not OPEN.fullmatch(supply.data):
        message = "write `open because …` here, with the reason why the pieces don't add up"
        known.problems.add(supply, "wrong-form", message)
    return supply is not None


def _wrong(spot: YamlNode, wanted: str, known: ReferenceChecker) -> None:
    known.problems.add(spot, "wrong-type", f"expected {wanted}, found {describe(spot.data)}")


def _pieces(node: YamlMapping, known: ReferenceChecker) -> Iterator[GivenPieces]:
    kinds = {kind.id: kind for kind in known.rulebook.pieces}
    for name, value in _known_entries(_section(node, "pieces", "piece", known), "piece", known):
        kind = kinds[name]
        if not isinstance(value, YamlMapping):
            continue
        if not kind.is_owned:
            yield from _placed(kind, None, value, known)
            continue
        for owner, places in value.entries():
            nobody = kind.owner == "taker" and owner.data == NOBODY
            if owner.data != EACH and not nobody and not known.check_reference(owner, owner.data, "seat", True):
                continue
            if not isinstance(places, YamlMapping):
                if not value.damaged:  # otherwise it may replace a wrong value
                    _wrong(places, f"the owner's places, as in `{{{owner.data}: {{PLACE: {places.data}}}}}`", known)
                continue
            yield from _placed(kind, None if nobody else owner.data, places, known)


def _placed(kind: PieceKind, owner: str | None, node: YamlMapping, known: ReferenceChecker) -> Iterator[GivenPieces]:
    """Yield the entries of one owner: PLACE: NUMBER, or STATE: {PLACE: NUMBER}."""
    for key, value in node.entries():
        state, entries = kind.states[0] if kind.states else None, [(key, value)]
        if key.data in kind.states and isinstance(value, YamlMapping):
            state, entries = key.data, value.entries()
        for spot, count in entries:
            number = None if count.data == REST else count.data
            for place in _places(kind, spot, known):
                if _can_be(kind, owner, state, place, count, spot, known):
                    yield GivenPieces(kind.id, owner, state, place, number, spot)


def _places(kind: PieceKind, spot: YamlNode, known: ReferenceChecker) -> list[str]:
    """Return the cells of a row or column, or the one place of another name; none if the game has no such place."""
    place = spot.data
    if cells := BoardLines(known.rulebook.map.grid).cells_of(str(place)):
        return cells
    is_there = not kind.is_owned and _is_box_of_seat(place, known)
    return [place] if is_there or known.check_reference(spot, place, "place") else []


def _is_box_of_seat(place: object, known: ReferenceChecker) -> bool:
    """Return True if a place is written as the box of one seat, `purse of red`."""
    name, _, seat = str(place).rpartition(" of ")
    return known.has(seat, "seat") and any(box.id == name and box.per_seat for box in known.rulebook.boxes)


def _can_be(
    kind: PieceKind,
    owner: str | None,
    state: str | None,
    place: str,
    count: YamlNode,
    spot: YamlNode,
    known: ReferenceChecker,
) -> bool:
    """True if a place can hold this number of such pieces; report it if not."""
    book = known.rulebook
    box = next((box for box in book.boxes if box.id in (place, str(place).rpartition(" of ")[0])), None)
    if not isinstance(count.data, int) and count.data != REST:
        _wrong(count, f"a number of pieces or `{REST}`", known)
    elif count.data != REST and count.data > kind.supply:
        message = f"{count.data} {kind.noun.one if count.data == 1 else kind.noun.many}"
        message += f", but there {'is' if kind.supply == 1 else 'are'} {kind.supply or 'none'}"
        known.problems.add(count, "out-of-range", message)
    elif any(space.id == place and space.closed for space in book.map.spaces):
        known.problems.add(spot, "start-closed", f"`{place}` is closed: no piece can be there")
    elif owner is None and box is not None and box.per_seat and (kind.is_owned or place == box.id):
        message = f"each seat has a `{place}`, but these pieces have no owner"
        form = None if kind.is_owned else f"`{place} of SEAT`"
        known.problems.add(spot, "box-of-seats", message, suggestion=form)
    elif box is not None and kind.states and state != kind.states[0]:
        known.problems.add(spot, "state-in-box", f"in a box, all pieces are {kind.states[0]}")
    elif kind.owner == "taker" and (owner is None) != (box is not None and not box.per_seat):
        wanted = "a box that is for everybody" if owner is None else "a space or a box that each seat has"
        whose = "nobody's pieces are" if owner is None else "a seat's pieces are"
        known.problems.add(spot, "wrong-place", f"{whose} in {wanted}")
    else:
        return True
    return False


def _tracks(node: YamlMapping, known: ReferenceChecker) -> Iterator[GivenTrack]:
    tracks = {track.id: track for track in known.rulebook.tracks}
    for name, value in _known_entries(_section(node, "tracks", "track", known), "track", known):
        if name in known.own_tracks:
            track, seat = known.own_tracks[name]
            entries: list[tuple[str | None, YamlNode]] = [(seat, value)]
        else:
            track = tracks[name]
            entries = _by_owner(value, track.id, "seat" if track.per_seat else None, known)
        for owner, step in entries:
            if not isinstance(step.data, int):
                _wrong(step, "a number", known)
            elif track.low <= step.data <= track.high:
                yield GivenTrack(track.id, owner, step.data, step)
            elif not node.section("tracks").damaged:  # otherwise it may replace a wrong value
                message = f"{step.data} is outside the track, {track.low} to {track.high}"
                known.problems.add(step, "out-of-range", message)


def _by_owner(
    value: YamlNode, thing_id: str, per: str | None, known: ReferenceChecker
) -> list[tuple[str | None, YamlNode]]:
    """Return the values of a thing that exists once, or once for each seat or space (`per`)."""
    if per is None:
        return [(None, value)]
    if not isinstance(value, YamlMapping):
        _report_no_owner(value, thing_id, (per,), known)
        return []
    return list(_known_entries(value, per, known))


def _report_no_owner(value: YamlNode, thing_id: str, per: Sequence[str], known: ReferenceChecker) -> None:
    """Report a single value of a thing that exists once for each of `per`, as seats or pairs of a seat and a space."""
    given = "…"
    if isinstance(value.data, list) and all(isinstance(each, str) for each in value.data):
        given = f"[{list_first(value.data, MOST_IDS_LISTED)}]"
    elif isinstance(value.data, str | int) and not isinstance(value.data, bool):
        given = str(value.data)
    for kind in reversed(per):
        first = next(iter(known.rulebook.values_of(kind) or known.ids(kind)), kind.upper())
        given = f"{{{first}: {given}}}"
    _wrong(value, f"`{given}`, because each {' and '.join(per)} has a `{thing_id}` of its own", known)


def _by_keys(
    value: YamlNode, thing_id: str, per: tuple[str, ...], known: ReferenceChecker
) -> Iterator[tuple[tuple[str, ...], YamlNode]]:
    """Yield the values of a thing that exists once, or once for each thing or pair of things (`per`), by these."""
    if not per:
        yield (), value
    elif not isinstance(value, YamlMapping):
        _report_no_owner(value, thing_id, per, known)
    else:
        words = known.rulebook.values_of(per[0])
        for key, below in _entries_of_words(value, words, known) if words else _known_entries(value, per[0], known):
            yield from (((key, *keys), cards) for keys, cards in _by_keys(below, thing_id, per[1:], known))


def _variables(node: YamlMapping, known: ReferenceChecker) -> Iterator[GivenVariable]:
    variables = {variable.id: variable for variable in known.rulebook.variables}

    def values(variable: Variable, keys: tuple[str, ...], value: YamlNode) -> Iterator[GivenVariable]:
        if len(keys) < len(variable.per):
            per = variable.per[len(keys)]
            if not isinstance(value, YamlMapping):
                _report_no_owner(value, variable.id, variable.per[len(keys) :], known)
                return
            words = known.rulebook.values_of(per)
            for key, below in _entries_of_words(value, words, known) if words else _known_entries(value, per, known):
                yield from values(variable, (*keys, key), below)
        elif variable.kind.startswith("list of ") and isinstance(value, YamlList):
            one = replace(variable, kind=variable.kind.removeprefix("list of "))
            items = tuple(item.data for item in value if item.data is not None and _fits(one, item, known))
            yield GivenVariable(variable.id, keys, items, value)
        elif variable.id == SHOWN:
            yield from shown(keys, value)
        elif _fits(variable, value, known):
            yield GivenVariable(variable.id, keys, value.data, value)

    def shown(keys: tuple[str, ...], value: YamlNode) -> Iterator[GivenVariable]:
        faces = known.faces[keys[0].partition(" of ")[0]]
        if value.data in (0, *faces):
            yield GivenVariable(variables[SHOWN].id, keys, faces.get(value.data, 0), value)
        else:
            _wrong(value, f"one of its faces ({', '.join(map(str, faces))}), or 0", known)

    for name, value in _known_entries(_section(node, "variables", "variable", known), "variable", known):
        yield from values(variables[name], (), value)


def _fits(variable: Variable, value: YamlNode, known: ReferenceChecker) -> bool:
    """True if a value has a variable's kind; report it if not."""
    kind, data = variable.kind, value.data
    if kind in ("seat", "side", "space", "card", "box", "die", "kind"):
        return data is None or known.check_reference(value, data, "piece" if kind == "kind" else kind)
    if kind in ("direction", "value"):
        grid = known.rulebook.map.grid
        directions = () if grid is None else tuple(each.id for each in grid.directions)
        words = known.rulebook.values_of(variable.column) if kind == "value" else directions
        if data is not None and data not in words:
            _wrong(value, f"one of the {kind}s {', '.join(words)}", known)
        return data is None or data in words
    if kind == "number" and isinstance(data, int) and not isinstance(data, bool):
        return True
    if kind == "flag" and isinstance(data, bool):
        return True
    _wrong(value, {"number": "a number", "flag": "true or false"}.get(kind, "a list"), known)
    return False


def _flags(node: YamlMapping, known: ReferenceChecker) -> Iterator[GivenFlag]:
    flags = {flag.id: flag for flag in known.rulebook.flags}
    boxes = {box.id: box for box in known.rulebook.boxes}
    for name, things in _known_entries(node.section("flags"), "flag", known):
        kind = flags[name].of if flags[name].of in ("seat", "side", "space", "card", "die") else "box"
        kind = "piece" if flags[name].of == "kind" else kind
        for spot in things.items if isinstance(things, YamlList) else ():
            thing, _, seat = str(spot.data).partition(" of ")
            if not known.check_reference(spot, str(spot.data) if kind == "die" else thing, kind):
                continue
            if kind == "die":
                yield GivenFlag(name, thing, seat or None, spot)
                continue
            if (kind == "box" and boxes[thing].per_seat) != bool(seat):
                message = f"say whose: `{thing} of SEAT`" if not seat else f"`{thing}` belongs to no seat"
                known.problems.add(spot, "wrong-form", message)
            elif not seat or known.check_reference(spot, seat, "seat"):
                yield GivenFlag(name, thing, seat or None, spot)


def _zones(node: YamlMapping, known: ReferenceChecker) -> Iterator[GivenZone]:
    zones = {zone.id: zone for zone in known.rulebook.zones}
    seen: dict[str, YamlNode] = {}
    for name, value in _known_entries(_section(node, "zones", "zone", known), "zone", known):
        for keys, cards in _by_keys(value, name, zones[name].per, known):
            if not isinstance(cards, YamlList):
                _wrong(cards, "a list of cards", known)
                continue
            good = [spot for spot in cards if known.check_reference(spot, spot.data, "card")]
            for spot in good:
                if seen.setdefault(spot.data, spot) is not spot:
                    message = f"`{spot.data}` is already in a zone, in line {seen[spot.data].line}"
                    known.problems.add(spot, "card-twice", message)
            yield GivenZone(name, keys, tuple(spot.data for spot in good), cards)
