"""Lowering of routines with decisions to segments."""

from __future__ import annotations

from functools import partial
from typing import assert_never

from interpreter.language.coverage_points import CoveragePoint
from interpreter.language.execution.executable import FIRST_SLOT, FramedRoutine
from interpreter.language.ir.builders import blocks_of
from interpreter.language.ir.statement_nodes import ExitScope
from interpreter.language.ir.statements import (
    ActAs,
    Answer,
    Block,
    CallPhrase,
    CallRoutine,
    CarryOutEvent,
    Choose,
    Compound,
    Decision,
    DoNothing,
    Either,
    End,
    ForEach,
    If,
    LeaveLoop,
    May,
    Must,
    OnlyIf,
    Repeat,
    Routine,
    Simple,
    Statement,
    StopRule,
    Transfer,
    WhileLoop,
)
from interpreter.language.ir.types import NUMBER, Type
from interpreter.language.lowered.instructions import (
    Add,
    BeginTurn,
    ComputedJump,
    EndGame,
    PushEventFrame,
    PushFrame,
    Set,
)
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import Constant, Value, apply, negation, none_test, table
from interpreter.language.lowering.decisions import ChainBuilder, ExitTargets, put_choose, put_either, put_may
from interpreter.language.lowering.routine import LoweringContext
from interpreter.language.lowering.statements import put_simple_statement

ONE = Constant(1)
FREE = 20
"""Units of work for which a routine with decisions is not charged, since a decision costs more."""


def lower_suspendable(context: LoweringContext, number: int, routine: Routine) -> FramedRoutine:
    """Lower a routine with decisions; its segments are added to those of the game."""
    chain = SuspendableRoutineBuilder(context, number, routine)
    chain.write()
    return FramedRoutine(routine.title, context.entries[number], chain.slot_count - FIRST_SLOT, tuple(chain.card_slots))


