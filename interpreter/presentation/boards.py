"""A seat's view of a position as a document: spaces and boxes with their contents, tracks, piles, and variables.

All things have their id and their name in a language, and are in the order of the rules. Layout, and omissions where
space is short, are left to the code that displays the document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.engine.view import NOBODY, Held, View
from interpreter.presentation.names import Names
from interpreter.rulebook.model import Box, Rulebook, Space, Zone
from interpreter.rulebook.model import Track as TrackRules


@dataclass(frozen=True, slots=True)
class Named:
    """A thing with its id and its name. A seat also has a `mark`: a short abbreviation, different for each seat."""

    id: str
    title: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Each:
    """Values of a variable by key."""

    values: tuple[tuple[Named, Value], ...]


Value = bool | int | Named | tuple["Value", ...] | Each
"""Value of a variable: a thing, a number, a flag, a list of these, or one for each of several keys."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A variable with a value worth showing. If the value is True, the title says everything."""

    id: str
    title: str
    value: Value


@dataclass(frozen=True, slots=True)
class Flagged:
    """A flag, and the things that have it."""

    id: str
    title: str
    things: tuple[Named, ...]


@dataclass(frozen=True, slots=True)
class Pieces:
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

    seat: Named | None
    pieces: tuple[Pieces, ...]
    kept: tuple[Kept, ...] = ()

    @property
    def amount(self) -> int:
        """Number of pieces."""
        return sum(pieces.amount for pieces in self.pieces)


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards of a zone from the top, None for an unknown face. `seat` is the owner, if each seat has such a zone."""

    zone: str
    title: str
    seat: Named | None
    cards: tuple[Named | None, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A space with everything in it, or a box with its pieces.

    Attributes:
        id: Id of the place.
        title: Name of the place.
        shares: Pieces of each owner.
        seat: Owner of the box, if each seat has one.
        kept: Variables of the space.
        flags: Flags of the space.
        piles: Zones of the space.
        at: Coordinates of the space on the map, if the rules give them.
        attributes: Attributes of the space, as one text.
    """

    id: str
    title: str
    shares: tuple[Share, ...]
    seat: Named | None = None
    kept: tuple[Kept, ...] = ()
    flags: tuple[Named, ...] = ()
    piles: tuple[Pile, ...] = ()
    at: tuple[float, float] | None = None
    attributes: str = ""

    @property
    def leaders(self) -> tuple[Named, ...]:
        """Seats with the most pieces; empty if no seat has any."""
        most = max((share.amount for share in self.shares if share.seat is not None), default=0)
        return tuple(share.seat for share in self.shares if share.seat is not None and share.amount == most > 0)


@dataclass(frozen=True, slots=True)
class Step:
    """Current step of a track.

    Attributes:
        seat: Seat whose step this is, if each has one.
        title: The seat's own name of the track, if it has one.
        step: Number of the step.
        gives: Values that the step gives, by name.
    """

    seat: Named | None
    title: str
    step: int
    gives: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Track:
    """A track with its ends and current steps."""

    id: str
    title: str
    low: int
    high: int
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """A connection from one space to another. `both` is True if it works in both directions."""

    start: str
    end: str
    both: bool


