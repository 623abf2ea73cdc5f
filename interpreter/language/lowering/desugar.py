"""Statements that stand for several: raise and lower where steps have consequences, and draw, as simpler ones."""

from __future__ import annotations

from typing import Any

from interpreter.language.routines import Routines
from interpreter.language.symbols import Symbols
from interpreter.language.tree import (
    CONDITION,
    NUMBER,
    Assign,
    AtEnd,
    Block,
    Draw,
    Expr,
    If,
    Leave,
    Let,
    Repeat,
    Run,
    Step,
    Top,
    Type,
    constant,
    negation,
)
from interpreter.rulebook.model import Track


def desugared(statement: Any, symbols: Symbols, routines: Routines) -> list[Any]:
    """The simpler statements; any other statement as it is."""
    if isinstance(statement, Assign) and statement.cell.op == "track" and statement.verb != "set":
        track = symbols.track(statement.cell.data)
        wanted = {"raise": "raised", "lower": "lowered"}[statement.verb]
        if any(trigger.direction == wanted for trigger in track.triggers):
            return [_stepwise(statement, track, wanted, symbols, routines)]
    if isinstance(statement, Draw):
        return _draw(statement, routines)
    return [statement]


def _stepwise(statement: Assign, track: Track, wanted: str, symbols: Symbols, routines: Routines) -> Any:
    cell, where = statement.cell, statement.where
    raising = wanted == "raised"
    end = constant(track.high if raising else track.low, NUMBER)
    body: Block = []
    after: Block = []
    for number, trigger in enumerate(track.triggers):
        if trigger.direction != wanted:
            continue
        steps = constant(tuple(step if raising else step - 1 for step in trigger.steps), Type("number", many=True))
        test = Expr("in", CONDITION, (cell, steps))
        you = cell.args[0] if cell.args else constant(None, Type("seat", optional=True))
        if trigger.seat is not None:
            seat = constant(symbols.seats.index(trigger.seat), Type("seat"))
            test = Expr("and", CONDITION, (Expr("equal", CONDITION, (you, seat)), test))
        after.append(If(where, [(test, [Run(where, routines.trigger[track.id, number], (), you)])], None))
    body.append(Step(where, cell, 1 if raising else -1))
    if raising:
        after = [If(where, [(negation(Expr("muted", CONDITION, cell.args, cell.data)), after)], None)]
    body.extend(after)
    inside = Expr("compare", CONDITION, (cell, end), "<" if raising else ">")
    at_end = AtEnd(where, cell, 1 if raising else -1)
    if statement.amount == constant(1, NUMBER):
        return If(where, [(inside, body)], [at_end])
    return Repeat(where, statement.amount, [If(where, [(inside, body)], [at_end, Leave(where)])])


def _draw(statement: Draw, routines: Routines) -> list[Any]:
    where = statement.where
    cards = Expr("cards", Type("card", many=True), (statement.source,))
    empty = negation(Expr("exists", CONDITION, (cards,)))
    refill: Block = []
    if statement.zone in routines.when_empty:
        nobody = constant(None, Type("seat", optional=True))
        refill = [If(where, [(empty, [Run(where, routines.when_empty[statement.zone], (), nobody)])], None)]
    result: list[Any] = []
    if statement.name is not None:
        result.append(Let(where, statement.name, constant(None, statement.name.type)))
    for target in statement.targets:
        top = [
            *refill,
            If(where, [(negation(empty), [Top(where, statement.source, target, statement.name)])], [Leave(where)]),
        ]
        result.append(Repeat(where, statement.amount, top))
    return result
