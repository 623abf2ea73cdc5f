"""Facts about values at compile time: their kinds and bounds, and whether evaluating them has effects."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import assert_never

from interpreter.language.backends.wasm.memory import Memory
from interpreter.language.backends.wasm.sizes import CELL, MANY, SMALL, SURE, WORD
from interpreter.language.ir.types import CARD, SEAT
from interpreter.language.lowered.game import Function
from interpreter.language.lowered.instructions import Add, Append, Body, Loop, Set
from interpreter.language.lowered.operations import FACTS, Kind, Operation
from interpreter.language.lowered.values import (
    NOTHING,
    And,
    Apply,
    Cell,
    Choice,
    Constant,
    Each,
    Or,
    OrElse,
    Playable,
    Register,
    Some,
    Term,
    Value,
    Zone,
    known_number,
    within,
)
from interpreter.language.lowered.walks import instructions_in

LIVE = {Operation.SNAPSHOT, Operation.OPTIONS}
"""Copying operations, which make no difference to code that only reads the list."""
EFFECTS = {Operation.CHANCE, Operation.WOULD_CHANGE, Operation.NOTED}
"""Operations with side effects, which every backend must evaluate equally often."""
STOPS = {Operation.MULTIPLY, Operation.BOUNDED, Operation.SPAN, Operation.WITH}
"""Operations that may stop the match, and that every backend must evaluate in the same cases."""
SAFE = {
    Operation.ADD, Operation.SUBTRACT, Operation.NEGATE, Operation.EQUAL, Operation.LESS, Operation.GREATER,
    Operation.AT_MOST, Operation.AT_LEAST, Operation.IS_NOTHING, Operation.NOT,
}  # fmt: skip
"""Operations that can't fail."""
LOOKS = {Operation.ITEM, Operation.LENGTH, Operation.HAS_ANY, Operation.CONTAINS, Operation.FIRST}
MAKERS = {
    operation
    for operation, facts in FACTS.items()
    if facts.gives is Kind.LIST or Kind.LIST in facts.takes or operation is Operation.WOULD_CHANGE
} - LOOKS
"""Operations that may allocate lists."""
CHEAP = 16
"""Most operations of a value that is evaluated speculatively. A mispredicted branch costs more."""


