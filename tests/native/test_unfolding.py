"""Inlining: functions are inlined, and their results don't change."""

from __future__ import annotations

import pytest

from interpreter.language.ir.types import NUMBER
from interpreter.language.lowered.game import Function
from interpreter.language.lowered.instructions import Set
from interpreter.language.lowered.operations import Operation
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
    Value,
    apply,
    number,
    subvalues,
)
from interpreter.language.passes.expansion import ValueExpander
from interpreter.language.passes.value_facts import GameFacts, ValueFacts
from tests.language.cases import SAMPLE
from tests.loaded import game_of
from tests.native.functions import Functions

A, B, X, Y, IT = (Register(NUMBER) for _ in range(5))
ROW = Constant((3, 1, 4, 1, 5))
TABLE = Constant((10, 20, 30, 40, 50, 60))


def product(left: Value, right: Value) -> Apply:
    return apply(Operation.MULTIPLY, left, right)


def total(*values: Value) -> Value:
    found = values[0]
    for value in values[1:]:
        found = apply(Operation.ADD, found, value)
    return found


def above(limit: Value) -> Value:
    return apply(Operation.GREATER, IT, limit)


FUNCTIONS: dict[str, tuple[tuple[Set, ...], Value]] = {
    "a name that comes to stand for something else": (
        (Set(X, A), Set(Y, total(X, number(1))), Set(X, B)),
        total(product(X, X), Y),
    ),
    "a parameter that does": ((Set(X, total(A, B)), Set(A, number(7))), total(X, A)),
    "a name that is asked for once": ((Set(X, total(A, B)), Set(Y, product(X, number(3)))), total(Y, A)),
    "a name that is asked for in a loop": (
        (Set(X, total(A, B)),),
        apply(Operation.TOTAL, Comprehension(IT, Constant(tuple(range(20))), None, total(IT, X))),
    ),
    "one in a choice": ((Set(X, total(A, B)),), ConditionalValue(X, apply(Operation.LESS, A, B), number(5))),
    "how many": ((), apply(Operation.LENGTH, Comprehension(IT, ROW, above(A), IT))),
    "how many of all": ((), apply(Operation.LENGTH, Comprehension(IT, ROW, None, IT))),
    "a sum": ((), apply(Operation.TOTAL, Comprehension(IT, ROW, above(A), product(IT, number(2))))),
    "whether any": ((), apply(Operation.HAS_ANY, Comprehension(IT, ROW, above(A), IT))),
    "whether some": ((), AnyMember(IT, ROW, apply(Operation.EQUAL, apply(Operation.ITEM, TABLE, IT), A))),
    "cells": ((), apply(Operation.TOTAL, Comprehension(IT, ROW, None, Cell(2, IT)))),
    "none": ((), AnyMember(IT, Constant(()), above(A))),
    "nothing is looked up in vain": ((), ConditionalValue(apply(Operation.ITEM, TABLE, Constant(77)), FALSE, A)),
    "certainly": ((), Conjunction(TRUE, Disjunction(FALSE, apply(Operation.LESS, A, B)))),
    "a number for a condition": ((), Conjunction(TRUE, A)),
    "constants": ((), apply(Operation.SUBTRACT, number(3), apply(Operation.LENGTH, ROW))),
}


@pytest.fixture(scope="module")
def both() -> Functions:
    functions = [Function("a test", (A, B), body, result) for body, result in FUNCTIONS.values()]
    return Functions(game_of(SAMPLE), functions)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_both_backends_agree(both: Functions, name: str) -> None:
    at = list(FUNCTIONS).index(name)
    for a in (-1, 0, 1, 3, 10, 40):
        for b in (0, 2, 9):
            found, _ = both.by_machine(at, (a, b))
            wanted, _ = both.by_python(at, (a, b))
            assert found == (bool(wanted) if name == "a number for a condition" else wanted), (a, b)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_rounds_over_a_few_things_are_written_out(name: str) -> None:
    game = game_of(SAMPLE)
    lowered = game.program.lowered(False)
    body, result = FUNCTIONS[name]
    facts = ValueFacts(GameFacts.of_game(game.program.symbols, lowered))
    found = ValueExpander(facts).function(Function("a test", (A, B), body, result))
    assert found.result is not None
    loops = any(isinstance(part, Comprehension | AnyMember) for part in subvalues(found.result))
    assert loops == (name == "a name that is asked for in a loop")
    if "asked for once" in name or "in a choice" in name:
        assert not found.body
