"""Places beside the map: tracks, boxes for pieces and places for cards, for everybody and for each seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from interpreter.printing.pieces.components import colour_of_seat
from interpreter.printing.places.piece_room import StartMark, box_size, start_marks
from interpreter.printing.places.tracks import PrintedTrack, number_track, printed_tracks
from interpreter.printing.print_job import PrintJob
from interpreter.rulebook.model import Box, Rulebook

BAND = 7.0
"""Height of the name of a box, in millimetres."""


@dataclass(frozen=True, slots=True)
class BoxPlace:
    """A box for pieces.

    Attributes:
        starts: Pieces that begin there.
        colour: A colour's name or `#rrggbb`; empty if the rules give none.
    """

    id: str
    title: str
    width: float
    height: float
    starts: tuple[StartMark, ...]
    colour: str


@dataclass(frozen=True, slots=True)
class CardPlace:
    """A place for cards; `note` says whether they lie face up. A small one is never larger than a label."""

    id: str
    title: str
    note: str
    is_small: bool


@dataclass(frozen=True, slots=True)
class Mat:
    """The places of everybody or of a seat.

    Attributes:
        title: Name of the seat; empty for everybody.
        colour: A colour's name or `#rrggbb`; empty for everybody.
    """

    title: str
    colour: str
    tracks: tuple[PrintedTrack, ...]
    boxes: tuple[BoxPlace, ...]
    cards: tuple[CardPlace, ...]

    @property
    def is_empty(self) -> bool:
        """True if there is nothing on it."""
        return not (self.tracks or self.boxes or self.cards)


def make_mats(job: PrintJob) -> tuple[Mat, ...]:
    """Return the places beside the map: those of everybody, then those of each seat."""
    found = [_mat(job, None), *(_mat(job, seat.id) for seat in job.book.seats)]
    return tuple(mat for mat in found if not mat.is_empty)


def _mat(job: PrintJob, seat: str | None) -> Mat:
    book, names = job.book, job.names
    return Mat(
        "" if seat is None else names.title_of(seat),
        "" if seat is None else colour_of_seat(book, seat),
        (*printed_tracks(job, seat), *_numbers(job, seat)),
        tuple(
            _box(job, box, seat)
            for box in _in_order(book, book.boxes)
            if box.per_seat == (seat is not None) and box.joins is None
        ),
        tuple(_cards(job)) if seat is None else (),
    )


def _in_order(book: Rulebook, things: Iterable[Box]) -> list[Box]:
    """Return things in the order in which players need them."""
    order = {name: at for at, name in enumerate(book.player_texts.needed)}
    return sorted(things, key=lambda thing: order.get(thing.id, len(order)))


def _numbers(job: PrintJob, seat: str | None) -> Iterator[PrintedTrack]:
    """Yield a track for each number that players need: on the mat of everybody, with a marker of each seat."""
    for variable in job.book.variables if seat is None else ():
        is_needed = variable.id in job.book.player_texts.needed
        if variable.kind == "number" and is_needed and variable.per in ((), ("seat",), ("box",)):
            yield number_track(variable, job)


def _box(job: PrintJob, box: Box, seat: str | None) -> BoxPlace:
    colour = job.book.player_texts.colours.get(box.id, "")
    width, height = box_size(job.book, box.id, seat, BAND)
    starts = start_marks(job.book, job.names, box.id, seat)
    return BoxPlace(box.id, job.names.localize(box.title), width, height, starts, colour)


def _cards(job: PrintJob) -> Iterator[CardPlace]:
    """Yield the places of cards that everybody uses, small ones for secondary piles; those of a seat lie before it."""
    texts = job.book.player_texts
    has_cards = any(deck.id not in texts.forms for deck in job.book.decks)
    zones = sorted(job.book.zones, key=lambda zone: zone.id in texts.secondary) if has_cards else ()
    for zone in zones:
        if {"seat", "space"}.isdisjoint(zone.per):
            is_small = zone.id in texts.secondary
            face = job.speech.say("printed_face_down" if zone.face == "nobody" else "printed_face_up")
            for keys in job.book.keys_of_zone(zone):
                yield CardPlace(zone.label(keys), job.names.title_of(zone.label(keys)), face, is_small)
