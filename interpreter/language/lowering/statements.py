"""Lowering of statements without decisions."""

from __future__ import annotations

from typing import assert_never

from interpreter.language.coverage_points import CoveragePoint
from interpreter.language.ir.statements import (
    ActAs,
    Answer,
    Assign,
    Block,
    CallPhrase,
    CallRoutine,
    CarryOutEvent,
    ChangeState,
    ComponentChange,
    Compound,
    Decision,
    DoNothing,
    Draw,
    End,
    ForEach,
    ForgetPositions,
    If,
    Iteration,
    LeaveLoop,
    Let,
    ListChange,
    MoveCards,
    MovePiece,
    MovePieces,
    MoveTopCard,
    Must,
    OnlyIf,
    RecordUse,
    RememberPosition,
    Repeat,
    Reveal,
    RevealDice,
    Roll,
    Routine,
    SetFlag,
    ShowChoices,
    Shuffle,
    Statement,
    StepTrack,
    StopRule,
    Tell,
    TrackAtEnd,
    Transfer,
    ValueChange,
    WhileLoop,
)
from interpreter.language.lowered import instructions as code
from interpreter.language.lowered.game import Function
from interpreter.language.lowered.instructions import (
    Body,
    Break,
    ConditionalBody,
    ConditionalChain,
    Continue,
    Instruction,
    Return,
)
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import TRUE, apply, negation
from interpreter.language.lowering.assignments import (
    put_assign,
    put_at_end,
    put_list_change,
    put_make,
    put_position_change,
    put_step,
)
from interpreter.language.lowering.moves import (
    put_announcement,
    put_change_state,
    put_move_cards,
    put_move_piece,
    put_move_pieces,
    put_reveal,
    put_roll,
    put_top,
)
from interpreter.language.lowering.routine import LoweringContext, RoutineBuilder


def lower_function(context: LoweringContext, routine: Routine) -> Function:
    """Lower a routine without decisions to a function."""
    writing = RoutineBuilder(context, routine)
    parameters = tuple(writing.register(name) for name in (routine.you, *routine.parameters))
    if routine.begins_turn:
        writing.put(code.BeginTurn(parameters[0]))
    writing.charge_routine()
    writing.record_point(CoveragePoint(routine.text.where, "fired"))
    put_block(writing, routine.body, Return())
    return Function(routine.title, parameters, tuple(writing.body))


def put_block(writing: RoutineBuilder, block: Block, leave: Instruction | None = None) -> None:
    """Write a block without decisions; `leave` is an instruction that skips its rest, if there is one."""
    for at, statement in enumerate(block):
        writing.record_statement(statement)
        if isinstance(statement, OnlyIf):
            holds, passed = writing.value(statement.condition), CoveragePoint(statement.where, "true")
            failed = _body(writing, (), CoveragePoint(statement.where, "false"))
            if leave is None:
                writing.put_if(holds, _body(writing, block[at + 1 :], passed), failed)
                return
            writing.put_if(negation(holds), (*failed, leave))
            writing.record_point(passed)
            continue
        for simple in writing.context.desugared(statement):
            put_simple_statement(writing, simple)


def put_simple_statement(writing: RoutineBuilder, statement: Statement) -> None:
    """Write a statement that contains no decision and leaves its block only at the end of the routine."""
    if isinstance(statement, ValueChange):
        _put_value_change(writing, statement)
    elif isinstance(statement, ComponentChange):
        _put_component_change(writing, statement)
    elif isinstance(statement, Compound):
        _put_compound(writing, statement)
    elif isinstance(statement, Transfer):
        _put_transfer(writing, statement)
    elif isinstance(statement, Decision):
        raise AssertionError(statement)  # written by Segments
    else:
        assert_never(statement)


def _put_value_change(writing: RoutineBuilder, statement: ValueChange) -> None:
    match statement:
        case Let():
            writing.bind(statement.name, writing.snapshot(statement.value))
        case Assign():
            put_assign(writing, statement)
        case StepTrack():
            put_step(writing, statement)
        case TrackAtEnd():
            put_at_end(writing, statement)
        case ListChange():
            put_list_change(writing, statement)
        case SetFlag():
            put_make(writing, statement)
        case _:
            assert_never(statement)


