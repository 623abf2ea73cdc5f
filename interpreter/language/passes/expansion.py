"""Inlining of short vocabulary terms, loop unrolling and constant folding.

number of seats where flag of it > 0        (1 if v[8] > 0 else 0) + (1 if v[9] > 0 else 0)
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from interpreter.language.lowered.game import Function
from interpreter.language.lowered.instructions import Body, with_values
from interpreter.language.lowered.operations import Operation, ValueKind
from interpreter.language.lowered.values import (
    FALSE,
    TRUE,
    AnyMember,
    Apply,
    Cell,
    Comprehension,
    ConditionalValue,
    Conjunction,
    Constant,
    Disjunction,
    Register,
    TermValue,
    Value,
    ZoneCards,
    apply,
    cell_at,
    is_simple,
    number,
    operation_count,
    plus,
    substitute,
    subvalues,
)
from interpreter.language.passes.common_subexpressions import hoist_in_body, hoist_in_function, sink
from interpreter.language.passes.value_facts import COPIES, STORED_BOUND, ValueFacts

MOST_INLINED = 40
"""Most operations of a term that is inlined."""
MOST_UNROLLED = 120
"""Most operations of a loop that is unrolled."""
MOST_ITERATIONS = 8
"""Most members of a list whose loop is unrolled."""
EVALUATORS: Mapping[Operation, Callable[..., Any]] = {
    Operation.EQUAL: operator.eq,
    Operation.IS_NOTHING: lambda one: one is None,
    Operation.NOT: operator.not_,
    Operation.CONTAINS: lambda thing, things: thing in things,
    Operation.LENGTH: len,
    Operation.HAS_ANY: bool,
}
"""Evaluators of operations on constants."""


class ValueExpander:
    """Optimizer for the values of one game."""

    def __init__(self, known: ValueFacts) -> None:
        self._known = known
        self._short: dict[int, Function | None] = {}

    def function(self, function: Function) -> Function:
        """Return a function with optimized values."""
        body = with_values(function.body, self.value)
        if function.result is None:
            return replace(function, body=hoist_in_body(body, again=True))
        sunk = sink(replace(function, body=body, result=self.value(function.result)), self._known)
        return hoist_in_function(sunk, again=True)

    def body(self, body: Body) -> Body:
        """Return a body with optimized values."""
        return hoist_in_body(with_values(body, self.value), again=True)

    # -- values

    def value(self, value: Value) -> Value:
        """Return an optimized value."""
        return self._expand(value.map_parts(self.value))

    def _expand(self, value: Value) -> Value:
        """Inline and unroll a value whose parts are optimized."""
        match value:
            case TermValue(word, arguments):
                return self._term(value, word, arguments)
            case AnyMember(it, Constant(), test) if (tests := self._unroll(it, value.things, test)) is not None:
                return self._joined(Disjunction, tests)
            case Apply(Operation.HAS_ANY, (Comprehension() as each,)) if (tests := self._tests(each)) is not None:
                return self._joined(Disjunction, tests)
            case Apply(Operation.LENGTH, (Comprehension() as each,)) if (tests := self._tests(each)) is not None:
                return plus(*(self._choice(number(1), test, number(0)) for test in tests))
            case Apply(Operation.TOTAL, (Comprehension() as each,)):
                return self._total(value, each)
            case _:
                return self._folded(value)

    def _folded(self, value: Value) -> Value:
        """Fold constants in a value whose parts are optimized."""
        match value:
            case Cell(base, index) if index is not None:
                return cell_at(base, index)
            case Apply(operation, arguments):
                return self._applied(value, operation, arguments)
            case Conjunction(left, right) | Disjunction(left, right):
                return self._joined(type(value), [left, right])
            case ConditionalValue(yes, condition, no):
                return self._choice(yes, condition, no)
            case _:
                return value

    def _refolded(self, value: Value) -> Value:
        return self._folded(value.map_parts(self._refolded))

    def _applied(self, value: Apply, operation: Operation, arguments: Sequence[Value]) -> Value:
        match operation, arguments:
            case Operation.ITEM, (Constant(entries), Constant(int() as at)) if 0 <= at < len(entries):
                return Constant(entries[at])
            case Operation.ADD, _:
                return plus(*arguments)
            case ((Operation.SUBTRACT | Operation.MULTIPLY), (Constant(int() as left), Constant(int() as right))):
                found = left - right if operation is Operation.SUBTRACT else left * right
                return Constant(found) if abs(found) < STORED_BOUND else value
            case Operation.CONTAINS, (card, ZoneCards(zone)) if self._known.is_card(card):
                return apply(Operation.EQUAL, cell_at(self._known.game.where_base, card), zone)
            case _ if operation in EVALUATORS:
                known = [each.value for each in arguments if isinstance(each, Constant)]
                return Constant(EVALUATORS[operation](*known)) if len(known) == len(arguments) else value
            case _:
                return value

    def _term(self, value: Value, word: int, arguments: Sequence[Value]) -> Value:
        function = self._short_term(word)
        if function is None or not all(map(is_simple, arguments)):
            return value
        assert function.result is not None
        given = dict(zip(function.parameters, arguments, strict=True))
        return self.value(substitute(function.result, given))

    def _short_term(self, word: int) -> Function | None:
        """Return a short vocabulary term that uses no other terms; None for any other."""
        if word not in self._short:
            self._short[word] = None
            function = self.function(self._known.term(word))
            assert function.result is not None
            uses_others = any(isinstance(part, TermValue) for part in subvalues(function.result))
            if not function.body and operation_count(function.result) <= MOST_INLINED and not uses_others:
                self._short[word] = function
        return self._short[word]

    def _tests(self, each: Comprehension) -> list[Value] | None:
        """Return a condition for each member of a source list, if as many hold as the derived list has members."""
        if not self._known.is_speculatable(each.value):
            return None
        return self._unroll(each.it, each.things, each.test or TRUE)

    def _total(self, value: Value, each: Comprehension) -> Value:
        taken = each.value if each.test is None else ConditionalValue(each.value, each.test, number(0))
        rounds = self._unroll(each.it, each.things, taken)
        if rounds is None or sum(map(self._known.upper_bound, rounds)) >= STORED_BOUND:
            return value
        return plus(*rounds)

    def _unroll(self, it: Register, things: Value, value: Value) -> list[Value] | None:
        """Return a value for each member of a list, if there are few."""
        while isinstance(things, Apply) and things.operation in COPIES:
            (things,) = things.arguments
        if not isinstance(things, Constant) or len(things.value) > MOST_ITERATIONS:
            return None
        if operation_count(value) * len(things.value) > MOST_UNROLLED or not self._known.is_speculatable(value):
            return None
        return [self._refolded(substitute(value, {it: Constant(member)})) for member in things.value]

    def _joined(self, joined: type[Conjunction | Disjunction], conditions: Sequence[Value]) -> Value:
        decisive = joined is Disjunction
        found: list[Value] = []
        for condition in conditions:
            if not isinstance(condition, Constant):
                found.append(condition)
            elif bool(condition.value) is decisive:
                found.append(Constant(decisive))
                break
        if not found:
            return FALSE if decisive else TRUE
        if len(found) == 1 and self._known.kind(found[0]) is not ValueKind.TRUTH:
            return joined(found[0], Constant(not decisive))
        whole = found[-1]
        for condition in reversed(found[:-1]):
            whole = joined(condition, whole)
        return whole

    def _choice(self, yes: Value, condition: Value, no: Value) -> Value:
        if isinstance(condition, Constant):
            return yes if condition.value else no
        return ConditionalValue(yes, condition, no)
