"""Expression nodes: one class for each operation, with its parts and the facts that analyses need.

A walk over expressions is either a `match` over `Expr` that ends in `assert_never`, so that a missing operation is a
type error, or it uses `parts` and the facts, which every operation must have.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any

from interpreter.language.ir.nodes import (
    ANY_PIECES,
    Aspect,
    Comparison,
    Datum,
    ExprNode,
    Extreme,
    PrintedValue,
    PureNode,
    Rounding,
    Sign,
    Size,
    TextReference,
    Way,
    Work,
    ZoneRead,
)
from interpreter.language.ir.types import CARDS, CONDITION, NUMBER, SEAT, SPACES, Local, Type, kind_of_sort


class Const(PrintedValue[Any], work=Work.LOOK):
    """A constant; a set is a tuple of things."""

    value: Datum | tuple[int, ...]

    @property
    def members(self) -> tuple[int, ...]:
        """The members of a set; a single thing counts as a set of one, and nothing as the empty set."""
        if isinstance(self.value, tuple):
            return self.value
        return () if self.value is None else (self.number,)

    @property
    def number(self) -> int:
        """The value of a number, or the number of a thing."""
        assert isinstance(self.value, int)
        return self.value

    def most(self) -> int:
        """Return the size of the set, at least 1."""
        return max(1, len(self.value)) if isinstance(self.value, tuple) else 1


class EnumWord(PureNode[Any], work=Work.LOOK):
    """A word of an enumeration."""

    word: str


class Ref(ExprNode[Any], work=Work.LOOK, lists=True, grows=True, cell="local"):
    """The value of a local name."""

    local: Local


class PlainNumber(PureNode["Expr"], work=None):
    """Number that depends on its parts and on printed values alone."""

    type: Type = field(default=NUMBER, kw_only=True)


class Condition(ExprNode["Expr"], work=None):
    """Condition that may depend on the state."""

    type: Type = field(default=CONDITION, kw_only=True)


class PlainCondition(PureNode["Expr"], work=None):
    """Condition that depends on its parts and on printed values alone."""

    type: Type = field(default=CONDITION, kw_only=True)


class SetLoop(PureNode["Expr"], work=None):
    """Base class of operations that evaluate an expression for each member of a set, bound to `it`."""

    things: Expr
    it: Local


class NumberSetLoop(SetLoop, work=None):
    """Loop over a set that gives a number."""

    type: Type = field(default=NUMBER, kw_only=True)


class ConditionSetLoop(SetLoop, work=None):
    """Loop over a set that gives a truth value."""

    type: Type = field(default=CONDITION, kw_only=True)


# -- what is kept for things


class TrackValue(ExprNode["Expr"], work=Work.LOOK, grows=False, cell="track"):
    """The position of a track; for a track kept per seat, or a mirrored one, from the point of view of a seat."""

    track: str
    seat: Expr | None
    type: Type = field(default=NUMBER, kw_only=True)


class VariableValue(ExprNode["Expr"], work=Work.LOOK, size=Size.LIST, lists=True, grows=True, cell="variable"):
    """The value of a variable, indexed by the things that it is kept for."""

    variable: str
    keys: tuple[Expr, ...]


class FlagValue(Condition, work=Work.LOOK, cell="flag"):
    """Test whether a thing has a flag."""

    flag: str
    thing: Expr


class IsWatchRunning(Condition, work=Work.LOOK, cell="watch"):
    """Test whether the effect of a watch is in progress."""

    watch: int


class IsOmitted(Condition, work=Work.LOOK, reads=("omission",)):
    """Test whether a thing is left out of the match."""

    thing: int


class IsLowered(Condition, work=Work.LOOK, reads=("omission",)):
    """Test whether an attribute of a card is lowered in the match."""

    attribute: str
    card: Expr


class RecordedCondition(Condition, work=Work.LOOK, reads=()):
    """A condition whose result is recorded for coverage, at the points `held` and `failed` (see lowered/game.py)."""

    condition: Expr
    held: int
    failed: int


Cell = TrackValue | VariableValue | Ref | IsWatchRunning
"""The expressions that can be assigned to."""

# -- what is printed


class StepValue(PlainNumber, work=Work.LOOK, grows=False):
    """The value that a step of a track gives."""

    track: str
    name: str
    step: Expr


class PlaceInList(PlainNumber, work=Work.LOOK, grows=False):
    """The place of a value in the list of a column, from 1; 0 if it is not among these."""

    listed: tuple[str, ...]
    value: Expr


class AttributeValue(PureNode["Expr"], work=Work.LOOK):
    """An attribute of a thing of a kind; if `ordered`, the place of its value in the column's list, from 1."""

    kind: str
    attribute: str
    thing: Expr
    ordered: bool = False


