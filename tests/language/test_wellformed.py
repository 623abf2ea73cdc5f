"""The lowered programs of all games, looked over after each pass, and what is told of programs that are none."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

import pytest

from interpreter.language.execution.executable import FramedRoutine
from interpreter.language.ir.types import CONDITION, NUMBER
from interpreter.language.lowered.game import Function, LoweredGame, Segment
from interpreter.language.lowered.instructions import (
    Call,
    ConditionalBody,
    ConditionalChain,
    Instruction,
    Jump,
    Loop,
    PopFrame,
    Return,
    Set,
)
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import Constant, Register, Value, ZoneCards, apply
from interpreter.language.lowering import whole
from interpreter.language.passes.block_merging import merge_segments
from interpreter.language.program import Program
from tests.language.wellformed import (
    MATCH_OPERATIONS,
    faults_of,
    faults_of_function,
    faults_of_pure_function,
    faults_of_segments,
)
from tests.loaded import book_of, game_of

ROOT = Path(__file__).parents[2]
GAMES = sorted(str(path.parent) for home in ("rules", "tests/games") for path in (ROOT / home).glob("*/game.yaml"))
QUICK = ("revolution", "kuhn", "line_of_four", "sealed_bid")
SOME = [name if Path(name).name in QUICK else pytest.param(name, marks=pytest.mark.parts) for name in GAMES]


@pytest.mark.parametrize("name", SOME, ids=lambda folder: Path(str(folder)).name)
def test_each_game_is_well_formed_after_each_pass(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both its quick program and the one that logs."""
    before: list[list[str]] = []

    def watched(segments: Sequence[Segment], entries: Collection[int]) -> list[Segment | None]:
        before.append(list(faults_of_segments(segments)))
        after = merge_segments(segments, entries)
        before.append(list(faults_of_segments(after)))
        return after

    monkeypatch.setattr(whole, "merge_segments", watched)
    program = Program(book_of(name))
    for logged in (False, True):
        before.clear()
        lowered = program.lowered(logged)
        assert before == [[], []]
        assert list(faults_of(lowered)) == []


@pytest.mark.parts
@pytest.mark.parametrize("name", GAMES, ids=lambda folder: Path(folder).name)
def test_tables_only_ask(name: str) -> None:
    game = game_of(name)
    bots = game._lowered_bots()
    judges = [
        row.condition for bot in bots.bots for table in bot.tables.values() for row in table.rows if row.condition
    ]
    for judge in (*judges, *(bot.condition for bot in bots.bots if bot.condition)):
        assert list(faults_of_pure_function(judge, bots.game.routines)) == []


A, B, HOLDS = Register(NUMBER), Register(NUMBER), Register(CONDITION)
ONE, TWO = Constant(1), Constant(2)


def told(*body: Instruction, result: Value | None = None) -> list[str]:
    """Return the problems reported for a function of HOLDS."""
    return list(faults_of_function(Function("it", (HOLDS,), body, result)))


def test_a_register_is_read_after_it_was_given_a_value() -> None:
    unset = ["it: a register is read that has no value yet"]
    assert told(Set(A, ONE), Set(B, A), result=B) == []
    assert told(Set(B, A)) == unset
    in_one = ConditionalChain((ConditionalBody(HOLDS, (Set(A, ONE),)),))
    in_both = ConditionalChain((ConditionalBody(HOLDS, (Set(A, ONE),)),), (Set(A, TWO),))
    in_one_that_goes_on = ConditionalChain((ConditionalBody(HOLDS, (Set(A, ONE),)),), (Return(),))
    assert told(in_one, result=A) == unset
    assert told(in_both, result=A) == told(in_one_that_goes_on, Set(B, A)) == []
    assert told(Loop(A, ZoneCards(ONE), (Set(B, A),)), result=B) == unset


def test_operations_are_given_what_they_take() -> None:
    assert told(result=apply(Operation.LENGTH, ZoneCards(ONE))) == []
    assert told(result=apply(Operation.LENGTH, HOLDS)) == ["it: Register is a TRUTH, not a LIST"]
    assert told(result=apply(Operation.ADD, ZoneCards(ONE), ONE)) == ["it: ZoneCards is a LIST, not a NUMBER"]
    assert told(result=apply(Operation.ADD, ONE)) == ["it: ADD is given 1 values"]


def test_segments_and_routines_are_there() -> None:
    def of_segment(*body: Instruction) -> list[str]:
        return list(faults_of_segments([Segment(-1, (PopFrame(),)), Segment(-1, body)]))

    assert of_segment(Jump(0)) == of_segment(ConditionalChain((ConditionalBody(ONE, (Jump(0),)),), (PopFrame(),))) == []
    assert of_segment(Jump(2)) == ["segment 1: there is no segment 2"]
    assert of_segment(Set(A, ONE)) == ["segment 1: does not say where to go on"]
    assert of_segment(Jump(0), Set(A, ONE)) == ["segment 1: something stands behind Jump"]
    assert told(Jump(0)) == ["it: there is no segment 0", "it: Jump stands outside of a segment"]
    function = Function("it", (), (Call(1, ()),))
    assert list(faults_of_function(function, [function])) == ["it: routine 1 is no Function"]


def test_nothing_in_a_node_can_be_changed() -> None:
    assert told(result=Constant((1, frozenset({2}), "x", None))) == []
    assert told(Set(A, Constant([1]))) == ["it: [1] can be changed"]


@pytest.mark.parametrize("operation", [each for each in Operation if each in MATCH_OPERATIONS])
def test_what_only_a_match_has_is_not_asked_for(operation: Operation) -> None:
    arguments = {Operation.RANDOM_MEMBER: (Constant((1, 2)),), Operation.MUTED_TRACK: ()}.get(
        operation, (ONE, ONE, ONE)
    )
    value = apply(operation, *arguments)
    asked = Function("it", (), (), apply(Operation.EQUAL, ONE, value))
    assert list(faults_of_function(asked)) == []
    assert list(faults_of_pure_function(asked)) == [f"it: {operation.name} stands where there is no match"]
    kept = Function("it", (), (Set(A, value),), A)
    assert list(faults_of_pure_function(kept)) == [f"it: {operation.name} stands where there is no match"]


def test_a_place_of_a_frame_is_for_lists_or_for_other_things() -> None:
    one, many = Register(NUMBER, 2), Register(NUMBER._replace(many=True), 2)
    framed = FramedRoutine("it", 0, 1, ())
    score = Function("the score", (), (), ONE)

    def told_of(*body: Instruction) -> list[str]:
        segment = Segment(0, (*body, PopFrame()))
        return list(faults_of(LoweredGame([framed], [segment], {}, [], [], [], score, [], [], {})))

    assert told_of(Set(one, ONE)) == told_of(Set(many, Constant((1,)))) == []
    assert told_of(Set(one, ONE), Set(many, Constant((1,)))) == [
        "routine 0: place 2 is for a list and for something else"
    ]
    assert told_of(Set(one, Constant((1,)))) == ["segment 0: a list goes to place 2, which is for one thing"]
