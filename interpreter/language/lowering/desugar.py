"""Desugaring: raise and lower on tracks with triggers, and draw, are replaced by simpler statements."""

from __future__ import annotations

from interpreter.language.ir.expressions import And, Cards, Compare, Equal, Exists, Expr, IsMember, IsMuted
from interpreter.language.ir.expressions import TrackValue as TrackCell
from interpreter.language.ir.making import NOBODY, constant, negation
from interpreter.language.ir.statements import (
    Assign,
    Block,
    CallRoutine,
    Draw,
    If,
    LeaveLoop,
    Let,
    MoveTopCard,
    Repeat,
    Statement,
    StepTrack,
    TrackAtEnd,
)
from interpreter.language.ir.types import NUMBER, Type
from interpreter.language.routines import Routines
from interpreter.language.symbols import Symbols
from interpreter.rulebook.model import Track


def desugar(statement: Statement, symbols: Symbols, routines: Routines) -> list[Statement]:
    """Return the simpler statements that replace a statement; any other statement unchanged."""
    if isinstance(statement, Assign) and isinstance(statement.cell, TrackCell) and statement.verb != "set":
        track = symbols.track(statement.cell.track)
        wanted = {"raise": "raised", "lower": "lowered"}[statement.verb]
        if any(trigger.direction == wanted for trigger in track.triggers):
            return [_stepwise(statement, statement.cell, track, wanted, symbols, routines)]
    if isinstance(statement, Draw):
        return _draw(statement, routines)
    return [statement]


def _stepwise(
    statement: Assign, cell: TrackCell, track: Track, wanted: str, symbols: Symbols, routines: Routines
) -> Statement:
    where = statement.where
    raising = wanted == "raised"
    end = constant(track.high if raising else track.low, NUMBER)
    after: list[Statement] = []
    for number, trigger in enumerate(track.triggers):
        if trigger.direction != wanted:
            continue
        steps = constant(tuple(step if raising else step - 1 for step in trigger.steps), Type("number", many=True))
        test: Expr = IsMember(cell, steps)
        you = NOBODY if cell.seat is None else cell.seat
        if trigger.seat is not None:
            seat = constant(symbols.seats.index(trigger.seat), Type("seat"))
            test = And(Equal(you, seat), test)
        after.append(If(where, ((test, (CallRoutine(where, routines.trigger[track.id, number], (), you),)),), None))
    if raising:
        after = [If(where, ((negation(IsMuted(cell.track, cell.seat)), tuple(after)),), None)]
    step = (StepTrack(where, cell, raising), *after)
    inside = Compare("<" if raising else ">", cell, end)
    at_end = TrackAtEnd(where, cell, raising)
    if statement.amount == constant(1, NUMBER):
        return If(where, ((inside, step),), (at_end,))
    return Repeat(where, statement.amount, (If(where, ((inside, step),), (at_end, LeaveLoop(where))),))


def _draw(statement: Draw, routines: Routines) -> list[Statement]:
    where = statement.where
    empty = negation(Exists(Cards(statement.source)))
    refill: Block = ()
    if statement.zone in routines.when_empty:
        refill = (If(where, ((empty, (CallRoutine(where, routines.when_empty[statement.zone], (), NOBODY),)),), None),)
    result: list[Statement] = []
    if statement.name is not None:
        result.append(Let(where, statement.name, constant(None, statement.name.type)))
    for target in statement.receiving:
        top = MoveTopCard(where, statement.source, target, statement.name)
        once = (*refill, If(where, ((negation(empty), (top,)),), (LeaveLoop(where),)))
        result.append(Repeat(where, statement.amount, once))
    return result
