"""Common-subexpression elimination and loop-invariant code motion for values.

    [x for x in z[2] if v[K1[you] + x] > 0]        r = K1[you]; [x for x in z[2] if v[r + x] > 0]

Parts are hoisted if they are evaluated in any case. Rows of constant tables for a thing are also hoisted, since they
are safe to evaluate early. Names kept in the frame are hoisted only out of loops.

The reverse is code sinking: a value that is used only once, and perhaps not at all, is evaluated where it is used.

    r = [x for x in z[2] if v[x] > 0]; a0 > 3 and bool(r)        a0 > 3 and bool([x for x in z[2] if v[x] > 0])
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import Any, assert_never

from interpreter.language.ir.types import Type
from interpreter.language.lowered.game import Function
from interpreter.language.lowered.instructions import Body, ConditionalChain, Instruction, Set, with_bodies
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
    is_simple,
    none_test,
    substitute,
)
from interpreter.language.passes.value_facts import ValueFacts

HOISTED_TYPE = Type("number", optional=True)
"""Type of the registers for hoisted values of any kind, which may be None."""


def hoist_in_body(body: Body, again: bool = False) -> Body:
    """Return the body with common subexpressions of its assigned values and conditions hoisted into steps.

    `again`: It was hoisted before, and calls of words stay as many as they are, since their work may be charged.
    """
    found: list[Instruction] = []
    for instruction in body:
        if isinstance(instruction, Set) and isinstance(instruction.target, Register):
            steps, value = _steps(instruction.value, again)
            found += [*steps, Set(instruction.target, value)]
            continue
        inner = with_bodies(instruction, partial(hoist_in_body, again=again))
        if isinstance(inner, ConditionalChain):
            first, *others = inner.branches
            steps, condition = _steps(first.condition, again)
            found += steps
            inner = ConditionalChain((replace(first, condition=condition), *others), inner.otherwise)
        found.append(inner)
    return tuple(found)


def hoist_in_function(function: Function, again: bool = False) -> Function:
    """Return the function with common subexpressions of its body and result hoisted into steps.

    `again` is as in `hoist_in_body`.
    """
    body = hoist_in_body(function.body, again)
    if function.result is None:
        return replace(function, body=body)
    steps, result = _steps(function.result, again)
    return replace(function, body=(*body, *steps), result=result)


def _steps(value: Value, again: bool) -> tuple[list[Set], Value]:
    """Return the hoisted assignments and the rest of the value."""
    if is_simple(value):
        return [], value
    census = _ValueNumbering(again)
    census.number_parts(value, (), in_loop=False, is_unconditional=True)
    return census.hoisted(value)


class _ValueNumbering:
    """Value numbering: counts the parts of a value that refer to no enclosing loop. Equal parts share a number."""

    def __init__(self, again: bool) -> None:
        self._again = again
        self._numbers: dict[Any, int] = {}
        self._known: dict[int, int] = {}
        self._occurrences: Counter[int] = Counter()
        self._always: set[int] = set()
        self._looped: set[int] = set()
        self._named: dict[int, Register] = {}
        self._steps: list[Set] = []

    def number_parts(self, value: Value, loops: tuple[Register, ...], in_loop: bool, is_unconditional: bool) -> None:
        """Count a part and the parts in it.

        Args:
            value: The part.
            loops: Registers of the enclosing loops, from the outermost.
            in_loop: True if the part is inside a loop.
            is_unconditional: True if the part is evaluated in any case.
        """
        if isinstance(value, Constant):
            return
        number, needed = self._number(value, loops)
        if not needed:
            self._occurrences[number] += 1
            if in_loop:
                self._looped.add(number)
            if is_unconditional:
                self._always.add(number)
            if self._occurrences[number] > 1 and self._is_hoistable(
                number, value
            ):  # its parts were counted with the first one
                return
        match value:
            case Comprehension(it, outer) | AnyMember(it, outer) | LetValue(it, outer):
                self.number_parts(outer, loops, in_loop, is_unconditional)
                is_loop = not isinstance(value, LetValue)
                for part in value.scoped_values:
                    self.number_parts(part, (*loops, it), in_loop or is_loop, is_unconditional and not is_loop)
            case Conjunction(first, second) | Disjunction(first, second) | OrElse(first, second):
                self.number_parts(first, loops, in_loop, is_unconditional)
                self.number_parts(second, loops, in_loop, False)
            case ConditionalValue(yes, condition, no):
                self.number_parts(condition, loops, in_loop, is_unconditional)
                self.number_parts(yes, loops, in_loop, False)
                self.number_parts(no, loops, in_loop, False)
            case Register() | Cell() | ZoneCards() | Apply() | Fold() | TermValue() | PlayabilityTest():
                for part in value.parts:
                    self.number_parts(part, loops, in_loop, is_unconditional)
            case _:
                assert_never(value)

    def hoisted(self, value: Value) -> tuple[list[Set], Value]:
        """Return the hoisted assignments, in order, and the rest of the value."""
        rest = self._rest(value)
        return self._steps, rest

    def _rest(self, value: Value) -> Value:
        number = self._known.get(id(value))
        if number is None or not self._is_hoistable(number, value):
            return value.map_parts(self._rest)
        if number not in self._named:
            kept = Register(value.type if isinstance(value, Register) else HOISTED_TYPE)
            self._steps.append(Set(kept, _guarded(value.map_parts(self._rest))))
            self._named[number] = kept
        return self._named[number]

    def _is_hoistable(self, number: int, value: Value) -> bool:
        """Return True if a part should be hoisted."""
        if isinstance(value, Register):
            return value.slot is not None and number in self._looped
        if is_simple(value):
            return False
        if _is_row(value) and number in self._looped:
            return True
        return self._occurrences[number] > 1 and (number in self._always or _is_row(value))

    def _number(self, value: Value, loops: tuple[Register, ...]) -> tuple[int, int]:
        """Return the number of a part, and how many of the enclosing `loops`, from the innermost, it depends on.

        Loop registers are identified by the number of loops between use and binding (de Bruijn 1972).
        """
        known = self._known.get(id(value))
        if known is not None:
            return known, 0
        own, needed = _identity(value, loops, self._again)
        parts: list[int] = []
        if isinstance(value, Comprehension | AnyMember | LetValue):
            number, needed = self._number(value.value if isinstance(value, LetValue) else value.things, loops)
            parts.append(number)
            for part in value.scoped_values:
                number, inner = self._number(part, (*loops, value.it))
                parts.append(number)
                needed = max(needed, inner - 1)
        else:
            for part in value.parts:
                number, inner = self._number(part, loops)
                parts.append(number)
                needed = max(needed, inner)
        number = self._numbers.setdefault((type(value), own, *parts), len(self._numbers))
        if not needed:
            self._known[id(value)] = number
        return number, needed


def _identity(value: Value, loops: tuple[Register, ...], again: bool) -> tuple[Any, int]:
    """Return the identity of a value apart from its parts, and how many of the enclosing `loops` this depends on."""
    match value:
        case Constant():
            return (type(value.value).__name__, repr(value.value)), 0
        case Register() if value in loops:
            binding = loops[::-1].index(value) + 1
            return binding, binding
        case Register():
            return f"{id(value)}", 0
        case Cell():
            return value.base, 0
        case Apply():
            return value.operation, len(loops) + 1 if value.operation.is_unique else 0
        case TermValue():
            return value.number, len(loops) + 1 if again else 0
        case Fold():
            return value.operation, 0
        case PlayabilityTest():
            return value.permitted, 0
        case (
            ZoneCards()
            | Conjunction()
            | Disjunction()
            | ConditionalValue()
            | OrElse()
            | Comprehension()
            | AnyMember()
            | LetValue()
        ):
            return None, 0  # identified by their parts
        case _:
            assert_never(value)


def _is_row(value: Value) -> bool:
    """Return True if a value is a row of a constant table indexed by a register."""
    return _index(value) is not None


def _index(value: Value) -> Register | None:
    """Return the register that indexes a row of a constant table; None for any other value."""
    if not isinstance(value, Apply) or value.operation is not Operation.ITEM:
        return None
    rows, index = value.arguments
    if isinstance(index, Apply) and index.operation is Operation.SUBTRACT and index.arguments[0] == Constant(1):
        index = index.arguments[1]
    return index if isinstance(rows, Constant) and isinstance(index, Register) else None


def _guarded(value: Value) -> Value:
    """Return a table row that is None when its index is None; any other value unchanged."""
    index = _index(value)
    if index is None or not index.type.optional:
        return value
    return ConditionalValue(NOTHING, none_test(index), value)


def sink(function: Function, known: ValueFacts) -> Function:
    """Return the function, if it only names values and returns a result, with values used once where they are used."""
    if function.result is None:
        return function
    steps: list[tuple[Register, Value]] = []
    for step in function.body:
        if not isinstance(step, Set) or not isinstance(step.target, Register):
            return function
        steps.append((step.target, step.value))
    if len({*function.parameters, *(name for name, _ in steps)}) < len(function.parameters) + len(steps):
        return function  # a register is assigned twice
    result = function.result
    kept: list[tuple[Register, Value]] = []
    while steps:
        name, value = steps.pop()
        later = [result, *(other for _, other in kept)]
        if known.is_speculatable(value) and sum(_use_count(other, name) for other in later) == 1:
            given = {name: value}
            kept = [(target, substitute(other, given)) for target, other in kept]
            result = substitute(result, given)
        else:
            kept.append((name, value))
    return replace(function, body=tuple(Set(*step) for step in reversed(kept)), result=result)


def _use_count(value: Value, register: Register, looped: bool = False) -> int:
    """Return the number of uses of a register; a use inside a loop counts twice."""
    if value is register:
        return 2 if looped else 1
    if isinstance(value, Comprehension | AnyMember):
        inner = sum(_use_count(part, register, True) for part in value.scoped_values)
        return inner + _use_count(value.things, register, looped)
    return sum(_use_count(part, register, looped) for part in value.parts)
