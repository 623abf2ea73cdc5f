"""What has happened in a match, entry by entry: a log is only added to, and shared by all positions on the way.

What an entry speaks of stands in it by its number, as in the state: seats, cards, zones, places (spaces, then boxes),
decisions. `seen_by` is a mask of the seats that know a card.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, NamedTuple, TypeVar


class Turn(NamedTuple):
    """A turn begins: of a seat, or of nobody."""

    seat: int | None


class Chosen(NamedTuple):
    """A seat answered a decision with `value`. Who was not asked sees a card that was chosen if it is `seen_by` it."""

    decision: int
    value: Any
    seat: int
    seen_by: int


class Forced(NamedTuple):
    """As `Chosen`, of a decision that had no other answer and was not asked."""

    decision: int
    value: Any
    seat: int
    seen_by: int


class PiecesMoved(NamedTuple):
    """So many pieces of a sort (`KIND`, or `STATE KIND`) went from a place to another. `owner`: beyond the seats it is
    nobody; None if they have no owners."""

    amount: int
    sort: str
    owner: int | None
    source: int
    target: int


class StateChanged(NamedTuple):
    """So many pieces of a sort are in another state now."""

    amount: int
    sort: str
    owner: int | None
    place: int
    state: str


class CardMoved(NamedTuple):
    """A card went from a zone, if it lay in one, to another. `left` are those that stayed there, if somebody can't tell
    any more which of them went."""

    card: int
    source: int | None
    target: int
    seen_by: int
    left: tuple[int, ...]


class CardsMoved(NamedTuple):
    """Cards went from a zone to another in their order; `seen_by` has a mask for each."""

    cards: tuple[int, ...]
    source: int
    target: int
    seen_by: tuple[int, ...]


class TrackMoved(NamedTuple):
    """A track stands elsewhere; `seat` if each has one."""

    track: str
    seat: int | None
    old: int
    new: int


class VariableSet(NamedTuple):
    """A variable that is told has another value; `place` is which of its values, as they follow one another."""

    variable: str
    place: int
    old: Any
    new: Any


class FlagSet(NamedTuple):
    """A thing has a flag now, or has it no longer. Of a card it is told who sees it."""

    flag: str
    thing: int
    value: bool
    seen_by: int


class CardUsed(NamedTuple):
    """A seat used a card, for what the label says."""

    card: int
    label: str
    seat: int
    seen_by: int


class Shuffled(NamedTuple):
    """A zone was shuffled. The cards stand in their new order."""

    zone: int
    cards: tuple[int, ...]


class Shown(NamedTuple):
    """Cards were shown to the seats of a mask: to all, or to one."""

    cards: tuple[int, ...]
    seen_by: int


class Ended(NamedTuple):
    """The match is over; `side` is the side that won, if one did."""

    winners: tuple[int, ...]
    reason: str
    side: int | None


Entry = (
    Turn
    | Chosen
    | Forced
    | PiecesMoved
    | StateChanged
    | CardMoved
    | CardsMoved
    | TrackMoved
    | VariableSet
    | FlagSet
    | CardUsed
    | Shuffled
    | Shown
    | Ended
)
"""One thing that happened."""

NAMES: dict[str, type[Entry]] = {kind.__name__: kind for kind in Entry.__args__}
"""The kinds of entries as lowered code calls them."""

Kept = TypeVar("Kept")


class Log(Generic[Kept]):
    """A number of entries from the beginning of a list that copies share.

    Adding an entry costs the same however long the log is. A copy that goes another way than one before it gets a list
    of its own, so that no log is ever changed by another.
    """

    __slots__ = ("_entries", "_length")

    def __init__(self, entries: list[Kept] | None = None) -> None:
        self._entries: list[Kept] = [] if entries is None else entries
        self._length = len(self._entries)

    def append(self, entry: Kept) -> None:
        if self._length != len(self._entries):  # somebody else has gone on from here
            self._entries = self._entries[: self._length]
        self._entries.append(entry)
        self._length += 1

    def copy(self) -> Log[Kept]:
        """A log that goes on by itself; until then the two have the same entries."""
        other: Log[Kept] = object.__new__(Log)
        other._entries = self._entries
        other._length = self._length
        return other

    def part(self, start: int, end: int | None = None) -> list[Kept]:
        """The entries from number `start` on, up to number `end` or the last."""
        return self._entries[start : self._length if end is None else min(end, self._length)]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Kept]:
        return iter(self.part(0))