@dataclass(frozen=True, slots=True)
class Ends:
    """Neighbours of a space: connected in both directions, only from it, and only to it."""

    both: tuple[str, ...]
    out: tuple[str, ...]
    into: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that a seat sees.

    Attributes:
        seat: The seat whose view this is.
        seats: All seats.
        spaces: Spaces of the map by id.
        boxes: Boxes beside the map.
        tracks: Tracks of the game.
        kept: Variables that belong to no space.
        flags: Flags of other things than spaces.
        piles: Zones that belong to no space.
        only_number: The variable kept for each seat in each space, if there is exactly one and it is a number.
        plain: True if there is one kind of pieces without states, and spaces contain nothing else.
    """

    seat: Named
    seats: tuple[Named, ...]
    spaces: Mapping[str, Place]
    boxes: tuple[Place, ...]
    tracks: tuple[Track, ...]
    kept: tuple[Kept, ...]
    flags: tuple[Flagged, ...]
    piles: tuple[Pile, ...]
    only_number: Named | None
    plain: bool

    def changed_since(self, before: Board) -> list[str]:
        """Return the ids of the spaces whose content differs from another board of the same seat."""
        return [id for id, space in self.spaces.items() if space != before.spaces[id]]


def seats_of(book: Rulebook, names: Names) -> tuple[Named, ...]:
    """Return the seats with their marks: first letters if these differ, else initials, else ids."""
    titles = [names.say(seat.title) for seat in book.seats]
    initials = ["".join(part if part.isdigit() else part[:1] for part in re.findall(r"\w+", title)) for title in titles]
    for marks in ([title[:1] for title in titles], initials):
        if len(set(marks)) == len(marks) and all(marks):
            break
    else:
        marks = [names.safe(seat.id) for seat in book.seats]
    return tuple(Named(seat.id, title, mark) for seat, title, mark in zip(book.seats, titles, marks, strict=True))


def links(book: Rulebook) -> Iterator[Link]:
    """Yield each connection of the map once."""
    graph, order = book.map.graph, {space.id: at for at, space in enumerate(book.map.spaces)}
    for start, end in graph.edges:
        both = graph.has_edge(end, start)
        if not both or order[start] < order[end]:
            yield Link(start, end, both)


def ends(book: Rulebook, id: str) -> Ends:
    """Return the neighbours of a space."""
    out, into = set(book.map.graph.successors(id)), set(book.map.graph.predecessors(id))
    order = [space.id for space in book.map.spaces]
    both, only_out, only_into = (
        tuple(space for space in order if space in some) for some in (out & into, out - into, into - out)
    )
    return Ends(both, only_out, only_into)


def board_of(book: Rulebook, view: View, names: Names) -> Board:
    """Return the document of a view, with names in a language."""
    return _Reader(book, view, names).board()


class _Reader:
    """Converter of one view to a board."""

    def __init__(self, book: Rulebook, view: View, names: Names) -> None:
        self._book = book
        self._view = view
        self._names = names
        self._seats = {seat.id: seat for seat in seats_of(book, names)}
        self._titles = {each.id: names.say(each.title) for each in book.variables if each.title is not None}
        titled = [variable for variable in book.variables if variable.id in self._titles]
        self._of_space = {variable.id for variable in titled if variable.per == ("space",)}
        self._of_share = {variable.id: variable for variable in titled if set(variable.per) == {"seat", "space"}}
        self._flags = {flag.id for flag in book.flags if flag.of == "space"}
        self._kinds = {kind.id: kind for kind in book.pieces}
        self._held: dict[tuple[str, str | None], list[Held]] = {}
        for held in view.pieces:
            owner = None if held.owner == NOBODY else held.owner
            self._held.setdefault((held.place, owner), []).append(held)

    def board(self) -> Board:
        """Return the board."""
        book = self._book
        numbers = [variable for variable in self._of_share.values() if variable.kind == "number"]
        only_number = numbers[0] if len(numbers) == len(self._of_share) == 1 else None
        told = {*self._of_space, *self._of_share, *self._flags}
        shown = {id: value for id, value in self._view.variables.items() if id in self._titles}
        per_space = [zone for zone in book.zones if zone.per == "space"]
        return Board(
            seat=self._seats[self._view.seat],
            seats=tuple(self._seats.values()),
            spaces={space.id: self._space(space, per_space) for space in book.map.spaces},
            boxes=tuple(place for box in book.boxes for place in self._boxes(box)),
            tracks=tuple(map(self._track, book.tracks)),
            kept=tuple(self._kept({id: value for id, value in shown.items() if id not in told})),
            flags=tuple(
                Flagged(id, self._names.label(id, id.replace("_", " ")), tuple(map(self._thing, things)))
                for id, things in self._view.flags.items()
                if things and id not in told
            ),
            piles=tuple(pile for zone in book.zones for pile in self._piles(zone)),
            only_number=None if only_number is None else Named(only_number.id, self._titles[only_number.id]),
            plain=len(book.pieces) == 1 and not book.pieces[0].states and not told and not per_space,
        )

    def _space(self, space: Space, zones: list[Zone]) -> Place:
        variables = self._view.variables
        own = {id: value[space.id] for id, value in variables.items() if id in self._of_space}
        flagged = (id for id, things in self._view.flags.items() if id in self._flags and space.id in things)
        return Place(
            space.id,
            self._names.say(space.title),
            tuple(self._shares(space.id, in_space=True)),
            kept=tuple(self._kept(own)),
            flags=tuple(Named(id, self._names.label(id, id.replace("_", " "))) for id in flagged),
            piles=tuple(self._pile(zone, f"{zone.id} of {space.id}", None) for zone in zones),
            at=space.at,
            attributes=self._names.attributes(space.attributes, self._book.map.attributes),
        )

    def _boxes(self, box: Box) -> Iterator[Place]:
        """Yield the box, or one box for each seat."""
        for seat in self._seats.values() if box.per_seat else (None,):
            id = box.id if seat is None else f"{box.id} of {seat.id}"
            yield Place(id, self._names.say(box.title), tuple(self._shares(id, in_space=False)), seat)

    def _shares(self, place: str, in_space: bool) -> Iterator[Share]:
        """Yield the share of each seat in a place, then that of nobody; empty shares are omitted."""
        for seat in (*self._seats.values(), None):
            held = self._held.get((place, None if seat is None else seat.id), [])
            pieces = tuple(self._pieces(each, in_space) for each in held)
            kept = tuple(self._kept(self._of_seat(seat, place))) if seat is not None and in_space else ()
            if pieces or kept:
                yield Share(seat, pieces, kept)

    def _of_seat(self, seat: Named, space: str) -> dict[str, Any]:
        """Return the visible variables of a seat in a space, by id."""
        found = {}
        for id, variable in self._of_share.items():
            first, second = (seat.id, space) if variable.per[0] == "seat" else (space, seat.id)
            if id in self._view.variables:
                found[id] = self._view.variables[id][first][second]
        return found

    def _pieces(self, held: Held, in_space: bool) -> Pieces:
        """Return pieces with their text. In boxes the state is omitted, because all pieces have the same."""
        kind = self._kinds[held.kind]
        names, amount, state = self._names, held.amount, (held.state or "") if in_space else ""
        if names.translated(kind.id):
            said = f" ({names.label(state, state.replace('_', ' '))})" if state else ""
            text = f"{names.of(kind.id)}{said} {amount}"
        else:
            noun = names.safe(kind.noun.one if amount == 1 else kind.noun.many)
            text = f"{amount} {names.plain(state)} {noun}" if state else f"{amount} {noun}"
        return Pieces(kind.id, state, amount, names.safe(kind.noun.one), text)

    def _kept(self, values: Mapping[str, Any]) -> Iterator[Kept]:
        """Yield the variables with values worth showing."""
        for id, value in values.items():
            if (said := self._value(value)) is not None:
                yield Kept(id, self._titles[id], said)

    def _value(self, value: Any) -> Value | None:
        """Return a value for display, or None if it isn't worth showing."""
        if isinstance(value, dict):
            said = ((self._thing(key), self._value(each)) for key, each in value.items())
            values = tuple((thing, each) for thing, each in said if each is not None)
            return Each(values) if values else None
        if isinstance(value, list):
            return tuple(each if isinstance(each, int) else self._thing(each) for each in value) or None
        return (value if isinstance(value, int) else self._thing(value)) if value else None

    def _thing(self, id: str) -> Named:
        return self._seats.get(id) or Named(id, self._names.of(id))

    def _piles(self, zone: Zone) -> Iterator[Pile]:
        """Yield the piles of a zone that belongs to no space."""
        if zone.per_seat:
            for seat in self._seats.values():
                yield self._pile(zone, f"{zone.id} of {seat.id}", seat)
        elif zone.per is None:
            yield self._pile(zone, zone.id, None)

    def _pile(self, zone: Zone, id: str, seat: Named | None) -> Pile:
        cards = self._view.zones[id]
        faces = tuple(None if card is None else Named(card, self._names.of(card)) for card in cards)
        return Pile(zone.id, self._names.say(zone.title), seat, faces)

    def _track(self, track: TrackRules) -> Track:
        steps = []
        for stand in self._view.tracks:
            if stand.track == track.id:
                own = track.names.get(stand.seat or "")
                gives = tuple(
                    (self._names.label(name, name.replace("_", " ")), values[stand.step - track.low])
                    for name, values in track.gives.items()
                )
                seat = None if stand.seat is None else self._seats[stand.seat]
                steps.append(Step(seat, self._names.say(own[1]) if own else "", stand.step, gives))
        return Track(track.id, self._names.say(track.title), track.low, track.high, tuple(steps))