class IsWord(PlainCondition, work=Work.LOOK):
    """Test whether a thing's entry in a printed table equals this value."""

    table: tuple[Datum, ...]
    value: Datum
    thing: Expr


class Opponent(PureNode["Expr"], work=Work.LOOK):
    """The other one of two seats, or of two sides."""

    of: Expr


class NextSeat(PureNode["Expr"], work=Work.LOOK):
    """The next seat in player order, or the one before if `is_before`."""

    seat: Expr
    is_before: bool = False
    type: Type = field(default=SEAT, kw_only=True)


class NextValue(PureNode["Expr"], work=Work.LOOK):
    """The next value in the list of a column, or the one before if `is_before`; nothing past the ends."""

    column: str
    listed: tuple[str, ...]
    value: Expr
    is_before: bool


class OwnPlace(PureNode["Expr"], work=Work.LOOK):
    """The zone or box that belongs to an owner; `first` is the one of owner 0."""

    first: int
    whose: Expr


class KeyNumber(PureNode["Expr"], work=Work.LOOK, grows=False):
    """The number of a thing or value, or of a pair of these, among those for each of which there is a zone."""

    per: tuple[str, ...]
    keys: tuple[Expr, ...]
    type: Type = field(default=NUMBER, kw_only=True)


class OwnZones(PureNode["Expr"], work=Work.LOOK):
    """The zones that belong to several owners; `first` is the one of owner 0."""

    first: int
    owners: Expr


class NeighbourSpaces(PureNode["Expr"], work=Work.LOOK):
    """The neighbours of a space, or the spaces from which it can be entered."""

    way: Way
    space: Expr


class SeatRow(PrintedValue["Expr"], work=Work.LOOK):
    """A seat's row of a table of sets."""

    rows: tuple[tuple[int, ...], ...]
    seat: Expr

    def most(self) -> int:
        """Return the size of the longest row."""
        return max(map(len, self.rows), default=1)


class StepInDirection(PureNode["Expr"], work=Work.LOOK):
    """The space that lies some steps in a direction from a space; nothing past the edge of the board."""

    space: Expr
    direction: Expr
    number: int = field(default=1, kw_only=True)
    type: Type = field(default=Type("space", optional=True), kw_only=True)


class FarStep(PureNode["Expr"], work=Work.LOOK):
    """The space that lies a computed number of steps in a direction from a space.

    It is the space itself for 0 steps, and nothing past the edge of the board and for a negative number.
    """

    space: Expr
    direction: Expr
    number: Expr
    type: Type = field(default=Type("space", optional=True), kw_only=True)


class ForwardDirection(PureNode["Expr"], work=Work.LOOK):
    """The direction that is forward for a seat; backward if it `is_back`."""

    seat: Expr
    is_back: bool
    type: Type = field(default=Type("direction"), kw_only=True)


class OppositeDirection(PureNode["Expr"], work=Work.LOOK):
    """The opposite of a direction."""

    direction: Expr
    type: Type = field(default=Type("direction"), kw_only=True)


class PieceDetail(PureNode["Expr"], work=Work.LOOK):
    """A detail of a piece: its `kind`, its `owner` or its `space`."""

    detail: str
    piece: Expr


class PieceInBox(PureNode["Expr"], work=Work.LOOK):
    """The piece of the same kind as another one that a seat has in its box; `first` is the box of the first seat."""

    piece: Expr
    first: int
    seat: Expr
    type: Type = field(default=Type("piece"), kw_only=True)


class SpacesInLine(PrintedValue["Expr"], work=None):
    """Spaces of a straight line, as the board gives them; at most `longest`, the length of its longest ray."""

    longest: int = field(kw_only=True)

    def most(self) -> int:
        """Return the maximum number of spaces, at least 1."""
        return max(1, self.longest)


class Ray(SpacesInLine, work=Work.LOOK):
    """The spaces that lie in a direction from a space, the nearest first."""

    space: Expr
    direction: Expr


class StepsBeside(SpacesInLine, work=Work.LOOK):
    """The spaces one step from a space in the two directions next to a direction."""

    space: Expr
    direction: Expr


