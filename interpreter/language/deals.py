"""How hidden cards may lie, for all that one seat knows: plain data, by which every backend draws the same deals.

A card's way through a match falls into *legs*, which end where cards are mixed (see knowledge.tracing). What is drawn
is which card is on which leg.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from interpreter.language.position import Position

MOST_ATTEMPTS = 100_000
"""At a part of a deal, before it is given up."""
MOST_TRIES = 50
"""Deals, to find one in which all that was decided can be decided."""
SAME = 1e-6
"""Weights that differ by less are the same."""
LUCK_BITS = 31
"""By a number of so many bits a draw is accepted or not."""
SET_UP_BITS = 13
"""Set-ups have numbers of so many bits, and are kept: most draws need not make one. So what happens in one set-up of
ten does so in 10 % of these, give or take a third of a percent."""


class SetUps(Protocol):
    """How some `cards` lie when somebody first decides, in set-ups made by the rules: `groups` are zones that they
    fill."""

    @property
    def groups(self) -> Sequence[Sequence[int]]: ...

    @property
    def cards(self) -> Sequence[int]: ...

    def laid(self, number: int) -> Sequence[int] | None:
        """The cards in the set-up of that number, group by group; None if other cards came there, or others
        elsewhere."""


@dataclass(frozen=True, slots=True)
class Step:
    """One mixing. `cards` go in, and those that are on `legs`; the `seen` ones of these are known to go elsewhere. Each
    of the others takes one of the `open` legs. `ways`: cards that can take only some of the legs, fewest legs first;
    `narrow`: legs that can take only some of the cards, fewest cards first. With `set_ups` it is they that say which
    cards are on the open legs.
    """

    cards: tuple[int, ...]
    legs: tuple[int, ...]
    seen: frozenset[int]
    open: tuple[int, ...]
    ways: tuple[tuple[int, tuple[int, ...]], ...] = ()
    narrow: tuple[tuple[int, frozenset[int]], ...] = ()
    set_ups: SetUps | None = None


class Place(NamedTuple):
    """Where a leg has come to: the place in a zone, and who knows the card there."""

    leg: int
    zone: int
    at: int
    known: int


@dataclass(frozen=True, slots=True)
class Part:
    """Mixings that have cards in common, directly or through others. What lies in different parts is independent.

    A draw has a weight, the logarithm of how many ways stood open to it; `heaviest` is the largest that is known.
    """

    steps: tuple[Step, ...]
    places: tuple[Place, ...]
    heaviest: float = 0.0


@dataclass(frozen=True, slots=True)
class Cluster:
    """Parts that are drawn again until some `conditions` hold of them together, by their numbers among those of the
    program."""

    parts: tuple[Part, ...]
    conditions: tuple[int, ...]


class Reference(NamedTuple):
    """A slot that speaks of hidden cards: of a frame, by its number, or else a cell of the state."""

    frame: int | None
    slot: int


class Mark(NamedTuple):
    """A flag that was given to the card on a leg, or taken from it; `base` is the cell of that flag of the first
    card."""

    leg: int
    base: int
    value: bool


@dataclass(frozen=True, slots=True)
class Deals:
    """What there is to draw and how it gets into a position, which is one that was drawn.

    `legs`: how many there are; `hidden`: those that are not over and of which the seat does not know the card, with the
    one that is on them in the position. `references` and, with `in_options`, the options speak of such cards. `cleared`
    are cells of flags of hidden cards, which `marks` then set; for that it is needed which cards are `known` on which
    legs, and it is drawn from which legs cards came to which others in mixings that are `folded` into others. `start`:
    the cells in which the state before the first statement is another one than usual; set-ups begin with that.
    """

    legs: int
    clusters: tuple[Cluster, ...]
    hidden: tuple[tuple[int, int], ...]
    references: tuple[Reference, ...] = ()
    in_options: bool = False
    cleared: tuple[int, ...] = ()
    marks: tuple[Mark, ...] = ()
    known: tuple[tuple[int, int], ...] = ()
    folded: tuple[tuple[Sequence[int], Sequence[int]], ...] = ()
    start: Mapping[int, int] = field(default_factory=dict)


class Origin(NamedTuple):
    """How the states come about in which playouts begin: in a position the hidden cards are dealt anew, and then it
    goes on by the decisions of a path, each by its number with the answer; there are other deals until that is
    possible."""

    position: Position
    deals: Deals
    path: Sequence[tuple[int, Any]] = ()
