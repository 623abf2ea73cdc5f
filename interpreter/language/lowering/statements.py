"""Lowering of statements without decisions."""

from __future__ import annotations

from typing import assert_never

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
    Statement,
    Step,
    Stop,
    Top,
    While,
)
from interpreter.language.lowered import instructions as code
from interpreter.language.lowered.game import Function
from interpreter.language.lowered.instructions import Body, Branching, Break, Continue, Instruction, Return, When
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import TRUE, apply, negation
from interpreter.language.lowering.assignments import put_assign, put_at_end, put_list_change, put_make, put_step
from interpreter.language.lowering.moves import put_change_state, put_move_cards, put_move_pieces, put_note, put_top
from interpreter.language.lowering.routine import LoweringContext, Writing
from interpreter.language.points import Point


def function_of(context: LoweringContext, routine: Routine) -> Function:
    """Lower a routine without decisions to a function."""
    writing = Writing(context, routine)
    parameters = tuple(writing.register(name) for name in (routine.you, *routine.holes))
    if routine.turn:
        writing.put(code.Turn(parameters[0]))
    writing.charge_routine()
    writing.reach(Point(routine.text.where, "fired"))
    put_block(writing, routine.body, Return())
    return Function(routine.title, parameters, tuple(writing.body))


def put_block(writing: Writing, block: Block, leave: Instruction | None = None) -> None:
    """Write a block without decisions; `leave` is an instruction that skips its rest, if there is one."""
    for at, statement in enumerate(block):
        writing.do(statement)
        if isinstance(statement, OnlyIf) and leave is None:
            holds = writing.value(statement.condition)
            rest = _body(writing, block[at + 1 :], Point(statement.where, "true"))
            writing.put(When((Branching(holds, rest),), _body(writing, (), Point(statement.where, "false"))))
            return
        if isinstance(statement, OnlyIf):
            assert leave is not None
            fails = (*_body(writing, (), Point(statement.where, "false")), leave)
            writing.put(When((Branching(negation(writing.value(statement.condition)), fails),)))
            writing.reach(Point(statement.where, "true"))
            continue
        for simple in writing.context.desugared(statement):
            put_plain(writing, simple)


def put_plain(writing: Writing, statement: Statement) -> None:
    """Write a statement that contains no decision and leaves its block only at the end of the routine."""
    match statement:
        case Call() | CallRoutine():
            arguments = writing.value(statement.you), *writing.snapshots(statement.args)
            writing.put(code.Call(writing.context.routines.called(statement), arguments))
        case If():
            _put_if(writing, statement)
        case ForEach():
            _put_again(writing, statement) if statement.again else _put_for_each(writing, statement)
        case Repeat():
            times = writing.value(statement.times)
            writing.put(code.Times(times, _loop(writing, statement, Break())))
        case While():
            condition = writing.value(statement.condition)
            writing.put(code.While(condition, _loop(writing, statement, Break())))
        case As():
            writing.bind(statement.name, writing.value(statement.seat))
            put_block(writing, statement.body)
        case Leave():
            writing.put(Break())
        case Stop():
            writing.put(Return())
        case Must():
            possible = writing.value(writing.test((statement,)))
            writing.put(When((Branching(negation(possible), (Return(),)),)))
            put_block(writing, (statement.inner,))
        case Let():
            writing.bind(statement.name, writing.snapshot(statement.value))
        case Assign():
            put_assign(writing, statement)
        case Step():
            put_step(writing, statement)
        case AtEnd():
            put_at_end(writing, statement)
        case ListChange():
            put_list_change(writing, statement)
        case Make():
            put_make(writing, statement)
        case MovePieces():
            put_move_pieces(writing, statement)
        case ChangeState():
            put_change_state(writing, statement)
        case MoveCards():
            put_move_cards(writing, statement)
        case Top():
            put_top(writing, statement)
        case Shuffle():
            writing.put(code.Shuffle(writing.value(statement.zone)))
        case Reveal():
            writing.put(code.Reveal(writing.snapshot(statement.cards), writing.optional(statement.seat)))
        case Note():
            put_note(writing, statement)
        case OnlyIf() | Draw() | Choose() | Either() | May() | Carry() | End():
            raise AssertionError(statement)  # written by Segments, or desugared before
        case _:
            assert_never(statement)


def _put_if(writing: Writing, statement: If) -> None:
    where, last = statement.where, len(statement.branches) - 1
    branches = [
        Branching(writing.value(condition), _body(writing, block, Point(where, "true", at)))
        for at, (condition, block) in enumerate(statement.branches)
    ]
    writing.put(When(tuple(branches), _body(writing, statement.otherwise or (), Point(where, "false", last))))


def _body(writing: Writing, block: Block, point: Point) -> Body:
    """Return a block as a body that begins by recording a coverage point."""
    with writing.inner() as body:
        writing.reach(point)
        put_block(writing, block)
    return tuple(body)


def _put_for_each(writing: Writing, statement: ForEach) -> None:
    things = writing.snapshot(statement.things)
    it = writing.register(statement.name)
    writing.put(code.Loop(it, things, _loop(writing, statement, Continue())))


def _put_again(writing: Writing, statement: ForEach) -> None:
    """Write a loop that repeats until its body is left, which leaves both of the nested loops."""
    with writing.inner() as body:
        things = writing.kept(writing.snapshot(statement.things), statement.things.type)
        none = negation(apply(Operation.HAS_ANY, things))
        writing.put(When((Branching(none, (Break(),)),)))
        writing.charge(statement.where, statement.body)
        it = writing.register(statement.name)
        writing.put(code.Loop(it, things, _loop(writing, statement, Continue()), (Continue(),)), Break())
    writing.put(code.While(TRUE, tuple(body)))


def _loop(writing: Writing, statement: ForEach | Repeat | While, leave: Instruction) -> Body:
    """Return the body of a loop."""
    with writing.inner() as body:
        if writing.context.weights.rounds(statement) is None:
            writing.charge(statement.where, statement.body)
        put_block(writing, statement.body, leave)
    return tuple(body)
