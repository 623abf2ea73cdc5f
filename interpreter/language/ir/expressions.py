"""The expressions: each operation a class of its own, with its parts, and the facts that others ask of it.

A walk over expressions is either a `match` over `Expr` that ends in `assert_never`, so that a new operation which it
leaves out is a type error, or goes by `parts` and the facts, which no operation can be without.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any, ClassVar

from interpreter.language.ir.nodes import NOWHERE, Aspect, Look, Node, Plain, Work
from interpreter.language.ir.types import CARDS, CONDITION, NUMBER, SEAT, Local, Type


class PlainNumber(Plain["Expr"]):
    type: Type = field(default=NUMBER, kw_only=True)


class PlainCondition(Plain["Expr"]):
    type: Type = field(default=CONDITION, kw_only=True)


class Loop(Plain["Expr"]):
    """What asks something of each member of a set, which is called `it` there."""

    things: Expr
    it: Local


class NumberLoop(Loop):
    type: Type = field(default=NUMBER, kw_only=True)


class ConditionLoop(Loop):
    type: Type = field(default=CONDITION, kw_only=True)


# -- constants and names


class Const(Plain["Expr"]):
    """A thing by its number, a tuple of them, a number, a truth value, None for nothing."""

    value: Any


class Word(Plain["Expr"]):
    """A word of an enumeration."""

    word: str


class Ref(Node["Expr"]):
    """What a local name stands for."""

    local: Local

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset({("local", self.local)})


# -- what is kept for things


class Track(Node["Expr"]):
    """Where a track stands; of a track kept for each seat, or mirrored, that of a seat."""

    track: str
    seat: Expr | None
    type: Type = field(default=NUMBER, kw_only=True)

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset({("track", self.track)})


class Variable(Node["Expr"]):
    """A variable, with the things that it is kept for."""

    variable: str
    keys: tuple[Expr, ...]

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset({("variable", self.variable)})


class Flag(Node["Expr"]):
    """Whether a thing has a flag."""

    flag: str
    thing: Expr
    type: Type = field(default=CONDITION, kw_only=True)

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset({("flag", self.flag)})


class Watching(Node["Expr"]):
    """Whether what a watch does is under way."""

    watch: int
    type: Type = field(default=CONDITION, kw_only=True)

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset({("watching", self.watch)})


Cell = Track | Variable | Ref | Watching
"""What can be set."""


# -- what is printed


class Gives(PlainNumber):
    """What a step of a track gives."""

    track: str
    name: str
    step: Expr


class Attribute(Plain["Expr"]):
    """An attribute of a thing of a kind."""

    kind: str
    attribute: str
    thing: Expr


class IsWord(PlainCondition):
    """Whether a thing's entry in a printed table is this value."""

    table: tuple[Any, ...]
    value: Any
    thing: Expr


class Opponent(Plain["Expr"]):
    """The other one of two seats, or of two sides."""

    of: Expr


class After(Plain["Expr"]):
    """The next seat in player order."""

    seat: Expr
    type: Type = field(default=SEAT, kw_only=True)


class Own(Plain["Expr"]):
    """Somebody's own zone or box; `first` is that of number 0."""

    first: int
    whose: Expr


class Owns(Plain["Expr"]):
    """The zone of each of several owners."""

    first: int
    owners: Expr


class Around(Plain["Expr"]):
    """The neighbours (`way` is neighbour) of a space, or the spaces from which it is entered (entrance)."""

    way: str
    space: Expr


class Row(Plain["Expr"]):
    """A seat's row of a table of sets."""

    rows: tuple[tuple[int, ...], ...]
    seat: Expr


class LongestLine(PlainNumber):
    """The longest line through a space in a set of spaces of a grid."""

    work: ClassVar[Work] = Work.SCAN
    spaces: Expr
    space: Expr


# -- pieces


class Amount(Node["Expr"]):
    """How many pieces of some sorts there are in a place; with an owner, only that one's."""

    sorts: tuple[str, ...]
    place: Expr
    owner: Expr | None
    type: Type = field(default=NUMBER, kw_only=True)

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset(("pieces", kind_of_sort(sort)) for sort in self.sorts)


class Room(Node["Expr"]):
    """Whether there is room in a place for so many pieces of a kind."""

    piece: str
    place: Expr
    amount: Expr
    owner: Expr | None
    type: Type = field(default=CONDITION, kw_only=True)

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset({"pieces"})


# -- cards


class Cards(Look["Expr"]):
    """The cards in a zone, from bottom to top."""

    zone: Expr
    type: Type = field(default=CARDS, kw_only=True)


class CardsIn(Look["Expr"]):
    """The cards in several zones."""

    zones: Expr
    type: Type = field(default=CARDS, kw_only=True)


class TopCard(Look["Expr"]):
    """The top card of a zone, or nothing."""

    zone: Expr
    type: Type = field(default=Type("card", optional=True), kw_only=True)


