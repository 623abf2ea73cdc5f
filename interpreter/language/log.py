"""The log of a match: an append-only list of events, shared by all positions along the way.

Entries refer to seats, cards, zones, places (spaces, then boxes) and decisions by number, as the state does. `seen_by`
is a mask of the seats that know a card.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, NamedTuple, TypeVar


class TurnStarted(NamedTuple):
    """A turn begins, of a seat or of nobody."""

    seat: int | None


class DecisionTaken(NamedTuple):
    """A seat answered a decision with `value`; if that is a card, other seats see it only if they are in `seen_by`."""

    decision: int
    value: Any
    seat: int
    seen_by: int


class DecisionForced(NamedTuple):
    """A decision with only one possible answer was answered without asking. Fields as in `DecisionTaken`."""

    decision: int
    value: Any
    seat: int
    seen_by: int


class PiecesMoved(NamedTuple):
    """Pieces of a sort (`KIND`, or `STATE KIND`) moved from one place to another.

    `owner` is a number beyond the seats' for pieces of nobody, and None for pieces without owners.
    """

    amount: int
    sort: str
    owner: int | None
    source: int
    target: int


class StateChanged(NamedTuple):
    """Pieces of a sort changed their state."""

    amount: int
    sort: str
    owner: int | None
    place: int
    state: str


class CardMoved(NamedTuple):
    """A card moved to a zone, from another one if it was in any.

    `left` are the cards that stayed in the old zone, if some seat can no longer tell which of them moved.
    """

    card: int
    source: int | None
    target: int
    seen_by: int
    left: tuple[int, ...]


class CardsMoved(NamedTuple):
    """Cards moved from one zone to another in their order; `seen_by` has a mask for each."""

    cards: tuple[int, ...]
    source: int
    target: int
    seen_by: tuple[int, ...]


class TrackMoved(NamedTuple):
    """A track's marker moved; `seat` is given if each seat has one."""

    track: str
    seat: int | None
    old: int
    new: int


class VariableSet(NamedTuple):
    """A logged variable changed its value; `place` is the index of that value among the variable's values."""

    variable: str
    place: int
    old: Any
    new: Any


class FlagSet(NamedTuple):
    """A thing got or lost a flag; for a card, `seen_by` says which seats see it."""

    flag: str
    thing: int
    value: bool
    seen_by: int


class CardUsed(NamedTuple):
    """A seat used a card, in the way that the label names."""

    card: int
    label: str
    seat: int
    seen_by: int


class ZoneShuffled(NamedTuple):
    """A zone was shuffled; `cards` are in their new order."""

    zone: int
    cards: tuple[int, ...]


class CardsShown(NamedTuple):
    """Cards were shown to the seats of a mask: to all, or to one."""

    cards: tuple[int, ...]
    seen_by: int


class MatchEnded(NamedTuple):
    """The match is over; `side` is the side that won, if one did."""

    winners: tuple[int, ...]
    reason: str
    side: int | None


Entry = (
    TurnStarted
    | DecisionTaken
    | DecisionForced
    | PiecesMoved
    | StateChanged
    | CardMoved
    | CardsMoved
    | TrackMoved
    | VariableSet
    | FlagSet
    | CardUsed
    | ZoneShuffled
    | CardsShown
    | MatchEnded
)
"""One logged event."""

ENTRY_CLASSES: dict[str, type[Entry]] = {kind.__name__: kind for kind in Entry.__args__}
"""Classes of entries by name, as lowered code refers to them."""

T = TypeVar("T")


class MatchLog(Generic[T]):
    """The first entries of a list that is shared between copies of a log.

    Appending takes constant time, however long the log is. A copy that diverges from another gets a list of its own, so
    no log is ever changed through another.
    """

    __slots__ = ("_entries", "_length")

    def __init__(self, entries: list[T] | None = None) -> None:
        self._entries: list[T] = [] if entries is None else entries
        self._length = len(self._entries)

    def append(self, entry: T) -> None:
        """Append an entry, after copying the shared list if another log has already continued it."""
        if self._length != len(self._entries):  # another log has continued the list
            self._entries = self._entries[: self._length]
        self._entries.append(entry)
        self._length += 1

    def copy(self) -> MatchLog[T]:
        """Return an independent log with the same entries."""
        other: MatchLog[T] = object.__new__(MatchLog)
        other._entries = self._entries
        other._length = self._length
        return other

    def entries(self, start: int, end: int | None = None) -> list[T]:
        """Entries from number `start` up to, but not including, `end`, or to the last one."""
        return self._entries[start : self._length if end is None else min(end, self._length)]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return iter(self.entries(0))
