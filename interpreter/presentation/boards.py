"""What a seat sees of a position, as documents: spaces and boxes with what is in them, tracks, piles, and the rest.

Everything stands in them by its id and by its name in a language, in the order of the rules. How it is drawn, what is
left out where there is little room, is for who shows it.
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
    """A thing by its id and its name. A seat has a mark, too: a few letters that no other seat has."""

    id: str
    title: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Each:
    """Values by what they are kept for."""

    values: tuple[tuple[Named, Value], ...]


Value = bool | int | Named | tuple["Value", ...] | Each
"""What a variable says: things, numbers, lists of them, or one for each of several things."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A variable that says something now. One that is only True says what its title says."""

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
    """Some pieces of a kind, in one state if that is to be said; `text` is both with their number."""

    kind: str
    state: str
    amount: int
    noun: str
    text: str


@dataclass(frozen=True, slots=True)
class Share:
    """What one seat has in a place, and what is kept for it there; `seat` is None for what is nobody's."""

    seat: Named | None
    pieces: tuple[Pieces, ...]
    kept: tuple[Kept, ...] = ()

    @property
    def amount(self) -> int:
        return sum(pieces.amount for pieces in self.pieces)


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards of a zone from the top, None where the face is not known. `seat`: whose it is, if each has one."""

    zone: str
    title: str
    seat: Named | None
    cards: tuple[Named | None, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A space with all there is in it, or a box with its pieces; `seat` if each has such a box. `at` is where a space
    is drawn, if the rules say so; `attributes` what it carries, in words.
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
        """The seats with the most pieces; none where no seat has any."""
        most = max((share.amount for share in self.shares if share.seat is not None), default=0)
        return tuple(share.seat for share in self.shares if share.seat is not None and share.amount == most > 0)


@dataclass(frozen=True, slots=True)
class Step:
    """Where a track stands: for a seat, by its own name of the track, if each has one; what the step gives, by name."""

    seat: Named | None
    title: str
    step: int
    gives: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Track:
    """A track with its ends and where it stands."""

    id: str
    title: str
    low: int
    high: int
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """That one gets from a space to another; `both`: and back."""

    start: str
    end: str
    both: bool


@dataclass(frozen=True, slots=True)
class Ends:
    """The spaces to which one gets from a space and back, only to which, only from which."""

    both: tuple[str, ...]
    out: tuple[str, ...]
    into: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """All that a seat sees.

    `piles` are those beside the map. `only_number` is the variable that is kept for each seat in each space, if there
    is only one such, and it is a number. `plain`: there is one kind of pieces, and nothing else is ever in a space.
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
        """The spaces in which something is not what it was on another board of the same seat."""
        return [id for id, space in self.spaces.items() if space != before.spaces[id]]


def seats_of(book: Rulebook, names: Names) -> tuple[Named, ...]:
    """The seats with their marks: a letter if these differ, or initials, or the ids."""
    titles = [names.say(seat.title) for seat in book.seats]
    initials = ["".join(part if part.isdigit() else part[:1] for part in re.findall(r"\w+", title)) for title in titles]
    for marks in ([title[:1] for title in titles], initials):
        if len(set(marks)) == len(marks) and all(marks):
            break
    else:
        marks = [names.safe(seat.id) for seat in book.seats]
    return tuple(Named(seat.id, title, mark) for seat, title, mark in zip(book.seats, titles, marks, strict=True))


def links(book: Rulebook) -> Iterator[Link]:
    """Every connection of the map once."""
    graph, order = book.map.graph, {space.id: at for at, space in enumerate(book.map.spaces)}
    for start, end in graph.edges:
        both = graph.has_edge(end, start)
        if not both or order[start] < order[end]:
            yield Link(start, end, both)


def ends(book: Rulebook, id: str) -> Ends:
    """How a space is connected."""
    out, into = set(book.map.graph.successors(id)), set(book.map.graph.predecessors(id))
    order = [space.id for space in book.map.spaces]
    both, only_out, only_into = (
        tuple(space for space in order if space in some) for some in (out & into, out - into, into - out)
    )
    return Ends(both, only_out, only_into)


def board_of(book: Rulebook, view: View, names: Names) -> Board:
    """What a view says, in a language."""
    return _Reader(book, view, names).board()


class _Reader:
    """Reads one view."""

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
        """A box, or that of each seat."""
        for seat in self._seats.values() if box.per_seat else (None,):
            id = box.id if seat is None else f"{box.id} of {seat.id}"
            yield Place(id, self._names.say(box.title), tuple(self._shares(id, in_space=False)), seat)

    def _shares(self, place: str, in_space: bool) -> Iterator[Share]:
        """What each seat has in a place, then what is nobody's. Without any it has no share."""
        for seat in (*self._seats.values(), None):
            held = self._held.get((place, None if seat is None else seat.id), [])
            pieces = tuple(self._pieces(each, in_space) for each in held)
            kept = tuple(self._kept(self._of_seat(seat, place))) if seat is not None and in_space else ()
            if pieces or kept:
                yield Share(seat, pieces, kept)

    def _of_seat(self, seat: Named, space: str) -> dict[str, Any]:
        """What is kept for a seat in a space, as far as it is to be seen."""
        found = {}
        for id, variable in self._of_share.items():
            first, second = (seat.id, space) if variable.per[0] == "seat" else (space, seat.id)
            if id in self._view.variables:
                found[id] = self._view.variables[id][first][second]
        return found

    def _pieces(self, held: Held, in_space: bool) -> Pieces:
        """Pieces with what they are called. In boxes all are in one state, which goes without saying."""
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
        """The variables, with what they are called, that say something."""
        for id, value in values.items():
            if (said := self._value(value)) is not None:
                yield Kept(id, self._titles[id], said)

    def _value(self, value: Any) -> Value | None:
        """What a value says; None for one that says nothing."""
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
        """The piles of a zone beside the map."""
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