class RaysFrom(SpacesInLine, work=Work.LOOK):
    """The spaces that lie in several directions from a space: ray by ray, the nearest first."""

    space: Expr
    directions: tuple[int, ...]


class SpacesALeapAway(SpacesInLine, work=Work.LOOK):
    """The spaces that a leap leads to from a space."""

    space: Expr
    leap: str


class SpacesBetween(SpacesInLine, work=Work.LOOK):
    """The spaces on the straight line between two spaces; none if they aren't in line."""

    space: Expr
    other: Expr


class Bearing(PureNode["Expr"], work=Work.LOOK):
    """The direction from a space to another one; nothing if they aren't in line."""

    space: Expr
    other: Expr
    type: Type = field(default=Type("direction", optional=True), kw_only=True)


class HasSight(PlainCondition, work=Work.SCAN):
    """Test whether all spaces in between on the straight line from a space to another one are in a set."""

    space: Expr
    other: Expr
    through: Expr


class LongestLine(PlainNumber, work=Work.SCAN, grows=False):
    """The length of the longest line through a space in a set of spaces of a grid."""

    spaces: Expr
    space: Expr


# -- searches of the map


class Group(PureNode["Expr"], work=Work.MAP):
    """The spaces of a set that are connected to one of them within the set; none if that is not in the set.

    Each step leads to a neighbour, or over one of a set of boxes that join two spaces.
    """

    space: Expr
    spaces: Expr
    over: Expr | None
    type: Type = field(default=SPACES, kw_only=True)


class LargestGroup(PureNode["Expr"], work=Work.MAP):
    """The largest connected part of a set of spaces, the first of several. Steps are those of `Group`."""

    spaces: Expr
    over: Expr | None
    type: Type = field(default=SPACES, kw_only=True)


class GroupCount(PlainNumber, work=Work.MAP, grows=False):
    """The number of connected parts of a set of spaces."""

    spaces: Expr


class Surroundings(PureNode["Expr"], work=Work.MAP):
    """The spaces outside a set that are neighbours of one in it, or from which one in it can be entered."""

    way: Way
    spaces: Expr
    type: Type = field(default=SPACES, kw_only=True)


class Joined(PureNode["Expr"], work=Work.MAP):
    """The boxes of a group that join one of a set of spaces to another, or the spaces that a set of boxes joins.

    `rows` has them for each space or box.
    """

    things: Expr
    rows: tuple[tuple[int, ...], ...]
    type: Type = field(kw_only=True)


class Distance(PlainNumber, work=Work.MAP, grows=False):
    """The number of steps from a set of spaces to another one; the number of all spaces if there is no way.

    All spaces in between are in the third set, or each step leads over a box of the third set, which joins spaces.
    """

    starts: Expr
    goals: Expr
    through: Expr


class IsConnected(PlainCondition, work=Work.MAP):
    """Test whether there is a way from a set of spaces to another one that leads through a third one."""

    starts: Expr
    goals: Expr
    through: Expr


class ShortestPath(PureNode["Expr"], work=Work.MAP):
    """The spaces of the shortest such way in order, both ends included; none if there is no way.

    The third set has spaces or boxes, as for a distance.
    """

    starts: Expr
    goals: Expr
    through: Expr
    type: Type = field(default=SPACES, kw_only=True)


class LongestRoute(PlainNumber, work=Work.ROUTE, grows=False):
    """The length of the longest route over boxes of a set, which join spaces: each box is used at most once.

    All spaces in between are in the second set; a space may be passed several times. The length is the number of boxes,
    or the sum of their values in a column `by`.
    """

    boxes: Expr
    through: Expr
    by: str | None


# -- pieces


class PiecesOfSorts(ExprNode["Expr"], work=None):
    """Value that depends on the pieces of some sorts."""

    sorts: tuple[str, ...]

    def looks_at(self) -> frozenset[Aspect]:
        """Return the kinds of pieces as the aspects read."""
        return frozenset({ANY_PIECES, *(("pieces", kind_of_sort(sort)) for sort in self.sorts)})


class PieceAmount(PiecesOfSorts, work=Work.LOOK, grows=False):
    """The number of pieces of some sorts in a place, of one owner if given."""

    place: Expr
    owner: Expr | None
    type: Type = field(default=NUMBER, kw_only=True)


