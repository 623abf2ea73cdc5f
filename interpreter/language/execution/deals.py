"""Distribution of the hidden cards for a seat's knowledge: plain data from which every backend draws the same deals.

A card's way through a match is divided into *legs*, which end where cards are shuffled together (see
knowledge.tracing). A deal assigns each card to a leg.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

MOST_ATTEMPTS = 100_000
"""Attempts at a part of a deal before it is given up."""
MOST_TRIES = 50
"""Deals drawn to find one in which all decisions taken so far are possible."""
WEIGHT_TOLERANCE = 1e-6
"""Tolerance within which two weights are equal."""
ACCEPTANCE_BITS = 31
"""Number of random bits with which a draw is accepted or rejected."""
SET_UP_BITS = 13
"""Number of bits of a set-up's number.

Set-ups are kept, so most draws need not make one. An event with a probability of 10 % therefore occurs in 10 % of the
set-ups, give or take a third of a percent.
"""


class Position(Protocol):
    """The part of a match's state on which play depends; the log and the uses of cards are left out.

    The fields are described in `engine.state.State`.
    """

    v: list[Any]
    z: list[list[int]]
    stack: list[list[Any]]
    pc: int
    options: list[Any]
    random: int
    work: int
    ends: list[int]
    muted: int
    turns: int
    opener: int
    result: tuple[tuple[int, ...], str, int | None] | None


class SetUpSource(Protocol):
    """Initial layouts of some cards, made by the rules up to the first decision."""

    @property
    def groups(self) -> Sequence[Sequence[int]]:
        """Zones that the cards fill, by group."""

    @property
    def cards(self) -> Sequence[int]:
        """Cards that are laid out."""

    def layout(self, number: int) -> Sequence[int] | None:
        """Return the cards of one set-up, group by group.

        Returns:
            None if other cards ended up in these zones, or some of these cards elsewhere.
        """


@dataclass(frozen=True, slots=True)
class ShuffleEvent:
    """One shuffle event.

    Attributes:
        cards: Known cards that go in, besides those on `legs`.
        legs: Legs that end here and whose cards are not known.
        seen: Cards that may be on `legs` and are known to leave by another way than the open legs.
        open_legs: Legs that start here; each of the other cards takes one.
        card_options: Cards that can take only some of the open legs, with these; fewest legs first.
        leg_options: Open legs that only some of the cards can take, with these; fewest cards first.
        set_ups: If given, these decide which cards are on the open legs.
    """

    cards: tuple[int, ...]
    legs: tuple[int, ...]
    seen: frozenset[int]
    open_legs: tuple[int, ...]
    card_options: tuple[tuple[int, tuple[int, ...]], ...] = ()
    leg_options: tuple[tuple[int, frozenset[int]], ...] = ()
    set_ups: SetUpSource | None = None


class LegEnd(NamedTuple):
    """The end of a leg: an index in a zone, and a mask of the seats that know the card there."""

    leg: int
    zone: int
    at: int
    known: int


@dataclass(frozen=True, slots=True)
class DealComponent:
    """Shuffle events that share cards, directly or through others. Different parts are independent.

    Attributes:
        steps: The shuffle events.
        places: The places to which their legs lead.
        max_weight: Largest known weight of a draw. The weight is the logarithm of the number of choices that were open.
    """

    steps: tuple[ShuffleEvent, ...]
    places: tuple[LegEnd, ...]
    max_weight: float = 0.0


@dataclass(frozen=True, slots=True)
class DealCluster:
    """Parts that are drawn together, by rejection, until all `conditions` (numbers in the program) hold."""

    parts: tuple[DealComponent, ...]
    conditions: tuple[int, ...]


class CardReference(NamedTuple):
    """A slot that holds a hidden card: in a frame, by its number, or a cell of the state if `frame` is None."""

    frame: int | None
    slot: int


class FlagChange(NamedTuple):
    """A flag that the card on a leg got or lost; `base` is the cell of that flag for the first card."""

    leg: int
    base: int
    value: bool


@dataclass(frozen=True, slots=True)
class DealModel:
    """A model of the hidden cards, and the places of a position into which a deal is written.

    Attributes:
        leg_count: Number of legs.
        clusters: The groups of parts to draw.
        hidden: Current legs whose card the seat does not know, with the card that is there in the position.
        references: Slots that hold such cards.
        has_card_options: True if the options refer to such cards.
        cleared: Cells of flags of hidden cards, which are cleared before `marks` are set.
        marks: Flags that the cards on legs have got or lost.
        known: Legs whose card is known, with the card; needed for `marks`.
        subsumed: Subsumed shuffle events: the legs that went in and those that came out. A draw also assigns these to
            each other, as `marks` need it.
        dice: Cells that hold what a die shows that the seat doesn't know, with the numbers on its sides.
        start_cells: Cells of the state before the first statement that differ from the usual state; set-ups begin with
            these.
    """

    leg_count: int
    clusters: tuple[DealCluster, ...]
    hidden: tuple[tuple[int, int], ...]
    references: tuple[CardReference, ...] = ()
    has_card_options: bool = False
    cleared: tuple[int, ...] = ()
    marks: tuple[FlagChange, ...] = ()
    known: tuple[tuple[int, int], ...] = ()
    subsumed: tuple[tuple[Sequence[int], Sequence[int]], ...] = ()
    dice: tuple[tuple[int, tuple[int, ...]], ...] = ()
    start_cells: Mapping[int, int] = field(default_factory=dict)


class PlayoutOrigin(NamedTuple):
    """The origin of playouts: a position whose hidden cards are dealt anew, then the decisions of a path.

    The path has each decision by number, with its answer. Deals are drawn until one allows the whole path.
    """

    position: Position
    deals: DealModel
    path: Sequence[tuple[int, Any]] = ()
