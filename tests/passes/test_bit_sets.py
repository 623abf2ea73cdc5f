"""Bit sets: lists that are searched in loops become words, and results stay the same."""

from __future__ import annotations

import pytest

from interpreter.language.ir.types import Type
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import (
    AnyMember,
    Comprehension,
    Constant,
    Fold,
    LetValue,
    Register,
    apply,
    subvalues,
)
from interpreter.language.passes.pipeline import BitSets, bits_of_things
from tests.passes.programs import ALL_SPACES, FACTS, SPACE, SPACES, A, after, operations, passing

SETS = BitSets(FACTS)
GIVEN = Register(SPACES)
LISTS = [((),), ((3,),), ((7, 0, 3, 3),), (tuple(range(8)),)]
ROWS = Constant((frozenset({1, 2}), frozenset({0, 3, 4}), frozenset(), frozenset({7})) * 2)


def test_a_constant_list_is_a_word() -> None:
    made = after(
        SETS, apply(Operation.CONTAINS, A, Constant((0, 5, 63))), (A,), (0,), (1,), (63,), (64,), (-1,), (None,)
    )
    assert operations(made) == {Operation.HAS_BIT}
    assert bits_of_things((0, 63)) == 1 - 2**63


def test_large_or_other_members_are_searched_for() -> None:
    for members in ((0, 64), (-1, 2), (None, 2), ("a",)):
        value = apply(Operation.CONTAINS, A, Constant(members))
        assert after(SETS, value, (A,), (0,), (2,)) == value


def test_a_list_that_a_loop_searches_becomes_a_set_before_it() -> None:
    it = Register(SPACE)
    for loop in (
        passing(ALL_SPACES, apply(Operation.CONTAINS, it, GIVEN), it),
        AnyMember(it, ALL_SPACES, apply(Operation.CONTAINS, it, GIVEN)),
        Fold(Operation.LENGTH, passing(ALL_SPACES, apply(Operation.CONTAINS, it, GIVEN), it)),
    ):
        made = after(SETS, loop, (GIVEN,), *LISTS)
        assert isinstance(made, LetValue) and made.value == apply(Operation.BIT_SET, GIVEN)
        assert Operation.CONTAINS not in operations(made)


@pytest.mark.parametrize("operation", [Operation.COUNT_COMMON, Operation.ANY_COMMON])
def test_rows_of_a_table_are_sets_too(operation: Operation) -> None:
    it = Register(SPACE)
    loop = Comprehension(it, ALL_SPACES, None, apply(operation, apply(Operation.ITEM, ROWS, it), GIVEN))
    made = after(SETS, loop, (GIVEN,), *LISTS)
    assert operation not in operations(made)
    repeated = apply(Operation.ITEM, Constant(((1, 1), (2,))), it)
    assert operation in operations(
        SETS.value(Comprehension(it, Constant((0, 1)), None, apply(operation, repeated, GIVEN)))
    )


def test_loops_in_loops_share_a_set() -> None:
    it, inner = Register(SPACE), Register(SPACE)
    inside = AnyMember(inner, ALL_SPACES, apply(Operation.CONTAINS, inner, GIVEN))
    made = after(SETS, passing(ALL_SPACES, inside, it), (GIVEN,), *LISTS)
    assert sum(isinstance(part, LetValue) for part in subvalues(made)) == 1


def test_no_set_is_made_without_a_loop_nor_of_many_things() -> None:
    it, cards = Register(SPACE), Register(Type("card", many=True))
    for value in (
        apply(Operation.CONTAINS, A, GIVEN),
        passing(ALL_SPACES, apply(Operation.CONTAINS, it, cards), it),
    ):
        assert SETS.value(value) == value


def test_the_set_of_what_changes_in_a_loop_is_made_in_it() -> None:
    it = Register(SPACE)
    inner = passing(ALL_SPACES, apply(Operation.CONTAINS, it, GIVEN), it)
    made = after(SETS, Comprehension(GIVEN, Constant(((1, 2), (3,))), None, apply(Operation.TOTAL, inner)))
    assert isinstance(made, Comprehension) and any(isinstance(part, LetValue) for part in subvalues(made.value))
