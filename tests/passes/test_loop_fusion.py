"""Loop fusion: lists that are only traversed are not made, and results stay the same."""

from __future__ import annotations

import pytest

from interpreter.language.ir.types import NUMBER
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import (
    AnyMember,
    Apply,
    Cell,
    Comprehension,
    ConditionalValue,
    Constant,
    Fold,
    LetValue,
    Register,
    Value,
    ZoneCards,
    apply,
    number,
    subvalues,
)
from interpreter.language.passes.loops import LoopFusion
from tests.passes.programs import ALL_SPACES, FACTS, SPACE, A, after, operations, passing

FUSION = LoopFusion(FACTS)
ZONE = ZoneCards(number(0))
NEIGHBOURS = Constant((frozenset({1, 2}), frozenset({0, 3, 4}), frozenset()))


@pytest.mark.parametrize("operation", [Operation.LENGTH, Operation.TOTAL, Operation.HIGHEST, Operation.LOWEST])
@pytest.mark.parametrize("things", [ALL_SPACES, ZONE])
def test_a_list_that_is_counted_or_added_up_is_not_made(operation: Operation, things: Value) -> None:
    made = after(FUSION, apply(operation, passing(things)))
    assert isinstance(made, Fold) and made.operation is operation and not operations(made) & {operation}


@pytest.mark.parametrize("operation", [Operation.FIRST, Operation.ONLY])
def test_a_list_of_which_one_member_is_taken_is_made_only_if_that_makes_a_difference(operation: Operation) -> None:
    assert isinstance(after(FUSION, apply(operation, passing(ALL_SPACES))), Fold)
    drawn = Comprehension(Register(SPACE), ALL_SPACES, None, apply(Operation.RANDOM_MEMBER, ZONE))
    assert isinstance(FUSION.value(apply(operation, drawn)), Apply)


def test_a_plain_list_stays_what_it_is() -> None:
    for value in (apply(Operation.LENGTH, ZONE), apply(Operation.HIGHEST, ALL_SPACES), ZONE):
        assert after(FUSION, value) == value


def test_a_copy_that_is_only_read_is_not_made() -> None:
    assert after(FUSION, apply(Operation.LENGTH, apply(Operation.SNAPSHOT, ZONE))) == apply(Operation.LENGTH, ZONE)
    copied = apply(Operation.SNAPSHOT, passing(apply(Operation.SNAPSHOT, ZONE)))
    assert not operations(after(FUSION, apply(Operation.TOTAL, copied))) & {Operation.SNAPSHOT}


def test_a_list_is_not_counted_if_one_member_is_enough() -> None:
    count = apply(Operation.LENGTH, passing(ZONE))
    some = after(FUSION, apply(Operation.GREATER, count, number(0)))
    none = after(FUSION, apply(Operation.EQUAL, count, number(0)))
    assert isinstance(some, AnyMember)
    assert isinstance(none, Apply) and none.operation is Operation.NOT and isinstance(none.arguments[0], AnyMember)


def test_a_search_evaluates_the_thing_once() -> None:
    cell = Cell(3, A)
    made = after(FUSION, apply(Operation.CONTAINS, cell, passing(ZONE)), (A,), (0,), (1,), (4,))
    assert isinstance(made, LetValue) and made.value is cell and isinstance(made.inner, AnyMember)
    assert isinstance(after(FUSION, apply(Operation.CONTAINS, A, passing(ZONE)), (A,), (4,), (5,)), AnyMember)


@pytest.mark.parametrize("operation", [Operation.COUNT_COMMON, Operation.ANY_COMMON])
def test_of_a_filter_over_all_spaces_only_the_neighbours_are_tested(operation: Operation) -> None:
    row = apply(Operation.ITEM, NEIGHBOURS, A)
    made = after(FUSION, apply(operation, row, passing(ALL_SPACES)), (A,), (0,), (1,), (2,))
    assert ALL_SPACES not in subvalues(made)
    assert operation in operations(FUSION.value(apply(operation, row, passing(ZONE))))


def test_the_best_are_found_in_one_pass() -> None:
    it = Register(SPACE)
    numbers = Comprehension(it, ZONE, None, Cell(0, it))
    made = after(FUSION, apply(Operation.BEST_HIGHEST, ZONE, numbers))
    assert any(isinstance(part, Fold) for part in subvalues(made))
    others = Comprehension(it, ZoneCards(number(3)), None, Cell(0, it))
    assert Operation.BEST_HIGHEST in operations(FUSION.value(apply(Operation.BEST_HIGHEST, ZONE, others)))


@pytest.mark.parametrize("operation", [Operation.TOTAL_OF_HIGHEST, Operation.TOTAL_OF_LOWEST])
def test_few_different_numbers_are_counted_instead_of_sorted(operation: Operation) -> None:
    counts = [(-1,), (0,), (1,), (2,), (3,), (9,)]
    for printed, is_counted in (((4, 0, 3, 3, 1, 2, 1, 0), True), ((4, 0, 300, 3, 1, 2, 1, 0), False)):
        it = Register(SPACE)
        things = Comprehension(it, ALL_SPACES, None, apply(Operation.ITEM, Constant(printed), it))
        made = after(FUSION, apply(operation, things, A), (A,), *counts)
        assert (Operation.TOTAL_OF_COUNTED in operations(made)) == is_counted
        assert isinstance(made, LetValue) and isinstance(
            made.inner, ConditionalValue
        )  # nothing is evaluated for 0 numbers


def test_a_test_that_draws_is_carried_out_for_all_members() -> None:
    it = Register(SPACE)
    draws = apply(Operation.EQUAL, it, apply(Operation.RANDOM_MEMBER, ZONE))
    made = FUSION.value(AnyMember(it, ALL_SPACES, draws))
    assert not any(isinstance(part, AnyMember) for part in subvalues(made))


def test_a_list_is_made_from_a_constant_or_a_register() -> None:
    whole = passing(apply(Operation.UNION, ZONE, Constant((1, 2))))
    made = after(FUSION, apply(Operation.UNIQUE, apply(Operation.SNAPSHOT, whole)))
    (bound,) = (part for part in subvalues(made) if isinstance(part, LetValue))
    assert isinstance(bound.inner, Comprehension) and bound.inner.things is bound.it
    traversed = after(FUSION, apply(Operation.TOTAL, whole))
    assert not any(isinstance(part, LetValue) for part in subvalues(traversed))


def test_a_loop_in_a_loop_is_fused_too() -> None:
    it, inner = Register(SPACE), Register(NUMBER)
    counts = Comprehension(
        it,
        ALL_SPACES,
        None,
        apply(Operation.LENGTH, Comprehension(inner, ZONE, apply(Operation.LESS, inner, it), inner)),
    )
    made = after(FUSION, apply(Operation.TOTAL, counts))
    assert sum(isinstance(part, Fold) for part in subvalues(made)) == 2