class PieceOn(PiecesOfSorts, work=Work.LOOK):
    """The piece of some sorts on a space, of one owner if given; the first of them if there are several."""

    space: Expr
    owner: Expr | None
    type: Type = field(default=Type("piece", optional=True), kw_only=True)


class LonePiece(PiecesOfSorts, work=Work.LOOK):
    """The only piece of some sorts that an owner has, on the space where it was found; nothing if that is nothing."""

    space: Expr
    owner: Expr
    type: Type = field(default=Type("piece", optional=True), kw_only=True)


class PiecesOn(PiecesOfSorts, work=Work.LOOK):
    """All pieces of some sorts on some spaces, of one owner if given, as far as a trial captures them."""

    spaces: Expr
    owner: Expr | None
    type: Type = field(default=Type("piece", many=True), kw_only=True)


class HasRoom(Condition, work=Work.LOOK, reads=("pieces",)):
    """Test whether a place has room for a number of pieces of a kind."""

    piece: str
    place: Expr
    amount: Expr
    owner: Expr | None


class CanMovePiece(Condition, work=Work.LOOK, reads=("pieces",)):
    """Test whether a piece is where it was, and another place has room for it."""

    piece: Expr
    target: Expr


class AfterMoves(Condition, work=Work.LOOK, reads=("pieces",)):
    """Test whether a condition would hold after moves of single pieces, which are made one after the other.

    `targets` are the places to which the `pieces` go, each a single one or `PiecesOn`. They go there even if there is
    no room.
    """

    pieces: tuple[Expr, ...]
    targets: tuple[Expr, ...]
    condition: Expr
    captures: tuple[bool, ...]


# -- cards


class Cards(ZoneRead["Expr"], work=Work.LOOK):
    """The cards in a zone, from bottom to top."""

    zone: Expr
    type: Type = field(default=CARDS, kw_only=True)


class CardsIn(ZoneRead["Expr"], work=Work.LOOK):
    """The cards in several zones."""

    zones: Expr
    type: Type = field(default=CARDS, kw_only=True)


class EndCard(ZoneRead["Expr"], work=Work.LOOK):
    """The top card of a zone, or the one at its bottom, or nothing."""

    zone: Expr
    is_bottom: bool = False
    type: Type = field(default=Type("card", optional=True), kw_only=True)


class IsPlayable(TextReference["Expr"], work=Work.LOOK):
    """Test whether a seat can carry out a card's event.

    The event's own conditions must hold. Unless `permitted`, one of its lines must also have something to choose.
    """

    card: Expr
    you: Expr
    permitted: bool = False
    type: Type = field(default=CONDITION, kw_only=True)


class WouldChange(Condition, work=Work.LOOK, reads=("anything",)):
    """Test whether a card's event would change something, determined by a trial run.

    Raises of `track` (of `seat`, if given) do not count as changes.
    """

    card: Expr
    you: Expr
    track: str | None
    seat: Expr | None


class IsMuted(Condition, work=Work.LOOK, reads=("trial",)):
    """Test whether raises of a track are ignored in the current trial run."""

    track: str
    seat: Expr | None


# -- sets


class AsSet(PureNode["Expr"], work=Work.LOOK):
    """A thing as a set; nothing becomes the empty set."""

    thing: Expr


class Intersection(PureNode["Expr"], work=Work.SCAN, size=Size.PART):
    """The intersection of two sets."""

    left: Expr
    right: Expr


class Union(PureNode["Expr"], work=Work.SCAN):
    """The union of two sets."""

    left: Expr
    right: Expr


class Range(PureNode["Expr"], work=Work.LOOK):
    """The numbers from `low` to `high`, both included."""

    low: Expr
    high: Expr
    type: Type = field(default=Type("number", many=True), kw_only=True)


class InOrder(PureNode["Expr"], work=Work.LOOK):
    """Seats in player order, beginning with `start`."""

    things: Expr
    start: Expr


class Filter(SetLoop, work=Work.LOOP, size=Size.PART):
    """The members of a set for which a condition holds."""

    condition: Expr


class UpToFirst(SetLoop, work=Work.LOOP, size=Size.PART):
    """The members of a set before the first for which a condition holds, and this one itself if it is `included`.

    If the set consists of several rays, each of them ends at its own first one.
    """

    condition: Expr
    included: bool


class Prefer(SetLoop, work=Work.LOOP, size=Size.PART):
    """The members of a set for which a condition holds, or all members if it holds for none."""

    condition: Expr