class Playable(Node["Expr"]):
    """Whether a card's event can be carried out by somebody. What decides that are the event's own conditions."""

    card: Expr
    you: Expr
    type: Type = field(default=CONDITION, kw_only=True)

    def looks_at(self) -> frozenset[Aspect]:
        return NOWHERE


class WouldChange(Node["Expr"]):
    """Whether a card's event would change something, found by trying; without raises of a track, perhaps a seat's."""

    card: Expr
    you: Expr
    track: str | None
    seat: Expr | None
    type: Type = field(default=CONDITION, kw_only=True)

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset({"anything"})


class Muted(Node["Expr"]):
    """Whether raises of a track do not count in the trial that is under way."""

    track: str
    seat: Expr | None
    type: Type = field(default=CONDITION, kw_only=True)

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset({"trial"})


# -- sets


class Single(Plain["Expr"]):
    """A thing as a set; nothing is an empty one."""

    thing: Expr


class Meet(Plain["Expr"]):
    work: ClassVar[Work] = Work.SCAN
    left: Expr
    right: Expr


class Union(Plain["Expr"]):
    work: ClassVar[Work] = Work.SCAN
    left: Expr
    right: Expr


class Range(Plain["Expr"]):
    """The numbers from `low` to `high`."""

    low: Expr
    high: Expr
    type: Type = field(default=Type("number", many=True), kw_only=True)


class InOrder(Plain["Expr"]):
    """Seats in player order, from `start`."""

    things: Expr
    start: Expr


class Filter(Loop):
    """The members of a set for which a condition holds."""

    condition: Expr


class Prefer(Loop):
    """The members of a set for which a condition holds; all of them, if it holds for none."""

    condition: Expr


class ArgBest(Loop):
    """The members of a set with the best value. `extreme` is highest or lowest."""

    value: Expr
    extreme: str


class First(Plain["Expr"]):
    """The first of a set, or nothing."""

    things: Expr


class Only(Plain["Expr"]):
    """The one member of a set; nothing if there are none, or several."""

    things: Expr


class Random(Node["Expr"]):
    """A member of a set, drawn by chance."""

    things: Expr

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset({"chance"})


# -- numbers


class Count(PlainNumber):
    """How many things a set has."""

    things: Expr


class SumOver(NumberLoop):
    """A value of each member of a set, added up."""

    value: Expr


class SumBest(NumberLoop):
    """As SumOver, of the `most` best values."""

    value: Expr
    most: Expr
    extreme: str


class Best(NumberLoop):
    """The best value of a member of a set; 0 if there are none."""

    value: Expr
    extreme: str


class Arithmetic(PlainNumber):
    """`sign` is +, - or *."""

    sign: str
    left: Expr
    right: Expr


class Negative(PlainNumber):
    value: Expr


class Conditional(Plain["Expr"]):
    """One value or another; only the one that is asked for is worked out."""

    yes: Expr
    condition: Expr
    no: Expr


# -- conditions


class And(PlainCondition):
    left: Expr
    right: Expr


class Or(PlainCondition):
    left: Expr
    right: Expr


class Not(PlainCondition):
    condition: Expr


class Compare(PlainCondition):
    """Two numbers. `sign` is ==, <, >, <= or >=."""

    sign: str
    left: Expr
    right: Expr


class Equal(PlainCondition):
    """Two things, or a thing and nothing."""

    left: Expr
    right: Expr


class Same(PlainCondition):
    """Whether two sets have the same members, in whatever order."""

    work: ClassVar[Work] = Work.SCAN
    left: Expr
    right: Expr


class In(PlainCondition):
    work: ClassVar[Work] = Work.SCAN
    thing: Expr
    things: Expr


class Exists(PlainCondition):
    """Whether a set has members. `waivable`: it is the test of a `choose`, which lines of an event may go without."""

    things: Expr
    waivable: bool = False


class Some(ConditionLoop):
    condition: Expr


class Every(ConditionLoop):
    condition: Expr


# -- the vocabulary


class TermCall(Node["Expr"]):
    """A condition or value of the vocabulary, with what is in its holes."""

    word: int
    args: tuple[Expr, ...]

    def looks_at(self) -> frozenset[Aspect]:
        return NOWHERE


Expr = (
    Const | Word | Ref | Track | Variable | Flag | Watching | Gives | Attribute | IsWord | Opponent | After | Own | Owns
    | Around | Row | LongestLine | Amount | Room | Cards | CardsIn | TopCard | Playable | WouldChange | Muted | Single
    | Meet | Union | Range | InOrder | Filter | Prefer | ArgBest | First | Only | Random | Count | SumOver | SumBest
    | Best | Arithmetic | Negative | Conditional | And | Or | Not | Compare | Equal | Same | In | Exists | Some | Every
    | TermCall
)  # fmt: skip


def kind_of_sort(sort: str) -> str:
    """The kind of pieces of a sort, which may be one of their states."""
    return sort.rpartition(" ")[2]
