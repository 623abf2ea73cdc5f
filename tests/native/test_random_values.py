"""Random values of the intermediate language: Python's backend and machine code give the same."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.language.ir.types import NUMBER, Type
from interpreter.language.layout import MAX_NUMBER
from interpreter.language.lowered.game import Function
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
    OrElse,
    Register,
    Value,
    ZoneCards,
    apply,
    cell_at,
    negation,
    operation_count,
)
from tests.language.cases import SAMPLE
from tests.loaded import game_of
from tests.native.functions import STOPPED, Functions

VALUES = 60
Way = Callable[[], Value]
MANY = Type("number", many=True)
BEGINNINGS = ((0, ()), (3, (3, 1, 2)), (-2, (1, 1, 4, -1)), (MAX_NUMBER - 1, (MAX_NUMBER - 1, 5)))
TOTALS = (Operation.TOTAL, Operation.HIGHEST, Operation.LOWEST, Operation.LENGTH)
PICKS = (Operation.FIRST, Operation.ONLY, Operation.RANDOM_MEMBER)
COMPARED = (
    Operation.EQUAL,
    Operation.LESS,
    Operation.GREATER,
    Operation.AT_MOST,
    Operation.AT_LEAST,
)


class Maker:
    """Makes values of what is at hand: numbers and lists by name."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.parameters = (Register(NUMBER), Register(MANY))
        self._numbers = [self.parameters[0]]

    def any_of(self, depth: int) -> tuple[Value, bool]:
        """A value, and whether it is a list."""
        kind = self._random.randrange(4)
        if kind == 0:
            return self.number(depth), False
        if kind == 1:
            return ConditionalValue(Constant(1), self.truth(depth), Constant(0)), False
        if kind == 2:
            return self.thing(depth), False
        return self.list(depth), True

    def number(self, depth: int) -> Value:
        pick = self._random.choice
        if depth <= 0:
            leaves: tuple[Value, ...] = (
                Constant(self._random.randrange(-3, 70)),
                pick(self._numbers),
                Cell(self._random.randrange(20)),
            )
            return pick(leaves)
        ways: list[Way] = [
            lambda: apply(
                pick((Operation.ADD, Operation.SUBTRACT, Operation.LEAST)),
                self.number(depth - 1),
                self.number(depth - 2),
            ),
            lambda: apply(Operation.MULTIPLY, self.number(depth - 1), self.number(depth - 2)),
            lambda: apply(pick((Operation.NEGATE, Operation.BOUNDED)), self.number(depth - 1)),
            lambda: apply(pick(TOTALS), self.list(depth - 1)),
            lambda: apply(Operation.OR_ZERO, self.thing(depth - 1)),
            lambda: ConditionalValue(self.number(depth - 2), self.truth(depth - 1), self.number(depth - 2)),
            lambda: apply(
                pick((Operation.TOTAL_OF_HIGHEST, Operation.TOTAL_OF_LOWEST)),
                self.list(depth - 1),
                self.number(depth - 3),
            ),
            lambda: apply(
                Operation.ITEM,
                Constant((4, -1, 80)),
                apply(Operation.ITEM, Constant((2, 0, 1, 1)), self.part(depth - 1)),
            ),
            lambda: cell_at(self._random.randrange(9), self.part(depth - 1)),
        ]
        return pick(ways)()

    def part(self, depth: int) -> Value:
        """A number from 0 to 3."""
        return ConditionalValue(
            Constant(self._random.randrange(4)), self.truth(depth), Constant(self._random.randrange(4))
        )

    def thing(self, depth: int) -> Value:
        pick = self._random.choice
        ways: list[Way] = [
            lambda: apply(pick(PICKS), self.list(depth - 1)),
            lambda: ConditionalValue(NOTHING, self.truth(depth - 1), self.number(depth - 1)),
            lambda: ConditionalValue(self.thing(depth - 2) if depth > 1 else NOTHING, self.truth(depth - 1), NOTHING),
        ]
        return pick(ways)()

    def truth(self, depth: int) -> Value:
        pick = self._random.choice
        if depth <= 0:
            return apply(pick(COMPARED), self.number(0), self.number(0))
        ways: list[Way] = [
            lambda: Conjunction(self.truth(depth - 1), self.truth(depth - 2)),
            lambda: Disjunction(self.truth(depth - 1), self.truth(depth - 2)),
            lambda: negation(self.truth(depth - 1)),
            lambda: apply(pick(COMPARED), self.number(depth - 1), self.number(depth - 2)),
            lambda: apply(Operation.EQUAL, self.thing(depth - 1), self.thing(depth - 2)),
            lambda: apply(Operation.IS_NOTHING, self.thing(depth - 1)),
            lambda: apply(Operation.HAS_ANY, self.list(depth - 1)),
            lambda: apply(Operation.CONTAINS, self.number(depth - 2), self.list(depth - 1)),
            lambda: apply(Operation.CONTAINS, self.thing(depth - 2), Constant((0, 5, 63))),
            lambda: apply(Operation.SAME, self.list(depth - 2), self.list(depth - 1)),
            lambda: apply(
                pick((Operation.AT_MOST, Operation.EQUAL)), apply(Operation.LENGTH, self.list(depth - 1)), Constant(0)
            ),
            lambda: ConditionalValue(self.truth(depth - 2), self.truth(depth - 1), self.truth(depth - 2)),
            lambda: self.some(depth),
        ]
        return pick(ways)()

    def some(self, depth: int) -> Value:
        things = self.list(depth - 1)
        it = self.named()
        test = self.truth(depth - 1)
        self._numbers.remove(it)
        return AnyMember(it, things, test)

    def named(self) -> Register:
        it = Register(NUMBER)
        self._numbers.append(it)
        return it

    def each(self, depth: int, things: Value | None = None) -> Comprehension:
        things = self.list(depth - 1) if things is None else things
        it = self.named()
        test = self.truth(depth - 1) if self._random.random() < 0.6 else None
        value = it if self._random.random() < 0.4 else self.number(depth - 1)
        self._numbers.remove(it)
        return Comprehension(it, things, test, value)

    def list(self, depth: int) -> Value:
        pick = self._random.choice
        if depth <= 0:
            known: tuple[Value, ...] = (Constant(()), Constant((2, 3, 4)), Constant((7, -1, 7)))
            return pick((*known, self.parameters[1], ZoneCards(Constant(0))))
        ways: list[Way] = [
            lambda: self.each(depth),
            lambda: self.each(depth),
            lambda: OrElse(self.list(depth - 1), self.list(depth - 2)),
            lambda: ConditionalValue(self.list(depth - 2), self.truth(depth - 1), self.list(depth - 2)),
            lambda: apply(pick((Operation.SNAPSHOT, Operation.OPTIONS)), self.list(depth - 1)),
            lambda: apply(Operation.SNAPSHOT, apply(Operation.UNIQUE, self.list(depth - 1))),
            lambda: apply(Operation.UNION, self.list(depth - 1), self.list(depth - 2)),
            lambda: apply(pick((Operation.WITH, Operation.WITHOUT)), self.list(depth - 1), self.number(depth - 2)),
            lambda: apply(
                pick((Operation.SINGLE, Operation.SINGLE_OR_NONE)),
                self.thing(depth - 1) if depth > 1 else self.number(0),
            ),
            lambda: apply(Operation.SPAN, self.number(0), self.number(0)),
            lambda: apply(
                Operation.CARDS_OF,
                Comprehension(it := Register(NUMBER), Constant((0, 6, 1)), self.truth(depth - 2), it),
            ),
            lambda: self.best(depth),
        ]
        made: Value = pick(ways)()
        # None is not a number: a list that may contain it is no list of numbers
        if isinstance(made, Apply) and made.operation in (Operation.SINGLE, Operation.OPTIONS):
            it = Register(NUMBER)
            return Comprehension(it, made, negation(apply(Operation.IS_NOTHING, it)), it)
        return made

    def best(self, depth: int) -> Value:
        things = self.list(depth - 2)
        if self._random.random() < 0.5:
            kept = self.each(depth - 1, things)
            things = Comprehension(kept.it, kept.things, kept.test, kept.it)
            values = Comprehension(kept.it, kept.things, kept.test, kept.value)
        else:
            it = self.named()
            values = Comprehension(it, things, None, self.number(depth - 2))
            self._numbers.remove(it)
        return apply(self._random.choice((Operation.BEST_HIGHEST, Operation.BEST_LOWEST)), things, values)


