"""What values can be at all, from what is printed and declared: ends of tracks, attributes, supplies, room.

A small abstract interpretation of expressions. Whatever it does not follow (variables, flags, which cards are where)
can be anything, so that what it calls impossible is impossible. A condition is a number from 0 (no) to 1 (yes).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf, prod
from operator import ge, gt, le, lt
from typing import Any

from interpreter.language.symbols import Symbols
from interpreter.language.tree import Choose, Expr, ForEach, Local, Term, Type
from interpreter.rulebook.model import Space

MOST_MEMBERS = 200
"""Members of a set that are looked at one by one; of a larger set each could be anything of its kind."""
MOST_STEPS = 5_000
"""Steps for one expression, beyond which it could be anything."""


@dataclass(frozen=True, slots=True)
class Span:
    """A number from `low` to `high`."""

    low: float
    high: float

    def __or__(self, other: Span) -> Span:
        return Span(min(self.low, other.low), max(self.high, other.high))


@dataclass(frozen=True, slots=True)
class Things:
    """A thing that is one of `among` (None among them: or nothing), or a set of `low` to `high` of these. `among` is
    None if it could be anything of its kind."""

    among: frozenset[Any] | None
    low: float = 1
    high: float = 1

    def __or__(self, other: Things) -> Things:
        among = None if self.among is None or other.among is None else self.among | other.among
        return Things(among, min(self.low, other.low), max(self.high, other.high))

    @property
    def whole(self) -> bool:
        """Whether it is a set of which all members are known."""
        return self.among is not None and self.low == len(self.among)


Value = Span | Things
Known = dict[Local, Value]
"""What is known of names."""

ANY, MAYBE, YES, NO = Span(-inf, inf), Span(0, 1), Span(1, 1), Span(0, 0)
COMPARE: dict[str, Callable[[float, float], bool]] = {">=": ge, "<=": le, ">": gt, "<": lt}


class Ranges:
    """Finds out what the expressions of one game can be, for any number of players."""

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
        """What an expression can be."""
        self._steps = 0
        try:
            return self._value(expr, known)
        except RecursionError:
            return self.anything(expr.type)

    def never(self, condition: Expr, known: Known) -> bool:
        """Whether a condition can't hold."""
        return self.number(condition, known).high <= 0

    def always(self, condition: Expr, known: Known) -> bool:
        """Whether a condition holds in any case."""
        return self.number(condition, known).low >= 1

    def number(self, expr: Expr, known: Known) -> Span:
        """What a number can be."""
        return _span(self.of(expr, known))

    def is_empty(self, things: Expr, known: Known) -> bool:
        """Whether a set can only be empty."""
        found = self.of(things, known)
        return isinstance(found, Things) and found.high <= 0

    def note(self, statement: Any, known: Known) -> None:
        """Take down what is known of the name that a statement makes."""
        if isinstance(statement, Choose):
            chosen = self.member(self.of(statement.options, known), statement.name.type)
            if isinstance(chosen, Things) and chosen.among is not None and statement.way_out == "none":
                chosen = Things(chosen.among | {None})
            known[statement.name] = chosen

    def within(self, loop: ForEach, known: Known) -> Known:
        """What is known in the body of a loop."""
        return {**known, loop.name: self.member(self.of(loop.things, known), loop.name.type)}

    def leave_out(self, terms: set[int]) -> None:
        """Let these words of the vocabulary mean anything, since they are odd themselves."""
        self._left_out = terms
        self._terms.clear()

    def anything(self, type: Type) -> Value:
        """What a value of a type can be."""
        if type.kind == "number":
            return Things(None, 0, inf) if type.many else ANY
        if type.kind == "condition":
            return MAYBE
        return Things(None, 0, inf) if type.many else Things(None)

    def member(self, things: Value, type: Type) -> Value:
        """What one of a set can be."""
        if not isinstance(things, Things) or type.kind in ("number", "condition"):
            return self.anything(type)
        return Things(things.among)

    def _held(self, sorts: Iterable[str], places: Value, kind_of_place: str, owned: bool) -> float:
        """The most pieces of some sorts that can be in one of these places; `owned`: of one owner."""
        among = _among(places) or (frozenset(range(len(self._spaces))) if kind_of_place == "space" else frozenset())
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
        """The id of a closed space, if these can only be such."""
        among = _among(places)
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
        method = getattr(self, f"_{expr.op}", None)
        if method is None or self._steps > MOST_STEPS:
            return self.anything(expr.type)
        value: Value = method(expr, known)
        return value

    def _numbers(self, expr: Expr, known: Known) -> list[Span]:
        return [_span(self._value(arg, known)) for arg in expr.args]

    def _things(self, expr: Expr, known: Known) -> Things:
        value = self._value(expr, known)
        return value if isinstance(value, Things) else Things(None, 0, inf)

    # -- names, and what is printed

    def _const(self, expr: Expr, known: Known) -> Value:
        data, kind = expr.data, expr.type.kind
        if expr.type.many:
            if kind == "number" or (kind in ("seat", "zone", "box") and self._seats.low < self._seats.high):
                return Things(None, 0, inf)
            return Things(frozenset(data), len(data), len(data))
        if kind == "condition" or isinstance(data, bool):
            return MAYBE  # somebody wrote it so
        return Span(data, data) if kind == "number" else Things(frozenset({data}))

    def _word(self, expr: Expr, known: Known) -> Value:
        return Things(frozenset({expr.data}))

    def _local(self, expr: Expr, known: Known) -> Value:
        return known.get(expr.data) or self.anything(expr.data.type)

    def _track(self, expr: Expr, known: Known) -> Value:
        track = self.symbols.track(expr.data)
        return Span(track.low, track.high)

    def _gives(self, expr: Expr, known: Known) -> Value:
        track, name = expr.data
        return _hull(self.symbols.track(track).gives[name])

    def _attribute(self, expr: Expr, known: Known) -> Value:
        kind, attribute = expr.data
        if expr.data not in self._tables:
            self._tables[expr.data] = self.symbols.table(kind, attribute)
        table = self._tables[expr.data]
        rows = self._rows(table, self._things(expr.args[0], known))
        if expr.type.kind == "number":
            return _hull([row or 0 for row in rows])
        if expr.type.kind == "condition":
            return _hull([int(bool(row)) for row in rows])
        column = self.symbols.attributes[attribute][kind]
        return Things(None) if column.kind in ("seat", "side", "box") else Things(frozenset(rows))

    def _rows(self, table: tuple[Any, ...], things: Things) -> list[Any]:
        """The rows of a table that may be looked up."""
        at = things.among
        if at is None or not all(isinstance(each, int) and each < len(table) for each in at - {None}):
            return list(table)
        return [table[each] for each in at if each is not None]

    def _is_word(self, expr: Expr, known: Known) -> Value:
        table, value = expr.data
        if value is None:
            return MAYBE  # with more players it may be somebody's
        return _hull([int(row == value) for row in self._rows(table, self._things(expr.args[0], known))])

    def _amount(self, expr: Expr, known: Known) -> Value:
        place = expr.args[0]
        return Span(0, self._held(expr.data, self._value(place, known), place.type.kind, len(expr.args) > 1))

    def _room(self, expr: Expr, known: Known) -> Value:
        return MAYBE if self.closed(self._value(expr.args[0], known)) is None else NO

    # -- sets

    def _single(self, expr: Expr, known: Known) -> Value:
        among = self._things(expr.args[0], known).among
        if among is None:
            return Things(None, 0, 1)
        return Things(among - {None}, int(None not in among and len(among) == 1), 1)

    def _row(self, expr: Expr, known: Known) -> Value:
        return Things(None, 0, max(map(len, expr.data), default=0))

    def _around(self, expr: Expr, known: Known) -> Value:
        graph = self.symbols.rulebook.map.graph
        among = self._things(expr.args[0], known).among
        ids = self.symbols.shown["place"]
        if among is None or None in among:
            return Things(None, 0, len(self._spaces))
        reach = graph.successors if expr.data == "neighbour" else graph.predecessors
        rows = [{ids.index(other) for other in reach(ids[place])} for place in among]
        sizes = _hull([len(row) for row in rows])
        return Things(frozenset().union(*rows), sizes.low if len(rows) == 1 else 0, sizes.high)

    def _cards(self, expr: Expr, known: Known) -> Value:
        number = len(self.symbols.rulebook.cards)
        return Things(frozenset(range(number)), 0, number)

    _cards_in = _cards

    def _in_order(self, expr: Expr, known: Known) -> Value:
        return self._value(expr.args[0], known)

    def _meet(self, expr: Expr, known: Known) -> Value:
        left, right = (self._things(arg, known) for arg in expr.args)
        among = right.among if left.among is None else left.among
        if left.among is not None and right.among is not None:
            among = left.among & right.among
        return _fitted(among, 0, min(left.high, right.high))

    def _union(self, expr: Expr, known: Known) -> Value:
        left, right = (self._things(arg, known) for arg in expr.args)
        return _fitted((left | right).among, max(left.low, right.low), left.high + right.high)

    def _filter(self, expr: Expr, known: Known) -> Value:
        base = self._things(expr.args[0], known)
        if base.among is None or len(base.among) > MOST_MEMBERS:
            holds = self._test(expr, self.member(base, expr.data.type), known)
            return Things(frozenset(), 0, 0) if holds.high <= 0 else Things(base.among, 0, base.high)
        tests = {each: self._test(expr, Things(frozenset({each})), known) for each in base.among}
        among = frozenset(each for each, holds in tests.items() if holds.high > 0)
        sure = sum(holds.low >= 1 for holds in tests.values()) if base.whole else 0
        return _fitted(among, sure, base.high)

    def _test(self, expr: Expr, it: Value, known: Known) -> Span:
        """What the second argument of an expression can be for a member of the first."""
        return _span(self._value(expr.args[1], {**known, _it_of(expr): it}))

    def _each(self, expr: Expr, known: Known) -> tuple[Things, list[Span]]:
        """A set, and what the second argument can be for its members; for one of many, if they are not known."""
        base = self._things(expr.args[0], known)
        if base.among is None or len(base.among) > MOST_MEMBERS:
            return base, [self._test(expr, self.member(base, _it_of(expr).type), known)]
        return base, [self._test(expr, Things(frozenset({each})), known) for each in base.among]

    def _prefer(self, expr: Expr, known: Known) -> Value:
        base = self._things(expr.args[0], known)
        return Things(base.among, min(1, base.low), base.high)

    _argbest = _prefer

    def _first(self, expr: Expr, known: Known) -> Value:
        base = self._things(expr.args[0], known)
        return Things(base.among if base.among is None or base.low > 0 else base.among | {None})

    _random = _first

    def _only(self, expr: Expr, known: Known) -> Value:
        base = self._things(expr.args[0], known)
        return Things(base.among if base.among is None else base.among | {None})

    # -- numbers

    def _count(self, expr: Expr, known: Known) -> Value:
        things = expr.args[0]
        if things.op == "const" and things.type.kind == "seat" and len(things.data) == len(self.symbols.seats):
            return self._seats
        base = self._things(things, known)
        return Span(base.low, base.high)

    def _sum_over(self, expr: Expr, known: Known) -> Value:
        base, spans = self._each(expr, known)
        if base.whole:
            low, high = sum(span.low for span in spans), sum(span.high for span in spans)
        elif base.among is not None and len(spans) == len(base.among):
            low, high = sum(min(0, span.low) for span in spans), sum(max(0, span.high) for span in spans)
        else:
            low = min((_times(base.high, min(0, span.low)) for span in spans), default=0)
            high = max((_times(base.high, max(0, span.high)) for span in spans), default=0)
        amount = expr.args[1]
        if amount.op == "amount":
            high = min(high, self._supply(amount))
        return Span(low, high)

    def _supply(self, amount: Expr) -> float:
        kinds = {self.symbols.pieces[sort].id: self.symbols.pieces[sort] for sort in amount.data}.values()
        sets = 1 if len(amount.args) > 1 else self._seats.high
        return sum(kind.supply * (sets if kind.owner == "seat" else 1) for kind in kinds)

    def _best(self, expr: Expr, known: Known) -> Value:
        base, spans = self._each(expr, known)
        if not spans:
            return NO
        found = _hull([end for span in spans for end in (span.low, span.high)])
        return found if base.low > 0 else found | NO

    def _arithmetic(self, expr: Expr, known: Known) -> Value:
        left, right = self._numbers(expr, known)
        if expr.data == "+":
            return Span(left.low + right.low, left.high + right.high)
        if expr.data == "-":
            return Span(left.low - right.high, left.high - right.low)
        return _hull([_times(one, other) for one in (left.low, left.high) for other in (right.low, right.high)])

    def _negative(self, expr: Expr, known: Known) -> Value:
        (span,) = self._numbers(expr, known)
        return Span(-span.high, -span.low)

    def _conditional(self, expr: Expr, known: Known) -> Value:
        yes, condition, no = (self._value(arg, known) for arg in expr.args)
        holds = _span(condition)
        if holds.low >= 1 or holds.high <= 0:
            return yes if holds.low >= 1 else no
        if isinstance(yes, Span) and isinstance(no, Span):
            return yes | no
        return yes | no if isinstance(yes, Things) and isinstance(no, Things) else self.anything(expr.type)

    def _longest_line(self, expr: Expr, known: Known) -> Value:
        return Span(0, len(self._spaces))

    # -- conditions

    def _compare(self, expr: Expr, known: Known) -> Value:
        left, right = self._numbers(expr, known)
        if expr.data == "==":
            if left.high < right.low or right.high < left.low:
                return NO
            return YES if left.low == left.high == right.low == right.high else MAYBE
        how = COMPARE[expr.data]
        ends = [how(one, other) for one in (left.low, left.high) for other in (right.low, right.high)]
        return Span(int(all(ends)), int(any(ends)))

    def _equal(self, expr: Expr, known: Known) -> Value:
        left, right = (self._value(arg, known) for arg in expr.args)
        if not isinstance(left, Things) or not isinstance(right, Things) or left.among is None or right.among is None:
            return MAYBE
        if not left.among & right.among:
            return NO
        return YES if len(left.among | right.among) == 1 else MAYBE

    def _in(self, expr: Expr, known: Known) -> Value:
        left, right = (self._things(arg, known) for arg in expr.args)
        if right.high <= 0 or (left.among is not None and right.among is not None and not left.among & right.among):
            return NO
        return YES if right.whole and left.among is not None and left.among <= (right.among or set()) else MAYBE

    def _and(self, expr: Expr, known: Known) -> Value:
        parts = self._numbers(expr, known)
        return Span(min(part.low for part in parts), min(part.high for part in parts))

    def _or(self, expr: Expr, known: Known) -> Value:
        parts = self._numbers(expr, known)
        return Span(max(part.low for part in parts), max(part.high for part in parts))

    def _not(self, expr: Expr, known: Known) -> Value:
        (part,) = self._numbers(expr, known)
        return Span(1 - part.high, 1 - part.low)

    def _exists(self, expr: Expr, known: Known) -> Value:
        base = self._things(expr.args[0], known)
        return Span(int(base.low > 0), int(base.high > 0))

    def _some(self, expr: Expr, known: Known) -> Value:
        base, tests = self._each(expr, known)
        sure = any(holds.low >= 1 for holds in tests) and base.whole
        return Span(int(sure), int(base.high > 0 and any(holds.high > 0 for holds in tests)))

    def _every(self, expr: Expr, known: Known) -> Value:
        base, tests = self._each(expr, known)
        broken = any(holds.high <= 0 for holds in tests) and base.whole
        return Span(int(all(holds.low >= 1 for holds in tests)), int(not broken))

    def _term(self, expr: Expr, known: Known) -> Value:
        term = self._term_of(expr.data)
        if term.body is None or expr.data in self._left_out:
            return self.anything(expr.type)
        given = tuple(self._value(arg, known) for arg in expr.args)
        if (expr.data, given) not in self._terms:
            value = self._value(term.body, dict(zip(term.arguments, given, strict=False)))
            if self._steps > MOST_STEPS:
                return self.anything(expr.type)
            self._terms[expr.data, given] = value
        return self._terms[expr.data, given]


def _it_of(expr: Expr) -> Local:
    """The name that stands for a member of the set that an expression goes through."""
    it: Local = expr.data[0] if isinstance(expr.data, tuple) else expr.data
    return it


def _span(value: Value) -> Span:
    return value if isinstance(value, Span) else ANY


def _hull(numbers: Sequence[Any]) -> Span:
    return Span(min(numbers), max(numbers)) if numbers else ANY


def _among(places: Value) -> frozenset[Any]:
    return (places.among or frozenset()) if isinstance(places, Things) else frozenset()


def _fitted(among: frozenset[Any] | None, low: float, high: float) -> Things:
    """A set of these, whose size is no larger than they are many."""
    return Things(among, low, high if among is None else min(high, len(among)))


def _times(one: float, other: float) -> float:
    return 0 if one == 0 or other == 0 else prod((one, other))
