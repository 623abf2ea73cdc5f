"""Tracks for print, with their yields and rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.printing.appearance import source_marks
from interpreter.printing.pieces.components import colour_of_seat
from interpreter.printing.print_job import PrintJob
from interpreter.rulebook.model import Track, Trigger, Variable

MAX_DRAWN_STEPS = 200
"""Maximum length of a track that is drawn; longer ones are described by their numbers."""
INDENT = "  "
"""Indentation of a line below its heading."""
NUMBER_STEPS = 10
"""Number of steps of a track for a number that the rules don't limit."""


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
        colour: A colour's name or `#rrggbb`; empty if the rules give none.
    """

    title: str
    note: str
    steps: tuple[int, ...]
    start: int
    ends: tuple[str, str] | None
    gives: tuple[TrackYield, ...]
    rules: tuple[TrackRule, ...]
    marks: tuple[str, ...]
    colour: str


def printed_tracks(job: PrintJob, seat: str | None) -> tuple[PrintedTrack, ...]:
    """Return the tracks that have a name of their own for a seat; without a seat, those of everybody."""
    return tuple(each for track in job.book.tracks for each in _printed(track, job, seat))


def number_track(variable: Variable, job: PrintJob) -> PrintedTrack:
    """Return a track on which players keep a number; beyond its end they count round again."""
    book, names, speech = job.book, job.names, job.speech
    assert variable.title is not None
    seats = ", ".join(names.localize(seat.title) for seat in book.seats)
    notes = [speech.say("printed_each", seats=seats)] if variable.per == ("seat",) else []
    notes.append(speech.say("printed_round", steps=NUMBER_STEPS))
    steps = tuple(range(NUMBER_STEPS))
    start = variable.start if isinstance(variable.start, int) else 0
    title = names.localize(variable.title)
    return PrintedTrack(title, " · ".join(notes), steps, start, None, (), (), (), "")


def _printed(track: Track, job: PrintJob, seat: str | None) -> Iterator[PrintedTrack]:
    book, names = job.book, job.names
    if seat is not None:
        if seat in track.names:
            title = names.localize(track.names[seat][1])
            yield _print_track(track, title, "", None, seat, colour_of_seat(book, seat), job)
        return
    if track.names:
        return
    seats = [names.localize(seat.title) for seat in book.seats] if track.per_seat else []
    if track.mirrored:
        ends = seats[1], seats[0]
        yield _print_track(track, names.localize(track.title), "", ends, None, "", job)
        return
    note = job.speech.say("printed_each", seats=", ".join(seats)) if seats else ""
    yield _print_track(track, names.localize(track.title), note, None, None, "", job)


def _print_track(
    track: Track,
    title: str,
    note: str,
    ends: tuple[str, str] | None,
    seat: str | None,
    colour: str,
    job: PrintJob,
) -> PrintedTrack:
    names = job.names
    steps = tuple(range(track.low, track.high + 1)) if track.high - track.low < MAX_DRAWN_STEPS else ()
    if not steps:
        note = " · ".join(part for part in (f"{track.low} … {track.start} … {track.high}", note) if part)
    gives = (
        TrackYield(names.label(name, name.replace("_", " ")), values)
        for name, values in track.gives.items()
        if steps and job.yields.is_read(seat, track.id, name)
    )
    rules = (_rule(each, seat, job) for each in track.triggers if seat in (None, each.seat) or not each.seat)
    return PrintedTrack(
        title,
        note,
        steps,
        track.start,
        ends,
        tuple(gives),
        tuple(rules),
        tuple(source_marks(track.source, names, job.speech)),
        colour,
    )


def _rule(trigger: Trigger, seat: str | None, job: PrintJob) -> TrackRule:
    steps = ", ".join(map(str, trigger.steps))
    when = job.speech.say(f"printed_{trigger.direction}", steps=steps)
    if trigger.seat and seat is None:
        when = f"{job.names.title_of(trigger.seat)}: {when}"
    return TrackRule(when, tuple(INDENT * depth + words for depth, words in job.texts.routine(trigger.do)))
