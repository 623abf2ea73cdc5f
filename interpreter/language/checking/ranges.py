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
    Known,
    Span,
    Things,
    Value,
    among_of,
    fitted,
    hull,
    span,
    times,
)
from interpreter.language.ir import expressions as ir
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.making import may_repeat
from interpreter.language.ir.statements import Choose, ForEach, Statement, Term
from interpreter.language.ir.types import Local, Type
from interpreter.language.symbols import Symbols
from interpreter.rulebook.model import Space

MOST_MEMBERS = 200
"""Maximum size of a set whose members are examined one by one."""
MOST_STEPS = 5_000
"""Maximum number of steps for one expression, after which any value is assumed."""


class Ranges:
    """Value-range analysis of the expressions of one game, for any number of players."""

    def __init__(self, symbols: Symbols, term_of: Callable[[int], Term]) -> None:
        self.symbols = symbols
        self._term_of = term_of
        low, high = symbols.rulebook.players
        self._seats = Span(low, high)
        self._spaces: tuple[Space, ...] = symbols.rulebook.map.spaces
        self._steps = 0
        self._tables: dict[tuple[str, str], tuple[Any, ...]] = {}
        self._terms: dict[tuple[int, tuple[Value, ...]], Value] = {}
        self._left_out: set[int] = set()

    def of(self, expr: Expr, known: Known) -> Value:
        """Return the possible values of an expression."""
        self._steps = 0
        try:
            return self._value(expr, known)
        except RecursionError:
            return self.anything(expr.type)

    def never(self, condition: Expr, known: Known) -> bool:
        """Return whether a condition can't hold."""
        return self.number(condition, known).high <= 0

    def always(self, condition: Expr, known: Known) -> bool:
        """Return whether a condition always holds."""
        return self.number(condition, known).low >= 1

    def number(self, expr: Expr, known: Known) -> Span:
        """Return the range of a number."""
        return span(self.of(expr, known))

    def is_empty(self, things: Expr, known: Known) -> bool:
        """Return whether a set is always empty."""
        found = self.of(things, known)
        return isinstance(found, Things) and found.high <= 0

    def note(self, statement: Statement, known: Known) -> None:
        """Record the possible values of the name that a statement binds."""
        if isinstance(statement, Choose):
            chosen = self.member(self.of(statement.options, known), statement.name.type)
            if isinstance(chosen, Things) and chosen.among is not None and statement.way_out == "none":
                chosen = Things(chosen.among | {None})
            known[statement.name] = chosen

    def within(self, loop: ForEach, known: Known) -> Known:
        """Return the possible values of names in the body of a loop."""
        return {**known, loop.name: self.member(self.of(loop.things, known), loop.name.type)}

    def leave_out(self, terms: set[int]) -> None:
        """Assume any value for these vocabulary words, because they have warnings of their own."""
        self._left_out = terms
        self._terms.clear()

    def anything(self, type: Type) -> Value:
        """Return the set of all values of a type."""
        if type.kind == "number":
            return Things(None, 0, inf) if type.many else ANY
        if type.kind == "condition":
            return MAYBE
        return Things(None, 0, inf) if type.many else Things(None)

    def member(self, things: Value, type: Type) -> Value:
        """Return the possible values of a member of a set."""
        if not isinstance(things, Things) or type.kind in ("number", "condition"):
            return self.anything(type)
        return Things(things.among)

    def _held(self, sorts: Iterable[str], places: Value, kind_of_place: str, owned: bool) -> float:
        """Return the maximum number of pieces of some sorts in one of these places; of one owner if `owned`."""
        among = among_of(places) or (frozenset(range(len(self._spaces))) if kind_of_place == "space" else frozenset())
        most: float = 0
        for kind in {self.symbols.pieces[sort].id: self.symbols.pieces[sort] for sort in sorts}.values():
            sets = 1 if owned or kind.owner != "seat" else self._seats.high
            supply = kind.supply * sets
            each = kind.room_each if kind.room_each is not None else inf
            whole = kind.room_all if kind.room_all is not None else inf
            limit = min(supply, whole, each if owned or not kind.owned else each * self._seats.high)
            most += max((self._room_in(place, limit, supply) for place in among), default=supply)
        return most

    def closed(self, places: Value) -> str | None:
        """Return the id of a closed space if all of these places are closed."""
        among = among_of(places)
        if not among or None in among or any(self._room_in(place, 1, 1) for place in among):
            return None
        id: str = self._spaces[min(among)].id
        return id

    def _room_in(self, place: Any, limit: float, supply: float) -> float:
        if place is None:
            return 0
        if place >= len(self._spaces):
            return supply
        return 0 if self._spaces[place].closed else limit

    def _value(self, expr: Expr, known: Known) -> Value:
        self._steps += 1
        if self._steps > MOST_STEPS:
            return self.anything(expr.type)
        match expr:  # most common operations first
            case ir.Ref():
                return known.get(expr.local) or self.anything(expr.local.type)
            case ir.Const():
                return self._const(expr)
            case ir.Equal():
                return self._equal(expr, known)
            case ir.Not():
                return self._not_(expr, known)
            case ir.TermCall():
                return self._term(expr, known)
            case ir.Conditional():
                return self._conditional(expr, known)
            case ir.Variable() | ir.Flag() | ir.Opponent():
                return self.anything(expr.type)
            case ir.Attribute():
                return self._attribute(expr, known)
            case ir.Compare():
                return self._compare(expr, known)
            case ir.Amount():
                return self._amount(expr, known)
            case ir.Cards() | ir.CardsIn():
                return self._cards(expr)
            case ir.And():
                return self._and_(expr, known)
            case ir.First() | ir.Random():
                return self._first(expr, known)
            case ir.Filter():
                return self._filter(expr, known)
            case ir.IsWord():
                return self._is_word(expr, known)
            case ir.Or():
                return self._or_(expr, known)
            case ir.Room():
                return self._room(expr, known)
            case ir.Arithmetic():
                return self._arithmetic(expr, known)
            case ir.Product():
                return self._product(expr, known)
            case ir.Word():
                return Things(frozenset({expr.word}))
            case ir.Track():
                return self._track(expr)
            case ir.Gives():
                return hull(self.symbols.track(expr.track).gives[expr.name])
            case ir.Around():
                return self._around(expr, known)
            case ir.Row():
                return Things(None, 0, max(map(len, expr.rows), default=0))
            case ir.LongestLine():
                return Span(0, len(self._spaces))
            case ir.Single():
                return self._single(expr, known)
            case ir.Meet():
                return self._meet(expr, known)
            case ir.Union():
                return self._union(expr, known)
            case ir.InOrder():
                return self._value(expr.things, known)
            case ir.Prefer() | ir.ArgBest():
                return self._prefer(expr, known)
            case ir.Only():
                return self._only(expr, known)
            case ir.Count():
                return self._count(expr, known)
            case ir.SumOver():
                return self._sum_over(expr, known)
            case ir.Best():
                return self._best(expr, known)
            case ir.Negative():
                return self._negative(expr, known)
            case ir.In():
                return self._in_(expr, known)
            case ir.Exists():
                return self._exists(expr, known)
            case ir.Some():
                return self._some(expr, known)
            case ir.Every():
                return self._every(expr, known)
            case ir.Range():
                return self._range(expr, known)
            case _:
                if isinstance(expr, ir.Opaque):
                    return self.anything(expr.type)
                assert_never(expr)

    def _spans(self, known: Known, *numbers: Expr) -> list[Span]:
        return [span(self._value(number, known)) for number in numbers]

    def _things(self, expr: Expr, known: Known) -> Things:
        value = self._value(expr, known)
        return value if isinstance(value, Things) else Things(None, 0, inf)

    # -- names, and what is printed

    def _const(self, expr: ir.Const) -> Value:
        data, kind = expr.value, expr.type.kind
        if expr.type.many:
            if kind == "number" or (kind in ("seat", "zone", "box") and self._seats.low < self._seats.high):
                return Things(None, 0, inf)
            return Things(frozenset(expr.members), len(expr.members), len(expr.members))
        if kind == "condition" or isinstance(data, bool):
            return MAYBE  # a constant that an author wrote on purpose
        return Span(expr.number, expr.number) if kind == "number" else Things(frozenset({data}))

    def _track(self, expr: ir.Track) -> Value:
        track = self.symbols.track(expr.track)
        return Span(track.low, track.high)

    def _attribute(self, expr: ir.Attribute, known: Known) -> Value:
        column = expr.kind, expr.attribute
        if column not in self._tables:
            self._tables[column] = self.symbols.table(*column)
        rows = self._rows(self._tables[column], self._things(expr.thing, known))
        if expr.type.kind == "number":
            return hull([row or 0 for row in rows])
        if expr.type.kind == "condition":
            return hull([int(bool(row)) for row in rows])
        holds = self.symbols.attributes[expr.attribute][expr.kind].kind
        return Things(None) if holds in ("seat", "side", "box") else Things(frozenset(rows))

    def _rows(self, table: tuple[Any, ...], things: Things) -> list[Any]:
        """Return the rows of a table that may be looked up."""
        at = things.among
        if at is None or not all(isinstance(each, int) and each < len(table) for each in at - {None}):
            return list(table)
        return [table[each] for each in at if each is not None]

    def _is_word(self, expr: ir.IsWord, known: Known) -> Value:
        if expr.value is None:
            return MAYBE  # may be owned with more players
        return hull([int(row == expr.value) for row in self._rows(expr.table, self._things(expr.thing, known))])

    def _amount(self, expr: ir.Amount, known: Known) -> Value:
        place = expr.place
        return Span(0, self._held(expr.sorts, self._value(place, known), place.type.kind, expr.owner is not None))

    def _room(self, expr: ir.Room, known: Known) -> Value:
        return MAYBE if self.closed(self._value(expr.place, known)) is None else NO

    # -- sets

    def _single(self, expr: ir.Single, known: Known) -> Value:
        among = self._things(expr.thing, known).among
        if among is None:
            return Things(None, 0, 1)
        return Things(among - {None}, int(None not in among and len(among) == 1), 1)

    def _around(self, expr: ir.Around, known: Known) -> Value:
        among = self._things(expr.space, known).among
        if among is None or None in among:
            return Things(None, 0, len(self._spaces))
        around = self.symbols.around(expr.way)
        rows = [frozenset(around[place]) for place in among]
        sizes = hull([len(row) for row in rows])
        return Things(frozenset().union(*rows), sizes.low if len(rows) == 1 else 0, sizes.high)

    def _cards(self, expr: ir.Cards | ir.CardsIn) -> Value:
        number = len(self.symbols.rulebook.cards)
        return Things(frozenset(range(number)), 0, number)

    def _range(self, expr: ir.Range, known: Known) -> Value:
        low, high = self._spans(known, expr.low, expr.high)
        return Things(None, 0, max(0, high.high - low.low + 1))

    def _meet(self, expr: ir.Meet, known: Known) -> Value:
        left, right = self._things(expr.left, known), self._things(expr.right, known)
        among = right.among if left.among is None else left.among
        if left.among is not None and right.among is not None:
            among = left.among & right.among
        return fitted(among, 0, min(left.high, right.high))

    def _union(self, expr: ir.Union, known: Known) -> Value:
        left, right = self._things(expr.left, known), self._things(expr.right, known)
        return fitted((left | right).among, max(left.low, right.low), left.high + right.high)

    def _filter(self, expr: ir.Filter, known: Known) -> Value:
        base = self._things(expr.things, known)
        if base.among is None or len(base.among) > MOST_MEMBERS:
            holds = self._test(expr.it, expr.condition, self.member(base, expr.it.type), known)
            return Things(frozenset(), 0, 0) if holds.high <= 0 else Things(base.among, 0, base.high)
        tests = {each: self._test(expr.it, expr.condition, Things(frozenset({each})), known) for each in base.among}
        among = frozenset(each for each, holds in tests.items() if holds.high > 0)
        sure = sum(holds.low >= 1 for holds in tests.values()) if base.whole else 0
        return fitted(among, sure, base.high)

    def _test(self, it: Local, asked: Expr, member: Value, known: Known) -> Span:
        """Return the possible values of an expression for a member of a set, bound to `it`."""
        return span(self._value(asked, {**known, it: member}))

    def _each(self, things: Expr, it: Local, asked: Expr, known: Known) -> tuple[Things, list[Span]]:
        """Return a set and the possible values of an expression for its members.

        If the members are not known, there is one entry for an arbitrary member.
        """
        base = self._things(things, known)
        if base.among is None or len(base.among) > MOST_MEMBERS:
            return base, [self._test(it, asked, self.member(base, it.type), known)]
        return base, [self._test(it, asked, Things(frozenset({each})), known) for each in base.among]

    def _prefer(self, expr: ir.Prefer | ir.ArgBest, known: Known) -> Value:
        base = self._things(expr.things, known)
        return Things(base.among, min(1, base.low), base.high)

    def _first(self, expr: ir.First | ir.Random, known: Known) -> Value:
        base = self._things(expr.things, known)
        return Things(base.among if base.among is None or base.low > 0 else base.among | {None})

    def _only(self, expr: ir.Only, known: Known) -> Value:
        base = self._things(expr.things, known)
        return Things(base.among if base.among is None else base.among | {None})

    # -- numbers

    def _count(self, expr: ir.Count, known: Known) -> Value:
        things = expr.things
        if isinstance(things, ir.Const) and things.type.kind == "seat" and things.most() == len(self.symbols.seats):
            return self._seats
        base = self._things(things, known)
        return Span(base.low, base.high)

    def _sum_over(self, expr: ir.SumOver, known: Known) -> Value:
        base, spans = self._each(expr.things, expr.it, expr.value, known)
        if base.whole:
            low, high = sum(span.low for span in spans), sum(span.high for span in spans)
        elif base.among is not None and len(spans) == len(base.among):
            low, high = sum(min(0, span.low) for span in spans), sum(max(0, span.high) for span in spans)
        else:
            low = min((times(base.high, min(0, span.low)) for span in spans), default=0)
            high = max((times(base.high, max(0, span.high)) for span in spans), default=0)
        if isinstance(expr.value, ir.Amount) and not may_repeat(expr.things):
            high = min(high, self._supply(expr.value))
        return Span(low, high)

    def _supply(self, amount: ir.Amount) -> float:
        kinds = {self.symbols.pieces[sort].id: self.symbols.pieces[sort] for sort in amount.sorts}.values()
        sets = 1 if amount.owner is not None else self._seats.high
        return sum(kind.supply * (sets if kind.owner == "seat" else 1) for kind in kinds)

    def _best(self, expr: ir.Best, known: Known) -> Value:
        base, spans = self._each(expr.things, expr.it, expr.value, known)
        if not spans:
            return NO
        found = hull([end for span in spans for end in (span.low, span.high)])
        return found if base.low > 0 else found | NO

    def _arithmetic(self, expr: ir.Arithmetic, known: Known) -> Value:
        left, right = self._spans(known, expr.left, expr.right)
        match expr.sign:
            case "+":
                return Span(left.low + right.low, left.high + right.high)
            case "-":
                return Span(left.low - right.high, left.high - right.low)
            case _:
                assert_never(expr.sign)

    def _product(self, expr: ir.Product, known: Known) -> Value:
        left, right = self._spans(known, expr.left, expr.right)
        return hull([times(one, other) for one in (left.low, left.high) for other in (right.low, right.high)])

    def _negative(self, expr: ir.Negative, known: Known) -> Value:
        (span,) = self._spans(known, expr.value)
        return Span(-span.high, -span.low)

    def _conditional(self, expr: ir.Conditional, known: Known) -> Value:
        holds = span(self._value(expr.condition, known))
        if holds.low >= 1 or holds.high <= 0:
            return self._value(expr.yes if holds.low >= 1 else expr.no, known)
        yes, no = self._value(expr.yes, known), self._value(expr.no, known)
        if isinstance(yes, Span) and isinstance(no, Span):
            return yes | no
        return yes | no if isinstance(yes, Things) and isinstance(no, Things) else self.anything(expr.type)

    # -- conditions

    def _compare(self, expr: ir.Compare, known: Known) -> Value:
        left, right = self._spans(known, expr.left, expr.right)
        match expr.sign:
            case "==":
                if left.high < right.low or right.high < left.low:
                    return NO
                return YES if left.low == left.high == right.low == right.high else MAYBE
            case "<":
                return Span(int(left.high < right.low), int(left.low < right.high))
            case ">":
                return Span(int(left.low > right.high), int(left.high > right.low))
            case "<=":
                return Span(int(left.high <= right.low), int(left.low <= right.high))
            case ">=":
                return Span(int(left.low >= right.high), int(left.high >= right.low))
            case _:
                assert_never(expr.sign)

    def _equal(self, expr: ir.Equal, known: Known) -> Value:
        left, right = self._value(expr.left, known), self._value(expr.right, known)
        if not isinstance(left, Things) or not isinstance(right, Things) or left.among is None or right.among is None:
            return MAYBE
        if not left.among & right.among:
            return NO
        return YES if len(left.among | right.among) == 1 else MAYBE

    def _in_(self, expr: ir.In, known: Known) -> Value:
        left, right = self._things(expr.thing, known), self._things(expr.things, known)
        if right.high <= 0 or (left.among is not None and right.among is not None and not left.among & right.among):
            return NO
        return YES if right.whole and left.among is not None and left.among <= (right.among or set()) else MAYBE

    def _and_(self, expr: ir.And, known: Known) -> Value:
        left = span(self._value(expr.left, known))
        if left.high <= 0:
            return NO
        right = span(self._value(expr.right, known))
        return Span(min(left.low, right.low), min(left.high, right.high))

    def _or_(self, expr: ir.Or, known: Known) -> Value:
        left = span(self._value(expr.left, known))
        if left.low >= 1:
            return YES
        right = span(self._value(expr.right, known))
        return Span(max(left.low, right.low), max(left.high, right.high))

    def _not_(self, expr: ir.Not, known: Known) -> Value:
        (part,) = self._spans(known, expr.condition)
        return Span(1 - part.high, 1 - part.low)

    def _exists(self, expr: ir.Exists, known: Known) -> Value:
        base = self._things(expr.things, known)
        return Span(int(base.low > 0), int(base.high > 0))

    def _some(self, expr: ir.Some, known: Known) -> Value:
        base, tests = self._each(expr.things, expr.it, expr.condition, known)
        sure = any(holds.low >= 1 for holds in tests) and base.whole
        return Span(int(sure), int(base.high > 0 and any(holds.high > 0 for holds in tests)))

    def _every(self, expr: ir.Every, known: Known) -> Value:
        base, tests = self._each(expr.things, expr.it, expr.condition, known)
        broken = any(holds.high <= 0 for holds in tests) and base.whole
        return Span(int(all(holds.low >= 1 for holds in tests)), int(not broken))

    def _term(self, expr: ir.TermCall, known: Known) -> Value:
        term = self._term_of(expr.word)
        if expr.word in self._left_out:
            return self.anything(expr.type)
        given = tuple(self._value(arg, known) for arg in expr.args)
        if (expr.word, given) not in self._terms:
            value = self._value(term.body, dict(zip(term.arguments, given, strict=False)))
            if self._steps > MOST_STEPS:
                return self.anything(expr.type)
            self._terms[expr.word, given] = value
        return self._terms[expr.word, given]
