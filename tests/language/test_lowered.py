"""The intermediate language: its passes change how often something is worked out, never what it is."""

from __future__ import annotations

import linecache
from types import CodeType
from typing import Any

import pytest

from interpreter.language.backends.python.code import NamedConstants
from interpreter.language.backends.python.linking import compile_unlinked
from interpreter.language.backends.python.printer import CALL_TEMPLATES, INFIX, print_function, print_segment
from interpreter.language.execution.executable import FramedRoutine
from interpreter.language.ir.types import NUMBER, SEAT, Type
from interpreter.language.lowered.game import Function, Segment
from interpreter.language.lowered.instructions import (
    Add,
    Charge,
    ConditionalBody,
    ConditionalChain,
    Instruction,
    Jump,
    PopFrame,
    PushFrame,
    Set,
    instructions_in,
)
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import (
    NOTHING,
    AnyMember,
    Comprehension,
    ConditionalValue,
    Conjunction,
    Constant,
    Disjunction,
    Register,
    Value,
    ZoneCards,
    apply,
    cell_at,
    negation,
    plus,
    table,
)
from interpreter.language.passes.block_merging import merge_segments
from interpreter.language.passes.common_subexpressions import hoist_in_function
from interpreter.language.program import Program
from tests.loaded import book_of, game_of

ROWS = (3, 1, 4, 1, 5, 9, 2, 6)


def source(*parameters: Register, value: Value) -> list[str]:
    """The lines of a function after its head, shared and printed."""
    function = hoist_in_function(Function("test", parameters, (), value))
    return [line.strip() for line in print_function("q", (), function, NamedConstants()).splitlines()[1:]]


def test_a_row_of_a_table_is_asked_once_before_the_loop() -> None:
    seat, it = Register(SEAT), Register(Type("space"))
    full = apply(Operation.GREATER, cell_at(table(ROWS, seat), it), Constant(0))
    assert source(seat, value=Comprehension(it, Constant((0, 1, 2)), full, it)) == [
        "x1 = K0[a0]",
        "return [x2 for x2 in K1 if v[x1 + x2] > 0]",
    ]


def test_a_row_for_perhaps_nothing_is_not_asked_for_nothing() -> None:
    seat, it = Register(SEAT._replace(optional=True)), Register(NUMBER)
    there = negation(apply(Operation.IS_NOTHING, seat))
    looked = AnyMember(it, Constant((0, 1)), apply(Operation.EQUAL, table(ROWS, seat), it))
    lines = source(seat, value=Conjunction(there, looked))
    assert lines[0] == "x1 = None if a0 is None else K0[a0]"


def test_a_row_for_what_was_worked_out_before_is_not_asked_for_nothing() -> None:
    seat, it = Register(SEAT._replace(optional=True)), Register(NUMBER)
    other = ConditionalValue(NOTHING, apply(Operation.IS_NOTHING, seat), table(ROWS, seat))
    there = negation(apply(Operation.IS_NOTHING, other))
    looked = AnyMember(it, Constant((0, 1)), apply(Operation.EQUAL, table(ROWS, other), it))
    once = hoist_in_function(Function("test", (seat,), (), Conjunction(there, looked)))
    lines = print_function("q", (), hoist_in_function(once), NamedConstants()).splitlines()
    assert "    x2 = None if x1 is None else K0[x1]" in lines


def test_a_choice_between_places_is_made_before_it_is_counted_from_the_first() -> None:
    number = Register(NUMBER)
    place = ConditionalValue(Constant(0), apply(Operation.LESS, number, Constant(3)), Constant(1))
    assert source(number, value=cell_at(5, place)) == ["return v[5 + (0 if a0 < 3 else 1)]"]
    assert source(number, value=cell_at(5, apply(Operation.EQUAL, number, Constant(3)))) == ["return v[5 + (a0 == 3)]"]
    assert source(number, value=cell_at(5, number, number)) == ["return v[5 + a0 + a0]"]


def test_what_depends_on_the_loop_stays_in_it() -> None:
    it = Register(Type("space"))
    value = Comprehension(it, Constant((0, 1)), None, table(ROWS, it))
    assert source(value=value) == ["return [K0[x1] for x1 in K1]"]


def test_what_is_always_asked_is_worked_out_once() -> None:
    number = Register(NUMBER)
    most = apply(Operation.TOTAL, ZoneCards(number))
    value = Conjunction(apply(Operation.LESS, most, Constant(9)), apply(Operation.GREATER, most, Constant(2)))
    assert source(number, value=value) == ["x1 = sum(z[a0])", "return (x1 < 9) and (x1 > 2)"]


def test_what_may_not_be_asked_stays_where_it_is() -> None:
    number = Register(NUMBER)
    first = apply(Operation.ITEM, ZoneCards(number), Constant(-1))
    value = ConditionalValue(plus(first, first), apply(Operation.HAS_ANY, ZoneCards(number)), Constant(0))
    assert source(number, value=value)[-1].count("[-1]") == 2


def test_two_draws_by_chance_stay_two() -> None:
    one = other = apply(Operation.RANDOM_MEMBER, ZoneCards(Constant(1)))
    assert source(value=apply(Operation.ADD, one, other)) == ["x1 = z[1]", "return m.one_of(x1) + m.one_of(x1)"]


