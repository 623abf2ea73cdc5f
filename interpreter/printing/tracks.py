"""Tracks for print, with their yields and rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.presentation.names import Names
from interpreter.presentation.speech import MessageCatalog
from interpreter.printing.appearance import source_marks
from interpreter.rulebook.model import Rulebook, Track, Trigger

MAX_DRAWN_STEPS = 200
"""Maximum length of a track that is drawn; longer ones are described by their numbers."""


@dataclass(frozen=True, slots=True)
class TrackYield:
    """The yields of a track, one number per step."""

    title: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TrackRule:
    """A rule that applies when a counter enters or leaves a step."""

    when: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrintedTrack:
    """A track for one counter, or for a counter of each seat.

    Attributes:
        note: Seats that share the track; the range, if it has no steps.
        steps: Numbers of the steps; empty if there are too many.
        start: Starting step.
        ends: Seats that lead at the low and high end, if two seats read the track with opposite signs.
        tint: Index of a palette colour.
    """

    title: str
    note: str
    steps: tuple[int, ...]
    start: int
    ends: tuple[str, str] | None
    gives: tuple[TrackYield, ...]
    rules: tuple[TrackRule, ...]
    marks: tuple[str, ...]
    tint: int | None


def printed_tracks(book: Rulebook, names: Names, speech: MessageCatalog) -> tuple[PrintedTrack, ...]:
    """Return the tracks for print; a track with names of its own for some seats is printed once for each of them."""
    return tuple(each for track in book.tracks for each in _printed(track, book, names, speech))


def _printed(track: Track, book: Rulebook, names: Names, speech: MessageCatalog) -> Iterator[PrintedTrack]:
    own = [(at, seat.id) for at, seat in enumerate(book.seats) if seat.id in track.names]
    if own:
        for at, seat in own:
            yield _print_track(
                track, names.localize(track.names[seat][1]), names.title_of(seat), None, seat, at, names, speech
            )
        return
    seats = [names.localize(seat.title) for seat in book.seats] if track.per_seat else []
    if track.mirrored:
        ends = seats[1], seats[0]
        yield _print_track(track, names.localize(track.title), "", ends, None, None, names, speech)
        return
    note = speech.say("printed_each", seats=", ".join(seats)) if seats else ""
    yield _print_track(track, names.localize(track.title), note, None, None, None, names, speech)


def _print_track(
    track: Track,
    title: str,
    note: str,
    ends: tuple[str, str] | None,
    seat: str | None,
    tint: int | None,
    names: Names,
    speech: MessageCatalog,
) -> PrintedTrack:
    steps = tuple(range(track.low, track.high + 1)) if track.high - track.low < MAX_DRAWN_STEPS else ()
    if not steps:
        note = " · ".join(part for part in (f"{track.low} … {track.start} … {track.high}", note) if part)
    gives = (
        TrackYield(names.label(name, name.replace("_", " ")), values) for name, values in track.gives.items() if steps
    )
    rules = (_rule(each, seat, names, speech) for each in track.triggers if seat in (None, each.seat) or not each.seat)
    return PrintedTrack(
        title,
        note,
        steps,
        track.start,
        ends,
        tuple(gives),
        tuple(rules),
        tuple(source_marks(track.source, names, speech)),
        tint,
    )


def _rule(trigger: Trigger, seat: str | None, names: Names, speech: MessageCatalog) -> TrackRule:
    steps = ", ".join(map(str, trigger.steps))
    when = speech.say(f"printed_{trigger.direction}", steps=steps)
    if trigger.seat and seat is None:
        when = f"{names.title_of(trigger.seat)}: {when}"
    return TrackRule(when, tuple(map(names.safe, trigger.do.rstrip("\n").split("\n"))))
