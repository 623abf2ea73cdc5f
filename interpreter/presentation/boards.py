"""A seat's view of a position as a document: spaces and boxes with their contents, tracks, piles, and variables.

All things have their id and their name in a language, and are in the order of the rules. Layout, and omissions where
space is short, are left to the code that displays the document. `layout_spaces` gives the spaces coordinates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

from interpreter.engine.view import NOBODY, PieceCount, View
from interpreter.presentation.names import Names
from interpreter.rulebook.model import Box, Map, Rulebook, Space, Zone
from interpreter.rulebook.model import Track as TrackRules


@dataclass(frozen=True, slots=True)
class NamedThing:
    """A thing with its id and its name. A seat also has a `mark`: a short abbreviation, different for each seat."""

    id: str
    title: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class ValuesByKey:
    """Values of a variable by key."""

    values: tuple[tuple[NamedThing, ShownValue], ...]


ShownValue = bool | int | NamedThing | tuple["ShownValue", ...] | ValuesByKey
"""Value of a variable: a thing, a number, a flag, a list of these, or one for each of several keys."""


@dataclass(frozen=True, slots=True)
class ShownVariable:
    """A variable with a value worth showing. If the value is True, the title says everything."""

    id: str
    title: str
    value: ShownValue


@dataclass(frozen=True, slots=True)
class ShownFlag:
    """A flag, and the things that have it."""

    id: str
    title: str
    things: tuple[NamedThing, ...]


@dataclass(frozen=True, slots=True)
class PieceGroup:
    """Pieces of one kind.

    Attributes:
        kind: Id of the kind.
        state: State of the pieces; empty if it isn't shown.
        amount: Number of pieces.
        noun: Singular noun of the kind.
        text: Number, state and noun as one text.
    """

    kind: str
    state: str
    amount: int
    noun: str
    text: str


@dataclass(frozen=True, slots=True)
class Share:
    """A seat's pieces and variables in a place. `seat` is None for pieces that belong to nobody."""

    seat: NamedThing | None
    pieces: tuple[PieceGroup, ...]
    variables: tuple[ShownVariable, ...] = ()

    @property
    def amount(self) -> int:
        """Number of pieces."""
        return sum(pieces.amount for pieces in self.pieces)


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards of a zone from the top, None for an unknown face. `seat` is the owner, if each seat has such a zone."""

    zone: str
    title: str
    seat: NamedThing | None
    cards: tuple[NamedThing | None, ...]


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """A space with everything in it, or a box with its pieces.

    Attributes:
        id: Id of the place.
        title: Name of the place.
        shares: Pieces of each owner.
        seat: Owner of the box, if each seat has one.
        variables: Variables of the space.
        flags: Flags of the space.
        piles: Zones of the space.
        at: Coordinates of the space on the map, if the rules give them.
        attributes: Attributes of the space, as one text.
    """

    id: str
    title: str
    shares: tuple[Share, ...]
    seat: NamedThing | None = None
    variables: tuple[ShownVariable, ...] = ()
    flags: tuple[NamedThing, ...] = ()
    piles: tuple[Pile, ...] = ()
    at: tuple[float, float] | None = None
    attributes: str = ""

    @property
    def leaders(self) -> tuple[NamedThing, ...]:
        """Seats with the most pieces; empty if no seat has any."""
        most = max((share.amount for share in self.shares if share.seat is not None), default=0)
        return tuple(share.seat for share in self.shares if share.seat is not None and share.amount == most > 0)


@dataclass(frozen=True, slots=True)
class TrackPosition:
    """Current step of a track.

    Attributes:
        seat: Seat whose step this is, if each has one.
        title: The seat's own name of the track, if it has one.
        step: Number of the step.
        gives: Values that the step gives, by name.
    """

    seat: NamedThing | None
    title: str
    step: int
    gives: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class BoardTrack:
    """A track with its ends and current steps."""

    id: str
    title: str
    low: int
    high: int
    steps: tuple[TrackPosition, ...]


@dataclass(frozen=True, slots=True)
class Connection:
    """A connection from one space to another. `is_two_way` is True if it works in both directions."""

    start: str
    end: str
    is_two_way: bool


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Neighbours of a space: connected in both directions, only from it, and only to it."""

    both: tuple[str, ...]
    out_only: tuple[str, ...]
    into_only: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that a seat sees.

    Attributes:
        seat: The seat whose view this is.
        seats: All seats.
        spaces: Spaces of the map by id.
        boxes: Boxes beside the map.
        tracks: Tracks of the game.
        variables: Variables that belong to no space.
        flags: Flags of other things than spaces.
        piles: Zones that belong to no space.
        only_number: The variable kept for each seat in each space, if there is exactly one and it is a number.
        is_plain: True if there is one kind of pieces without states, and spaces contain nothing else.
    """

    seat: NamedThing
    seats: tuple[NamedThing, ...]
    spaces: Mapping[str, BoardPlace]
    boxes: tuple[BoardPlace, ...]
    tracks: tuple[BoardTrack, ...]
    variables: tuple[ShownVariable, ...]
    flags: tuple[ShownFlag, ...]
    piles: tuple[Pile, ...]
    only_number: NamedThing | None
    is_plain: bool

    def changed_since(self, before: Board) -> list[str]:
        """Return the ids of the spaces whose content differs from another board of the same seat."""
        return [space_id for space_id, space in self.spaces.items() if space != before.spaces[space_id]]


def seats_of(book: Rulebook, names: Names) -> tuple[NamedThing, ...]:
    """Return the seats with their marks: first letters if these differ, else initials, else ids."""
    titles = [names.localize(seat.title) for seat in book.seats]
    initials = ["".join(part if part.isdigit() else part[:1] for part in re.findall(r"\w+", title)) for title in titles]
    for marks in ([title[:1] for title in titles], initials):
        if len(set(marks)) == len(marks) and all(marks):
            break
    else:
        marks = [names.safe(seat.id) for seat in book.seats]
    return tuple(NamedThing(seat.id, title, mark) for seat, title, mark in zip(book.seats, titles, marks, strict=True))


def find_connections(book: Rulebook) -> Iterator[Connection]:
    """Yield each connection of the map once."""
    graph, order = book.map.graph, {space.id: at for at, space in enumerate(book.map.spaces)}
    for start, end in graph.edges:
        both = graph.has_edge(end, start)
        if not both or order[start] < order[end]:
            yield Connection(start, end, both)


def find_neighbours(book: Rulebook, space_id: str) -> Neighbours:
    """Return the neighbours of a space."""
    out, into = set(book.map.graph.successors(space_id)), set(book.map.graph.predecessors(space_id))
    order = [space.id for space in book.map.spaces]
    both, only_out, only_into = (
        tuple(space for space in order if space in some) for some in (out & into, out - into, into - out)
    )
    return Neighbours(both, only_out, only_into)


def build_board(book: Rulebook, view: View, names: Names) -> Board:
    """Return the document of a view, with names in a language."""
    return _BoardBuilder(book, view, names).board()


class _BoardBuilder:
    """Converter of one view to a board."""

    def __init__(self, book: Rulebook, view: View, names: Names) -> None:
        self._book = book
        self._view = view
        self._names = names
        self._seats = {seat.id: seat for seat in seats_of(book, names)}
        self._titles = {each.id: names.localize(each.title) for each in book.variables if each.title is not None}
        titled = [variable for variable in book.variables if variable.id in self._titles]
        self._space_variables = {variable.id for variable in titled if variable.per == ("space",)}
        self._share_variables = {variable.id: variable for variable in titled if set(variable.per) == {"seat", "space"}}
        self._flags = {flag.id for flag in book.flags if flag.of == "space"}
        self._kinds = {kind.id: kind for kind in book.pieces}
        self._held: dict[tuple[str, str | None], list[PieceCount]] = {}
        for held in view.pieces:
            owner = None if held.owner == NOBODY else held.owner
            self._held.setdefault((held.place, owner), []).append(held)

    def board(self) -> Board:
        """Return the board."""
        book = self._book
        numbers = [variable for variable in self._share_variables.values() if variable.kind == "number"]
        only_number = numbers[0] if len(numbers) == len(self._share_variables) == 1 else None
        shown_in_spaces = {*self._space_variables, *self._share_variables, *self._flags}
        shown = {thing_id: value for thing_id, value in self._view.variables.items() if thing_id in self._titles}
        per_space = [zone for zone in book.zones if zone.per == "space"]
        return Board(
            seat=self._seats[self._view.seat],
            seats=tuple(self._seats.values()),
            spaces={space.id: self._space(space, per_space) for space in book.map.spaces},
            boxes=tuple(place for box in book.boxes for place in self._boxes(box)),
            tracks=tuple(map(self._track, book.tracks)),
            variables=tuple(
                self._shown_variables(
                    {variable_id: value for variable_id, value in shown.items() if variable_id not in shown_in_spaces}
                )
            ),
            flags=tuple(
                ShownFlag(
                    flag_id,
                    self._names.label(flag_id, flag_id.replace("_", " ")),
                    tuple(map(self._named_thing, things)),
                )
                for flag_id, things in self._view.flags.items()
                if things and flag_id not in shown_in_spaces
            ),
            piles=tuple(pile for zone in book.zones for pile in self._piles(zone)),
            only_number=None if only_number is None else NamedThing(only_number.id, self._titles[only_number.id]),
            is_plain=len(book.pieces) == 1 and not book.pieces[0].states and not shown_in_spaces and not per_space,
        )

    def _space(self, space: Space, zones: list[Zone]) -> BoardPlace:
        variables = self._view.variables
        own = {thing_id: value[space.id] for thing_id, value in variables.items() if thing_id in self._space_variables}
        flagged = (
            flag_id for flag_id, things in self._view.flags.items() if flag_id in self._flags and space.id in things
        )
        return BoardPlace(
            space.id,
            self._names.localize(space.title),
            tuple(self._shares(space.id, in_space=True)),
            variables=tuple(self._shown_variables(own)),
            flags=tuple(
                NamedThing(flag_id, self._names.label(flag_id, flag_id.replace("_", " "))) for flag_id in flagged
            ),
            piles=tuple(self._pile(zone, f"{zone.id} of {space.id}", None) for zone in zones),
            at=space.at,
            attributes=self._names.attributes(space.attributes, self._book.map.attributes),
        )

    def _boxes(self, box: Box) -> Iterator[BoardPlace]:
        """Yield the box, or one box for each seat."""
        for seat in self._seats.values() if box.per_seat else (None,):
            box_id = box.id if seat is None else f"{box.id} of {seat.id}"
            yield BoardPlace(box_id, self._names.localize(box.title), tuple(self._shares(box_id, in_space=False)), seat)

    def _shares(self, place: str, in_space: bool) -> Iterator[Share]:
        """Yield the share of each seat in a place, then that of nobody; empty shares are omitted."""
        for seat in (*self._seats.values(), None):
            held = self._held.get((place, None if seat is None else seat.id), [])
            pieces = tuple(self._pieces(each, in_space) for each in held)
            kept = (
                tuple(self._shown_variables(self._variables_of_seat(seat, place)))
                if seat is not None and in_space
                else ()
            )
            if pieces or kept:
                yield Share(seat, pieces, kept)

    def _variables_of_seat(self, seat: NamedThing, space: str) -> dict[str, Any]:
        """Return the visible variables of a seat in a space, by id."""
        found = {}
        for variable_id, variable in self._share_variables.items():
            first, second = (seat.id, space) if variable.per[0] == "seat" else (space, seat.id)
            if variable_id in self._view.variables:
                found[variable_id] = self._view.variables[variable_id][first][second]
        return found

    def _pieces(self, held: PieceCount, in_space: bool) -> PieceGroup:
        """Return pieces with their text. In boxes the state is omitted, because all pieces have the same."""
        kind = self._kinds[held.kind]
        names, amount, state = self._names, held.amount, (held.state or "") if in_space else ""
        if names.is_translated(kind.id):
            said = f" ({names.label(state, state.replace('_', ' '))})" if state else ""
            text = f"{names.title_of(kind.id)}{said} {amount}"
        else:
            noun = names.safe(kind.noun.one if amount == 1 else kind.noun.many)
            text = f"{amount} {names.as_words(state)} {noun}" if state else f"{amount} {noun}"
        return PieceGroup(kind.id, state, amount, names.safe(kind.noun.one), text)

    def _shown_variables(self, values: Mapping[str, Any]) -> Iterator[ShownVariable]:
        """Yield the variables with values worth showing."""
        for variable_id, value in values.items():
            if (said := self._shown_value(value)) is not None:
                yield ShownVariable(variable_id, self._titles[variable_id], said)

    def _shown_value(self, value: Any) -> ShownValue | None:
        """Return a value for display, or None if it isn't worth showing."""
        if isinstance(value, dict):
            said = ((self._named_thing(key), self._shown_value(each)) for key, each in value.items())
            values = tuple((thing, each) for thing, each in said if each is not None)
            return ValuesByKey(values) if values else None
        if isinstance(value, list):
            return tuple(each if isinstance(each, int) else self._named_thing(each) for each in value) or None
        return (value if isinstance(value, int) else self._named_thing(value)) if value else None

    def _named_thing(self, thing_id: str) -> NamedThing:
        return self._seats.get(thing_id) or NamedThing(thing_id, self._names.title_of(thing_id))

    def _piles(self, zone: Zone) -> Iterator[Pile]:
        """Yield the piles of a zone that belongs to no space."""
        if zone.per_seat:
            for seat in self._seats.values():
                yield self._pile(zone, f"{zone.id} of {seat.id}", seat)
        elif zone.per is None:
            yield self._pile(zone, zone.id, None)

    def _pile(self, zone: Zone, zone_id: str, seat: NamedThing | None) -> Pile:
        cards = self._view.zones[zone_id]
        faces = tuple(None if card is None else NamedThing(card, self._names.title_of(card)) for card in cards)
        return Pile(zone.id, self._names.localize(zone.title), seat, faces)

    def _track(self, track: TrackRules) -> BoardTrack:
        steps = []
        for stand in self._view.tracks:
            if stand.track == track.id:
                own = track.names.get(stand.seat or "")
                gives = tuple(
                    (self._names.label(name, name.replace("_", " ")), values[stand.step - track.low])
                    for name, values in track.gives.items()
                )
                seat = None if stand.seat is None else self._seats[stand.seat]
                steps.append(TrackPosition(seat, self._names.localize(own[1]) if own else "", stand.step, gives))
        return BoardTrack(track.id, self._names.localize(track.title), track.low, track.high, tuple(steps))


