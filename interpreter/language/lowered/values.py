"""Values of the intermediate language: pure expressions over the state of a match.

A value is a number, a truth value, None, a word, or a list of these; things are represented by their numbers. The state
of a match is held in cells and zones (see layout). Code that walks values uses a `match` over `Value` that ends in
`assert_never`, or iterates over `parts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from interpreter.language.frozen import Branch
from interpreter.language.ir.types import Type
from interpreter.language.lowered.operations import FACTS, Operation


class Part(Branch["Value"]):
    """Base class of the nodes that form a value."""

    PARTS: ClassVar[tuple[str, ...]] = ("Value",)
    OTHERS: ClassVar[frozenset[str]] = frozenset(("Register", "Operation", "Type", "Any", "bool", "int", "int | None"))


class Constant(Part):
    """A number, a truth value, None or a word; or a table: a tuple of these, of tuples, or of sets."""

    value: Any


class Register(Part):
    """A variable of one function, or a slot in the frame of a routine. Compared by identity."""

    type: Type
    slot: int | None = None

    __eq__ = object.__eq__
    __hash__ = object.__hash__


class Cell(Part):
    """The state cell at `base`, plus `index` if there is one."""

    base: int
    index: Value | None = None


class Zone(Part):
    """The cards in a zone, from bottom to top. This is the zone's own list: it changes as cards move."""

    number: Value


class Apply(Part):
    """An operation applied to values."""

    operation: Operation
    arguments: tuple[Value, ...]


class And(Part):
    """Short-circuit conjunction: the right operand is evaluated only if the left one holds."""

    left: Value
    right: Value


class Or(Part):
    """Short-circuit disjunction: the right operand is evaluated only if the left one does not hold."""

    left: Value
    right: Value


class Choice(Part):
    """Conditional value; only the selected alternative is evaluated."""

    yes: Value
    condition: Value
    no: Value


class Each(Part):
    """List comprehension: `value` for each member `it` of a list that passes `test`."""

    it: Register
    things: Value
    test: Value | None
    value: Value

    @property
    def repeated(self) -> tuple[Value, ...]:
        """The values that are evaluated for each member."""
        return (self.value,) if self.test is None else (self.test, self.value)


class Some(Part):
    """Existential test: true if `test` holds for a member `it` of a list."""

    it: Register
    things: Value
    test: Value

    @property
    def repeated(self) -> tuple[Value, ...]:
        """The values that are evaluated for each member until the test holds."""
        return (self.test,)


class OrElse(Part):
    """A list, or another one if the first is empty."""

    things: Value
    other: Value


class Term(Part):
    """A call of one of the game's term functions (`LoweredGame.terms`)."""

    number: int
    arguments: tuple[Value, ...]


class Playable(Part):
    """Test whether a seat can play a card's event; if `permitted`, whether the event's conditions hold."""

    card: Value
    you: Value
    permitted: bool = False


Value = (
    Constant | Register | Cell | Zone | Apply | And | Or | Choice | Each | Some | OrElse | Term | Playable
)  # fmt: skip


def within(value: Value) -> Iterator[Value]:
    """Yield a value and all values nested in it."""
    yield value
    for part in value.parts:
        yield from within(part)


def substituted(value: Value, given: Mapping[Register, Value]) -> Value:
    """Return a value with registers replaced. Loop registers inside the value are left alone."""
    if isinstance(value, Register):
        return given.get(value, value)
    return value.with_parts(lambda part: substituted(part, given))


def draws(value: Value) -> bool:
    """Return True if evaluating the value draws from the match's generator."""
    return any(isinstance(part, Apply) and FACTS[part.operation].draws for part in within(value))


def size(value: Value) -> int:
    """Return the number of operations in a value."""
    return 1 + sum(map(size, value.parts))


def number(value: int) -> Constant:
    """Return a number as a constant."""
    return Constant(value)


NOTHING = Constant(None)
TRUE = Constant(True)
FALSE = Constant(False)


def apply(operation: Operation, *arguments: Value) -> Apply:
    """Return an operation applied to values."""
    return Apply(operation, arguments)


def negation(condition: Value) -> Value:
    """Return the negation of a condition."""
    return apply(Operation.NOT, condition)


def known_number(value: Value) -> int | None:
    """Return the number that a value is at compile time, or None."""
    return value.value if isinstance(value, Constant) and type(value.value) is int else None


def is_nothing(value: Value) -> Value:
    """Return a test whether a value is None, folded for constants."""
    return Constant(value.value is None) if isinstance(value, Constant) else apply(Operation.IS_NOTHING, value)


def table(entries: tuple[Any, ...], index: Value) -> Value:
    """Return a lookup in a constant table, folded if the index is a valid constant."""
    at = known_number(index)
    if at is not None and 0 <= at < len(entries):
        return Constant(entries[at])
    return apply(Operation.ITEM, Constant(entries), index)


def is_simple(value: Value) -> bool:
    """Return True if a value costs nothing to evaluate and can therefore be duplicated."""
    return isinstance(value, Constant | Register) or (isinstance(value, Cell) and value.index is None)


def plus(*values: Value | int) -> Value:
    """Return the sum of numbers, with all constants folded into one leading constant."""
    known, rest = 0, []
    for value in values:
        first, other = (value, None) if isinstance(value, int) else _parted(value)
        known += first
        if other is not None:
            rest.append(other)
    if not rest:
        return Constant(known)
    total = rest[0]
    for value in rest[1:]:
        total = apply(Operation.ADD, total, value)
    return apply(Operation.ADD, Constant(known), total) if known else total


def cell(*address: Value | int) -> Cell:
    """Return the cell whose address is the sum of these numbers."""
    return Cell(*_parted(plus(*address)))


def _parted(value: Value) -> tuple[int, Value | None]:
    """Split a number into the constant part of a sum and the rest."""
    known = known_number(value)
    if known is not None:
        return known, None
    if isinstance(value, Apply) and value.operation is Operation.ADD:
        left, right = value.arguments
        known = known_number(left)
        if known is not None:
            return known, right
    return 0, value
