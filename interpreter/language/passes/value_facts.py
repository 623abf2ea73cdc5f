"""Facts about values at compile time: their kinds and bounds, and whether evaluating them has effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from interpreter.language.ir.types import CARD, SEAT
from interpreter.language.lowered.game import Function, LoweredGame
from interpreter.language.lowered.instructions import Add, Append, Body, Loop, Set, instructions_in
from interpreter.language.lowered.operations import Operation, ValueKind
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
    constant_number,
    subvalues,
)
from interpreter.language.symbols import Symbols

THING_BOUND, CELL_BOUND, STORED_BOUND, WORD_BOUND, LENGTH_BOUND = 1 << 28, 1 << 51, 1 << 53, 1 << 62, 1 << 20
"""Bounds of numbers, which machine code checks where they are not certain.

Numbers of things are below THING_BOUND and numbers in cells below CELL_BOUND. Other stored numbers are below
STORED_BOUND, so that a sum of a thousand of them is below WORD_BOUND and fits into a word. No list has as many members
as LENGTH_BOUND.
"""
COPIES = {Operation.SNAPSHOT, Operation.OPTIONS}
"""Copying operations, which make no difference to code that only reads the list."""
EFFECTS = {
    Operation.RANDOM_MEMBER, Operation.RANDOM_INDEX, Operation.CALL_COUNT, Operation.WOULD_CHANGE, Operation.RECORDED,
}  # fmt: skip
"""Operations with side effects, which every backend must evaluate equally often."""
MAY_STOP = {
    Operation.MULTIPLY, Operation.QUOTIENT, Operation.REMAINDER, Operation.BOUNDED, Operation.SPAN, Operation.WITH,
}  # fmt: skip
"""Operations that may stop the match, and that every backend must evaluate in the same cases."""
INFALLIBLE = {
    Operation.ADD, Operation.SUBTRACT, Operation.NEGATE, Operation.ABSOLUTE, Operation.EQUAL, Operation.LESS,
    Operation.GREATER, Operation.AT_MOST, Operation.AT_LEAST, Operation.IS_NOTHING, Operation.NOT, Operation.BOTH,
    Operation.EITHER, Operation.SELECT,
}  # fmt: skip
"""Operations that can't fail."""
MOST_SPECULATED = 16
"""Most operations of a value that is evaluated speculatively. A mispredicted branch costs more."""


@dataclass(frozen=True, slots=True)
class GameFacts:
    """Facts about a game that bound its values.

    Attributes:
        counts: Number of things by kind: `seat`, `space`, `card` and `zone`.
        where_base: The first of the cells that hold the zone of each card.
        large_cells: Base addresses of the cells that may hold large numbers.
        list_cells: Cells that hold lists.
        terms: Vocabulary terms by number.
        records_coverage: True if play records coverage points.
    """

    counts: Mapping[str, int]
    where_base: int
    large_cells: frozenset[int]
    list_cells: tuple[int, ...]
    terms: Mapping[int, Function]
    records_coverage: bool

    @classmethod
    def of_game(cls, symbols: Symbols, lowered: LoweredGame) -> GameFacts:
        """Return the facts about a game."""
        counts = {
            "seat": len(symbols.seats),
            "space": symbols.space_count,
            "card": max(1, len(symbols.rulebook.cards)),
            "zone": symbols.zone_count,
        }
        where, large, lists = symbols.card_zone_base, _large_cells(symbols), list_cells(symbols)
        return cls(counts, where, large, lists, lowered.terms, lowered.points > 0)


def _large_cells(symbols: Symbols) -> frozenset[int]:
    """Return the base addresses of variables, tracks with a wide range, and pieces with a large supply."""
    book = symbols.rulebook
    found = set(range(symbols.first_variable, symbols.first_flag))
    for track in book.tracks:
        if max(abs(track.low), abs(track.high)) >= THING_BOUND:
            first = symbols.track_base[track.id]
            found |= set(range(first, first + symbols.slots_of_track(track)))
    if sum(kind.supply * symbols.owner_count(kind) for kind in book.pieces) >= THING_BOUND:
        found |= set(range(symbols.first_variable))
    return frozenset(found)


def list_cells(symbols: Symbols) -> tuple[int, ...]:
    """Return the cells that hold lists."""
    return tuple(
        symbols.variable_base[variable.id] + at
        for variable in symbols.rulebook.variables
        if variable.kind.startswith("list")
        for at in range(symbols.slots_of_variable(variable))
    )


