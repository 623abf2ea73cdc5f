"""Value-range analysis from printed and declared values: ends of tracks, attributes, supplies, room.

This is a small abstract interpretation of expressions. Anything that it does not track (variables, flags, the places of
cards) may have any value, so that whatever it reports as impossible is impossible. A condition is a number from 0 (no)
to 1 (yes).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf
from typing import Any, assert_never

from interpreter.language.checking.spans import (
    ANY,
    MAYBE,
    NO,
    YES,
    AbstractValue,
    Environment,
    NumberRange,
    ThingSet,
    bounded_set,
    candidates_of,
    hull,
    product,
    quotient_range,
    to_range,
)
from interpreter.language.ir import expressions as ir
from interpreter.language.ir.builders import can_repeat
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.statements import Choose, ForEach, Statement, Term
from interpreter.language.ir.types import Local, Type
from interpreter.language.symbols import Symbols
from interpreter.rulebook.model import GAME_NUMBER, MOST_GAMES, SHOWN, Space

PositionRead = ir.StateRead | ir.PieceRead | ir.CardRead
"""Expressions that depend on the state of a match."""
MOST_MEMBERS = 200
"""Maximum size of a set whose members are examined one by one."""
MOST_STEPS = 5_000
"""Maximum number of steps for one expression, after which any value is assumed."""


class ValueRanges:
    """Value-range analysis of the expressions of one game, for any number of players."""

    def __init__(self, symbols: Symbols, term_of: Callable[[int], Term]) -> None:
        self.symbols = symbols
        self._term_of = term_of
        low, high = symbols.rulebook.players
        self._seats = NumberRange(low, high)
        self._spaces: tuple[Space, ...] = symbols.rulebook.map.spaces
        self._steps = 0
        self._tables: dict[tuple[str, str], tuple[Any, ...]] = {}
        self._terms: dict[tuple[int, tuple[AbstractValue, ...]], AbstractValue] = {}
        self._left_out: set[int] = set()

    def of(self, expr: Expr, known: Environment) -> AbstractValue:
        """Return the possible values of an expression."""
        self._steps = 0
        try:
            return self._value(expr, known)
        except RecursionError:
            return self.anything(expr.type)

    def is_impossible(self, condition: Expr, known: Environment) -> bool:
        """Return whether a condition can't hold."""
        return self.number(condition, known).high <= 0

    def is_certain(self, condition: Expr, known: Environment) -> bool:
        """Return whether a condition always holds."""
        return self.number(condition, known).low >= 1

    def number(self, expr: Expr, known: Environment) -> NumberRange:
        """Return the range of a number."""
        return to_range(self.of(expr, known))

    def is_empty(self, things: Expr, known: Environment) -> bool:
        """Return whether a set is always empty."""
        found = self.of(things, known)
        return isinstance(found, ThingSet) and found.high <= 0

    def bind(self, statement: Statement, known: Environment) -> None:
        """Record the possible values of the name that a statement binds."""
        if isinstance(statement, Choose):
            chosen = self.member(self.of(statement.options, known), statement.name.type)
            if isinstance(chosen, ThingSet) and chosen.candidates is not None and statement.way_out == "none":
                chosen = ThingSet(chosen.candidates | {None})
            known[statement.name] = chosen

    def loop_environment(self, loop: ForEach, known: Environment) -> Environment:
        """Return the possible values of names in the body of a loop."""
        return {**known, loop.name: self.member(self.of(loop.things, known), loop.name.type)}

    def ignore_terms(self, terms: set[int]) -> None:
        """Assume any value for these vocabulary words, because they have warnings of their own."""
        self._left_out = terms
        self._terms.clear()

    def anything(self, value_type: Type) -> AbstractValue:
        """Return the set of all values of a type."""
        if value_type.kind == "number":
            return ThingSet(None, 0, inf) if value_type.many else ANY
        if value_type.kind == "condition":
            return MAYBE
        return ThingSet(None, 0, inf) if value_type.many else ThingSet(None)

    def member(self, things: AbstractValue, value_type: Type) -> AbstractValue:
        """Return the possible values of a member of a set."""
        if not isinstance(things, ThingSet) or value_type.kind in ("number", "condition"):
            return self.anything(value_type)
        return ThingSet(things.candidates)

    def _held(self, sorts: Iterable[str], places: AbstractValue, kind_of_place: str, owned: bool) -> float:
        """Return the maximum number of pieces of some sorts in one of these places; of one owner if `owned`."""
        among = candidates_of(places) or (
            frozenset(range(len(self._spaces))) if kind_of_place == "space" else frozenset()
        )
        most: float = 0
        for kind in {self.symbols.pieces[sort].id: self.symbols.pieces[sort] for sort in sorts}.values():
            sets = 1 if owned or kind.owner != "seat" else self._seats.high
            supply = kind.supply * sets
            each = kind.room_each if kind.room_each is not None else inf
            whole = kind.room_all if kind.room_all is not None else inf
            limit = min(supply, whole, each if owned or not kind.is_owned else each * self._seats.high)
            most += max((self._room_in(place, limit, supply) for place in among), default=supply)
        return most

    def closed_space(self, places: AbstractValue) -> str | None:
        """Return the id of a closed space if all of these places are closed."""
        among = candidates_of(places)
        if not among or None in among or any(self._room_in(place, 1, 1) for place in among):
            return None
        space_id: str = self._spaces[min(among)].id
        return space_id

    def _room_in(self, place: Any, limit: float, supply: float) -> float:
        if place is None:
            return 0
        if place >= len(self._spaces):
            return supply
        return 0 if self._spaces[place].closed else limit

    def _value(self, expr: Expr, known: Environment) -> AbstractValue:
        self._steps += 1
        if self._steps > MOST_STEPS:
            return self.anything(expr.type)
        if isinstance(expr, ir.Ref):  # most common operations first
            return known.get(expr.local) or self.anything(expr.local.type)
        if isinstance(expr, ir.Const | ir.EnumWord):
            return self._const(expr) if isinstance(expr, ir.Const) else self._words(expr.word)
        if isinstance(expr, ir.ConditionOperation):
            return self._condition_operation(expr, known)
        if isinstance(expr, ir.PrintedLookup):
            return self._printed_lookup(expr, known)
        if isinstance(expr, PositionRead):
            return self._position_read(expr, known)
        if isinstance(expr, ir.TermCall | ir.Computed):
            return self._term(expr, known) if isinstance(expr, ir.TermCall) else self.anything(expr.type)
        if isinstance(expr, ir.NumberOperation):
            return self._number_operation(expr, known)
        if isinstance(expr, ir.Calculation):
            return self._calculation(expr, known)
        if isinstance(expr, ir.SetOperation):
            return self._set_operation(expr, known)
        if isinstance(expr, ir.BoardLookup | ir.MapSearch):
            return self._of_map(expr, known)
        assert_never(expr)

    def _condition_operation(self, expr: ir.ConditionOperation, known: Environment) -> AbstractValue:
        match expr:
            case ir.Equal():
                return self._equal(expr, known)
            case ir.Not():
                (part,) = self._spans(known, expr.condition)
                return NumberRange(1 - part.high, 1 - part.low)
            case ir.And():
                return self._and_(expr, known)
            case ir.Compare():
                return self._compare(expr, known)
            case ir.Or():
                return self._or_(expr, known)
            case ir.IsMember():
                return self._in_(expr, known)
            case ir.Exists():
                base = self._things(expr.things, known)
                return NumberRange(int(base.low > 0), int(base.high > 0))
            case ir.Some():
                return self._some(expr, known)
            case ir.Every():
                return self._every(expr, known)
            case ir.SameMembers():
                return self.anything(expr.type)
            case _:
                assert_never(expr)

    def _number_operation(self, expr: ir.NumberOperation, known: Environment) -> AbstractValue:
        match expr:
            case ir.Conditional():
                return self._conditional(expr, known)
            case ir.Count():
                return self._count(expr, known)
            case ir.SumOver():
                return self._sum_over(expr, known)
            case ir.Best():
                return self._best(expr, known)
            case ir.SumBest() | ir.BestHand():
                return self.anything(expr.type)
            case _:
                assert_never(expr)

    def _calculation(self, expr: ir.Calculation, known: Environment) -> AbstractValue:
        match expr:
            case ir.Arithmetic():
                left, right = self._spans(known, expr.left, expr.right)
                right = right if expr.sign == "+" else NumberRange(-right.high, -right.low)
                return NumberRange(left.low + right.low, left.high + right.high)
            case ir.Product():
                left, right = self._spans(known, expr.left, expr.right)
                return hull([product(one, other) for one in (left.low, left.high) for other in (right.low, right.high)])
            case ir.Quotient():
                left, right = self._spans(known, expr.left, expr.right)
                return quotient_range(left, right, expr.rounding)
            case ir.Remainder():
                return NumberRange(0, max(self._spans(known, expr.right)[0].high - 1, 0))
            case ir.ExtremeOf():
                spans, extreme = self._spans(known, *expr.numbers), max if expr.extreme == "highest" else min
                return NumberRange(extreme(each.low for each in spans), extreme(each.high for each in spans))
            case ir.AbsoluteDifference():
                left, right = self._spans(known, expr.left, expr.right)
                nearest = max(left.low - right.high, right.low - left.high, 0)
                return NumberRange(nearest, max(left.high - right.low, right.high - left.low))
            case ir.Negative():
                (span,) = self._spans(known, expr.value)
                return NumberRange(-span.high, -span.low)
            case _:
                assert_never(expr)

    def _set_operation(self, expr: ir.SetOperation, known: Environment) -> AbstractValue:
        match expr:
            case ir.First() | ir.Random():
                base = self._things(expr.things, known)
                return ThingSet(
                    base.candidates if base.candidates is None or base.low > 0 else base.candidates | {None}
                )
            case ir.Filter():
                return self._filter(expr, known)
            case ir.UpToFirst() | ir.LongestRun() | ir.Leading():
                base = self._things(expr.things, known)
                return ThingSet(base.candidates, 0, base.high)
            case ir.AsSet():
                return self._single(expr, known)
            case ir.Intersection():
                return self._meet(expr, known)
            case ir.Union():
                left, right = self._things(expr.left, known), self._things(expr.right, known)
                return bounded_set((left | right).candidates, max(left.low, right.low), left.high + right.high)
            case ir.InOrder():
                return self._value(expr.things, known)
            case ir.Prefer() | ir.ArgBest():
                base = self._things(expr.things, known)
                return ThingSet(base.candidates, min(1, base.low), base.high)
            case ir.Only():
                base = self._things(expr.things, known)
                return ThingSet(base.candidates if base.candidates is None else base.candidates | {None})
            case ir.Pairs() | ir.Subsets():
                return ThingSet(None, 0, inf if self._things(expr.things, known).high > 0 else 0)
            case ir.Range():
                low, high = self._spans(known, expr.low, expr.high)
                return ThingSet(None, 0, max(0, high.high - low.low + 1))
            case _:
                assert_never(expr)

    def _of_map(self, expr: ir.BoardLookup | ir.MapSearch, known: Environment) -> AbstractValue:
        if isinstance(expr, ir.MapSearch):
            return self._map_search(expr, known)
        return self._board_lookup(expr, known)

    def _printed_lookup(self, expr: ir.PrintedLookup, known: Environment) -> AbstractValue:
        match expr:
            case ir.AttributeValue():
                return self._attribute(expr, known)
            case ir.IsWord():
                return self._is_word(expr, known)
            case ir.PlaceInList():
                return NumberRange(0, len(expr.listed))
            case ir.StepValue():
                return hull(self.symbols.track(expr.track).gives[expr.name])
            case ir.SeatRow():
                return ThingSet(None, 0, max(map(len, expr.rows), default=0))
            case (
                ir.PairPart()
                | ir.SubsetMembers()
                | ir.Opponent()
                | ir.NextSeat()
                | ir.OwnPlace()
                | ir.KeyNumber()
                | ir.OwnZones()
            ):
                return self.anything(expr.type)
            case ir.NextValue() | ir.PieceDetail() | ir.PieceInBox():
                return self.anything(expr.type)
            case _:
                assert_never(expr)

    def _board_lookup(self, expr: ir.BoardLookup, known: Environment) -> AbstractValue:
        match expr:
            case ir.NeighbourSpaces():
                return self._around(expr, known)
            case ir.LongestLine():
                return NumberRange(0, self._longest_line())
            case ir.Ray() | ir.StepsBeside() | ir.RaysFrom() | ir.SpacesALeapAway() | ir.SpacesBetween():
                return ThingSet(None, 0, expr.longest)
            case ir.HasSight():
                return MAYBE
            case ir.StepInDirection() | ir.FarStep() | ir.ForwardDirection() | ir.OppositeDirection() | ir.Bearing():
                return self.anything(expr.type)
            case _:
                assert_never(expr)

    def _map_search(self, expr: ir.MapSearch, known: Environment) -> AbstractValue:
        all_spaces = len(self._spaces)
        match expr:
            case ir.Group() | ir.LargestGroup():
                base = self._things(expr.spaces, known)
                return ThingSet(base.candidates, 0, base.high)
            case ir.GroupCount():
                base = self._things(expr.spaces, known)
                return NumberRange(min(1, base.low), base.high)
            case ir.Distance():
                return NumberRange(0, all_spaces)
            case ir.LongestRoute():
                boxes = min(self._things(expr.boxes, known).high, len(self.symbols.joints))
                numbers = (1,) if expr.by is None else self.symbols.attribute_values("box", expr.by)
                return NumberRange(0, boxes * max(0, *(number or 0 for number in numbers)))
            case ir.IsConnected():
                return MAYBE
            case ir.Surroundings() | ir.ShortestPath():
                return ThingSet(None, 0, all_spaces)
            case ir.Joined():
                return ThingSet(None, 0, all_spaces if expr.type.kind == "space" else len(self.symbols.joints))
            case _:
                assert_never(expr)

    def _position_read(self, expr: PositionRead, known: Environment) -> AbstractValue:
        match expr:
            case ir.VariableValue(variable=variable) if variable == SHOWN:
                return NumberRange(0, max(map(max, self.symbols.die_faces)))
            case ir.VariableValue(variable=variable) if variable == GAME_NUMBER:
                campaign = self.symbols.rulebook.campaign
                return NumberRange(1, MOST_GAMES if campaign is None else campaign.games or MOST_GAMES)
            case (
                ir.VariableValue()
                | ir.FlagValue()
                | ir.IsWatchRunning()
                | ir.IsOmitted()
                | ir.IsLowered()
                | ir.RecordedCondition()
                | ir.EndCard()
                | ir.IsPlayable()
                | ir.WouldChange()
                | ir.PieceOn()
                | ir.LonePiece()
                | ir.PiecesOn()
                | ir.CanMovePiece()
                | ir.AfterMoves()
                | ir.IsMuted()
            ):
                return self.anything(expr.type)
            case ir.TimesOccurred():
                return NumberRange(0, self.symbols.rulebook.remembered_positions)
            case ir.PieceAmount():
                place = expr.place
                return NumberRange(
                    0, self._held(expr.sorts, self._value(place, known), place.type.kind, expr.owner is not None)
                )
            case ir.Cards() | ir.CardsIn():
                number = len(self.symbols.rulebook.cards)
                return ThingSet(frozenset(range(number)), 0, number)
            case ir.HasRoom():
                return MAYBE if self.closed_space(self._value(expr.place, known)) is None else NO
            case ir.TrackValue():
                track = self.symbols.track(expr.track)
                return NumberRange(track.low, track.high)
            case _:
                assert_never(expr)

    def _spans(self, known: Environment, *numbers: Expr) -> list[NumberRange]:
        return [to_range(self._value(number, known)) for number in numbers]

    def _things(self, expr: Expr, known: Environment) -> ThingSet:
        value = self._value(expr, known)
        return value if isinstance(value, ThingSet) else ThingSet(None, 0, inf)

    # -- names, and what is printed

    def _const(self, expr: ir.Const) -> AbstractValue:
        data, kind = expr.value, expr.type.kind
        if expr.type.many:
            if kind == "number" or (kind in ("seat", "zone", "box") and self._seats.low < self._seats.high):
                return ThingSet(None, 0, inf)
            return ThingSet(frozenset(expr.members), len(expr.members), len(expr.members))
        if kind == "condition" or isinstance(data, bool):
            return MAYBE  # a constant that an author wrote on purpose
        return NumberRange(expr.number, expr.number) if kind == "number" else ThingSet(frozenset({data}))

    def _attribute(self, expr: ir.AttributeValue, known: Environment) -> AbstractValue:
        column = expr.kind, expr.attribute
        if expr.ordered:
            return NumberRange(0, len(self.symbols.attributes[expr.attribute][expr.kind].values))
        if column not in self._tables:
            self._tables[column] = self.symbols.attribute_values(*column)
        rows = self._rows(self._tables[column], self._things(expr.thing, known))
        if expr.type.kind == "number":
            return hull([row or 0 for row in rows])
        if expr.type.kind == "condition":
            return hull([int(bool(row)) for row in rows])
        holds = self.symbols.attributes[expr.attribute][expr.kind].kind
        if holds == "values":
            return self._words(*rows)
        return ThingSet(None) if holds in ("seat", "side", "box") else ThingSet(frozenset(rows))

    def _words(self, *words: str | None) -> ThingSet:
        """Return the values that words are, of which one may be missing."""
        return ThingSet(frozenset(word and self.symbols.number_of_word(word) for word in words))

    def _rows(self, table: tuple[Any, ...], things: ThingSet) -> list[Any]:
        """Return the rows of a table that may be looked up."""
        at = things.candidates
        if at is None or not all(isinstance(each, int) and each < len(table) for each in at - {None}):
            return list(table)
        return [table[each] for each in at if each is not None]

    def _is_word(self, expr: ir.IsWord, known: Environment) -> AbstractValue:
        if expr.value is None:
            return MAYBE  # may be owned with more players
        return hull([int(row == expr.value) for row in self._rows(expr.table, self._things(expr.thing, known))])

    # -- sets

    def _single(self, expr: ir.AsSet, known: Environment) -> AbstractValue:
        among = self._things(expr.thing, known).candidates
        if among is None:
            return ThingSet(None, 0, 1)
        return ThingSet(among - {None}, int(None not in among and len(among) == 1), 1)

    def _longest_line(self) -> int:
        """Return the most spaces that a straight line of the board has: a ray and the space where it begins."""
        directions = self.symbols.directions
        return len(self._spaces) if directions.leads_round(None) else directions.longest_ray + 1

    def _around(self, expr: ir.NeighbourSpaces, known: Environment) -> AbstractValue:
        among = self._things(expr.space, known).candidates
        if among is None or None in among:
            return ThingSet(None, 0, len(self._spaces))
        around = self.symbols.adjacency(expr.way)
        rows = [frozenset(around[place]) for place in among]
        sizes = hull([len(row) for row in rows])
        return ThingSet(frozenset().union(*rows), sizes.low if len(rows) == 1 else 0, sizes.high)

    def _meet(self, expr: ir.Intersection, known: Environment) -> AbstractValue:
        left, right = self._things(expr.left, known), self._things(expr.right, known)
        among = right.candidates if left.candidates is None else left.candidates
        if left.candidates is not None and right.candidates is not None:
            among = left.candidates & right.candidates
        return bounded_set(among, 0, min(left.high, right.high))

    def _filter(self, expr: ir.Filter, known: Environment) -> AbstractValue:
        base = self._things(expr.things, known)
        if base.candidates is None or len(base.candidates) > MOST_MEMBERS:
            holds = self._test(expr.it, expr.condition, self.member(base, expr.it.type), known)
            return ThingSet(frozenset(), 0, 0) if holds.high <= 0 else ThingSet(base.candidates, 0, base.high)
        tests = {
            each: self._test(expr.it, expr.condition, ThingSet(frozenset({each})), known) for each in base.candidates
        }
        among = frozenset(each for each, holds in tests.items() if holds.high > 0)
        sure = sum(holds.low >= 1 for holds in tests.values()) if base.is_exact else 0
        return bounded_set(among, sure, base.high)

    def _test(self, it: Local, asked: Expr, member: AbstractValue, known: Environment) -> NumberRange:
        """Return the possible values of an expression for a member of a set, bound to `it`."""
        return to_range(self._value(asked, {**known, it: member}))

    def _each(self, things: Expr, it: Local, asked: Expr, known: Environment) -> tuple[ThingSet, list[NumberRange]]:
        """Return a set and the possible values of an expression for its members.

        If the members are not known, there is one entry for an arbitrary member.
        """
        base = self._things(things, known)
        if base.candidates is None or len(base.candidates) > MOST_MEMBERS:
            return base, [self._test(it, asked, self.member(base, it.type), known)]
        return base, [self._test(it, asked, ThingSet(frozenset({each})), known) for each in base.candidates]

    # -- numbers

    def _count(self, expr: ir.Count, known: Environment) -> AbstractValue:
        things = expr.things
        if isinstance(things, ir.Const) and things.type.kind == "seat" and things.most() == len(self.symbols.seats):
            return self._seats
        base = self._things(things, known)
        return NumberRange(base.low, base.high)

    def _sum_over(self, expr: ir.SumOver, known: Environment) -> AbstractValue:
        base, spans = self._each(expr.things, expr.it, expr.value, known)
        if base.is_exact:
            low, high = sum(span.low for span in spans), sum(span.high for span in spans)
        elif base.candidates is not None and len(spans) == len(base.candidates):
            low, high = sum(min(0, span.low) for span in spans), sum(max(0, span.high) for span in spans)
        else:
            low = min((product(base.high, min(0, span.low)) for span in spans), default=0)
            high = max((product(base.high, max(0, span.high)) for span in spans), default=0)
        if isinstance(expr.value, ir.PieceAmount) and not can_repeat(expr.things):
            high = min(high, self._supply(expr.value))
        return NumberRange(low, high)

    def _supply(self, amount: ir.PieceAmount) -> float:
        kinds = {self.symbols.pieces[sort].id: self.symbols.pieces[sort] for sort in amount.sorts}.values()
        sets = 1 if amount.owner is not None else self._seats.high
        return sum(kind.supply * (sets if kind.owner == "seat" else 1) for kind in kinds)

    def _best(self, expr: ir.Best, known: Environment) -> AbstractValue:
        base, spans = self._each(expr.things, expr.it, expr.value, known)
        if not spans:
            return NO
        found = hull([end for span in spans for end in (span.low, span.high)])
        return found if base.low > 0 else found | NO

    def _conditional(self, expr: ir.Conditional, known: Environment) -> AbstractValue:
        holds = to_range(self._value(expr.condition, known))
        if holds.low >= 1 or holds.high <= 0:
            return self._value(expr.yes if holds.low >= 1 else expr.no, known)
        yes, no = self._value(expr.yes, known), self._value(expr.no, known)
        if isinstance(yes, NumberRange) and isinstance(no, NumberRange):
            return yes | no
        return yes | no if isinstance(yes, ThingSet) and isinstance(no, ThingSet) else self.anything(expr.type)

    # -- conditions

    def _compare(self, expr: ir.Compare, known: Environment) -> AbstractValue:
        left, right = self._spans(known, expr.left, expr.right)
        match expr.sign:
            case "==":
                if left.high < right.low or right.high < left.low:
                    return NO
                return YES if left.low == left.high == right.low == right.high else MAYBE
            case "<":
                return NumberRange(int(left.high < right.low), int(left.low < right.high))
            case "<=":
                return NumberRange(int(left.high <= right.low), int(left.low <= right.high))
            case ">":
                return NumberRange(int(left.low > right.high), int(left.high > right.low))
            case ">=":
                return NumberRange(int(left.low >= right.high), int(left.high >= right.low))
            case _:
                assert_never(expr.sign)

    def _equal(self, expr: ir.Equal, known: Environment) -> AbstractValue:
        left, right = self._value(expr.left, known), self._value(expr.right, known)
        if not isinstance(left, ThingSet) or not isinstance(right, ThingSet):
            return MAYBE
        if left.candidates is None or right.candidates is None:
            return MAYBE
        if not left.candidates & right.candidates:
            return NO
        return YES if len(left.candidates | right.candidates) == 1 else MAYBE

    def _in_(self, expr: ir.IsMember, known: Environment) -> AbstractValue:
        left, right = self._things(expr.thing, known), self._things(expr.things, known)
        if right.high <= 0:
            return NO
        if left.candidates is None or right.candidates is None:
            return MAYBE
        if not left.candidates & right.candidates:
            return NO
        return YES if right.is_exact and left.candidates <= right.candidates else MAYBE

    def _and_(self, expr: ir.And, known: Environment) -> AbstractValue:
        left = to_range(self._value(expr.left, known))
        if left.high <= 0:
            return NO
        right = to_range(self._value(expr.right, known))
        return NumberRange(min(left.low, right.low), min(left.high, right.high))

    def _or_(self, expr: ir.Or, known: Environment) -> AbstractValue:
        left = to_range(self._value(expr.left, known))
        if left.low >= 1:
            return YES
        right = to_range(self._value(expr.right, known))
        return NumberRange(max(left.low, right.low), max(left.high, right.high))

    def _some(self, expr: ir.Some, known: Environment) -> AbstractValue:
        base, tests = self._each(expr.things, expr.it, expr.condition, known)
        sure = any(holds.low >= 1 for holds in tests) and base.is_exact
        return NumberRange(int(sure), int(base.high > 0 and any(holds.high > 0 for holds in tests)))

    def _every(self, expr: ir.Every, known: Environment) -> AbstractValue:
        base, tests = self._each(expr.things, expr.it, expr.condition, known)
        broken = any(holds.high <= 0 for holds in tests) and base.is_exact
        return NumberRange(int(all(holds.low >= 1 for holds in tests)), int(not broken))

    def _term(self, expr: ir.TermCall, known: Environment) -> AbstractValue:
        term = self._term_of(expr.word)
        if expr.word in self._left_out or term.depth is not None:
            return self.anything(expr.type)
        given = tuple(self._value(arg, known) for arg in expr.args)
        if (expr.word, given) not in self._terms:
            value = self._value(term.body, dict(zip(term.all_parameters, given, strict=False)))
            if self._steps > MOST_STEPS:
                return self.anything(expr.type)
            self._terms[expr.word, given] = value
        return self._terms[expr.word, given]
