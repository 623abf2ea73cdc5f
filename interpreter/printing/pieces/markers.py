"""Markers: counters for the places of tracks, and for the values of public variables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from interpreter.presentation.names import Names
from interpreter.printing.pieces.components import DEFAULT_FORM, colour_of_seat
from interpreter.printing.pieces.counters import Counter, CounterSide, in_pairs
from interpreter.printing.print_job import PrintJob
from interpreter.rulebook.model import Rulebook, Track, Variable

MARKED_KINDS = ("seat", "space", "box")
"""Kinds of things on which a marker can lie."""
MAX_VALUES = 6
"""Largest number of values of a variable that counters show, two on each."""


def markers(job: PrintJob) -> Iterator[Counter]:
    """Yield the markers of tracks and of public variables."""
    for track in job.book.tracks:
        for title, owner, colour in _track_markers(track, job.book, job.names):
            side = CounterSide(track.id, title, "", owner, (), colour, is_full=True)
            yield Counter(DEFAULT_FORM, side, side, 1, track.where)
    for variable in job.book.variables:
        if variable.title is not None and variable.visible == "everyone":
            title = job.names.localize(variable.title)
            side = CounterSide(variable.id, title, "", "", (), "", is_full=True)
            for front, back in _variable_markers(variable, side, job):
                yield Counter(DEFAULT_FORM, front, back, 1, variable.where, title)


def _variable_markers(
    variable: Variable, side: CounterSide, job: PrintJob
) -> Iterator[tuple[CounterSide, CounterSide]]:
    """Yield the markers of a variable, for each seat if each has a value of its own.

    One that is a single place or seat has a marker to put there, a number that players need has one for its track. Of
    few values, each is a side of a counter to turn over or to exchange.
    """
    book, texts = job.book, job.book.player_texts
    if variable.kind in MARKED_KINDS and not variable.per:
        yield side, side
    if variable.per not in ((), ("seat",)):
        return
    owners = [(job.names.localize(seat.title), colour_of_seat(book, seat.id)) for seat in book.seats]
    values = list(_value_sides(variable, side, job))
    for owner, colour in owners if variable.per else [("", "")]:
        if variable.kind == "number" and variable.id in texts.needed:
            marker = replace(side, owner=owner, colour=colour)
            yield marker, marker
        yield from in_pairs([replace(each, owner=owner, colour=each.colour or colour) for each in values])


def _value_sides(variable: Variable, side: CounterSide, job: PrintJob) -> Iterator[CounterSide]:
    """Yield a side of a counter for each value of a variable that has few; of a flag, a pale one and a full one."""
    names, colours = job.names, job.book.player_texts.colours
    if variable.kind == "flag":
        yield replace(side, is_full=False)
        yield side
        return
    values = _few_values(variable, job.book)
    for value in values if 1 < len(values) <= MAX_VALUES else ():
        title = names.title_or(value, names.label(value, names.as_words(value)))
        yield replace(side, title=title, traits=(side.title,), colour=colours.get(value, ""))


def _few_values(variable: Variable, book: Rulebook) -> tuple[str, ...]:
    """Return the values of a variable that is a side or a value of a column; of other kinds none."""
    if variable.kind == "side":
        return tuple(each.id for each in book.sides)
    if variable.kind == "value":
        columns = (attributes for _, attributes in book.columns if variable.column in attributes)
        return next((attributes[variable.column].values for attributes in columns), ())
    return ()


def _track_markers(track: Track, book: Rulebook, names: Names) -> Iterator[tuple[str, str, str]]:
    """Yield the title, owner and colour of each marker of a track; seats that mirror each other share one."""
    if not track.per_seat or track.mirrored:
        yield names.localize(track.title), "", book.player_texts.colours.get(track.id, "")
        return
    for seat in book.seats:
        title = track.names[seat.id][1] if seat.id in track.names else track.title
        yield names.localize(title), names.localize(seat.title), colour_of_seat(book, seat.id)