class Pairs(SetLoop, work=Work.LOOP, size=Size.LIST):
    """The pairs of a thing of a set with each thing of another set, which may depend on the first thing."""

    seconds: Expr
    type: Type = field(default=Type("pair", many=True), kw_only=True)


class PairPart(PureNode["Expr"], work=Work.LOOK):
    """The first or the second thing of a pair; `width` is the number of things of the second kind."""

    pair: Expr
    width: int
    is_second: bool


class Subsets(PureNode["Expr"], work=Work.SCAN, size=Size.LIST):
    """The subsets of a set with `fewest` to `most` members; `largest` is an upper bound of `most`."""

    things: Expr
    fewest: Expr
    most: Expr
    largest: int
    type: Type = field(default=Type("subset", many=True), kw_only=True)


class SubsetMembers(PureNode["Expr"], work=Work.SCAN):
    """The members of a subset, which may be nothing; `largest` is its maximum size."""

    subset: Expr
    largest: int


class ArgBest(SetLoop, work=Work.LOOP, size=Size.PART):
    """The members of a set with the highest or lowest value."""

    value: Expr
    extreme: Extreme


class First(PureNode["Expr"], work=Work.LOOK):
    """The first member of a set, or nothing."""

    things: Expr


class Leading(PureNode["Expr"], work=Work.SCAN, size=Size.PART):
    """The first members of a set, at most `amount`; with `from_end`, the last ones, the last of them first."""

    things: Expr
    amount: Expr
    from_end: bool = False


class Only(PureNode["Expr"], work=Work.LOOK):
    """The only member of a set; nothing if it has none or several."""

    things: Expr


class Random(ExprNode["Expr"], work=Work.LOOK, reads=("chance",)):
    """A random member of a set."""

    things: Expr


# -- numbers


class Count(PlainNumber, work=Work.LOOK, grows=False):
    """The size of a set."""

    things: Expr


class SumOver(NumberSetLoop, work=Work.LOOP, grows=False):
    """The sum of a value over the members of a set."""

    value: Expr


class BestHand(PlainNumber, work=Work.SCAN, grows=False):
    """The best hand of a number of cards among those of a set, as a number; 0 if they are of no kind of hand."""

    cards: Expr
    card_count: int


class LongestRun(PureNode["Expr"], work=Work.SCAN, size=Size.PART):
    """The longest run of cards of a set: their values of a column follow each other, within those of another one."""

    things: Expr
    column: str
    within: str | None
    type: Type = field(default=CARDS, kw_only=True)


class SumBest(NumberSetLoop, work=Work.LOOP, grows=False):
    """The sum of the `most` highest or lowest values of the members of a set."""

    value: Expr
    most: Expr
    extreme: Extreme


class Best(NumberSetLoop, work=Work.LOOP, grows=False):
    """The highest or lowest value of the members of a set; 0 if it is empty."""

    value: Expr
    extreme: Extreme


class Arithmetic(PlainNumber, work=Work.LOOK, grows=False):
    """A sum or a difference."""

    sign: Sign
    left: Expr
    right: Expr


class Product(PlainNumber, work=Work.LOOK, grows=True):
    """The product of two numbers."""

    left: Expr
    right: Expr


class Quotient(PlainNumber, work=Work.LOOK, grows=False):
    """A number divided by a positive one, rounded to a whole number."""

    left: Expr
    right: Expr
    rounding: Rounding


class Remainder(PlainNumber, work=Work.LOOK, grows=False):
    """The remainder of a division by a positive number, from 0 to that number less 1."""

    left: Expr
    right: Expr


class ExtremeOf(PlainNumber, work=Work.LOOK, grows=False):
    """The highest or lowest of some numbers."""

    numbers: tuple[Expr, ...]
    extreme: Extreme


class AbsoluteDifference(PlainNumber, work=Work.LOOK, grows=False):
    """The difference between two numbers, without its sign."""

    left: Expr
    right: Expr


class Negative(PlainNumber, work=Work.LOOK, grows=False):
    """The negative of a number."""

    value: Expr


class Conditional(PureNode["Expr"], work=Work.LOOK, lists=True):
    """One of two values, depending on a condition; only the selected one is evaluated."""

    yes: Expr
    condition: Expr
    no: Expr


# -- conditions


class And(PlainCondition, work=Work.LOOK):
    """Conjunction; the right side may assume that the left one holds."""

    left: Expr
    right: Expr


