"""What expressions read and statements change is known of every kind of them, so that no loop that can end is
called endless."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from interpreter import load
from interpreter.errors import RulebookError
from interpreter.language import tree
from interpreter.language.checking.doable import Doable
from interpreter.language.checking.effects import CELLS, CHANGES_NOTHING, LOOKS_AT, PLAIN, Reads, changed_by
from interpreter.language.lowering.terms import Lowering
from interpreter.language.tree import Expr, Type, constant
from tests.language.cases import sample_with, start

CHANGING = (
    *(tree.Assign, tree.Step, tree.MovePieces, tree.ChangeState, tree.MoveCards, tree.Draw, tree.Top, tree.Shuffle),
    *(tree.Make, tree.ListChange),
)


def operations() -> set[str]:
    """All operations that can be lowered: whatever an expression can be."""
    found = set()
    for name, method in inspect.getmembers(Lowering, inspect.isfunction):
        if list(inspect.signature(method).parameters) == ["self", "expr", "env"] and method.__annotations__[
            "return"
        ] in ("str", str):
            found.add(name.removeprefix("_"))
    return found - {"code", "snapshot", "truth", "variable_index", "infix", "helper", "around_set"}


def test_every_operation_says_what_it_reads() -> None:
    assert len(operations()) > 40
    assert operations() == {*PLAIN, *CELLS, *LOOKS_AT, "amount", "term", "playable"}


def test_an_operation_that_says_nothing_is_no_constant(tmp_path: Path) -> None:
    analysis = load(sample_with(tmp_path)).program.analysis
    reads = Reads(analysis.terms.all, analysis.routines, Doable(analysis.symbols, analysis.routines))
    assert reads.of(constant(3, Type("number"))) == set()
    with pytest.raises(AssertionError):
        reads.of(Expr("invented", Type("number")))


def test_every_statement_says_what_it_changes() -> None:
    assert set(tree.Statement.__subclasses__()) == {*CHANGES_NOTHING, *CHANGING}
    with pytest.raises(AssertionError):
        changed_by(object())


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
