"""The passes for machine code, in order, and two of them: if-conversion and bit sets.

If-conversion: cheap operands are evaluated even if they are not needed, as mispredicted branches cost more.

    x > 0 and y > 0                       both (x > 0, y > 0)
    number of [x … if v[x] > 0]           sum of [v[x] > 0 for x …]

Bit sets: lists that a loop searches for each of its members become words with a bit for each thing. This concerns lists
in registers that have at most 64 possible members, and constant lists anywhere.

    [x for x in z[2] if x in a0]          b = bits of a0; [x for x in z[2] if b >> x & 1]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from interpreter.language.execution.executable import FramedRoutine
from interpreter.language.ir.types import NUMBER
from interpreter.language.lowered.game import Function, Segment
from interpreter.language.lowered.instructions import with_values
from interpreter.language.lowered.operations import Operation, ValueKind
from interpreter.language.lowered.values import (
    AnyMember,
    Apply,
    Comprehension,
    ConditionalValue,
    Conjunction,
    Constant,
    Disjunction,
    Fold,
    LetValue,
    Register,
    Value,
    apply,
    negation,
    number,
    subvalues,
)
from interpreter.language.passes.expansion import ValueExpander
from interpreter.language.passes.loops import LoopFusion, RegionAnalysis
from interpreter.language.passes.value_facts import GameFacts, ValueFacts


class IfConversion:
    """The pass over the values of one game."""

    def __init__(self, known: ValueFacts) -> None:
        self._known = known

    def value(self, value: Value) -> Value:
        """Return a value with strict operations in place of branches around cheap operands."""
        if isinstance(value, Conjunction | Disjunction):
            return self._chain(type(value), [self.value(each) for each in _operands(value)])
        value = value.map_parts(self.value)
        match value:
            case ConditionalValue(Constant() | Register() as yes, condition, Constant() | Register() as no):
                return apply(Operation.SELECT, yes, condition, no)
            case Comprehension(_, _, test, each) if test is not None and self._known.is_cheap(test, each):
                return value.replace(is_branchless=True)
            case Fold(Operation.LENGTH, Comprehension(_, _, test, _, True) as things) if test is not None:
                return Fold(Operation.TOTAL, things.replace(test=None, value=self._as_number(test)))
            case Fold(Operation.TOTAL, Comprehension(_, _, test, each, True) as things) if test is not None:
                added = apply(Operation.SELECT, each, test, number(0))
                return Fold(Operation.TOTAL, things.replace(test=None, value=added))
            case _:
                return value

    def _as_number(self, test: Value) -> Value:
        """Return 1 if a condition holds, otherwise 0."""
        if self._known.kind(test) is ValueKind.TRUTH:
            return test
        return apply(Operation.SELECT, number(1), test, number(0))

    def _chain(self, joined: type[Conjunction | Disjunction], parts: Sequence[Value]) -> Value:
        whole = parts[-1]
        for at in range(len(parts) - 2, -1, -1):
            if self._known.is_cheap(*parts[at + 1 :]):
                operation = Operation.BOTH if joined is Conjunction else Operation.EITHER
                whole = apply(operation, parts[at], whole)
            else:
                whole = joined(parts[at], whole)
        return whole


def _operands(value: Conjunction | Disjunction) -> list[Value]:
    """Return the operands of a chain of the same connective."""
    parts: list[Value] = []
    for part in (value.left, value.right):
        if isinstance(part, Conjunction | Disjunction) and type(part) is type(value):
            parts += _operands(part)
        else:
            parts.append(part)
    return parts


BITS = 64
"""Number of things of which a word has a bit for each."""


class BitSets:
    """The pass over the values of one game."""

    def __init__(self, known: ValueFacts) -> None:
        self._known = known

    def value(self, value: Value) -> Value:
        """Return a value with bit sets in place of lists that are searched in loops, and of constant lists."""
        match value:
            case Apply(Operation.CONTAINS, (thing, Constant(tuple() as members))) if _are_small(members):
                return apply(Operation.HAS_BIT, number(bits_of_things(members)), self.value(thing))
            case Comprehension() | AnyMember() | Fold() if lists := self._searched(value):
                sets = {things: Register(NUMBER) for things in lists}
                inner = self.value(_with_sets(value, sets))
                for things, name in sets.items():
                    inner = LetValue(name, apply(Operation.BIT_SET, things), inner)
                return inner
            case _:
                return value.map_parts(self.value)

    def _searched(self, loop: Value) -> list[Register]:
        """Return the registers with lists that a loop searches and that are set outside of it."""
        own = {part.it for part in subvalues(loop) if isinstance(part, Comprehension | AnyMember | LetValue)}
        found: dict[Register, None] = {}
        for part in subvalues(loop):
            match part:
                case Apply(Operation.CONTAINS, (_, Register() as things)) if self._fits(things):
                    found[things] = None
                case Apply(Operation.ANY_COMMON | Operation.COUNT_COMMON, (row, Register() as things)) if (
                    self._fits(things) and _set_of_row(row) is not None
                ):
                    found[things] = None
        return [things for things in found if things not in own]

    def _fits(self, things: Register) -> bool:
        count = self._known.game.counts.get(things.type.kind)
        return things.type.many and count is not None and count <= BITS


def _with_sets(value: Value, sets: dict[Register, Register]) -> Value:
    """Return a value that searches bit sets instead of lists."""
    value = value.map_parts(lambda part: _with_sets(part, sets))
    match value:
        case Apply(Operation.CONTAINS, (thing, Register() as things)) if things in sets:
            return apply(Operation.HAS_BIT, sets[things], thing)
        case Apply(Operation.ANY_COMMON | Operation.COUNT_COMMON, (row, Register() as things)) if (
            things in sets and (of_row := _set_of_row(row)) is not None
        ):
            common = apply(Operation.COMMON_BITS, of_row, sets[things])
            if value.operation is Operation.COUNT_COMMON:
                return apply(Operation.BIT_COUNT, common)
            return negation(apply(Operation.EQUAL, common, number(0)))
        case _:
            return value


def bits_of_things(things: Iterable[int]) -> int:
    """Return the bit set of some things below 64, as a signed word."""
    bits = sum(1 << thing for thing in set(things))
    return bits - (bits >> BITS - 1 << BITS)


def _set_of_row(row: Value) -> Value | None:
    """Return a row of a constant table as a bit set; None if some row does not fit or has repetitions."""
    match row:
        case Apply(Operation.ITEM, (Constant(rows), at)) if all(
            isinstance(each, tuple | frozenset) and _are_small(each) and len(set(each)) == len(each) for each in rows
        ):
            return apply(Operation.ITEM, Constant(tuple(map(bits_of_things, rows))), at)
        case _:
            return None


def _are_small(members: Iterable[object]) -> bool:
    return all(isinstance(member, int) and 0 <= member < BITS for member in members)


class Optimizer:
    """Optimizer for the functions and segments of one game.

    Attributes:
        known: Facts about the values, also of registers in the code that was optimized.
    """

    def __init__(self, game: GameFacts, routines: Sequence[Function | FramedRoutine]) -> None:
        self.known = ValueFacts(game)
        self._routines = routines
        self._expander = ValueExpander(self.known)
        self._passes = LoopFusion(self.known), BitSets(self.known), IfConversion(self.known)

    def function(self, function: Function) -> Function:
        """Return an optimized function."""
        function = self._expander.function(function)
        self.known.find_indices(function.body, function.parameters)
        body = with_values(function.body, self._value)
        result = None if function.result is None else self._value(function.result)
        body = RegionAnalysis(self.known, self._routines, body, result).marked()
        return replace(function, body=body, result=result)

    def segment(self, segment: Segment) -> Segment:
        """Return an optimized segment."""
        body = self._expander.body(segment.body)
        self.known.find_indices(body)
        body = with_values(body, self._value)
        return replace(segment, body=RegionAnalysis(self.known, self._routines, body).marked())

    def _value(self, value: Value) -> Value:
        for each in self._passes:
            value = each.value(value)
        return value
