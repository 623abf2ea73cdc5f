"""Tracks as they are printed: their steps, what these give, and what happens on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.presentation.names import Names
from interpreter.presentation.speech import Speech
from interpreter.printing.marks import marks
from interpreter.rulebook.model import Rulebook, Track, Trigger

LONGEST = 200
"""A track with more steps is told in figures: nobody lays a counter on one of them."""


@dataclass(frozen=True, slots=True)
class Given:
    """What the steps of a track give, a number each."""

    title: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """What happens when a counter comes to a step, or leaves it."""

    when: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrintedTrack:
    """A track for a counter, or for one of each seat. `ends`: whose counter is at the low end when it leads, and at the
    high one, if two read it with opposite sign. Without `steps` the note says how far it goes."""

    title: str
    note: str
    steps: tuple[int, ...]
    start: int
    ends: tuple[str, str] | None
    gives: tuple[Given, ...]
    rules: tuple[Rule, ...]
    marks: tuple[str, ...]
    tint: int | None


def printed_tracks(book: Rulebook, names: Names, speech: Speech) -> tuple[PrintedTrack, ...]:
    """The tracks, one for each seat where seats have their own names for it."""
    return tuple(each for track in book.tracks for each in _printed(track, book, names, speech))


def _printed(track: Track, book: Rulebook, names: Names, speech: Speech) -> Iterator[PrintedTrack]:
    own = [(at, seat.id) for at, seat in enumerate(book.seats) if seat.id in track.names]
    if own:
        for at, seat in own:
            yield _one(track, names.say(track.names[seat][1]), names.of(seat), None, seat, at, names, speech)
        return
    seats = [names.say(seat.title) for seat in book.seats] if track.per_seat else []
    if track.mirrored:
        ends = seats[1], seats[0]
        yield _one(track, names.say(track.title), "", ends, None, None, names, speech)
        return
    note = speech.say("printed_each", seats=", ".join(seats)) if seats else ""
    yield _one(track, names.say(track.title), note, None, None, None, names, speech)


def _one(
    track: Track,
    title: str,
    note: str,
    ends: tuple[str, str] | None,
    seat: str | None,
    tint: int | None,
    names: Names,
    speech: Speech,
) -> PrintedTrack:
    steps = tuple(range(track.low, track.high + 1)) if track.high - track.low < LONGEST else ()
    if not steps:
        note = " · ".join(part for part in (f"{track.low} … {track.start} … {track.high}", note) if part)
    gives = (Given(names.label(name, name.replace("_", " ")), values) for name, values in track.gives.items() if steps)
    rules = (_rule(each, seat, names, speech) for each in track.triggers if seat in (None, each.seat) or not each.seat)
    return PrintedTrack(
        title,
        note,
        steps,
        track.start,
        ends,
        tuple(gives),
        tuple(rules),
        tuple(marks(track.source, names, speech)),
        tint,
    )


def _rule(trigger: Trigger, seat: str | None, names: Names, speech: Speech) -> Rule:
    steps = ", ".join(map(str, trigger.steps))
    when = speech.say(f"printed_{trigger.direction}", steps=steps)
    if trigger.seat and seat is None:
        when = f"{names.of(trigger.seat)}: {when}"
    return Rule(when, tuple(map(names.safe, trigger.do.rstrip("\n").split("\n"))))
