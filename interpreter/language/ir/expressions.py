"""The expressions: each operation a class of its own, with its parts, and the facts that others ask of it.

A walk over expressions is either a `match` over `Expr` that ends in `assert_never`, so that a new operation which it
leaves out is a type error, or goes by `parts` and the facts, which no operation can be without. What has no
parts stands in `leaves.py`, and is imported from here.
"""

from __future__ import annotations

from dataclasses import field

from interpreter.language.ir.leaves import Const as Const
from interpreter.language.ir.leaves import Ref as Ref
from interpreter.language.ir.leaves import Word as Word
from interpreter.language.ir.nodes import (
    Aspect,
    Comparison,
    Datum,
    Extreme,
    Look,
    Node,
    Plain,
    Printed,
    Sign,
    Size,
    Spoken,
    Way,
    Work,
)
from interpreter.language.ir.types import CARDS, CONDITION, NUMBER, SEAT, Local, Type, kind_of_sort


class PlainNumber(Plain["Expr"], work=None):
    type: Type = field(default=NUMBER, kw_only=True)


class Condition(Node["Expr"], work=None):
    type: Type = field(default=CONDITION, kw_only=True)


class PlainCondition(Plain["Expr"], work=None):
    type: Type = field(default=CONDITION, kw_only=True)


class Loop(Plain["Expr"], work=None):
    """What asks something of each member of a set, which is called `it` there."""

    things: Expr
    it: Local


class NumberLoop(Loop, work=None):
    type: Type = field(default=NUMBER, kw_only=True)


class ConditionLoop(Loop, work=None):
    type: Type = field(default=CONDITION, kw_only=True)


# -- what is kept for things


class Track(Node["Expr"], work=Work.LOOK, grows=False):
    """Where a track stands; of a track kept for each seat, or mirrored, that of a seat."""

    track: str
    seat: Expr | None
    type: Type = field(default=NUMBER, kw_only=True)

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset({("track", self.track)})


class Variable(Node["Expr"], work=Work.LOOK, size=Size.LIST, lists=True, grows=True):
    """A variable, with the things that it is kept for."""

    variable: str
    keys: tuple[Expr, ...]

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset({("variable", self.variable)})


class Flag(Condition, work=Work.LOOK):
    """Whether a thing has a flag."""

    flag: str
    thing: Expr

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset({("flag", self.flag)})


class Watching(Condition, work=Work.LOOK):
    """Whether what a watch does is under way."""

    watch: int

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset({("watching", self.watch)})


class Omitted(Condition, work=Work.LOOK):
    """Whether a thing is left out of the match."""

    thing: int

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset({"omission"})


class Asked(Condition, work=Work.LOOK):
    """A condition, of which it is noted at a point (see points.py) whether it holds. What it looks at is what its part
    does."""

    condition: Expr
    held: int
    failed: int

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset()


Cell = Track | Variable | Ref | Watching
"""What can be set."""

# -- what is printed


class Gives(PlainNumber, work=Work.LOOK, grows=False):
    """What a step of a track gives."""

    track: str
    name: str
    step: Expr


class Attribute(Plain["Expr"], work=Work.LOOK):
    """An attribute of a thing of a kind."""

    kind: str
    attribute: str
    thing: Expr


class IsWord(PlainCondition, work=Work.LOOK):
    """Whether a thing's entry in a printed table is this value."""

    table: tuple[Datum, ...]
    value: Datum
    thing: Expr


class Opponent(Plain["Expr"], work=Work.LOOK):
    """The other one of two seats, or of two sides."""

    of: Expr


class After(Plain["Expr"], work=Work.LOOK):
    """The next seat in player order."""

    seat: Expr
    type: Type = field(default=SEAT, kw_only=True)


class Own(Plain["Expr"], work=Work.LOOK):
    """Somebody's own zone or box; `first` is that of number 0."""

    first: int
    whose: Expr


class Owns(Plain["Expr"], work=Work.LOOK):
    """The zone of each of several owners."""

    first: int
    owners: Expr


class Around(Plain["Expr"], work=Work.LOOK):
    """The neighbours of a space, or the spaces from which it is entered."""

    way: Way
    space: Expr


class Row(Printed["Expr"], work=Work.LOOK):
    """A seat's row of a table of sets."""

    rows: tuple[tuple[int, ...], ...]
    seat: Expr

    def most(self) -> int:
        return max(map(len, self.rows), default=1)


class LongestLine(PlainNumber, work=Work.SCAN, grows=False):
    """The longest line through a space in a set of spaces of a grid."""

    spaces: Expr
    space: Expr


# -- pieces


class Amount(Node["Expr"], work=Work.LOOK, grows=False):
    """How many pieces of some sorts there are in a place; with an owner, only that one's."""

    sorts: tuple[str, ...]
    place: Expr
    owner: Expr | None
    type: Type = field(default=NUMBER, kw_only=True)

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset(("pieces", kind_of_sort(sort)) for sort in self.sorts)


class Room(Condition, work=Work.LOOK):
    """Whether there is room in a place for so many pieces of a kind."""

    piece: str
    place: Expr
    amount: Expr
    owner: Expr | None

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset({"pieces"})


# -- cards


class Cards(Look["Expr"], work=Work.LOOK):
    """The cards in a zone, from bottom to top."""

    zone: Expr
    type: Type = field(default=CARDS, kw_only=True)


class CardsIn(Look["Expr"], work=Work.LOOK):
    """The cards in several zones."""

    zones: Expr
    type: Type = field(default=CARDS, kw_only=True)


