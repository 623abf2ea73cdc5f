"""What the generated segments and whoever runs them agree on: the numbers they return, frames, and decisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

from interpreter.errors import Where
from interpreter.language.ir.types import Type, WayOut
from interpreter.rulebook.model import Text

OVER = -1
"""What a segment returns instead of the next segment's number when the game is over; -2 - N: a seat must answer
decision N."""
FIRST_SLOT = 2
"""The first place of a frame for names; before it: where to go on, and the acting seat."""


class Place(NamedTuple):
    """What is charged for its work: where it stands, and the title and text of its rule."""

    where: Where
    title: str
    text: Text


@dataclass(frozen=True, slots=True)
class Framed:
    """A routine with decisions: its first segment, how many names its frame has, and which slots keep cards. `title` is
    that of its rule."""

    title: str
    entry: int
    names: int
    card_slots: tuple[int, ...]


Asks = Literal["choose", "either", "may"]
"""How a text asks: for a thing, for one of several options, or whether to do something."""


@dataclass(frozen=True, slots=True)
class DecisionInfo:
    """What is the same every time a decision comes up. `labels` name an either's
    options.

    The answer goes into `slot` of the frame; the deciding seat stands in `seat_slot`.
    """

    kind: Asks
    noun: str
    label: str
    type: Type
    labels: tuple[str, ...]
    slot: int
    seat_slot: int
    way_out: WayOut = ""


SegmentCode = Callable[[Any, list[Any], list[list[int]], list[Any]], int]
"""A segment: `(m, v, z, f)`, the match's state, its cells and zones, and the routine's frame, to the number of the next
segment, or of a decision after having put the options into the match."""
PlayableTest = Callable[[list[Any], list[list[int]], int], Any]
"""`(v, z, seat)`."""


class Executable(Protocol):
    """A game that can be called, whichever backend made it."""

    @property
    def segments(self) -> Sequence[SegmentCode]:
        """By number."""

    @property
    def decisions(self) -> Sequence[DecisionInfo]:
        """By number."""

    @property
    def slots(self) -> Sequence[int]:
        """By what a segment returns to ask a decision, where in the frame its answer goes."""

    @property
    def seat_slots(self) -> Sequence[int]:
        """By the same, where in the frame the seat that decides stands."""

    def begin(self, routine: int) -> tuple[int, int]:
        """Where a routine with decisions begins: its first segment, and how many names its frame has."""
