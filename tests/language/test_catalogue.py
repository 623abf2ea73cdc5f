"""Errors at startup for an incomplete catalogue of a language."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from interpreter.language.ir.builders import FALSE, TRUE, blocks_of, constant, expressions_of, rewrite, statements_in
from interpreter.language.ir.expressions import (
    Arithmetic,
    Expr,
    PlainNumber,
    Product,
    TermCall,
    TrackValue,
    VariableValue,
)
from interpreter.language.ir.nodes import PureNode, Work
from interpreter.language.ir.statement_nodes import PLAIN, InertStatement, StatementFacts
from interpreter.language.ir.statements import (
    Block,
    CallPhrase,
    Draw,
    If,
    LeaveLoop,
    Must,
    Repeat,
    Shuffle,
    Statement,
    StopRule,
    Term,
)
from interpreter.language.ir.types import NUMBER, SEAT, Local
from interpreter.language.lowered.instructions import InstructionNode as Instructed
from interpreter.language.lowered.instructions import ReturnTo
from interpreter.language.lowering.assignments import is_variable_free
from interpreter.rulebook.model import Text
from interpreter.support.errors import Location

HERE = Location("here")


def test_a_statement_can_leave_nothing_out() -> None:
    with pytest.raises(TypeError, match="facts"):

        class Silent(InertStatement):  # type: ignore[call-arg]
            name: str

    with pytest.raises(TypeError, match=r"Strange\.named: no walk knows what dict\[str, Expr\] is"):

        class Strange(InertStatement, facts=PLAIN):
            named: dict[str, Expr]

    with pytest.raises(TypeError, match="Wrong has no field that its facts speak of"):

        class Wrong(InertStatement, facts=StatementFacts(is_skippable=False, into=("target",))):
            zone: str

    with pytest.raises(TypeError, match="Vague asks, and does not say what it offers"):

        class Vague(InertStatement, facts=StatementFacts(is_skippable=False, asks=True)):
            body: Block


def test_a_statement_stays_as_it_is() -> None:
    stop: Any = StopRule(HERE)
    with pytest.raises(FrozenInstanceError):
        stop.where = Location("there")
    assert all(isinstance(kind.__hash__(kind(HERE)), int) for kind in (LeaveLoop, StopRule))


def test_an_expression_can_leave_nothing_out() -> None:
    with pytest.raises(TypeError, match="work"):

        class Silent(PureNode[Any]):  # type: ignore[call-arg]
            value: Expr

    with pytest.raises(TypeError, match=r"Twins\.pair: no walk knows what tuple\[Expr, Expr\] is"):

        class Twins(PureNode[Any], work=Work.LOOK):
            pair: tuple[Expr, Expr]


def test_a_number_says_whether_it_grows() -> None:
    with pytest.raises(TypeError, match="Power is a number, and does not say whether it grows"):

        class Power(PlainNumber, work=Work.LOOK):
            base: Expr


def test_what_is_added_over_and_over_is_bounded_where_it_grows() -> None:
    track, variable = TrackValue("ant", None), VariableValue("bee", (), type=NUMBER)
    text = Text("", HERE)
    words = [Term("a word", text, (), Local("you", SEAT), body=body, uses_you=False) for body in (track, variable)]
    tame_word, wild_word = (TermCall(number, (), type=NUMBER) for number in range(2))
    one: Expr = constant(1, NUMBER)
    for value in (one, track, tame_word, Arithmetic("+", track, tame_word)):
        assert is_variable_free(value, words.__getitem__)
    for value in (
        variable,
        wild_word,
        Product(track, one),
        Arithmetic("-", track, Product(track, track)),
    ):
        assert not is_variable_free(value, words.__getitem__)


def test_a_frame_on_top_of_another_can_take_its_place() -> None:
    with pytest.raises(TypeError, match="Stays lays a frame on another, and can't have it take that one's place"):

        class Stays(Instructed):
            resume: ReturnTo


def test_walks_find_what_is_declared() -> None:
    leave, stop, call = LeaveLoop(HERE), StopRule(HERE), CallPhrase(HERE, 0, (), TRUE)
    branches = If(HERE, ((TRUE, (leave,)), (FALSE, ())), (stop,))
    assert blocks_of(branches) == [(leave,), (), (stop,)] and expressions_of(branches) == [TRUE, FALSE]
    assert list(statements_in((Must(HERE, call),))) == [Must(HERE, call), call]
    draw = Draw(HERE, TRUE, FALSE, (TRUE, TRUE), None, "deck", None)
    assert expressions_of(draw) == [TRUE, FALSE, TRUE, TRUE]
    assert expressions_of(draw, excluding=draw.facts.into) == [TRUE, FALSE]
    assert expressions_of(Shuffle(HERE, TRUE), excluding=Shuffle.facts.into) == []


def test_what_is_rewritten_is_another_one_all_the_way_up_and_the_rest_is_the_same() -> None:
    call, other = CallPhrase(HERE, 0, (), TRUE), CallPhrase(HERE, 1, (), TRUE)
    untouched = Repeat(HERE, TRUE, (other,))
    block: Block = (If(HERE, ((TRUE, (Repeat(HERE, TRUE, (call,)),)), (FALSE, ())), None), untouched)

    def twice(statement: Statement) -> list[Statement]:
        return [statement, statement] if statement is call else [statement]

    changed = rewrite(block, twice)
    assert changed == (If(HERE, ((TRUE, (Repeat(HERE, TRUE, (call, call)),)), (FALSE, ())), None), untouched)
    assert changed[1] is untouched and block[0] != changed[0]
    assert rewrite(block, lambda statement: [statement]) is block


def test_a_node_has_no_other_fields_than_its_own() -> None:
    with pytest.raises(TypeError, match="LeaveLoop has no nonsense"):
        LeaveLoop(HERE).replace(nonsense=1)
