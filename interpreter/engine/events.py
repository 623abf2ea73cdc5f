"""The log as plain data: what happened, each thing by its id. Words are made of it elsewhere, never read back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter.rulebook.entries import EVERYONE
from interpreter.rulebook.texts import slug

if TYPE_CHECKING:
    from interpreter.engine.log import Entry
    from interpreter.engine.match import Game


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. What a kind of event does not have is None; `what` is that kind:

    `turn` (seat); `choice` (seat, key, label: what for); `pieces` (count, piece, state, seat: whose, source, target);
    `state` (count, piece, seat, place, source and target: states); `card` (card, source, target); `track` (track, seat,
    source, target); `variable` (variable, thing: what it is kept for, if that is one thing, source, target); `flag`
    (flag, thing, target: whether it has it now); `use` (card, label, seat); `shuffle` (zone); `shown` (card, seat, or
    `everyone`); `end` (seat: a winner, label: the reason).
    """

    what: str
    seat: str | None = None
    key: str | None = None
    label: str | None = None
    card: str | None = None
    piece: str | None = None
    count: int | None = None
    state: str | None = None
    place: str | None = None
    track: str | None = None
    variable: str | None = None
    flag: str | None = None
    thing: str | None = None
    zone: str | None = None
    source: str | int | bool | None = None
    target: str | int | bool | None = None


def events_of(game: Game, entries: Iterable[Entry]) -> Iterator[Event]:
    """The entries of a log, secrets included. A zone or box that each seat has is `ZONE of SEAT`."""
    reader = _Reader(game)
    for entry in entries:
        yield from getattr(reader, f"_{entry[0]}")(*entry[1:])


class _Reader:
    """Reads entries: a method for each kind."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._symbols = game.program.symbols
        self._decisions = game.program.code(True).decisions

    def _id(self, kind: str, value: Any) -> Any:
        """The id of a thing; a number, a flag or nothing as it is."""
        if value is None or kind in ("number", "flag"):
            return value
        shown: Any = self._symbols.shown["place" if kind in ("space", "box") else kind]
        return shown[value]

    def _seat(self, seat: int | None) -> str | None:
        return None if seat is None or seat >= len(self._game.seats) else self._game.seats[seat]

    def _turn(self, seat: int | None) -> Iterator[Event]:
        yield Event("turn", self._seat(seat))

    def _chosen(self, asked: int, value: Any, seat: int, mask: int) -> Iterator[Event]:
        info = self._decisions[asked]
        yield Event("choice", self._seat(seat), self._game.key(info, value), slug(info.label) or None)

    _forced = _chosen

    def _pieces(self, count: int, sort: str, owner: int | None, source: int, target: int) -> Iterator[Event]:
        kind = self._symbols.pieces[sort]
        state = sort.partition(" ")[0] if kind.states and sort != kind.id else None
        start, end = self._id("space", source), self._id("space", target)
        yield Event("pieces", self._seat(owner), piece=kind.id, count=count, state=state, source=start, target=end)

    def _state(self, count: int, sort: str, owner: int | None, place: int, state: str) -> Iterator[Event]:
        kind, old = self._symbols.pieces[sort].id, sort.partition(" ")[0]
        spot = self._id("space", place)
        yield Event("state", self._seat(owner), piece=kind, count=count, place=spot, source=old, target=state)

    def _card(self, card: int, source: int | None, target: int, mask: int, left: tuple[int, ...]) -> Iterator[Event]:
        yield from self._cards((card,), source, target, (mask,))

    def _cards(
        self, cards: tuple[int, ...], source: int | None, target: int, masks: tuple[int, ...]
    ) -> Iterator[Event]:
        start, end = self._id("zone", source), self._id("zone", target)
        for card in cards:
            yield Event("card", card=self._id("card", card), source=start, target=end)

    def _track(self, track: str, seat: int | None, old: int, new: int) -> Iterator[Event]:
        yield Event("track", self._seat(seat), track=track, source=old, target=new)

    def _variable(self, id: str, index: int, old: Any, new: Any) -> Iterator[Event]:
        variable, kind_of = self._symbols.variables[id], self._symbols.kind_of_noun
        thing = self._id(kind_of(variable.per[0]), index) if len(variable.per) == 1 else None
        kind = kind_of(variable.kind)
        yield Event("variable", variable=id, thing=thing, source=self._id(kind, old), target=self._id(kind, new))

    def _flag(self, flag: str, thing: int, value: bool, mask: int) -> Iterator[Event]:
        kind = self._symbols.kind_of_noun(self._symbols.flags[flag].of)
        yield Event("flag", flag=flag, thing=self._id(kind, thing), target=value)

    def _note(self, card: int, label: str, seat: int, mask: int) -> Iterator[Event]:
        yield Event("use", self._seat(seat), label=slug(label), card=self._id("card", card))

    def _shuffle(self, zone: int, cards: tuple[int, ...]) -> Iterator[Event]:
        yield Event("shuffle", zone=self._id("zone", zone))

    def _reveal(self, cards: tuple[int, ...], mask: int) -> Iterator[Event]:
        everyone = mask == self._game.frame.everyone
        whom = EVERYONE if everyone else self._seat(mask.bit_length() - 1)
        for card in cards:
            yield Event("shown", whom, card=self._id("card", card))

    def _end(self, winners: tuple[int, ...], reason: str, side: int | None) -> Iterator[Event]:
        for winner in winners or (None,):
            yield Event("end", self._seat(winner), label=reason)
