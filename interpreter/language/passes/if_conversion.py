"""If-conversion: cheap operands are evaluated even if they are not needed, as mispredicted branches cost more.

x > 0 and y > 0                       both (x > 0, y > 0)
number of [x … if v[x] > 0]           sum of [v[x] > 0 for x …]
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.language.lowered.operations import Operation, ValueKind
from interpreter.language.lowered.values import (
    Comprehension,
    ConditionalValue,
    Conjunction,
    Constant,
    Disjunction,
    Fold,
    Register,
    Value,
    apply,
    number,
)
from interpreter.language.passes.value_facts import ValueFacts


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
