"""Code sinking: values used once, and perhaps not at all, are evaluated where they are used."""

from __future__ import annotations

from interpreter.language.ir.types import NUMBER
from interpreter.language.lowered.game import Function
from interpreter.language.lowered.instructions import Set
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import (
    Comprehension,
    Conjunction,
    Register,
    Value,
    ZoneCards,
    apply,
    number,
)
from interpreter.language.passes.common_subexpressions import sink
from tests.passes.programs import ALL_SPACES, FACTS, A, B, passing

NAME, IT = Register(NUMBER), Register(NUMBER)
COUNT = apply(Operation.LENGTH, passing(ALL_SPACES))
HOLDS = apply(Operation.GREATER, A, number(3))
DRAWN = apply(Operation.RANDOM_MEMBER, ZoneCards(number(0)))


def sunk(value: Value, result: Value, *further: Set) -> Function:
    """Return a function in which a name for a value is sunk."""
    return sink(Function("a test", (A, B), (Set(NAME, value), *further), result), FACTS)


def test_a_value_that_is_used_once_is_evaluated_there() -> None:
    made = sunk(COUNT, Conjunction(HOLDS, apply(Operation.EQUAL, NAME, B)))
    assert made.body == () and made.result == Conjunction(HOLDS, apply(Operation.EQUAL, COUNT, B))
    other = Register(NUMBER)
    made = sunk(COUNT, Conjunction(HOLDS, apply(Operation.EQUAL, other, B)), Set(other, apply(Operation.ADD, NAME, A)))
    assert made.body == ()


def test_a_value_that_is_used_twice_or_in_a_loop_is_evaluated_before() -> None:
    for result in (
        apply(Operation.ADD, NAME, NAME),
        apply(Operation.TOTAL, Comprehension(IT, ALL_SPACES, None, apply(Operation.ADD, IT, NAME))),
    ):
        assert sunk(COUNT, result).body == (Set(NAME, COUNT),)


def test_an_effect_stays_where_it_is() -> None:
    assert sunk(DRAWN, Conjunction(HOLDS, apply(Operation.EQUAL, NAME, B))).body == (Set(NAME, DRAWN),)


def test_names_that_are_assigned_twice_stay() -> None:
    body = (Set(NAME, COUNT), Set(NAME, A))
    assert sink(Function("a test", (A,), body, NAME), FACTS).body == body
