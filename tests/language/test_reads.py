"""Information flow of every kind of expression and statement: no loop that can end is reported as endless."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest

from interpreter import load
from interpreter.language.ir import expressions, statements
from interpreter.language.ir.expressions import (
    Expr,
    IsPlayable,
    RecordedCondition,
    TermCall,
)
from interpreter.language.ir.nodes import ExprNode, PureNode
from interpreter.language.ir.statement_nodes import StatementNode
from interpreter.language.ir.statements import Statement
from interpreter.language.ir.types import NUMBER, Local
from interpreter.support.errors import RulebookError
from tests.language.cases import sample_with, start

ASPECTS = {"pieces", "positions", "cards", "chance", "trial", "omission", "anything"}
CELLS = {"track", "variable", "flag", "local", "watch"}


def test_the_catalogue_is_whole() -> None:
    """All classes of expressions and statements stand in the unions over which the walks are exhaustive."""
    for room, kind, stated, union in (
        (expressions, ExprNode, "work", Expr),
        (statements, StatementNode, "facts", Statement),
    ):
        found = {each for each in vars(room).values() if isinstance(each, type) and issubclass(each, kind)}
        assert {each for each in found if stated in vars(each)} == set(get_args(union))


def test_what_is_plain_looks_at_nothing_and_all_else_at_something() -> None:
    for kind in get_args(Expr):
        if issubclass(kind, PureNode) or kind in (TermCall, IsPlayable, RecordedCondition):  # their parts read it
            continue
        for aspect in sample(kind).looks_at():
            assert aspect in ASPECTS or aspect[0] in {"pieces", *CELLS}
        assert sample(kind).looks_at(), kind


def sample(kind: type[Any]) -> Any:
    """One expression of a kind, with nothing much in it."""
    values = {"type": NUMBER, "local": Local("a", NUMBER), "sorts": ("cube",), "keys": ()}
    return kind(**{each.name: values.get(each.name, "a") for each in fields(kind) if each.name != "said"})


LOOPS = {
    "the condition of an event": "while event of bee can be played: lower count",
    "the condition of any event": "for each card in hand of red, as c:\n  while event of c can be played: lower count",
    "a must of an event": "while event of elk can be played: lower courage",
    "what an empty zone does": "while count < 3: draw 1 card from pit to hand of red",
    "chance": 'while random one of (towns) is elm: note ant as "chance"',
    "all that is on the table": "while event of bee would change something: lower count",
}
"""Each goes on until something that its condition reads only by way of something else has changed."""
EDITS = [("zones.yaml", "Pit, face: nobody}", "Pit, face: nobody, when empty: raise count}")]


@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_that_can_end(name: str, tmp_path: Path) -> None:
    game = load(sample_with(tmp_path, [LOOPS[name]], EDITS))
    assert start(game, 0).is_over()


def test_a_loop_that_can_not(tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as caught:
        load(sample_with(tmp_path, ["while event of bee can be played: make elm burnt"]))
    assert [problem.code for problem in caught.value.problems] == ["endless"]
