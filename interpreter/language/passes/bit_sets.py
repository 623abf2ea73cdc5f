"""Bit sets: lists that a loop searches for each of its members become words with a bit for each thing.

    [x for x in z[2] if x in a0]        b = bits of a0; [x for x in z[2] if b >> x & 1]

This concerns lists in registers that have at most 64 possible members, and constant lists anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.language.ir.types import NUMBER
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import (
    AnyMember,
    Apply,
    Comprehension,
    Constant,
    Fold,
    LetValue,
    Register,
    Value,
    apply,
    negation,
    number,
    subvalues,
)
from interpreter.language.passes.value_facts import ValueFacts

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