Coordinates = tuple[float, float]
"""Fractions of width and height, from the top left."""


def layout_spaces(game_map: Map) -> dict[str, Coordinates]:
    """Return the coordinates of each space.

    They are those of the rulebook; else from a force-directed layout; or in rows, if no spaces are connected.
    """
    if has_coordinates(game_map):
        found = {space.id: space.at for space in game_map.spaces if space.at is not None}
    elif game_map.edges:
        import networkx as nx

        laid = nx.spring_layout(game_map.graph.to_undirected(), seed=0, iterations=200)
        found = {space_id: (float(place[0]), float(place[1])) for space_id, place in laid.items()}
    else:
        return layout_in_rows(game_map)
    return _stretch(found)


def has_coordinates(game_map: Map) -> bool:
    """Return True if the rulebook gives the coordinates of all spaces."""
    return all(space.at is not None for space in game_map.spaces)


def layout_in_rows(game_map: Map) -> dict[str, Coordinates]:
    """Return coordinates in rows, in the order of the rules."""
    columns = max(1, round(sqrt(len(game_map.spaces))))
    return _stretch({space.id: (at % columns, at // columns) for at, space in enumerate(game_map.spaces)})


def _stretch(found: dict[str, Coordinates]) -> dict[str, Coordinates]:
    """Return the coordinates scaled to reach all edges."""
    across, down = ([place[axis] for place in found.values()] for axis in (0, 1))
    return {
        space_id: (_fraction(x, min(across), max(across)), _fraction(y, min(down), max(down)))
        for space_id, (x, y) in found.items()
    }


def _fraction(value: float, low: float, high: float) -> float:
    return (value - low) / (high - low) if high > low else 0.5
