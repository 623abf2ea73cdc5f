"""If-conversion: cheap operands are evaluated without a branch, and results stay the same."""

from __future__ import annotations

from itertools import product

from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import (
    Cell,
    Comprehension,
    ConditionalValue,
    Conjunction,
    Disjunction,
    Fold,
    Register,
    Value,
    ZoneCards,
    apply,
    number,
)
from interpreter.language.passes.pipeline import IfConversion
from tests.passes.programs import ALL_SPACES, FACTS, SPACE, A, B, above_one, after, operations, passing, source

CONVERSION = IfConversion(FACTS)
CASES = list(product((-1, 0, 3), repeat=2))
CHEAP = apply(Operation.GREATER, A, number(0)), apply(Operation.LESS, B, number(3))
COSTLY = apply(Operation.CONTAINS, A, ZoneCards(number(0)))


def test_cheap_conditions_are_evaluated_together() -> None:
    made = after(CONVERSION, Conjunction(*CHEAP), (A, B), *CASES)
    assert made == apply(Operation.BOTH, *CHEAP)
    assert after(CONVERSION, Disjunction(*CHEAP), (A, B), *CASES) == apply(Operation.EITHER, *CHEAP)


def test_a_costly_condition_is_evaluated_only_if_it_is_needed() -> None:
    value = Conjunction(CHEAP[0], COSTLY)
    assert after(CONVERSION, value, (A, B), *CASES) == value
    mixed = after(CONVERSION, Conjunction(Conjunction(COSTLY, CHEAP[0]), CHEAP[1]), (A, B), *CASES)
    assert mixed == apply(Operation.BOTH, COSTLY, apply(Operation.BOTH, *CHEAP))
    last = after(CONVERSION, Conjunction(CHEAP[0], Conjunction(CHEAP[1], COSTLY)), (A, B), *CASES)
    assert last == Conjunction(CHEAP[0], Conjunction(CHEAP[1], COSTLY))


def test_a_condition_that_may_fail_stays_behind_the_one_that_guards_it() -> None:
    value = Conjunction(CHEAP[0], apply(Operation.GREATER, Cell(0, A), number(0)))  # no cell -1
    assert CONVERSION.value(value) == value


def test_a_choice_of_what_is_there_needs_no_branch() -> None:
    made = after(CONVERSION, ConditionalValue(A, CHEAP[0], number(7)), (A, B), *CASES)
    assert made == apply(Operation.SELECT, A, CHEAP[0], number(7))
    branch = ConditionalValue(Cell(0, A), CHEAP[0], number(7))
    assert after(CONVERSION, branch, (A, B), *CASES) == branch


def test_members_are_counted_and_added_up_without_a_branch() -> None:
    counted = after(CONVERSION, Fold(Operation.LENGTH, passing(ALL_SPACES)))
    assert source(counted) == "sum([v[x1] > 1 for x1 in K0])"
    added = after(CONVERSION, Fold(Operation.TOTAL, passing(ALL_SPACES)))
    assert source(added) == "sum([(x1 if (v[x1] > 1) else 0) for x1 in K0])"


def test_a_number_that_is_tested_counts_once() -> None:
    it = Register(SPACE)
    made = after(CONVERSION, Fold(Operation.LENGTH, Comprehension(it, ALL_SPACES, Cell(0, it), it)))
    assert isinstance(made, Fold) and made.operation is Operation.TOTAL and operations(made) == {Operation.SELECT}


def test_a_list_is_marked_if_its_members_may_be_evaluated_in_vain() -> None:
    it = Register(SPACE)
    values: list[tuple[Value, bool]] = [(it, True), (apply(Operation.FIRST, ZoneCards(it)), False), (Cell(0, it), True)]
    for value, is_branchless in values:
        made = CONVERSION.value(Comprehension(it, ALL_SPACES, above_one(it), value))
        assert isinstance(made, Comprehension) and made.is_branchless == is_branchless