class TopCard(Look["Expr"], work=Work.LOOK):
    """The top card of a zone, or nothing."""

    zone: Expr
    type: Type = field(default=Type("card", optional=True), kw_only=True)


class Playable(Spoken["Expr"], work=Work.LOOK):
    """A test whether a seat can carry out a card's event: the event's own conditions, and unless `permitted`, also
    that there is something to choose in one of its lines."""

    card: Expr
    you: Expr
    permitted: bool = False
    type: Type = field(default=CONDITION, kw_only=True)


class WouldChange(Condition, work=Work.LOOK):
    """Whether a card's event would change something, found by trying; without raises of a track, perhaps a seat's."""

    card: Expr
    you: Expr
    track: str | None
    seat: Expr | None

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset({"anything"})


class Muted(Condition, work=Work.LOOK):
    """Whether raises of a track do not count in the trial that is under way."""

    track: str
    seat: Expr | None

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset({"trial"})


# -- sets


class Single(Plain["Expr"], work=Work.LOOK):
    """A thing as a set; nothing is an empty one."""

    thing: Expr


class Meet(Plain["Expr"], work=Work.SCAN, size=Size.PART):
    left: Expr
    right: Expr


class Union(Plain["Expr"], work=Work.SCAN):
    left: Expr
    right: Expr


class Range(Plain["Expr"], work=Work.LOOK):
    """The numbers from `low` to `high`."""

    low: Expr
    high: Expr
    type: Type = field(default=Type("number", many=True), kw_only=True)


class InOrder(Plain["Expr"], work=Work.LOOK):
    """Seats in player order, from `start`."""

    things: Expr
    start: Expr


class Filter(Loop, work=Work.LOOP, size=Size.PART):
    """The members of a set for which a condition holds."""

    condition: Expr


class Prefer(Loop, work=Work.LOOP, size=Size.PART):
    """The members of a set for which a condition holds; all of them, if it holds for none."""

    condition: Expr


class ArgBest(Loop, work=Work.LOOP, size=Size.PART):
    """The members of a set with the best value."""

    value: Expr
    extreme: Extreme


class First(Plain["Expr"], work=Work.LOOK):
    """The first of a set, or nothing."""

    things: Expr


class Only(Plain["Expr"], work=Work.LOOK):
    """The one member of a set; nothing if there are none, or several."""

    things: Expr


class Random(Node["Expr"], work=Work.LOOK):
    """A member of a set, drawn by chance."""

    things: Expr

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset({"chance"})


# -- numbers


class Count(PlainNumber, work=Work.LOOK, grows=False):
    """How many things a set has."""

    things: Expr


class SumOver(NumberLoop, work=Work.LOOP, grows=False):
    """A value of each member of a set, added up."""

    value: Expr


class SumBest(NumberLoop, work=Work.LOOP, grows=False):
    """As SumOver, of the `most` best values."""

    value: Expr
    most: Expr
    extreme: Extreme


class Best(NumberLoop, work=Work.LOOP, grows=False):
    """The best value of a member of a set; 0 if there are none."""

    value: Expr
    extreme: Extreme


class Arithmetic(PlainNumber, work=Work.LOOK, grows=False):
    """A sum or a difference."""

    sign: Sign
    left: Expr
    right: Expr


class Product(PlainNumber, work=Work.LOOK, grows=True):
    left: Expr
    right: Expr


class Negative(PlainNumber, work=Work.LOOK, grows=False):
    value: Expr


class Conditional(Plain["Expr"], work=Work.LOOK, lists=True):
    """One value or another; only the one that is asked for is worked out."""

    yes: Expr
    condition: Expr
    no: Expr


# -- conditions


class And(PlainCondition, work=Work.LOOK):
    left: Expr
    right: Expr


class Or(PlainCondition, work=Work.LOOK):
    left: Expr
    right: Expr


class Not(PlainCondition, work=Work.LOOK):
    condition: Expr


class Compare(PlainCondition, work=Work.LOOK):
    """Two numbers."""

    sign: Comparison
    left: Expr
    right: Expr


class Equal(PlainCondition, work=Work.LOOK):
    """Two things, or a thing and nothing."""

    left: Expr
    right: Expr


class Same(PlainCondition, work=Work.SCAN):
    """Whether two sets have the same members, in whatever order."""

    left: Expr
    right: Expr


class In(PlainCondition, work=Work.SCAN):
    thing: Expr
    things: Expr


class Exists(PlainCondition, work=Work.LOOK):
    """Whether a set has members. `waivable`: it is the test of a `choose`, which lines of an event may go without."""

    things: Expr
    waivable: bool = False


class Some(ConditionLoop, work=Work.LOOP):
    condition: Expr


class Every(ConditionLoop, work=Work.LOOP):
    condition: Expr


class TermCall(Spoken["Expr"], work=Work.WORD, lists=True):
    """A condition or value of the vocabulary, with what is in its holes."""

    word: int
    args: tuple[Expr, ...]


Opaque = (
    Variable | Flag | Opponent | Watching | Omitted | Asked | After | Own | Owns | TopCard | Playable | WouldChange
    | Muted | SumBest | Same
)  # fmt: skip
"""Of these nothing is known before play but the type (`checking/ranges.py`)."""
Expr = (
    Opaque | Const | Word | Ref | Track | Gives | Attribute | IsWord | Around | Row | LongestLine | Amount | Room
    | Cards | CardsIn | Single | Meet | Union | Range | InOrder | Filter | Prefer | ArgBest | First | Only | Random
    | Count | SumOver | Best | Arithmetic | Product | Negative | Conditional | And | Or | Not | Compare | Equal | In
    | Exists | Some | Every | TermCall
)  # fmt: skip