def test_loops_that_only_call_their_members_otherwise_are_one() -> None:
    def evens() -> Value:
        it = Register(NUMBER)
        return Comprehension(it, Constant(ROWS), apply(Operation.EQUAL, table(ROWS, it), Constant(1)), it)

    lines = source(value=apply(Operation.SAME, evens(), evens()))
    assert lines == ["x1 = [x2 for x2 in K0 if K0[x2] == 1]", "return same(x1, x1)"]


def test_loops_in_loops_are_told_apart() -> None:
    """`K[outer]` and `K[inner]` look the same at their own depth, and are not."""
    outer, inner = Register(NUMBER), Register(NUMBER)
    both = apply(Operation.EQUAL, table(ROWS, outer), table(ROWS, inner))
    pairs = Comprehension(outer, Constant(tuple(range(8))), None, AnyMember(inner, Constant((0, 6)), both))
    function = hoist_in_function(Function("test", (Register(NUMBER),), (), pairs))
    assert compile_unlinked(function)(0) == [True, False, False, False, False, False, True, False]


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("right", [True, False])
def test_conditions_print_with_the_parentheses_that_they_need(left: bool, right: bool) -> None:
    a, b = Constant(left), Constant(right)
    for value, meant in (
        (Conjunction(Disjunction(a, b), negation(Conjunction(a, b))), (left or right) and not (left and right)),
        (Disjunction(Conjunction(a, b), negation(Disjunction(a, b))), (left and right) or not (left or right)),
        (
            ConditionalValue(Disjunction(a, b), Conjunction(a, b), negation(a)),
            (left or right) if (left and right) else not left,
        ),
    ):
        assert compile_unlinked(Function("test", (Register(NUMBER),), (), value))(0) is meant


def test_every_operation_can_be_printed() -> None:
    special = {Operation.NOT, Operation.IS_NOTHING, Operation.HAS_ANY, Operation.OPTIONS, Operation.MULTIPLY}
    assert set(Operation) == {*INFIX, *CALL_TEMPLATES, *special}


def test_segments_go_on_with_short_ones_and_give_their_frame_to_a_last_call() -> None:
    slot = Register(NUMBER, 2)
    bodies: list[tuple[Instruction, ...]] = [
        (PopFrame(),),
        (Set(slot, Constant(1)), Jump(2)),
        (PushFrame(7, (Constant(0),), 3), Jump(4)),
        (PopFrame(),),
        (Charge(1, 0), PopFrame()),
    ]
    segments = merge_segments([Segment(0, body) for body in bodies], {1, 4})
    assert segments[1] is not None
    printed = print_segment(1, segments[1], NamedConstants(), {7: 1})
    assert printed.splitlines() == [
        "def s1(m, v, z, f):",
        "    f[2] = 1",
        "    m.stack[-1] = [0, 0, None]",
        "    return 4",
    ]


def test_branches_print_with_all_that_is_in_them() -> None:
    two = cell_at(2)
    deep = ConditionalChain(
        (ConditionalBody(Constant(True), (Add(two, Constant(1)),)),), (Add(two, Constant(1), subtracts=True),)
    )
    body = (
        ConditionalChain((ConditionalBody(Constant(True), (deep,)), ConditionalBody(Constant(False), ()))),
        PopFrame(),
    )
    assert len(list(instructions_in(body))) == 5
    lines = print_segment(3, Segment(0, body), NamedConstants(), {}).splitlines()
    assert lines[1:8] == [
        "    if True:",
        "        if True:",
        "            v[2] += 1",
        "        else:",
        "            v[2] -= 1",
        "    elif False:",
        "        pass",
    ]


@pytest.mark.parametrize("game", ["red_flag_over_paris", "liberte", "vive_la_revolution", "revolution"])
def test_both_lowerings_of_a_game_can_go_on_with_each_other(game: str) -> None:
    """A state without a log stands at the same segments, with the same names in its frames, as one with a log."""

    def shape(logged: bool) -> list[Any]:
        program = game_of(game).program
        code, lowered = program.code(logged), program.lowered(logged)
        framed = [each for each in lowered.routines if isinstance(each, FramedRoutine)]
        kept = [segment is not None for segment in lowered.segments]
        return [framed, kept, [(info.slot, info.seat_slot) for info in code.decisions]]

    assert shape(False) == shape(True)


@pytest.mark.parametrize("variants", [(), ("solo_commune",), ("russian_edition", "solo_versailles")])
def test_no_two_rules_are_called_the_same(variants: tuple[str, ...]) -> None:
    """A traceback, and what shows the lowered game, find a rule by its title."""
    program = game_of("red_flag_over_paris", *variants).program
    titles = [routine.title for routine in program.routines.all]
    titles += [term.title for term in program.analysis.terms.all.values()]
    assert len(titles) == len(set(titles))


def test_a_traceback_shows_the_source_of_each_function() -> None:
    """Also where functions share a title, as an event and its playability test do."""
    code = Program(book_of("tests/cli/market")).code(False)  # the sources that were compiled last are shown
    functions = [part for each in code.compiled.code for part in each.co_consts if isinstance(part, CodeType)]
    assert len(functions) > 20
    for function in functions:
        line = linecache.getline(function.co_filename, function.co_firstlineno)
        assert line.startswith(f"def {function.co_name}("), function.co_filename
