"""Lowering of typed expressions to values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from functools import partial, reduce
from itertools import pairwise
from typing import Any, assert_never

from interpreter.language.checking.cost_model import CostModel
from interpreter.language.execution.subset_numbers import SubsetNumbering
from interpreter.language.ir import expressions as ir
from interpreter.language.ir.builders import local
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.nodes import Comparison, Extreme, Sign
from interpreter.language.ir.statements import Term as Word
from interpreter.language.ir.types import BOARD_LINES, Local, Type
from interpreter.language.lowered.instructions import Charge
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import (
    NOTHING,
    AnyMember,
    Apply,
    Cell,
    Comprehension,
    ConditionalValue,
    Conjunction,
    Constant,
    Disjunction,
    Fold,
    LetValue,
    OrElse,
    PlayabilityTest,
    Register,
    TermValue,
    Value,
    ZoneCards,
    apply,
    cell_at,
    constant_number,
    negation,
    none_test,
    plus,
    table,
    times,
)
from interpreter.language.lowering.boards.lookups import lower_board_lookup, ray_lengths
from interpreter.language.lowering.boards.searches import lower_map_search
from interpreter.language.lowering.hands import lower_best_hand, lower_longest_run
from interpreter.language.lowering.pieces import (
    amount_of,
    can_move_piece,
    omitted_test,
    piece_on,
    position_hash,
    room_for,
    times_seen,
)
from interpreter.language.lowering.terms import FunctionCompiler, TermLowering
from interpreter.language.lowering.trials import lower_trial
from interpreter.language.symbols import Symbols

Bindings = dict[Local, Value]
"""Values of the names in an expression."""
CALCULATIONS: dict[Sign, Operation] = {"+": Operation.ADD, "-": Operation.SUBTRACT}
COMPARISONS: dict[Comparison, Operation] = {
    "==": Operation.EQUAL,
    "<": Operation.LESS,
    ">": Operation.GREATER,
    "<=": Operation.AT_MOST,
    ">=": Operation.AT_LEAST,
}
BEST: dict[Extreme, Operation] = {"highest": Operation.HIGHEST, "lowest": Operation.LOWEST}
MEMBERS_WITH_BEST: dict[Extreme, Operation] = {"highest": Operation.BEST_HIGHEST, "lowest": Operation.BEST_LOWEST}
MEMBER: dict[type[Any], Operation] = {
    ir.First: Operation.FIRST,
    ir.Only: Operation.ONLY,
    ir.Random: Operation.RANDOM_MEMBER,
}
TOTALS: dict[Extreme, Operation] = {"highest": Operation.TOTAL_OF_HIGHEST, "lowest": Operation.TOTAL_OF_LOWEST}


class ExpressionLowering:
    """Lowering of one game's expressions."""

    def __init__(
        self,
        symbols: Symbols,
        term_of: Callable[[int], Word],
        weights: CostModel,
        run: FunctionCompiler,
        charges: Mapping[int, Charge],
    ) -> None:
        """Prepare the lowering.

        Args:
            symbols: Symbols of the game.
            term_of: Looks a term up by number.
            weights: Cost model of expressions.
            run: Evaluates terms that depend only on printed values, which then become tables.
            charges: The charge of a call of each term that uses itself.
        """
        self.symbols = symbols
        self.term_of = term_of
        kinds = ("seat", "side", "space", "box", "die", "card", "direction", "kind", *BOARD_LINES)
        self.sizes: dict[str, int] = {name: symbols.size_of(name) for name in kinds}
        self.terms = TermLowering(term_of, weights, self.sizes, self.value, self.snapshot, run, charges)

    def extended(self) -> ExpressionLowering:
        """Return a copy in which further terms can be called; this one stays unchanged."""
        other = copy(self)
        other.terms = self.terms.extended(other.value, other.snapshot)
        return other

    def snapshot(self, expr: Expr, names: Bindings) -> Value:
        """Lower an expression as `value` does, but copy a list that may change later."""
        value = self.value(expr, names)
        return apply(Operation.SNAPSHOT, value) if self._is_live(value) else value

    def _is_live(self, value: Value) -> bool:
        """Return True if a value is a zone's own list instead of a copy."""
        match value:
            case ZoneCards():
                return True
            case ConditionalValue():
                return self._is_live(value.yes) or self._is_live(value.no)
            case OrElse():
                return self._is_live(value.things) or self._is_live(value.other)
            case TermValue():
                body = self.terms.body_of(value.number)
                return body is not None and self._is_live(body)
            case LetValue():
                return self._is_live(value.inner)
            case (
                Constant()
                | Register()
                | Cell()
                | Apply()
                | Conjunction()
                | Disjunction()
                | Comprehension()
                | AnyMember()
                | Fold()
                | PlayabilityTest()
            ):
                return False
            case _:
                assert_never(value)

    def value(self, expr: Expr, names: Bindings) -> Value:
        """Lower an expression in which names have these values."""
        if isinstance(expr, ir.Reference):
            return self._reference(expr, names)
        if isinstance(expr, ir.StateRead):
            return self._state_read(expr, names)
        if isinstance(expr, ir.PrintedLookup):
            return self._printed_lookup(expr, names)
        if isinstance(expr, ir.BoardLookup):
            return lower_board_lookup(expr, self.symbols, partial(self.value, names=names))
        if isinstance(expr, ir.MapSearch):
            return lower_map_search(expr, self.symbols, partial(self.value, names=names))
        if isinstance(expr, ir.PieceRead):
            return self._piece_read(expr, names)
        if isinstance(expr, ir.CardRead):
            return self._card_read(expr, names)
        if isinstance(expr, ir.SetOperation):
            return self._set_operation(expr, names)
        if isinstance(expr, ir.NumberOperation):
            return self._number_operation(expr, names)
        if isinstance(expr, ir.Calculation):
            return self._calculation(expr, names)
        if isinstance(expr, ir.ConditionOperation):
            return self._condition_operation(expr, names)
        assert_never(expr)

    def _reference(self, expr: ir.Reference, names: Bindings) -> Value:
        match expr:
            case ir.Const():
                return Constant(expr.value)
            case ir.EnumWord():
                return Constant(self.symbols.number_of_word(expr.word))
            case ir.Ref():
                return names[expr.local]
            case ir.TermCall():
                return self.terms.value_of_call(expr, tuple(self.snapshot(arg, names) for arg in expr.args))
            case ir.Computed():
                raise AssertionError(expr)  # a word with a body is lowered by its statements
            case _:
                assert_never(expr)

    def _state_read(self, expr: ir.StateRead, names: Bindings) -> Value:
        symbols = self.symbols
        match expr:
            case ir.TrackValue():
                return self._track(expr, names)
            case ir.VariableValue():
                return cell_at(symbols.variable_base[expr.variable], self.variable_index(expr, names))
            case ir.FlagValue():
                return cell_at(symbols.flag_base[expr.flag], self.value(expr.thing, names))
            case ir.IsWatchRunning():
                return Cell(symbols.watch_base + expr.watch)
            case ir.IsOmitted():
                return omitted_test(Constant(expr.thing), symbols)
            case ir.IsLowered():
                assert symbols.omissions is not None
                numbers = tuple(symbols.omissions.of_values[expr.attribute])
                return omitted_test(table(numbers, self.value(expr.card, names)), symbols)
            case ir.RecordedCondition():
                return apply(
                    Operation.RECORDED, self.value(expr.condition, names), Constant(expr.held), Constant(expr.failed)
                )
            case ir.TimesOccurred():
                return times_seen(position_hash([self.value(each, names) for each in expr.values], symbols), symbols)
            case _:
                assert_never(expr)

    def _next_in_order(self, expr: ir.NextSeat | ir.NextValue, names: Bindings) -> Value:
        """Return the seat or the value after another one, or before it."""
        step = -1 if expr.is_before else 1
        if isinstance(expr, ir.NextSeat):
            seats = len(self.symbols.seats)
            return table(tuple((seat + step) % seats for seat in range(seats)), self.value(expr.seat, names))
        pairs = dict(pairwise(expr.listed[::step]))
        numbers = tuple(self._number_of(pairs.get(word)) for word in self.symbols.labels["value"])
        value = self.value(expr.value, names)
        following = table(numbers, value)
        return ConditionalValue(NOTHING, none_test(value), following) if expr.value.type.optional else following

    def _number_of(self, word: str | None) -> int | None:
        """Return the number of a value of a column, or None for none."""
        return None if word is None else self.symbols.number_of_word(word)

    def _place_in_list(self, expr: ir.PlaceInList, names: Bindings) -> Value:
        """Return the place of a value in a list; 0 for nothing."""
        places = {word: place for place, word in enumerate(expr.listed, 1)}
        value = self.value(expr.value, names)
        place = table(tuple(places.get(word, 0) for word in self.symbols.labels["value"]), value)
        return ConditionalValue(Constant(0), none_test(value), place) if expr.value.type.optional else place

    def _unpacked(self, expr: ir.PairPart | ir.SubsetMembers, names: Bindings) -> Value:
        """Return what a number holds: a part of a pair, or the members of a subset; nothing, or none, for nothing."""
        if isinstance(expr, ir.SubsetMembers):
            numbering = SubsetNumbering(len(self.symbols.labels[expr.type.kind]), expr.largest)
            subset = self.value(expr.subset, names)
            members = apply(Operation.SUBSET_MEMBERS, subset, Constant(numbering.table))
            return ConditionalValue(Constant(()), none_test(subset), members) if expr.subset.type.optional else members
        pair = self.value(expr.pair, names)
        operation = Operation.REMAINDER if expr.is_second else Operation.QUOTIENT
        part = apply(operation, pair, Constant(expr.width))
        return ConditionalValue(NOTHING, none_test(pair), part) if expr.pair.type.optional else part

    def _printed_lookup(self, expr: ir.PrintedLookup, names: Bindings) -> Value:
        symbols = self.symbols
        match expr:
            case ir.StepValue():
                track = symbols.track(expr.track)
                step = self.value(expr.step, names)
                return table(track.gives[expr.name], plus(step, -track.low))
            case ir.AttributeValue():
                return table(self._column(expr), self.value(expr.thing, names))
            case ir.IsWord():
                return table(tuple(entry == expr.value for entry in expr.table), self.value(expr.thing, names))
            case ir.PairPart() | ir.SubsetMembers():
                return self._unpacked(expr, names)
            case ir.PlaceInList():
                return self._place_in_list(expr, names)
            case ir.Opponent():
                return apply(Operation.SUBTRACT, Constant(1), self.value(expr.of, names))
            case ir.NextSeat() | ir.NextValue():
                return self._next_in_order(expr, names)
            case ir.OwnPlace() | ir.KeyNumber() | ir.OwnZones():
                return self._kept_place(expr, names)
            case ir.SeatRow():
                return table(expr.rows, self.value(expr.seat, names))
            case ir.PieceDetail():
                return table(symbols.piece_details(expr.detail), self.value(expr.piece, names))
            case ir.PieceInBox():
                pieces = times(self.value(expr.piece, names), len(symbols.seats))
                return table(symbols.pieces_in_boxes(expr.first), plus(pieces, self.value(expr.seat, names)))
            case _:
                assert_never(expr)

    def _piece_read(self, expr: ir.PieceRead, names: Bindings) -> Value:
        symbols = self.symbols
        if isinstance(expr, ir.CanMovePiece):
            target = self.value(expr.target, names)
            return can_move_piece(self.value(expr.piece, names), target, expr.target.type.kind, symbols)
        if isinstance(expr, ir.AfterMoves):
            return self.terms.value_of_trial(*lower_trial(expr, names, symbols, self.value, self.term_of))
        owner = None if expr.owner is None else self.value(expr.owner, names)
        match expr:
            case ir.PieceAmount():
                return amount_of(expr, self.value(expr.place, names), owner, symbols)
            case ir.HasRoom():
                place = self.value(expr.place, names)
                return room_for(expr, place, self.value(expr.amount, names), owner, symbols)
            case ir.PiecesOn():
                raise AssertionError(expr)  # stands only in a trial
            case ir.PieceOn():
                return piece_on(expr.sorts, self.value(expr.space, names), owner, symbols)
            case ir.LonePiece():
                space = self.value(expr.space, names)
                found = piece_on(expr.sorts, space, owner, symbols)
                return ConditionalValue(found, negation(none_test(space)), NOTHING)
            case _:
                assert_never(expr)

    def _card_read(self, expr: ir.CardRead, names: Bindings) -> Value:
        match expr:
            case ir.Cards():
                return ZoneCards(self.value(expr.zone, names))
            case ir.CardsIn():
                return apply(Operation.CARDS_OF, self.value(expr.zones, names))
            case ir.EndCard(is_bottom=True):
                return apply(Operation.FIRST, ZoneCards(self.value(expr.zone, names)))
            case ir.EndCard():
                zone = self.value(expr.zone, names)
                last = apply(Operation.ITEM, ZoneCards(zone), Constant(-1))
                return ConditionalValue(last, apply(Operation.HAS_ANY, ZoneCards(zone)), NOTHING)
            case ir.IsPlayable():
                return PlayabilityTest(self.value(expr.card, names), self.value(expr.you, names), expr.permitted)
            case ir.WouldChange():
                muted = Constant(-1) if expr.track is None else self._track_number(expr.track, expr.seat, names)
                return apply(Operation.WOULD_CHANGE, self.value(expr.card, names), self.value(expr.you, names), muted)
            case ir.IsMuted():
                tried = apply(Operation.MUTED_TRACK)
                return apply(Operation.EQUAL, tried, self._track_number(expr.track, expr.seat, names))
            case _:
                assert_never(expr)

    def _set_operation(self, expr: ir.SetOperation, names: Bindings) -> Value:
        match expr:
            case ir.AsSet():
                kind = Operation.SINGLE_OR_NONE if expr.thing.type.optional else Operation.SINGLE
                return apply(kind, self.value(expr.thing, names))
            case ir.Union():
                return apply(Operation.UNION, self.value(expr.left, names), self.value(expr.right, names))
            case ir.Range():
                return apply(Operation.SPAN, self.value(expr.low, names), self.value(expr.high, names))
            case ir.InOrder():
                return self._in_order(expr, names)
            case ir.Intersection() | ir.Filter():
                it, things, test = self._members(expr, names)
                return Comprehension(it, things, test, it)
            case ir.Prefer() | ir.UpToFirst():
                return self._preferred_or_first(expr, names)
            case ir.Pairs() | ir.Subsets():
                raise AssertionError(expr)  # a choice makes its own list
            case ir.ArgBest() | ir.LongestRun():
                things = self.value(expr.things, names)
                if isinstance(expr, ir.LongestRun):
                    return lower_longest_run(things, expr, self.symbols)
                return apply(MEMBERS_WITH_BEST[expr.extreme], things, self._valued(expr, expr.value, names))
            case ir.First() | ir.Only() | ir.Random():
                return apply(MEMBER[type(expr)], self.value(expr.things, names))
            case ir.Leading():
                few = Operation.LAST_FEW if expr.from_end else Operation.FIRST_FEW
                return apply(few, self.value(expr.things, names), self.value(expr.amount, names))
            case _:
                assert_never(expr)

    def _preferred_or_first(self, expr: ir.Prefer | ir.UpToFirst, names: Bindings) -> Value:
        it, base = Register(expr.it.type), self.value(expr.things, names)
        if isinstance(expr.things, ir.RaysFrom):
            assert isinstance(expr, ir.UpToFirst)
            lengths = ray_lengths(expr.things, self.symbols, self.value(expr.things.space, names))
            ends = Comprehension(it, base, None, self.value(expr.condition, {**names, expr.it: it}))
            return apply(Operation.BEGINNINGS, base, lengths, ends, Constant(int(expr.included)))
        held = Comprehension(it, base, self.value(expr.condition, {**names, expr.it: it}), it)
        if isinstance(expr, ir.Prefer):
            return OrElse(held, base)
        return apply(Operation.UP_TO if expr.included else Operation.BEFORE, base, apply(Operation.FIRST, held))

    def _number_operation(self, expr: ir.NumberOperation, names: Bindings) -> Value:
        match expr:
            case ir.Count():
                base_of = expr.things
                if isinstance(base_of, ir.Intersection) and isinstance(base_of.left, ir.NeighbourSpaces):
                    return apply(
                        Operation.COUNT_COMMON, self._around_sets(base_of.left, names), self.value(base_of.right, names)
                    )
                return apply(Operation.LENGTH, self.value(base_of, names))
            case ir.SumOver():
                return apply(Operation.TOTAL, self._valued(expr, expr.value, names))
            case ir.SumBest():
                values = self._valued(expr, expr.value, names)
                return apply(TOTALS[expr.extreme], values, self.value(expr.most, names))
            case ir.BestHand():
                return lower_best_hand(self.value(expr.cards, names), expr.card_count, self.symbols)
            case ir.Best():
                return apply(BEST[expr.extreme], self._valued(expr, expr.value, names))
            case ir.Conditional():
                return ConditionalValue(
                    self.value(expr.yes, names), self.value(expr.condition, names), self.value(expr.no, names)
                )
            case _:
                assert_never(expr)

    def _calculation(self, expr: ir.Calculation, names: Bindings) -> Value:
        match expr:
            case ir.Arithmetic():
                return apply(CALCULATIONS[expr.sign], self.value(expr.left, names), self.value(expr.right, names))
            case ir.Product():
                return apply(Operation.MULTIPLY, self.value(expr.left, names), self.value(expr.right, names))
            case ir.Quotient():
                dividend, divisor = self.value(expr.left, names), self.value(expr.right, names)
                if expr.rounding == "down":
                    return apply(Operation.QUOTIENT, dividend, divisor)
                return _negative(apply(Operation.QUOTIENT, _negative(dividend), divisor))
            case ir.Remainder():
                return apply(Operation.REMAINDER, self.value(expr.left, names), self.value(expr.right, names))
            case ir.ExtremeOf():
                numbers = [self.value(each, names) for each in expr.numbers]
                if expr.extreme == "lowest":
                    return reduce(partial(apply, Operation.LEAST), numbers)
                return _negative(reduce(partial(apply, Operation.LEAST), map(_negative, numbers)))
            case ir.AbsoluteDifference():
                distance = apply(Operation.SUBTRACT, self.value(expr.left, names), self.value(expr.right, names))
                return apply(Operation.ABSOLUTE, distance)
            case ir.Negative():
                return _negative(self.value(expr.value, names))
            case _:
                assert_never(expr)

    def _condition_operation(self, expr: ir.ConditionOperation, names: Bindings) -> Value:
        match expr:
            case ir.And():
                return Conjunction(self.value(expr.left, names), self.value(expr.right, names))
            case ir.Or():
                return Disjunction(self.value(expr.left, names), self.value(expr.right, names))
            case ir.Not():
                return negation(self.value(expr.condition, names))
            case ir.Compare():
                return apply(COMPARISONS[expr.sign], self.value(expr.left, names), self.value(expr.right, names))
            case ir.Equal():
                return _equal(self.value(expr.left, names), self.value(expr.right, names))
            case ir.SameMembers():
                return apply(Operation.SAME, self.value(expr.left, names), self.value(expr.right, names))
            case ir.IsMember():
                return apply(Operation.CONTAINS, self.value(expr.thing, names), self.value(expr.things, names))
            case ir.Exists():
                if isinstance(expr.things, ir.Filter):
                    it, things, test = self._members(expr.things, names)
                    assert test is not None
                    return AnyMember(it, things, test)
                return apply(Operation.HAS_ANY, self.value(expr.things, names))
            case ir.Some():
                return self._some(expr, names)
            case ir.Every():
                it, things, test = self._members(expr.things, names)
                fails = negation(self.value(expr.condition, {**names, expr.it: it}))
                return negation(AnyMember(it, things, fails if test is None else Conjunction(test, fails)))
            case _:
                assert_never(expr)

    def _kept_place(self, expr: ir.OwnPlace | ir.KeyNumber | ir.OwnZones, names: Bindings) -> Value:
        match expr:
            case ir.OwnPlace():
                return plus(expr.first, self.value(expr.whose, names))
            case ir.KeyNumber():
                return self._key_number(expr.per, expr.keys, names)
            case ir.OwnZones():
                owner = Register(Type("number"))
                return Comprehension(owner, self.value(expr.owners, names), None, plus(expr.first, owner))
            case _:
                assert_never(expr)

    def variable_index(self, expr: ir.VariableValue, names: Bindings) -> Value:
        """Return the offset of a variable from its base address, for the things that it is kept for."""
        variable = self.symbols.variables[expr.variable]
        return self._key_number(variable.per, expr.keys, names)

    def _key_number(self, kept_for: tuple[str, ...], keys: tuple[Expr, ...], names: Bindings) -> Value:
        index = [self._key(key, per, names) for key, per in zip(keys, kept_for, strict=True)]
        if len(index) == 2:
            width = self.symbols.size_of(kept_for[1])
            return plus(times(index[0], width), index[1])
        return index[0] if index else Constant(0)

    def _key(self, key: Expr, per: str, names: Bindings) -> Value:
        """Return the number of a thing that has a variable; of a value of a column, its place in the column."""
        found, symbols = self.value(key, names), self.symbols
        if per not in symbols.kept_columns:
            return found
        places = {symbols.number_of_word(word): at for at, word in enumerate(symbols.labels[per])}
        return table(tuple(places.get(number, 0) for number in range(len(symbols.labels["value"]))), found)

    def _track(self, expr: ir.TrackValue, names: Bindings) -> Value:
        track = self.symbols.track(expr.track)
        base = self.symbols.track_base[expr.track]
        if expr.seat is None:
            return Cell(base)
        seat = self.value(expr.seat, names)
        if not track.mirrored:
            return cell_at(base, seat)
        mine, other = Cell(base), apply(Operation.NEGATE, Cell(base))
        if isinstance(seat, Constant):
            return other if seat.value else mine
        return ConditionalValue(other, seat, mine)

    def _track_number(self, track: str, seat: Expr | None, names: Bindings) -> Value:
        number = self.symbols.track_number[track]
        return Constant(number) if seat is None else plus(number, self.value(seat, names))

    def _column(self, expr: ir.AttributeValue) -> tuple[Any, ...]:
        """Return an attribute of all things of a kind; a missing number is 0."""
        column = self.symbols.attributes[expr.attribute][expr.kind]
        if expr.ordered:
            places = {value: at for at, value in enumerate((None, *column.values))}
            return tuple(places[value] for value in self.symbols.attribute_values(expr.kind, expr.attribute))
        default: Any = {"number": 0, "flag": False}.get(column.kind)
        values = self.symbols.attribute_values(expr.kind, expr.attribute)
        if column.kind == "values":
            return tuple(None if value is None else self.symbols.number_of_word(value) for value in values)
        return tuple(default if value is None else value for value in values)

    def _around_sets(self, expr: ir.NeighbourSpaces, names: Bindings) -> Value:
        """Return the neighbours of a space as a set, for membership tests."""
        rows = tuple(frozenset(row) for row in self.symbols.adjacency(expr.way))
        return table(rows, self.value(expr.space, names))

    def _in_order(self, expr: ir.InOrder, names: Bindings) -> Value:
        seats = len(self.symbols.seats)
        start = self.value(expr.start, names)
        if isinstance(expr.things, ir.Const) and len(expr.things.members) == seats:
            orders = tuple(tuple((first + turn) % seats for turn in range(seats)) for first in range(seats))
            return table(orders, start if constant_number(start) is not None else apply(Operation.OR_ZERO, start))
        return apply(Operation.IN_ORDER, self.value(expr.things, names), start, Constant(seats))

    def _members(self, expr: Expr, names: Bindings) -> tuple[Register, Value, Value | None]:
        """Return a set as a register for each member, the set that it is filtered from, and the test."""
        tests: list[Value] = []
        it = Register(expr.type._replace(many=False))
        while isinstance(expr, ir.Filter):
            tests.append(self.value(expr.condition, {**names, expr.it: it}))
            expr = expr.things
        if isinstance(expr, ir.Intersection):
            tests.append(apply(Operation.CONTAINS, it, self.value(expr.right, names)))
            expr = expr.left
        test: Value | None = None
        for each in tests:
            test = each if test is None else Conjunction(each, test)
        return it, self.value(expr, names), test

    def _valued(self, loop: ir.SetLoop, value: Expr, names: Bindings) -> Value:
        """Return the list of a value for each member of a set."""
        it, things, test = self._members(loop.things, names)
        return Comprehension(it, things, test, self.value(value, {**names, loop.it: it}))

    def _some(self, expr: ir.Some, names: Bindings) -> Value:
        base, condition = expr.things, expr.condition
        if (
            isinstance(base, ir.NeighbourSpaces)
            and isinstance(condition, ir.IsMember)
            and condition.thing == local(expr.it)
        ):
            return apply(Operation.ANY_COMMON, self._around_sets(base, names), self.value(condition.things, names))
        it, things, test = self._members(base, names)
        holds = self.value(condition, {**names, expr.it: it})
        return AnyMember(it, things, holds if test is None else Conjunction(test, holds))


def _equal(left: Value, right: Value) -> Value:
    if right == NOTHING:
        return none_test(left)
    return apply(Operation.EQUAL, left, right)


def _negative(value: Value) -> Value:
    return apply(Operation.NEGATE, value)