def pure(value: Value) -> bool:
    """True if nothing in a value draws from the random generator."""
    return not any(
        isinstance(part, Apply) and part.operation is Operation.RANDOM_MEMBER for part in value.parts
    ) and all(map(pure, value.parts))


def is_fair(value: Value) -> bool:
    """True if the order of random draws is defined: no nested iteration draws on both levels."""
    match value:
        case Comprehension() | AnyMember():
            inner = pure(value.things) or all(map(pure, value.scoped_values))
            return inner and all(map(is_fair, value.parts))
        case Apply(Operation.BEST_HIGHEST | Operation.BEST_LOWEST):
            return pure(value)
        case _:
            return all(map(is_fair, value.parts))


@pytest.mark.parts
@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_random_values(seed: int) -> None:
    """Of those that differ the shortest is shown."""
    made: list[tuple[Function, bool]] = []
    random = Random(seed)
    while len(made) < VALUES:
        maker = Maker(random)
        value, many = maker.any_of(random.randrange(1, 5))
        if operation_count(value) < 300 and is_fair(value):
            made.append((Function("a test", maker.parameters, (), value), many))
    lists = [things for _, things in BEGINNINGS]
    functions = Functions(game_of(SAMPLE), [function for function, _ in made], lists)
    wrong = []
    for at, (function, many) in enumerate(made):
        for given_values in BEGINNINGS:
            python = functions.by_python(at, given_values, seed)
            machine = functions.by_machine(at, given_values, seed, many)
            if python != machine and not (machine[0] == STOPPED and given_values == BEGINNINGS[-1]):
                assert function.result is not None
                wrong.append((operation_count(function.result), given_values, machine, python, function.result))
    assert not wrong, min(wrong, key=lambda each: each[0])