class SuspendableRoutineBuilder(ChainBuilder):
    """Builder for a routine whose names are kept in a frame."""

    def write(self) -> None:
        """Write all segments of the routine."""
        for hole in self.routine.parameters:
            self.register(hole)
        if self.routine.begins_turn:
            self.put(BeginTurn(self.names[self.routine.you]))
        self.charge_routine(FREE)
        self.record_point(CoveragePoint(self.routine.text.where, "fired"))
        self.block(self.routine.body, ExitTargets(None))
        self.leave(None)
        self.close()

    def block(self, block: Block, exits: ExitTargets) -> None:
        """Write the statements of a block."""
        for statement in block:
            self.record_statement(statement)
            for simple in self.context.desugared(statement):
                self._statement(simple, exits)

    def _statement(self, statement: Statement, exits: ExitTargets) -> None:
        if self._is_plain(statement):
            put_simple_statement(self, statement)
            return
        if isinstance(statement, Decision):
            self._decision(statement, exits)
        elif isinstance(statement, Compound):
            self._compound(statement, exits)
        elif isinstance(statement, Transfer):
            self._transfer(statement, exits)
        else:
            assert not isinstance(statement, Simple), statement  # always plain, or desugared before
            assert_never(statement)

    def _decision(self, statement: Decision, exits: ExitTargets) -> None:
        match statement:
            case Choose():
                put_choose(self, statement, exits)
            case Either():
                put_either(self, statement, exits)
            case May():
                put_may(self, statement, exits)
            case _:
                assert_never(statement)

    def _compound(self, statement: Compound, exits: ExitTargets) -> None:
        match statement:
            case If():
                self._if(statement, exits)
            case Must(inner=Choose() as choice, otherwise=tuple() as otherwise):
                put_choose(self, choice, exits, otherwise)
            case Must():
                self._must(statement, exits)
            case ActAs():
                self.bind(statement.name, self.value(statement.seat))
                if statement.begins_turn:
                    self.put(BeginTurn(self.names[statement.name]))
                self._sub_block(statement.body, exits)
            case ForEach():
                self._for_each(statement)
            case Repeat():
                self._repeat(statement)
            case WhileLoop():
                self._while(statement)
            case _:
                assert_never(statement)

    def _transfer(self, statement: Transfer, exits: ExitTargets) -> None:
        match statement:
            case OnlyIf():
                self.jump_if(
                    negation(self.value(statement.condition)), exits.block, CoveragePoint(statement.where, "false")
                )
                self.record_point(CoveragePoint(statement.where, "true"))
            case CallPhrase() | CallRoutine():
                self._call(statement)
            case LeaveLoop():
                self.leave(exits.loop)
            case StopRule():
                self.leave(None)
            case CarryOutEvent():
                self._carry(statement)
            case End():
                self._end(statement)
            case DoNothing():
                raise AssertionError(statement)  # always plain
            case Answer():
                raise AssertionError(statement)  # only in the body of a condition or value
            case _:
                assert_never(statement)

    def _is_plain(self, statement: Statement) -> bool:
        """Return True if a statement needs no segments: it contains no decision and never leaves its block."""
        return not self.context.suspension.can_suspend(statement) and has_no_exits((statement,))

    def _sub_block(self, block: Block, exits: ExitTargets) -> None:
        """Write a block whose exit target is the segment right after it."""
        after = self.new_segment()
        self.block(block, ExitTargets(after, exits.loop))
        self.leave(after)
        self.begin(after)

    def _call(self, statement: CallPhrase | CallRoutine) -> None:
        number = self.context.routines.callee(statement)
        after = self.new_segment()
        arguments = self.value(statement.you), *self.snapshots(statement.args)
        self.put(PushFrame(number, arguments, after, guarded=number in self.context.suspension.recursive))
        self.leave(self.context.entries[number])
        self.begin(after)

    def _if(self, statement: If, exits: ExitTargets) -> None:
        after = self.new_segment()
        inner = ExitTargets(after, exits.loop)
        where, last = statement.where, len(statement.branches) - 1
        for at, (condition, block) in enumerate(statement.branches):
            self.when(
                self.value(condition), partial(self._branch, CoveragePoint(where, "true", at), block, inner), after
            )
        self.record_point(CoveragePoint(where, "false", last))
        if statement.otherwise is not None:
            self.block(statement.otherwise, inner)
        self.leave(after)
        self.begin(after)

    def _branch(self, point: CoveragePoint, block: Block, exits: ExitTargets) -> None:
        self.record_point(point)
        self.block(block, exits)

    def _must(self, statement: Must, exits: ExitTargets) -> None:
        after = None if statement.otherwise is None else self.new_segment()
        self.when(
            negation(self.value(self.precondition((statement.replace(otherwise=None),)))),
            partial(self.block, statement.otherwise or (), ExitTargets(after, exits.loop)),
            after,
        )
        for simple in self.context.desugared(statement.inner):
            self._statement(simple, exits)
        if after is not None:
            self.leave(after)
            self.begin(after)

    def _for_each(self, statement: ForEach) -> None:
        top, after = self.new_segment(), self.new_segment()
        done = self.new_segment() if statement.until_empty else after
        things, at = self.new_slot(statement.things.type), self.new_slot(NUMBER)
        if statement.until_empty:
            self.leave(done)
            self.begin(done)
        self.put(Set(things, self.snapshot(statement.things)), Set(at, Constant(0)))
        if statement.until_empty:
            self.jump_if(negation(apply(Operation.HAS_ANY, things)), after)
            self.charge(statement.where, statement.body)
        self.leave(top)
        self.begin(top)
        index = self.evaluate(at, NUMBER)
        self.jump_if(apply(Operation.AT_LEAST, index, apply(Operation.LENGTH, things)), done)
        self.bind(statement.name, apply(Operation.ITEM, things, index))
        self.put(Set(at, apply(Operation.ADD, index, ONE)))
        self.block(statement.body, ExitTargets(top, after))
        self.leave(top)
        self.begin(after)

    def _repeat(self, statement: Repeat) -> None:
        top, after = self.new_segment(), self.new_segment()
        left = self.new_slot(NUMBER)
        self.put(Set(left, self.value(statement.times)))
        self.leave(top)
        self.begin(top)
        self.jump_if(apply(Operation.AT_MOST, left, Constant(0)), after)
        self.put(Add(left, ONE, subtracts=True))
        self.charge(statement.where, statement.body)
        self.block(statement.body, ExitTargets(after, after))
        self.leave(top)
        self.begin(after)

    def _while(self, statement: WhileLoop) -> None:
        top, after = self.new_segment(), self.new_segment()
        self.leave(top)
        self.begin(top)
        self.jump_if(negation(self.value(statement.condition)), after)
        self.charge(statement.where, statement.body)
        self.block(statement.body, ExitTargets(after, after))
        self.leave(top)
        self.begin(after)

    def _carry(self, statement: CarryOutEvent) -> None:
        after = self.new_segment()
        card = self.evaluate_simple(statement.card)
        routines = self.context.routines.event
        entries = tuple(None if event is None else self.context.entries[event] for event in routines)
        entry = self.evaluate(table(entries, card), Type("number", optional=True))
        self.jump_if(none_test(entry), after)
        self.put(PushEventFrame(card, self.value(statement.you), after))
        self.end(ComputedJump(entry))
        self.begin(after)

    def _end(self, statement: End) -> None:
        winners: Value = Constant(())
        if statement.winners is not None:
            winners = apply(Operation.SNAPSHOT, self.value(statement.winners))
        self.end(EndGame(winners, statement.reason, self.optional_value(statement.side)))


def has_no_exits(block: Block, in_loop: bool = False) -> bool:
    """Return True if a block never leaves itself.

    It has no stop, no condition that skips the rest, and no `leave the loop` for a loop outside of it.
    """
    for statement in block:
        leaves = statement.facts.exits
        if leaves in (ExitScope.BLOCK, ExitScope.TEXT, ExitScope.GAME) or (leaves is ExitScope.LOOP and not in_loop):
            return False
        inside = in_loop or statement.facts.repeats
        if not all(has_no_exits(inner, inside) for inner in blocks_of(statement)):
            return False
    return True