class ValueFacts:
    """Facts about the values of one game."""

    def __init__(self, game: GameFacts) -> None:
        self.game = game
        self._terms = game.terms
        self._speculatable: dict[int, bool] = {}
        self._places: dict[Register, int] = {}

    def is_speculatable(self, value: Value) -> bool:
        """Return True if a value may be evaluated when it is not needed: it has no side effects and can't fail."""
        for part in subvalues(value):
            match part:
                case Apply(Operation.MULTIPLY, arguments) if any(isinstance(each, Constant) for each in arguments):
                    pass
                case Apply(Operation.QUOTIENT | Operation.REMAINDER, (_, Constant())):
                    pass
                case Apply(operation) if operation in EFFECTS or operation in MAY_STOP:
                    return False
                case PlayabilityTest() if self.game.records_coverage:  # it may record coverage
                    return False
                case TermValue() if not self._is_speculatable_term(part.number):
                    return False
        return True

    def _is_speculatable_term(self, number: int) -> bool:
        if number not in self._speculatable:
            term = self._terms[number]
            assert term.result is not None
            parts = [step.value for step in term.body if isinstance(step, Set)]
            is_plain = len(parts) == len(term.body)  # no loop, no exit
            self._speculatable[number] = is_plain and all(map(self.is_speculatable, (*parts, term.result)))
        return self._speculatable[number]

    def is_card(self, value: Value) -> bool:
        """Return True if a value is certainly the number of a card."""
        number = constant_number(value)
        if number is not None:
            return 0 <= number < self.game.counts["card"]
        return isinstance(value, Register) and value.type == CARD

    def term(self, number: int) -> Function:
        """Return the function of a vocabulary term."""
        return self._terms[number]

    def is_cheap(self, *values: Value) -> bool:
        """Return True if values may be evaluated speculatively.

        They are short, can't fail in any state, and involve no loop over a list.
        """
        cost = 0
        for value in values:
            for part in subvalues(value):
                cost += 1
                if cost > MOST_SPECULATED or not self._is_simple(part):
                    return False
        return True

    def _is_simple(self, part: Value) -> bool:
        match part:
            case Constant() | Register() | Conjunction() | Disjunction() | ConditionalValue():
                return True
            case Cell(_, index):
                return index is None or self.is_valid_index(index)
            case ZoneCards(place):
                return self.is_valid_index(place)
            case Apply(Operation.ITEM, (Constant(), index)):
                return self.is_valid_index(index)
            case Apply(Operation.LENGTH | Operation.HAS_ANY, (ZoneCards(),)):
                return True
            case Apply(Operation.MULTIPLY, (left, right)):
                return self.upper_bound(left) * self.upper_bound(right) < STORED_BOUND
            case Apply(operation):
                return operation in INFALLIBLE
            case _:
                return False

    def find_indices(self, body: Body, parameters: Sequence[Register] = ()) -> None:
        """Find the registers of a function or segment that hold only indices of things.

        `parameters` are excluded: only their types are known.
        """
        values: dict[Register, list[Value]] = {parameter: [NOTHING] for parameter in parameters}
        for instruction in instructions_in(body):
            match instruction:
                case Set(Register() as target, value):
                    values.setdefault(target, []).append(value)
                case Add(Register() as target) | Append(target) | Loop(target):
                    values.setdefault(target, []).append(NOTHING)
        for register, given in values.items():
            if register.slot is None and all(map(self.is_valid_index, given)):
                self._places[register] = max(map(self.upper_bound, given))

    def is_valid_index(self, index: Value) -> bool:
        """Return True if a number is a valid index: the number of a thing, or computed from such numbers.

        The rules guarantee that something is stored there.
        """
        match index:
            case Constant(int() as number):
                return number >= 0
            case Register():
                thing = index.type.kind != "number" and not index.type.optional and not index.type.many
                return thing or index in self._places
            case Apply(Operation.ADD | Operation.MULTIPLY, parts):
                return all(map(self.is_valid_index, parts))
            case Apply(Operation.SUBTRACT, (Constant(int() as last), Register() as seat)):
                return seat.type == SEAT and last == self.game.counts["seat"] - 1
            case Apply(Operation.ITEM, (Constant(tuple() as entries), at)):
                return all(
                    type(entry) is int and 0 <= entry < THING_BOUND for entry in entries
                ) and self.is_valid_index(at)
            case _:
                return False

    def kind(self, value: Value) -> ValueKind:
        """Return the kind of a value, as far as it is known."""
        match value:
            case Constant():
                return constant_kind(value.value)
            case Register():
                if value.type.many:
                    return ValueKind.LIST
                return (
                    ValueKind.TRUTH
                    if value.type.kind in ("condition", "flag") and not value.type.optional
                    else ValueKind.ANY
                )
            case Apply(Operation.ITEM, (Constant(tuple() as entries), _)):
                kinds = {constant_kind(entry) for entry in entries}
                return kinds.pop() if len(kinds) == 1 else ValueKind.ANY
            case ConditionalValue(yes, _, no) | Apply(Operation.SELECT, (yes, _, no)):
                kinds = {self.kind(yes), self.kind(no)}
                return kinds.pop() if len(kinds) == 1 else ValueKind.ANY
            case Apply() | Fold():
                return value.operation.result_kind
            case LetValue():
                return self.kind(value.inner)
            case ZoneCards() | Comprehension() | OrElse():
                return ValueKind.LIST
            case Conjunction() | Disjunction() | AnyMember() | PlayabilityTest():
                return ValueKind.TRUTH
            case TermValue():
                result = self._terms[value.number].result
                assert result is not None
                return self.kind(result)
            case Cell():
                return ValueKind.ANY
            case _:
                assert_never(value)

    def upper_bound(self, value: Value) -> int:
        """Return an upper bound of a number's magnitude, given the bounds of stored numbers."""
        match value:
            case Constant(int() as number):
                return abs(number) + 1
            case Constant(tuple() as members):
                return max((self.upper_bound(Constant(each)) for each in members), default=2)
            case ConditionalValue(yes, _, no) | Apply(Operation.SELECT, (yes, _, no)):
                return max(self.upper_bound(yes), self.upper_bound(no))
            case Fold(operation, things):
                return self._operation_bound(Apply(operation, (things,)))
            case LetValue():
                return self.upper_bound(value.inner)
            case Comprehension():
                return self.upper_bound(value.value)
            case Constant() | Conjunction() | Disjunction() | AnyMember() | PlayabilityTest() | ZoneCards():
                return 2
            case Register() if value in self._places:
                return self._places[value]
            case Register() if value.type.kind != "number":
                return THING_BOUND
            case Cell():
                return CELL_BOUND if value.base in self.game.large_cells else THING_BOUND
            case Apply():
                return self._operation_bound(value)
            case _:
                return STORED_BOUND - 1

    def _operation_bound(self, value: Apply) -> int:
        match value:
            case Apply(Operation.ADD | Operation.SUBTRACT, (left, right)):
                return self.upper_bound(left) + self.upper_bound(right)
            case Apply(Operation.NEGATE | Operation.ABSOLUTE | Operation.OR_ZERO | Operation.QUOTIENT, (one, *_)):
                return self.upper_bound(one)
            case Apply(
                Operation.LENGTH
                | Operation.COUNT_COMMON
                | Operation.LONGEST_LINE
                | Operation.GROUP_COUNT
                | Operation.DISTANCE
                | Operation.ROOM_LEFT
                | Operation.PIECE_ON
                | Operation.RANDOM_INDEX
                | Operation.TIMES_SEEN
                | Operation.CALL_COUNT
            ):
                return THING_BOUND
            case Apply(Operation.LONGEST_ROUTE | Operation.BOUNDED | Operation.HASHED | Operation.MIXED):
                return CELL_BOUND  # hashes are only compared
            case Apply(Operation.MULTIPLY, (left, right)):
                return min(self.upper_bound(left) * self.upper_bound(right), STORED_BOUND)
            case Apply(Operation.TOTAL | Operation.TOTAL_OF_HIGHEST | Operation.TOTAL_OF_LOWEST, (things, *_)):
                return min(self.upper_bound(things) * self.max_length(things), STORED_BOUND)
            case Apply(Operation.LEAST | Operation.REMAINDER | Operation.UNION, (left, right)):
                return max(self.upper_bound(left), self.upper_bound(right))
            case Apply(
                Operation.SINGLE | Operation.FIRST | Operation.ONLY | Operation.HIGHEST | Operation.LOWEST, (one,)
            ):
                return self.upper_bound(one)
            case Apply(Operation.ITEM, (Constant() as table, _)):
                return self.upper_bound(table)
            case Apply(Operation.ITEM, (Register() as things, _)) if things.type.kind != "number":
                return THING_BOUND
            case Apply(operation) if operation.result_kind is ValueKind.TRUTH:
                return 2
            case _:
                return STORED_BOUND - 1

    def max_length(self, things: Value) -> int:
        """Return the greatest possible length of a list."""
        base = source_of(things)
        if isinstance(base, Constant):
            return max(1, len(base.value))
        return self.game.counts["card"] if isinstance(base, ZoneCards) else LENGTH_BOUND


def constant_kind(constant: object) -> ValueKind:
    """Return the kind of a constant."""
    if isinstance(constant, bool):
        return ValueKind.TRUTH
    return ValueKind.LIST if isinstance(constant, tuple | frozenset) else ValueKind.ANY


def source_of(things: Value) -> Value:
    """Return the list that a derived list is made from."""
    match things:
        case Comprehension():
            return source_of(things.things)
        case Apply(operation, (inner,)) if operation in COPIES:
            return source_of(inner)
        case _:
            return things