class Or(PlainCondition, work=Work.LOOK):
    """Disjunction; the right side may assume that the left one does not hold."""

    left: Expr
    right: Expr


class Not(PlainCondition, work=Work.LOOK):
    """Negation of a condition."""

    condition: Expr


class Compare(PlainCondition, work=Work.LOOK):
    """Comparison of two numbers."""

    sign: Comparison
    left: Expr
    right: Expr


class Equal(PlainCondition, work=Work.LOOK):
    """Test whether two things are the same; either may be nothing."""

    left: Expr
    right: Expr


class SameMembers(PlainCondition, work=Work.SCAN):
    """Test whether two sets have the same members, in any order."""

    left: Expr
    right: Expr


class IsMember(PlainCondition, work=Work.SCAN):
    """Test whether a thing is a member of a set."""

    thing: Expr
    things: Expr


class Exists(PlainCondition, work=Work.LOOK):
    """Test whether a set has members.

    `waivable`: it is the test of a `choose`, which the lines of an event can skip.
    """

    things: Expr
    waivable: bool = False


class Some(ConditionSetLoop, work=Work.LOOP):
    """Test whether a condition holds for at least one member of a set."""

    condition: Expr


class Every(ConditionSetLoop, work=Work.LOOP):
    """Test whether a condition holds for all members of a set."""

    condition: Expr


class TermCall(TextReference["Expr"], work=Work.WORD, lists=True):
    """A condition or value of the vocabulary, with its arguments; `wording` is the one of its wordings that is used."""

    word: int
    args: tuple[Expr, ...]
    wording: str = field(default="", compare=False, repr=False)


class Computed(PureNode["Expr"], work=Work.LOOK, lists=True, grows=True):
    """The answer of a word whose body consists of statements; `values` are all expressions in them."""

    values: tuple[Expr, ...]


class TimesOccurred(ExprNode["Expr"], work=Work.LOOK, grows=False, reads=("pieces", "positions")):
    """Number of remembered positions that equal the present one, in which these values belong to a position."""

    values: tuple[Expr, ...]
    type: Type = field(default=NUMBER, kw_only=True)


Reference = Const | EnumWord | Ref | TermCall | Computed
"""Constants, names, and words of the vocabulary."""
StateRead = (
    TrackValue | VariableValue | FlagValue | IsWatchRunning | IsOmitted | IsLowered | RecordedCondition | TimesOccurred
)
"""Reads of the values that are kept for things."""
PrintedLookup = (
    StepValue | AttributeValue | PlaceInList | IsWord | PairPart | SubsetMembers
    | Opponent | NextSeat | NextValue | OwnPlace | KeyNumber | OwnZones | SeatRow | PieceDetail | PieceInBox
)  # fmt: skip
"""Values computed from printed data."""
BoardLookup = (
    NeighbourSpaces | StepInDirection | FarStep | ForwardDirection | OppositeDirection | Ray | StepsBeside | RaysFrom
    | SpacesALeapAway | SpacesBetween | Bearing | HasSight | LongestLine
)  # fmt: skip
"""Values computed from the board."""
MapSearch = (
    Group | LargestGroup | GroupCount | Surroundings | Joined | Distance | IsConnected | ShortestPath | LongestRoute
)
"""Searches of the map, from space to space."""
PieceRead = PieceAmount | PieceOn | LonePiece | PiecesOn | HasRoom | CanMovePiece | AfterMoves
CardRead = Cards | CardsIn | EndCard | IsPlayable | WouldChange | IsMuted
SetOperation = (
    AsSet | Intersection | Union | Range | InOrder | Filter | UpToFirst | Prefer | Pairs | Subsets | ArgBest | First
    | Leading | Only | Random | LongestRun
)  # fmt: skip
"""Sets, and members selected from them."""
NumberOperation = Count | SumOver | SumBest | Best | BestHand | Conditional
"""Numbers of sets, and the choice between two values."""
Calculation = Arithmetic | Product | Quotient | Remainder | ExtremeOf | AbsoluteDifference | Negative
"""Numbers computed from numbers."""
ConditionOperation = And | Or | Not | Compare | Equal | SameMembers | IsMember | Exists | Some | Every
Expr = (
    Reference | StateRead | PrintedLookup | BoardLookup | MapSearch | PieceRead | CardRead | SetOperation
    | NumberOperation | Calculation | ConditionOperation
)  # fmt: skip
"""All expressions. A walk with many cases has one function for each of these groups."""
