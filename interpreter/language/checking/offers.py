"""What is worked out before something is offered or insisted on: refused where that could take too long."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from interpreter.language.checking.doable import Doable
from interpreter.language.checking.weights import Weights
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.statements import (
    As,
    Assign,
    AtEnd,
    Block,
    Call,
    CallRoutine,
    Carry,
    ChangeState,
    Choose,
    Draw,
    Either,
    End,
    ForEach,
    If,
    Leave,
    Let,
    ListChange,
    Make,
    May,
    MoveCards,
    MovePieces,
    Must,
    Note,
    OnlyIf,
    Repeat,
    Reveal,
    Routine,
    Shuffle,
    Step,
    Stop,
    Top,
    While,
)
from interpreter.language.ir.walks import statements_in
from interpreter.language.routines import Routines


def check_offers(routines: Routines, doable: Doable, weights: Weights) -> list[Expr]:
    """The conditions under which each option, `must` and event of a game can be carried out. Raises RulebookError for
    the first that could take too long to work out."""
    found = [condition for routine in routines.all for condition in check_options(routine, doable, weights)]
    events = [routines.all[event] for event in dict.fromkeys(routines.event) if event is not None]
    return found + [_condition(event.body, True, doable, weights) for event in events]


def check_options(routine: Routine, doable: Doable, weights: Weights) -> list[Expr]:
    """The same for the options and `must`s of one routine."""
    return [_condition(block, False, doable, weights) for block in _tested(routine.body)]


def _tested(body: Block) -> Iterator[Block]:
    """The blocks that are asked about before they are carried out."""
    for statement in statements_in(body):
        match statement:
            case May():
                yield statement.body
            case Either():
                yield from (block for _, block in statement.options)
            case Must():
                yield (statement,)
            case (
                Let() | MovePieces() | ChangeState() | MoveCards() | Draw() | Shuffle() | Reveal() | Assign()
                | ListChange() | Make() | Note() | Step() | AtEnd() | Top() | Choose() | OnlyIf() | Carry() | Leave()
                | Stop() | End() | Call() | If() | ForEach() | Repeat() | While() | As() | CallRoutine()
            ):  # fmt: skip
                pass
            case _:
                assert_never(statement)


def _condition(block: Block, event: bool, doable: Doable, weights: Weights) -> Expr:
    _, condition = doable.test(block, event)
    doable.check_together(block)
    weights.check(condition, block)
    return condition
