"""Inlining of short vocabulary terms, loop unrolling and constant folding.

number of seats where flag of it > 0        (1 if v[8] > 0 else 0) + (1 if v[9] > 0 else 0)
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from interpreter.language.backends.wasm.known import LIVE, Known
from interpreter.language.backends.wasm.sizes import SURE
from interpreter.language.lowered.game import Function
from interpreter.language.lowered.instructions import Body, Instruction, Set, When
from interpreter.language.lowered.operations import Kind, Operation
from interpreter.language.lowered.values import (
    FALSE,
    TRUE,
    And,
    Apply,
    Cell,
    Choice,
    Constant,
    Each,
    Or,
    Register,
    Some,
    Term,
    Value,
    Zone,
    apply,
    cell,
    is_simple,
    number,
    plus,
    size,
    substituted,
    within,
)
from interpreter.language.lowered.walks import with_bodies
from interpreter.language.passes.sharing import shared, shared_function

WRITTEN_OUT = 40
"""Most operations of a term that is inlined."""
UNROLLED = 120
"""Most operations of a loop that is unrolled."""
FEW = 8
"""Most members of a list whose loop is unrolled."""
WORKED_OUT: Mapping[Operation, Callable[..., Any]] = {
    Operation.EQUAL: operator.eq,
    Operation.IS_NOTHING: lambda one: one is None,
    Operation.NOT: operator.not_,
    Operation.CONTAINS: lambda thing, things: thing in things,
    Operation.LENGTH: len,
    Operation.HAS_ANY: bool,
}
"""Evaluators of operations on constants."""


class Unfolding:
    """Optimizer for the values of one game."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._short: dict[int, Function | None] = {}

    def function(self, function: Function) -> Function:
        """Return a function with optimized values."""
        body = self._body(function.body)
        if function.result is None:
            return replace(function, body=shared(body))
        return shared_function(self._forwarded(replace(function, body=body, result=self.value(function.result))))

    def body(self, body: Body) -> Body:
        """Return a body with optimized values."""
        return shared(self._body(body))

    def _body(self, body: Body) -> Body:
        return tuple(map(self._instruction, body))

    def _instruction(self, instruction: Instruction) -> Instruction:
        if isinstance(instruction, When):
            branches = tuple(
                branch.but(condition=self.value(branch.condition), body=self._body(branch.body))
                for branch in instruction.branches
            )
            return When(branches, self._body(instruction.otherwise))
        return with_bodies(instruction.with_parts(self.value), self._body)

    def _forwarded(self, function: Function) -> Function:
        """Move values that are used only once, and perhaps not at all, to where they are used."""
        assert function.result is not None
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
            if self._known.is_sure(value) and sum(_times(other, name) for other in later) == 1:
                given = {name: value}
                kept = [(target, substituted(other, given)) for target, other in kept]
                result = substituted(result, given)
            else:
                kept.append((name, value))
        return replace(function, body=tuple(Set(*step) for step in reversed(kept)), result=result)

    # -- values

    def value(self, value: Value) -> Value:
        """Return an optimized value."""
        return self._unfolded(value.with_parts(self.value))

    def _unfolded(self, value: Value) -> Value:
        """Inline and unroll a value whose parts are optimized."""
        match value:
            case Term(word, arguments):
                return self._term(value, word, arguments)
            case Some(it, Constant(), test) if (tests := self._rounds(it, value.things, test)) is not None:
                return self._joined(Or, tests)
            case Apply(Operation.HAS_ANY, (Each() as each,)) if (tests := self._tests(each)) is not None:
                return self._joined(Or, tests)
            case Apply(Operation.LENGTH, (Each() as each,)) if (tests := self._tests(each)) is not None:
                return plus(*(self._choice(number(1), test, number(0)) for test in tests))
            case Apply(Operation.TOTAL, (Each() as each,)):
                return self._total(value, each)
            case _:
                return self._folded(value)

    def _folded(self, value: Value) -> Value:
        """Fold constants in a value whose parts are optimized."""
        match value:
            case Cell(base, index) if index is not None:
                return cell(base, index)
            case Apply(operation, arguments):
                return self._applied(value, operation, arguments)
            case And(left, right) | Or(left, right):
                return self._joined(type(value), [left, right])
            case Choice(yes, condition, no):
                return self._choice(yes, condition, no)
            case _:
                return value

    def _refolded(self, value: Value) -> Value:
        return self._folded(value.with_parts(self._refolded))

    def _applied(self, value: Apply, operation: Operation, arguments: Sequence[Value]) -> Value:
        match operation, arguments:
            case Operation.ITEM, (Constant(entries), Constant(int() as at)) if 0 <= at < len(entries):
                return Constant(entries[at])
            case Operation.ADD, _:
                return plus(*arguments)
            case ((Operation.SUBTRACT | Operation.MULTIPLY), (Constant(int() as left), Constant(int() as right))):
                found = left - right if operation is Operation.SUBTRACT else left * right
                return Constant(found) if abs(found) < SURE else value
            case Operation.CONTAINS, (card, Zone(zone)) if self._known.is_card(card):
                return apply(Operation.EQUAL, cell(self._known.where_base, card), zone)
            case _ if operation in WORKED_OUT:
                known = [each.value for each in arguments if isinstance(each, Constant)]
                return Constant(WORKED_OUT[operation](*known)) if len(known) == len(arguments) else value
            case _:
                return value

    def _term(self, value: Value, word: int, arguments: Sequence[Value]) -> Value:
        function = self._short_term(word)
        if function is None or not all(map(is_simple, arguments)):
            return value
        assert function.result is not None
        given = dict(zip(function.parameters, arguments, strict=True))
        return self.value(substituted(function.result, given))

    def _short_term(self, word: int) -> Function | None:
        """Return a short vocabulary term that uses no other terms; None for any other."""
        if word not in self._short:
            self._short[word] = None
            function = self.function(self._known.term(word))
            assert function.result is not None
            uses_others = any(isinstance(part, Term) for part in within(function.result))
            if not function.body and size(function.result) <= WRITTEN_OUT and not uses_others:
                self._short[word] = function
        return self._short[word]

    def _tests(self, each: Each) -> list[Value] | None:
        """Return a condition for each member of a source list, if as many hold as the derived list has members."""
        if not self._known.is_sure(each.value):
            return None
        return self._rounds(each.it, each.things, each.test or TRUE)

    def _total(self, value: Value, each: Each) -> Value:
        taken = each.value if each.test is None else Choice(each.value, each.test, number(0))
        rounds = self._rounds(each.it, each.things, taken)
        if rounds is None or sum(map(self._known.bound, rounds)) >= SURE:
            return value
        return plus(*rounds)

    def _rounds(self, it: Register, things: Value, value: Value) -> list[Value] | None:
        """Return a value for each member of a list, if there are few."""
        while isinstance(things, Apply) and things.operation in LIVE:
            (things,) = things.arguments
        if not isinstance(things, Constant) or len(things.value) > FEW:
            return None
        if size(value) * len(things.value) > UNROLLED or not self._known.is_sure(value):
            return None
        return [self._refolded(substituted(value, {it: Constant(member)})) for member in things.value]

    def _joined(self, joined: type[And | Or], conditions: Sequence[Value]) -> Value:
        decisive = joined is Or
        found: list[Value] = []
        for condition in conditions:
            if not isinstance(condition, Constant):
                found.append(condition)
            elif bool(condition.value) is decisive:
                found.append(Constant(decisive))
                break
        if not found:
            return FALSE if decisive else TRUE
        if len(found) == 1 and self._known.kind(found[0]) is not Kind.TRUTH:
            return joined(found[0], Constant(not decisive))
        whole = found[-1]
        for condition in reversed(found[:-1]):
            whole = joined(condition, whole)
        return whole

    def _choice(self, yes: Value, condition: Value, no: Value) -> Value:
        if isinstance(condition, Constant):
            return yes if condition.value else no
        return Choice(yes, condition, no)


def _times(value: Value, register: Register, looped: bool = False) -> int:
    """Return the number of uses of a register; a use inside a loop counts twice."""
    if value is register:
        return 2 if looped else 1
    if isinstance(value, Each | Some):
        inner = sum(_times(part, register, True) for part in value.repeated)
        return inner + _times(value.things, register, looped)
    return sum(_times(part, register, looped) for part in value.parts)
