"""The log as plain data: each event with the ids of the things involved.

The presentation package makes words of it; they are never parsed back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.engine.rules import Rules
from interpreter.rulebook import log_entries as log
from interpreter.rulebook.scenarios.expectations import EVERYONE
from interpreter.rulebook.text import fill_holes, slug

Conversion = Callable[[Any, Any], Any]
"""Function from an entry and the value of a field to the event's value."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened in a match. Fields that a kind of event doesn't use are None.

    `what` is the kind. The kinds and their fields are declared with the log's entries (`EVENT_FIELDS`).
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
    says: str | None = None
    source: str | int | bool | None = None
    target: str | int | bool | None = None


def events_of(rules: Rules, entries: Iterable[log.Entry]) -> Iterator[Event]:
    """Yield the entries of a log as events, secrets included. A seat's own zone or box is named `ZONE of SEAT`."""
    converter = _EventConverter(rules)
    for entry in entries:
        yield from converter.events(entry)


class _EventConverter:
    """Converter of log entries to events."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._id = rules.as_data
        self._symbols = rules.program.symbols
        self._decisions = rules.program.code(True).decisions
        self._conversions: Mapping[log.FieldType, Conversion] = {
            "seat": self._seat,
            "seats": self._seat,
            "whom": self._whom,
            "card": lambda _, card: self._id("card", card),
            "cards": lambda _, card: self._id("card", card),
            "zone": lambda _, zone: self._id("zone", zone),
            "place": lambda _, place: self._id("space", place),
            "owner": self._owner,
            "value": self._value,
            "thing": self._thing,
            "dice": lambda _, die: self._id("die", die),
            "label": lambda _, label: slug(label),
            "decision": lambda _, decision: slug(self._decisions[decision].label) or None,
            "answer": self._answer,
            "sentence": self._sentence,
        }

    def events(self, entry: log.Entry) -> Iterator[Event]:
        """Yield the events of one log entry: one, or one for each of its cards, dice or winners."""
        kind = log.ENTRY_KINDS[type(entry)]
        found: list[dict[str, Any]] = [{}]
        for name, event, field_type in kind.event_fields:
            value: Any = getattr(entry, name)
            convert: Conversion = self._conversions.get(field_type, _unchanged)
            if isinstance(entry, log.DiceRolled | log.DiceShown) and field_type == "faces":
                for each, die, number in zip(found, entry.dice, value, strict=True):
                    each[event] = self._symbols.face_of(die, number)
            elif field_type in log.SEVERAL:
                found = [each | {event: convert(entry, one)} for one in value or (None,) for each in found]
            else:
                value = convert(entry, value)
                for each in found:
                    each[event] = value
        for each in found:
            yield Event(kind.name, **each)

    def _seat(self, _entry: log.Entry, seat: int | None) -> str | None:
        return None if seat is None or seat >= len(self._rules.seats) else self._rules.seats[seat]

    def _whom(self, entry: log.Entry, mask: int) -> str | None:
        return EVERYONE if mask == self._rules.constants.everyone else self._seat(entry, mask.bit_length() - 1)

    def _owner(self, entry: log.VariableSet, owner: int) -> Any:
        per = self._symbols.variables[entry.variable].per
        return self._id(self._symbols.kind_of_noun(per[0]), owner) if len(per) == 1 else None

    def _value(self, entry: log.VariableSet, value: Any) -> Any:
        return self._id(self._symbols.kind_of_noun(self._symbols.variables[entry.variable].kind), value)

    def _thing(self, entry: log.FlagSet, thing: int) -> Any:
        return self._id(self._symbols.kind_of_noun(self._symbols.flags[entry.flag].of), thing)

    def _answer(self, entry: log.DecisionTaken | log.DecisionForced | log.ChoiceShown, value: Any) -> str:
        return self._rules.option_key(self._decisions[entry.decision], value)

    def _sentence(self, entry: log.PlayersTold, sentence: str) -> str:
        """Return a sentence with the ids of its values."""
        values = zip(entry.kinds, entry.values, strict=True)
        return fill_holes(sentence, [self._ids(kind, value) for kind, value in values])

    def _ids(self, kind: str, value: Any) -> str:
        if isinstance(value, (list, tuple)):
            return ", ".join(self._ids(kind, each) for each in value)
        return str(value if value is None or kind in ("number", "value") else self._id(kind, value))


def _unchanged(_entry: log.Entry, value: Any) -> Any:
    return value
