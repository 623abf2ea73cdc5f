"""Region analysis: loops are marked if what an iteration allocates is not needed after it."""

from __future__ import annotations

from interpreter.language.ir.types import NUMBER
from interpreter.language.lowered.game import Function
from interpreter.language.lowered.instructions import (
    Add,
    Append,
    Body,
    Call,
    ConditionalBody,
    ConditionalChain,
    CountedLoop,
    Instruction,
    Loop,
    Set,
    While,
)
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import (
    AnyMember,
    Cell,
    Comprehension,
    Fold,
    Register,
    Value,
    ZoneCards,
    apply,
    number,
)
from interpreter.language.passes.loops import RegionAnalysis, allocates, can_free_members
from interpreter.language.passes.value_facts import GameFacts, ValueFacts
from tests.passes.programs import ALL_SPACES, FACTS, SPACE, SPACES, is_some, passing

KNOWN = ValueFacts(GameFacts({"space": 8}, 0, frozenset(), (5,), {}, False))
KEPT, LOCAL, IT = Register(SPACES), Register(SPACES), Register(SPACE)
MADE = apply(Operation.UNIQUE, passing(ALL_SPACES))
COUNT = Set(Cell(3), apply(Operation.LENGTH, MADE))
ROUTINES = (Function("counts", (), (COUNT,)), Function("keeps", (), (Set(Cell(5), MADE),)))


def frees(*body: Instruction, before: Body = (), behind: Body = ()) -> bool:
    """Return True if a loop with this body frees what an iteration allocates."""
    whole = (*before, Loop(IT, ALL_SPACES, body), *behind)
    (loop,) = (each for each in RegionAnalysis(KNOWN, ROUTINES, whole).marked() if isinstance(each, Loop))
    return loop.frees


def test_a_list_that_is_used_at_once_is_freed() -> None:
    assert frees(COUNT)
    assert frees(ConditionalChain((ConditionalBody(is_some(MADE), (COUNT,)),)))
    assert frees(Set(LOCAL, MADE), Set(Cell(3), apply(Operation.LENGTH, LOCAL)))
    assert frees(Call(0, ()))


def test_a_list_that_is_kept_is_not() -> None:
    assert not frees(Set(KEPT, MADE), behind=(Set(Cell(3), apply(Operation.LENGTH, KEPT)),))
    assert not frees(Set(Cell(5), MADE))
    assert not frees(Set(Register(SPACES, slot=4), MADE))
    assert not frees(Append(KEPT, IT))
    assert not frees(Call(1, ()))


def test_nothing_is_freed_where_nothing_is_allocated() -> None:
    assert not frees(Add(Cell(3), number(1)))
    assert not frees(Set(Cell(3), Fold(Operation.LENGTH, passing(ALL_SPACES))))


def test_other_loops_are_marked_too() -> None:
    body = (CountedLoop(number(3), (COUNT,)), While(is_some(MADE), (Add(Cell(3), number(1)),)))
    counted, repeated = RegionAnalysis(KNOWN, (), body).marked()
    assert isinstance(counted, CountedLoop) and counted.frees
    assert isinstance(repeated, While) and repeated.frees


def test_values_that_allocate() -> None:
    zone = ZoneCards(number(0))
    yes: tuple[Value, ...] = (
        passing(zone),
        MADE,
        Fold(Operation.LENGTH, Comprehension(IT, zone, None, MADE)),
        AnyMember(IT, MADE, apply(Operation.EQUAL, IT, number(1))),
        Fold(Operation.BEST_HIGHEST, passing(zone)),
        apply(Operation.TOTAL_OF_HIGHEST, zone, number(2)),
    )
    no: tuple[Value, ...] = (
        zone,
        Fold(Operation.LENGTH, passing(zone)),
        Fold(Operation.TOTAL, passing(apply(Operation.CARDS_OF, ALL_SPACES))),
        is_some(apply(Operation.SINGLE_OR_NONE, IT)),
        apply(Operation.TOTAL, zone),
    )
    assert list(map(allocates, (*yes, *no))) == [True] * len(yes) + [False] * len(no)


def test_members_that_are_lists_are_not_freed() -> None:
    it = Register(NUMBER)
    lengths = Comprehension(it, ALL_SPACES, None, apply(Operation.LENGTH, MADE))
    assert can_free_members(FACTS, lengths)
    assert not can_free_members(FACTS, Comprehension(it, ALL_SPACES, None, MADE))
    assert not can_free_members(FACTS, passing(ALL_SPACES))
    assert can_free_members(FACTS, ALL_SPACES, is_some(MADE))
