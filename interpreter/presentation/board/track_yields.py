"""Seats for which the rules ask what the steps of a track give."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from interpreter.language.analysis import Analysis
from interpreter.language.ir.builders import descendants_of
from interpreter.language.ir.expressions import Const, StepValue, TrackValue
from interpreter.language.ir.walks import located_expressions


@dataclass(frozen=True, slots=True)
class TrackYields:
    """Readers of what tracks give.

    Attributes:
        readers: Ids of the seats for which a value of a track is read alone, by the track's id and the value's name.
    """

    readers: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)

    def is_read(self, seat: str | None, track: str, name: str) -> bool:
        """Return False if the rules only ask for other seats what a step of a track gives."""
        readers = self.readers.get((track, name))
        return seat is None or readers is None or seat in readers


READ_FOR_ALL = TrackYields()
"""Readers of tracks whose values are shown for all seats."""


def find_track_yields(analysis: Analysis) -> TrackYields:
    """Return the readers of what tracks give. A value that is read for any seat, or for none, has none of its own."""
    book = analysis.rulebook
    seats: dict[tuple[str, str], set[str | None]] = defaultdict(set)
    found = located_expressions(analysis.routines.all, analysis.terms.all.values())
    for each in (part for _, expr in found for part in descendants_of(expr)):
        if isinstance(each, StepValue):
            whose = each.step.seat if isinstance(each.step, TrackValue) else None
            seat = book.seats[whose.number].id if isinstance(whose, Const) and whose.value is not None else None
            seats[each.track, each.name].add(seat)
    return TrackYields(
        {key: frozenset(seat for seat in read if seat is not None) for key, read in seats.items() if None not in read}
    )
