"""The values of the intermediate language: what is worked out from a match's state, and changes nothing.

A value is a number (a thing is its number), a truth value, nothing, a word, or a list of these. The state of a match
lies in cells and zones (see layout). A walk is a `match` over `Value` that ends in `assert_never`, or goes by `parts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from interpreter.language.frozen import Branch
from interpreter.language.ir.types import Type
from interpreter.language.lowered.operations import FACTS, Operation


class Part(Branch["Value"]):
    PARTS: ClassVar[tuple[str, ...]] = ("Value",)
    OTHERS: ClassVar[frozenset[str]] = frozenset(("Register", "Operation", "Type", "Any", "bool", "int", "int | None"))


class Constant(Part):
    """A number, a truth value, None, a word; or a tuple of these, or of tuples, or of sets: a table."""

    value: Any


class Register(Part):
    """A name for a value inside one function, or in the frame of a routine at `slot`. Compared by identity."""

    type: Type
    slot: int | None = None

    __eq__ = object.__eq__
    __hash__ = object.__hash__


class Cell(Part):
    """The cell of the state at `base`, or so many behind it."""

    base: int
    index: Value | None = None


class Zone(Part):
    """The cards in a zone, from bottom to top: the zone's own list, which goes on changing."""

    number: Value


class Apply(Part):
    """An operation on values."""

    operation: Operation
    arguments: tuple[Value, ...]


class And(Part):
    """The right one is worked out only if the left one holds."""

    left: Value
    right: Value


class Or(Part):
    """The right one is worked out only if the left one does not hold."""

    left: Value
    right: Value


class Choice(Part):
    """One value or another; only the one that is asked for is worked out."""

    yes: Value
    condition: Value
    no: Value


class Each(Part):
    """The list of a value for each member `it` of a list for which a test holds."""

    it: Register
    things: Value
    test: Value | None
    value: Value

    @property
    def repeated(self) -> tuple[Value, ...]:
        """What is worked out for each member."""
        return (self.value,) if self.test is None else (self.test, self.value)


class Some(Part):
    """Whether a test holds for a member `it` of a list."""

    it: Register
    things: Value
    test: Value

    @property
    def repeated(self) -> tuple[Value, ...]:
        """What is worked out for each member, until it holds."""
        return (self.test,)


class OrElse(Part):
    """A list, or another one if it has no members."""

    things: Value
    other: Value


class Term(Part):
    """The value of a function of the program (`Lowered.terms`)."""

    number: int
    arguments: tuple[Value, ...]


class Playable(Part):
    """A test whether a seat can play a card's event; if `permitted`, whether the event's conditions hold."""

    card: Value
    you: Value
    permitted: bool = False


Value = (
    Constant | Register | Cell | Zone | Apply | And | Or | Choice | Each | Some | OrElse | Term | Playable
)  # fmt: skip


def within(value: Value) -> Iterator[Value]:
    """A value and all that is in it."""
    yield value
    for part in value.parts:
        yield from within(part)


def substituted(value: Value, given: Mapping[Register, Value]) -> Value:
    """A value with others in place of names. The names of loops in it stay what they are."""
    if isinstance(value, Register):
        return given.get(value, value)
    return value.with_parts(lambda part: substituted(part, given))


def draws(value: Value) -> bool:
    """Whether it draws from the match's generator."""
    return any(isinstance(part, Apply) and FACTS[part.operation].draws for part in within(value))


def size(value: Value) -> int:
    """How many operations a value is made of."""
    return 1 + sum(map(size, value.parts))


def number(value: int) -> Constant:
    return Constant(value)


NOTHING = Constant(None)
TRUE = Constant(True)
FALSE = Constant(False)


def apply(operation: Operation, *arguments: Value) -> Apply:
    return Apply(operation, arguments)


def negation(condition: Value) -> Value:
    return apply(Operation.NOT, condition)


def known_number(value: Value) -> int | None:
    """A number that is known now; None for any other value."""
    return value.value if isinstance(value, Constant) and type(value.value) is int else None


def is_nothing(value: Value) -> Value:
    """Whether a value is nothing."""
    return Constant(value.value is None) if isinstance(value, Constant) else apply(Operation.IS_NOTHING, value)


def table(entries: tuple[Any, ...], index: Value) -> Value:
    """The entry of a constant table, itself where it is known which."""
    at = known_number(index)
    if at is not None and 0 <= at < len(entries):
        return Constant(entries[at])
    return apply(Operation.ITEM, Constant(entries), index)


def is_simple(value: Value) -> bool:
    """Whether a value costs nothing to work out, so that it may be written several times."""
    return isinstance(value, Constant | Register) or (isinstance(value, Cell) and value.index is None)


def plus(*values: Value | int) -> Value:
    """The sum of numbers, those that are known now added up and written first."""
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
    """The cell at the sum of these numbers."""
    return Cell(*_parted(plus(*address)))


def _parted(value: Value) -> tuple[int, Value | None]:
    """A number as the part of a sum that is known now and the rest."""
    known = known_number(value)
    if known is not None:
        return known, None
    if isinstance(value, Apply) and value.operation is Operation.ADD:
        left, right = value.arguments
        known = known_number(left)
        if known is not None:
            return known, right
    return 0, value
