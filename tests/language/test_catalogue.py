"""Errors at startup for an incomplete catalogue of a language."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from interpreter.errors import Where
from interpreter.language.ir.expressions import Arithmetic, Expr, PlainNumber, Product, TermCall, Track, Variable
from interpreter.language.ir.making import FALSE, ONE, TRUE
from interpreter.language.ir.nodes import Plain, Work
from interpreter.language.ir.statements import (
    PLAIN,
    Block,
    Call,
    Draw,
    Facts,
    If,
    Inert,
    Leave,
    Must,
    Repeat,
    Shuffle,
    Statement,
    Stop,
    Term,
)
from interpreter.language.ir.types import NUMBER, SEAT, Local
from interpreter.language.ir.walks import blocks_of, expressions_of, rewritten, statements_in
from interpreter.language.lowered.instructions import Part as Instructed
from interpreter.language.lowered.instructions import ReturnTo
from interpreter.language.lowering.assignments import tame
from interpreter.rulebook.model import Text

HERE = Where("here")


def test_a_statement_can_leave_nothing_out() -> None:
    with pytest.raises(TypeError, match="facts"):

        class Silent(Inert):  # type: ignore[call-arg]
            name: str

    with pytest.raises(TypeError, match=r"Strange\.named: no walk knows what dict\[str, Expr\] is"):

        class Strange(Inert, facts=PLAIN):
            named: dict[str, Expr]

    with pytest.raises(TypeError, match="Wrong has no field that its facts speak of"):

        class Wrong(Inert, facts=Facts(skipped=False, into=("target",))):
            zone: str

    with pytest.raises(TypeError, match="Vague asks, and does not say what it offers"):

        class Vague(Inert, facts=Facts(skipped=False, asks=True)):
            body: Block


def test_a_statement_stays_as_it_is() -> None:
    stop: Any = Stop(HERE)
    with pytest.raises(FrozenInstanceError):
        stop.where = Where("there")
    assert all(isinstance(kind.__hash__(kind(HERE)), int) for kind in (Leave, Stop))


def test_an_expression_can_leave_nothing_out() -> None:
    with pytest.raises(TypeError, match="work"):

        class Silent(Plain[Any]):  # type: ignore[call-arg]
            value: Expr

    with pytest.raises(TypeError, match=r"Twins\.pair: no walk knows what tuple\[Expr, Expr\] is"):

        class Twins(Plain[Any], work=Work.LOOK):
            pair: tuple[Expr, Expr]


def test_a_number_says_whether_it_grows() -> None:
    with pytest.raises(TypeError, match="Power is a number, and does not say whether it grows"):

        class Power(PlainNumber, work=Work.LOOK):
            base: Expr


def test_what_is_added_over_and_over_is_bounded_where_it_grows() -> None:
    track, variable = Track("ant", None), Variable("bee", (), type=NUMBER)
    text = Text("", HERE)
    words = [Term("a word", text, (), Local("you", SEAT), body=body, uses_you=False) for body in (track, variable)]
    tame_word, wild_word = (TermCall(number, (), type=NUMBER) for number in range(2))
    for value in (ONE, track, tame_word, Arithmetic("+", track, tame_word)):
        assert tame(value, words.__getitem__)
    for value in (variable, wild_word, Product(track, ONE), Arithmetic("-", track, Product(track, track))):
        assert not tame(value, words.__getitem__)


def test_a_frame_on_top_of_another_can_take_its_place() -> None:
    with pytest.raises(TypeError, match="Stays lays a frame on another, and can't have it take that one's place"):

        class Stays(Instructed):
            resume: ReturnTo


def test_walks_find_what_is_declared() -> None:
    leave, stop, call = Leave(HERE), Stop(HERE), Call(HERE, 0, (), TRUE)
    branches = If(HERE, ((TRUE, (leave,)), (FALSE, ())), (stop,))
    assert blocks_of(branches) == [(leave,), (), (stop,)] and expressions_of(branches) == [TRUE, FALSE]
    assert list(statements_in((Must(HERE, call),))) == [Must(HERE, call), call]
    draw = Draw(HERE, TRUE, FALSE, (TRUE, TRUE), None, "deck")
    assert expressions_of(draw) == [TRUE, FALSE, TRUE, TRUE]
    assert expressions_of(draw, besides=draw.facts.into) == [TRUE, FALSE]
    assert expressions_of(Shuffle(HERE, TRUE), besides=Shuffle.facts.into) == []


def test_what_is_rewritten_is_another_one_all_the_way_up_and_the_rest_is_the_same() -> None:
    call, other = Call(HERE, 0, (), TRUE), Call(HERE, 1, (), TRUE)
    untouched = Repeat(HERE, TRUE, (other,))
    block: Block = (If(HERE, ((TRUE, (Repeat(HERE, TRUE, (call,)),)), (FALSE, ())), None), untouched)

    def twice(statement: Statement) -> list[Statement]:
        return [statement, statement] if statement is call else [statement]

    changed = rewritten(block, twice)
    assert changed == (If(HERE, ((TRUE, (Repeat(HERE, TRUE, (call, call)),)), (FALSE, ())), None), untouched)
    assert changed[1] is untouched and block[0] != changed[0]
    assert rewritten(block, lambda statement: [statement]) is block


def test_a_node_has_no_other_fields_than_its_own() -> None:
    with pytest.raises(TypeError, match="Leave has no nonsense"):
        Leave(HERE).but(nonsense=1)
