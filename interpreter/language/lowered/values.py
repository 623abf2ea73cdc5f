"""Values of the intermediate language: pure expressions over the state of a match.

A value is a number, a truth value, None, a word, or a list of these; things are represented by their numbers. The state
of a match is held in cells and zones (see layout). Code that walks values uses a `match` over `Value` that ends in
`assert_never`, or iterates over `parts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from interpreter.language.ir.nodes import TreeNode
from interpreter.language.ir.types import Type
from interpreter.language.lowered.operations import Operation


class ValueNode(TreeNode["Value"]):
    """Base class of the nodes that form a value."""

    PARTS: ClassVar[tuple[str, ...]] = ("Value",)
    OTHERS: ClassVar[frozenset[str]] = frozenset(("Register", "Operation", "Type", "Any", "bool", "int", "int | None"))


class Constant(ValueNode):
    """A number, a truth value, None or a word; or a table: a tuple of these, of tuples, or of sets."""

    value: Any


class Register(ValueNode):
    """A variable of one function, or a slot in the frame of a routine. Compared by identity."""

    type: Type
    slot: int | None = None

    __eq__ = object.__eq__
    __hash__ = object.__hash__


class Cell(ValueNode):
    """The state cell at `base`, plus `index` if there is one."""

    base: int
    index: Value | None = None


class ZoneCards(ValueNode):
    """The cards in a zone, from bottom to top. This is the zone's own list: it changes as cards move."""

    number: Value


class Apply(ValueNode):
    """An operation applied to values."""

    operation: Operation
    arguments: tuple[Value, ...]


class Conjunction(ValueNode):
    """Short-circuit conjunction: the right operand is evaluated only if the left one holds."""

    left: Value
    right: Value


class Disjunction(ValueNode):
    """Short-circuit disjunction: the right operand is evaluated only if the left one does not hold."""

    left: Value
    right: Value


class ConditionalValue(ValueNode):
    """Conditional value; only the selected alternative is evaluated."""

    yes: Value
    condition: Value
    no: Value


class Comprehension(ValueNode):
    """List comprehension: `value` for each member `it` of a list that passes `test`.

    Attributes:
        is_branchless: True if `value` may also be evaluated for members that fail the test (set by if-conversion).
    """

    it: Register
    things: Value
    test: Value | None
    value: Value
    is_branchless: bool = False

    @property
    def scoped_values(self) -> tuple[Value, ...]:
        """The values that are evaluated for each member."""
        return (self.value,) if self.test is None else (self.test, self.value)


class AnyMember(ValueNode):
    """Existential test: true if `test` holds for a member `it` of a list."""

    it: Register
    things: Value
    test: Value

    @property
    def scoped_values(self) -> tuple[Value, ...]:
        """The values that are evaluated for each member until the test holds."""
        return (self.test,)


class Fold(ValueNode):
    """An operation on a list that is traversed without being made (introduced by loop fusion).

    `BEST_HIGHEST` and `BEST_LOWEST` have a `Comprehension` here: they return the members of its list for which its
    value is the best one.
    """

    operation: Operation
    things: Value


class LetValue(ValueNode):
    """A value in which a register stands for another one, which is evaluated once and before it; made by passes."""

    it: Register
    value: Value
    inner: Value

    @property
    def scoped_values(self) -> tuple[Value, ...]:
        """The values in which the register stands for the other value."""
        return (self.inner,)


class OrElse(ValueNode):
    """A list, or another one if the first is empty."""

    things: Value
    other: Value


class TermValue(ValueNode):
    """A call of one of the game's term functions (`LoweredGame.terms`)."""

    number: int
    arguments: tuple[Value, ...]


class PlayabilityTest(ValueNode):
    """Test whether a seat can play a card's event; if `permitted`, whether the event's conditions hold."""

    card: Value
    you: Value
    permitted: bool = False


Value = (
    Constant | Register | Cell | ZoneCards | Apply | Conjunction | Disjunction | ConditionalValue | Comprehension
    | AnyMember | Fold | LetValue | OrElse | TermValue | PlayabilityTest
)  # fmt: skip


def subvalues(value: Value) -> Iterator[Value]:
    """Yield a value and all values nested in it."""
    yield value
    for part in value.parts:
        yield from subvalues(part)


def substitute(value: Value, given: Mapping[Register, Value]) -> Value:
    """Return a value with registers replaced. Loop registers inside the value are left alone."""
    if isinstance(value, Register):
        return given.get(value, value)
    return value.map_parts(lambda part: substitute(part, given))


def has_random_draw(value: Value) -> bool:
    """Return True if evaluating the value draws from the match's generator."""
    return any(isinstance(part, Apply) and part.operation is Operation.RANDOM_MEMBER for part in subvalues(value))


def is_expensive(test: Value) -> bool:
    """Return True if every backend stops evaluating a test at the first member that passes it."""
    return any(isinstance(part, PlayabilityTest) for part in subvalues(test))


def operation_count(value: Value) -> int:
    """Return the number of operations in a value."""
    return 1 + sum(map(operation_count, value.parts))


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


def constant_number(value: Value) -> int | None:
    """Return the number that a value is at compile time, or None."""
    return value.value if isinstance(value, Constant) and type(value.value) is int else None


def none_test(value: Value) -> Value:
    """Return a test whether a value is None, folded for constants."""
    return Constant(value.value is None) if isinstance(value, Constant) else apply(Operation.IS_NOTHING, value)


def table(entries: tuple[Any, ...], index: Value) -> Value:
    """Return a lookup in a constant table, folded if the index is a valid constant."""
    at = constant_number(index)
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
        first, other = (value, None) if isinstance(value, int) else _split_constant(value)
        known += first
        if other is not None:
            rest.append(other)
    if not rest:
        return Constant(known)
    total = rest[0]
    for value in rest[1:]:
        total = apply(Operation.ADD, total, value)
    return apply(Operation.ADD, Constant(known), total) if known else total


def times(value: Value, width: int) -> Value:
    """Return the product of a number and a known one."""
    known = constant_number(value)
    return apply(Operation.MULTIPLY, value, Constant(width)) if known is None else Constant(known * width)


def cell_at(*address: Value | int) -> Cell:
    """Return the cell whose address is the sum of these numbers."""
    return Cell(*_split_constant(plus(*address)))


def _split_constant(value: Value) -> tuple[int, Value | None]:
    """Split a number into the constant part of a sum and the rest."""
    known = constant_number(value)
    if known is not None:
        return known, None
    if isinstance(value, Apply) and value.operation is Operation.ADD:
        left, right = value.arguments
        known = constant_number(left)
        if known is not None:
            return known, right
    return 0, value
