"""The log as plain data: each event with the ids of the things involved.

The presentation package makes words of it; they are never parsed back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from interpreter.engine.rules import Rules
from interpreter.language import log
from interpreter.rulebook.scenarios.expectations import EVERYONE
from interpreter.rulebook.text import slug


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened in a match. Fields that a kind of event doesn't use are None.

    `what` is the kind. The kinds and their fields:

    - `turn`: seat
    - `choice`: seat, key, label (the purpose)
    - `pieces`: count, piece, state, seat (the owner), source, target
    - `state`: count, piece, seat, place, source and target (states)
    - `card`: card, source, target
    - `track`: track, seat, source, target
    - `variable`: variable, thing (its key, if it has exactly one), source, target
    - `flag`: flag, thing, target (True if the thing has it now)
    - `use`: card, label, seat
    - `shuffle`: zone
    - `shown`: card, seat or `everyone`
    - `end`: seat (a winner), label (the reason)
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


def events_of(rules: Rules, entries: Iterable[log.Entry]) -> Iterator[Event]:
    """Yield the entries of a log as events, secrets included. A seat's own zone or box is named `ZONE of SEAT`."""
    reader = _EventConverter(rules)
    for entry in entries:
        yield from reader.events(entry)


class _EventConverter:
    """Converter of log entries to events."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._id = rules.as_data
        self._symbols = rules.program.symbols
        self._decisions = rules.program.code(True).decisions

    def events(self, entry: log.Entry) -> Iterator[Event]:
        """Yield the events of one log entry."""
        match entry:
            case log.TurnStarted():
                yield Event("turn", self._seat(entry.seat))
            case log.DecisionTaken() | log.DecisionForced():
                info = self._decisions[entry.decision]
                key = self._rules.option_key(info, entry.value)
                yield Event("choice", self._seat(entry.seat), key, slug(info.label) or None)
            case log.PiecesMoved():
                yield self._pieces(entry)
            case log.StateChanged():
                yield self._state(entry)
            case log.CardMoved() | log.CardsMoved() | log.CardUsed() | log.CardsShown() | log.ZoneShuffled():
                yield from self._card_events(entry)
            case log.TrackMoved():
                yield Event("track", self._seat(entry.seat), track=entry.track, source=entry.old, target=entry.new)
            case log.VariableSet():
                yield self._variable(entry)
            case log.FlagSet():
                kind = self._symbols.kind_of_noun(self._symbols.flags[entry.flag].of)
                yield Event("flag", flag=entry.flag, thing=self._id(kind, entry.thing), target=entry.value)
            case log.MatchEnded():
                for winner in entry.winners or (None,):
                    yield Event("end", self._seat(winner), label=entry.reason)
            case _:
                assert_never(entry)

    def _card_events(
        self, entry: log.CardMoved | log.CardsMoved | log.CardUsed | log.CardsShown | log.ZoneShuffled
    ) -> Iterator[Event]:
        match entry:
            case log.CardMoved():
                yield from self._cards((entry.card,), entry.source, entry.target)
            case log.CardsMoved():
                yield from self._cards(entry.cards, entry.source, entry.target)
            case log.CardUsed():
                label, card = slug(entry.label), self._id("card", entry.card)
                yield Event("use", self._seat(entry.seat), label=label, card=card)
            case log.CardsShown():
                everyone = entry.seen_by == self._rules.constants.everyone
                whom = EVERYONE if everyone else self._seat(entry.seen_by.bit_length() - 1)
                for card_number in entry.cards:
                    yield Event("shown", whom, card=self._id("card", card_number))
            case log.ZoneShuffled():
                yield Event("shuffle", zone=self._id("zone", entry.zone))
            case _:
                assert_never(entry)

    def _seat(self, seat: int | None) -> str | None:
        return None if seat is None or seat >= len(self._rules.seats) else self._rules.seats[seat]

    def _pieces(self, entry: log.PiecesMoved) -> Event:
        kind, sort = self._symbols.pieces[entry.sort], entry.sort
        state = sort.partition(" ")[0] if kind.states and sort != kind.id else None
        start, end = self._id("space", entry.source), self._id("space", entry.target)
        owner = self._seat(entry.owner)
        return Event("pieces", owner, piece=kind.id, count=entry.amount, state=state, source=start, target=end)

    def _state(self, entry: log.StateChanged) -> Event:
        kind, old = self._symbols.pieces[entry.sort].id, entry.sort.partition(" ")[0]
        owner, place = self._seat(entry.owner), self._id("space", entry.place)
        return Event("state", owner, piece=kind, count=entry.amount, place=place, source=old, target=entry.state)

    def _cards(self, cards: tuple[int, ...], source: int | None, target: int) -> Iterator[Event]:
        start, end = self._id("zone", source), self._id("zone", target)
        for card in cards:
            yield Event("card", card=self._id("card", card), source=start, target=end)

    def _variable(self, entry: log.VariableSet) -> Event:
        variable, kind_of = self._symbols.variables[entry.variable], self._symbols.kind_of_noun
        thing = self._id(kind_of(variable.per[0]), entry.place) if len(variable.per) == 1 else None
        kind = kind_of(variable.kind)
        old, new = self._id(kind, entry.old), self._id(kind, entry.new)
        return Event("variable", variable=entry.variable, thing=thing, source=old, target=new)