def _put_component_change(writing: RoutineBuilder, statement: ComponentChange) -> None:
    match statement:
        case MovePieces():
            put_move_pieces(writing, statement)
        case MovePiece():
            put_move_piece(writing, statement)
        case ChangeState():
            put_change_state(writing, statement)
        case MoveCards():
            put_move_cards(writing, statement)
        case MoveTopCard():
            put_top(writing, statement)
        case Shuffle():
            writing.put(code.ShuffleZone(writing.value(statement.zone)))
        case Roll():
            put_roll(writing, statement)
        case Reveal() | RevealDice():
            put_reveal(writing, statement)
        case RememberPosition() | ForgetPositions():
            put_position_change(writing, statement)
        case RecordUse() | Tell() | ShowChoices():
            put_announcement(writing, statement)
        case Draw():
            raise AssertionError(statement)  # desugared before
        case _:
            assert_never(statement)


def _put_compound(writing: RoutineBuilder, statement: Compound) -> None:
    match statement:
        case If():
            _put_if(writing, statement)
        case Must():
            _put_must(writing, statement)
        case ActAs():
            writing.bind(statement.name, writing.value(statement.seat))
            if statement.begins_turn:
                writing.put(code.BeginTurn(writing.names[statement.name]))
            put_block(writing, statement.body)
        case ForEach():
            _put_again(writing, statement) if statement.until_empty else _put_for_each(writing, statement)
        case Repeat():
            times = writing.value(statement.times)
            writing.put(code.CountedLoop(times, _loop(writing, statement, Break())))
        case WhileLoop():
            condition = writing.value(statement.condition)
            writing.put(code.While(condition, _loop(writing, statement, Break())))
        case _:
            assert_never(statement)


def _put_must(writing: RoutineBuilder, statement: Must) -> None:
    possible = writing.value(writing.precondition((statement.replace(otherwise=None),)))
    if statement.otherwise is None:
        writing.put_if(negation(possible), (Return(),))
        put_block(writing, (statement.inner,))
        return
    with writing.nested_body() as done:
        put_block(writing, (statement.inner,))
    with writing.nested_body() as instead:
        put_block(writing, statement.otherwise)
    writing.put_if(possible, done, tuple(instead))


def _put_transfer(writing: RoutineBuilder, statement: Transfer) -> None:
    match statement:
        case CallPhrase() | CallRoutine():
            arguments = writing.value(statement.you), *writing.snapshots(statement.args)
            writing.put(code.Call(writing.context.routines.callee(statement), arguments))
        case LeaveLoop():
            writing.put(Break())
        case StopRule():
            writing.put(Return())
        case DoNothing():
            pass
        case OnlyIf() | CarryOutEvent() | End() | Answer():
            raise AssertionError(statement)  # written by `put_block`, Segments or `lower_body`, or desugared before
        case _:
            assert_never(statement)


def _put_if(writing: RoutineBuilder, statement: If) -> None:
    where, last = statement.where, len(statement.branches) - 1
    branches = [
        ConditionalBody(writing.value(condition), _body(writing, block, CoveragePoint(where, "true", at)))
        for at, (condition, block) in enumerate(statement.branches)
    ]
    otherwise = _body(writing, statement.otherwise or (), CoveragePoint(where, "false", last))
    writing.put(ConditionalChain(tuple(branches), otherwise))


def _body(writing: RoutineBuilder, block: Block, point: CoveragePoint) -> Body:
    """Return a block as a body that begins by recording a coverage point."""
    with writing.nested_body() as body:
        writing.record_point(point)
        put_block(writing, block)
    return tuple(body)


def _put_for_each(writing: RoutineBuilder, statement: ForEach) -> None:
    things = writing.snapshot(statement.things)
    it = writing.register(statement.name)
    writing.put(code.Loop(it, things, _loop(writing, statement, Continue())))


def _put_again(writing: RoutineBuilder, statement: ForEach) -> None:
    """Write a loop that repeats until its body is left, which leaves both of the nested loops."""
    with writing.nested_body() as body:
        things = writing.evaluate(writing.snapshot(statement.things), statement.things.type)
        none = negation(apply(Operation.HAS_ANY, things))
        writing.put_if(none, (Break(),))
        writing.charge(statement.where, statement.body)
        it = writing.register(statement.name)
        writing.put(code.Loop(it, things, _loop(writing, statement, Continue()), (Continue(),)), Break())
    writing.put(code.While(TRUE, tuple(body)))


def _loop(writing: RoutineBuilder, statement: Iteration, leave: Instruction) -> Body:
    """Return the body of a loop."""
    with writing.nested_body() as body:
        if writing.context.cost_model.rounds(statement) is None:
            writing.charge(statement.where, statement.body)
        put_block(writing, statement.body, leave)
    return tuple(body)
