"""Log entries as events of a board: lines with the ids of what they speak of, each with its consequences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from interpreter.presentation.board.document import BoardEvent, EventKind, TextPart
from interpreter.presentation.log_lines import SPECTATOR, LogRenderer
from interpreter.presentation.speech import Localizer
from interpreter.rulebook import log_entries as log

ID_START, TITLE_START, TITLE_END = "\ue000", "\ue001", "\ue002"
"""Characters of Unicode's private area around the id and the title of a thing, while a line is made."""
MARKS = re.compile(f"[{ID_START}{TITLE_START}{TITLE_END}]")
MARKED = re.compile(f"{ID_START}(.*?){TITLE_START}(.*?){TITLE_END}", re.DOTALL)
MOST_EVENTS = 400
"""Maximum number of log entries that are told at once."""


def tell_events(speaker: Localizer, entries: Sequence[log.Entry], seat: int | None, first: int = 0) -> list[BoardEvent]:
    """Return log entries as events in order, with consequences, as far as a seat may know them.

    Args:
        speaker: Names and sentences in a language.
        entries: The entries; all but the last `MOST_EVENTS` are left out.
        seat: The reader; None: a spectator.
        first: Number of the first entry in the log.
    """
    told: list[BoardEvent] = []
    follow: list[BoardEvent] = []
    latest = entries[-MOST_EVENTS:]
    for event in _iter_events(speaker, latest, seat, first + len(entries) - len(latest)):
        if event.kind == "effect" and told:
            follow.append(event)
        else:
            _attach(told, follow)
            told.append(event)
    _attach(told, follow)
    return told


def order_by_concern(events: Sequence[BoardEvent]) -> tuple[BoardEvent, ...]:
    """Return the events with those first that concern the seat, themselves or in a consequence."""
    concerning = [_concerns(event) for event in events]
    marked = list(zip(concerning, events, strict=True))
    return tuple(event for first in (True, False) for concerns, event in marked if concerns is first)


def _concerns(event: BoardEvent) -> bool:
    return event.concerns_you or any(each.concerns_you for each in event.consequences)


def _attach(told: list[BoardEvent], follow: list[BoardEvent]) -> None:
    """Move the consequences to the last event that was told."""
    if follow:
        told[-1] = replace(told[-1], consequences=tuple(follow))
        follow.clear()


def _iter_events(
    speaker: Localizer, entries: Sequence[log.Entry], seat: int | None, first: int
) -> Iterator[BoardEvent]:
    renderer = LogRenderer(_MarkingLocalizer(speaker), SPECTATOR if seat is None else seat)
    seats = speaker.rules.seats
    own = "" if seat is None else seats[seat]
    actor: str | None = None
    number = first
    for entry in renderer.merge_hidden_moves(entries):
        at = number
        number += len(entry.cards) if isinstance(entry, log.CardsMoved) and entry not in entries else 1
        kind = _kind_of(entry)
        if isinstance(entry, log.TurnStarted):
            actor = None if entry.seat is None else seats[entry.seat]
        elif isinstance(entry, log.DecisionTaken | log.DecisionForced):
            actor = seats[entry.seat]
        line = renderer.line(entry).strip()
        if not line:
            continue
        parts = tuple(_split(line))
        named = any(part.id == own or part.id.endswith(f" of {own}") for part in parts) if own else False
        text = "".join(part.text for part in parts)
        yield BoardEvent(at, kind, actor, text, parts, named and actor not in (None, own))


def _kind_of(entry: log.Entry) -> EventKind:
    match entry:
        case log.TurnStarted():
            return "turn"
        case log.DecisionTaken() | log.DecisionForced() | log.CardUsed():
            return "decision"
        case log.MatchEnded():
            return "end"
        case _:
            return "effect"


def _split(line: str) -> Iterator[TextPart]:
    """Yield the parts of a line with marked names."""
    at = 0
    for found in MARKED.finditer(line):
        if found.start() > at:
            yield TextPart(line[at : found.start()])
        yield TextPart(found[2], found[1])
        at = found.end()
    if at < len(line):
        yield TextPart(line[at:])


class _MarkingLocalizer(Localizer):
    """Names and sentences with the ids of things around their names."""

    def __init__(self, speaker: Localizer) -> None:
        super().__init__(speaker.rules, speaker.names, speaker.speech)

    def thing(self, kind: str, value: int | None) -> str:
        """Return the name of a thing, marked with its id."""
        title = MARKS.sub("", super().thing(kind, value))
        if value is None or kind not in self.rules.program.symbols.labels:
            return title
        return f"{ID_START}{MARKS.sub('', self.rules.id_of(kind, value))}{TITLE_START}{title}{TITLE_END}"