class Known:
    """Facts about the values of one game and its vocabulary terms."""

    def __init__(self, memory: Memory, terms: Mapping[int, Function]) -> None:
        self._memory = memory
        self._terms = terms
        self._sure: dict[int, bool] = {}
        self._places: dict[Register, int] = {}

    def is_sure(self, value: Value) -> bool:
        """Return True if a value may be evaluated when it is not needed: it has no side effects and can't fail."""
        for part in within(value):
            match part:
                case Apply(Operation.MULTIPLY, arguments) if any(isinstance(each, Constant) for each in arguments):
                    pass
                case Apply(operation) if operation in EFFECTS or operation in STOPS:
                    return False
                case Playable() if self._memory.known["POINTS"]:  # it may record coverage
                    return False
                case Term() if not self._is_sure_term(part.number):
                    return False
        return True

    def _is_sure_term(self, number: int) -> bool:
        if number not in self._sure:
            result = self._terms[number].result
            assert result is not None
            self._sure[number] = self.is_sure(result)
        return self._sure[number]

    @property
    def list_cells(self) -> Collection[int]:
        """Cells that hold lists."""
        return self._memory.list_cells

    @property
    def where_base(self) -> int:
        """The first of the cells that hold the zone of each card."""
        return (self._memory.known["WHERE"] - self._memory.known["CELLS"]) // WORD

    def is_card(self, value: Value) -> bool:
        """Return True if a value is certainly the number of a card."""
        number = known_number(value)
        if number is not None:
            return 0 <= number < self._memory.known["CARDS"]
        return isinstance(value, Register) and value.type == CARD

    def is_maskable(self, things: Register) -> bool:
        """Return True if the members of a list fit into a bit mask of one word."""
        sizes = {"seat": "SEATS", "space": "SPACES", "card": "CARDS", "zone": "ZONE_COUNT"}
        size = sizes.get(things.type.kind)
        return things.type.many and size is not None and self._memory.known[size] <= 64

    def term(self, number: int) -> Function:
        """Return the function of a vocabulary term."""
        return self._terms[number]

    def is_cheap(self, *values: Value) -> bool:
        """Return True if values may be evaluated speculatively.

        They are short, can't fail in any state, and involve no loop over a list.
        """
        cost = 0
        for value in values:
            for part in within(value):
                cost += 1
                if cost > CHEAP or not self._is_simple(part):
                    return False
        return True

    def _is_simple(self, part: Value) -> bool:
        match part:
            case Constant() | Register() | And() | Or() | Choice():
                return True
            case Cell(_, index):
                return index is None or self.is_place(index)
            case Zone(place):
                return self.is_place(place)
            case Apply(Operation.ITEM, (Constant(), index)):
                return self.is_place(index)
            case Apply(Operation.LENGTH | Operation.HAS_ANY, (Zone(),)):
                return True
            case Apply(Operation.MULTIPLY, (left, right)):
                return self.bound(left) * self.bound(right) < SURE
            case Apply(operation):
                return operation in SAFE
            case _:
                return False

    def look_through(self, body: Body, parameters: Sequence[Register] = ()) -> None:
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
            if register.slot is None and all(map(self.is_place, given)):
                self._places[register] = max(map(self.bound, given))

    def is_place(self, index: Value) -> bool:
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
                return all(map(self.is_place, parts))
            case Apply(Operation.SUBTRACT, (Constant(int() as last), Register() as seat)):
                return seat.type == SEAT and last == self._memory.known["SEATS"] - 1
            case Apply(Operation.ITEM, (Constant(tuple() as entries), at)):
                return all(type(entry) is int and 0 <= entry < SMALL for entry in entries) and self.is_place(at)
            case _:
                return False

    def kind(self, value: Value) -> Kind:
        """Return the kind of a value, as far as it is known."""
        match value:
            case Constant():
                return kind_of(value.value)
            case Register():
                if value.type.many:
                    return Kind.LIST
                return Kind.TRUTH if value.type.kind in ("condition", "flag") and not value.type.optional else Kind.ANY
            case Apply(Operation.ITEM, (Constant(tuple() as entries), _)):
                kinds = {kind_of(entry) for entry in entries}
                return kinds.pop() if len(kinds) == 1 else Kind.ANY
            case Apply():
                return FACTS[value.operation].gives
            case Choice():
                kinds = {self.kind(value.yes), self.kind(value.no)}
                return kinds.pop() if len(kinds) == 1 else Kind.ANY
            case Zone() | Each() | OrElse():
                return Kind.LIST
            case And() | Or() | Some() | Playable():
                return Kind.TRUTH
            case Term():
                result = self._terms[value.number].result
                assert result is not None
                return self.kind(result)
            case Cell():
                return Kind.ANY
            case _:
                assert_never(value)

    def bound(self, value: Value) -> int:
        """Return an upper bound of a number's magnitude, given the bounds of stored numbers."""
        match value:
            case Constant(int() as number):
                return abs(number) + 1
            case Apply(Operation.ADD | Operation.SUBTRACT, (left, right)):
                return self.bound(left) + self.bound(right)
            case Apply(Operation.NEGATE | Operation.OR_ZERO, (one,)):
                return self.bound(one)
            case Apply(Operation.LENGTH | Operation.COUNT_COMMON | Operation.LONGEST_LINE | Operation.FITTING):
                return SMALL
            case Apply(Operation.BOUNDED):
                return CELL
            case Apply(Operation.MULTIPLY, (left, right)):
                return min(self.bound(left) * self.bound(right), SURE)
            case Apply(Operation.TOTAL, (things,)):
                return min(self.bound(things) * self.most(things), SURE)
            case Apply(Operation.TOTAL_OF_HIGHEST | Operation.TOTAL_OF_LOWEST, (things, _)):
                return min(self.bound(things) * self.most(things), SURE)
            case Apply(Operation.LEAST | Operation.UNION, (left, right)):
                return max(self.bound(left), self.bound(right))
            case Apply(
                Operation.SINGLE | Operation.FIRST | Operation.ONLY | Operation.HIGHEST | Operation.LOWEST, (one,)
            ):
                return self.bound(one)
            case Constant(tuple() as members):
                return max((self.bound(Constant(each)) for each in members), default=2)
            case Apply(Operation.ITEM, (Constant() as table, _)):
                return self.bound(table)
            case Choice():
                return max(self.bound(value.yes), self.bound(value.no))
            case Each():
                return self.bound(value.value)
            case Constant() | And() | Or() | Some() | Playable() | Zone():
                return 2
            case Register() if value in self._places:
                return self._places[value]
            case Register() if value.type.kind != "number":
                return SMALL
            case Cell():
                return CELL if value.base in self._memory.large else SMALL
            case Apply(Operation.ITEM, (Register() as things, _)) if things.type.kind != "number":
                return SMALL
            case _:
                return SURE - 1

    def most(self, things: Value) -> int:
        """Return the greatest possible length of a list."""
        base = base_of(things)
        if isinstance(base, Constant):
            return max(1, len(base.value))
        return self._memory.known["CARDS"] if isinstance(base, Zone) else MANY


def kind_of(constant: object) -> Kind:
    """Return the kind of a constant."""
    if isinstance(constant, bool):
        return Kind.TRUTH
    return Kind.LIST if isinstance(constant, tuple | frozenset) else Kind.ANY


def base_of(things: Value) -> Value:
    """Return the list that a derived list is made from."""
    match things:
        case Each():
            return base_of(things.things)
        case Apply(operation, (inner,)) if operation in LIVE:
            return base_of(inner)
        case _:
            return things


def is_pure(value: Value) -> bool:
    """Return True if a value may be evaluated any number of times."""
    return not any(isinstance(part, Apply) and part.operation in EFFECTS for part in within(value))


def makes_lists(value: Value) -> bool:
    """Return True if evaluating a value may allocate a list in the arena."""
    return any(
        isinstance(part, Each | Term | OrElse | Playable) or (isinstance(part, Apply) and part.operation in MAKERS)
        for part in within(value)
    )


def is_dear(test: Value) -> bool:
    """Return True if every backend stops evaluating a test at the first member that passes it."""
    return any(isinstance(part, Playable) for part in within(test))


def certain(value: Value) -> list[Value]:
    """Return the expensive subexpressions that are evaluated whenever a value is."""
    match value:
        case And() | Or():
            return certain(value.left)
        case Choice():
            return certain(value.condition)
        case Term():
            return [value] if is_pure(value) else []
        case Apply():
            return [each for part in value.parts for each in certain(part)]
        case _:
            return []
