"""Lowering of routines with decisions to segments."""

from __future__ import annotations

from functools import partial
from typing import assert_never

from interpreter.language.executable import FIRST_SLOT, Framed
from interpreter.language.ir.statements import (
    As,
    Block,
    Call,
    CallRoutine,
    Carry,
    Choose,
    Either,
    End,
    ForEach,
    If,
    Leave,
    May,
    Must,
    OnlyIf,
    Out,
    Repeat,
    Routine,
    Simple,
    Statement,
    Stop,
    While,
)
from interpreter.language.ir.types import NUMBER, Type
from interpreter.language.ir.walks import blocks_of
from interpreter.language.lowered.instructions import (
    Add,
    Finish,
    JumpTo,
    Push,
    PushEvent,
    Set,
    Turn,
)
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import Constant, Value, apply, is_nothing, negation, table
from interpreter.language.lowering.chain import Chain, Exit
from interpreter.language.lowering.decisions import put_choose, put_either, put_may
from interpreter.language.lowering.routine import LoweringContext
from interpreter.language.lowering.statements import put_plain
from interpreter.language.points import Point

ONE = Constant(1)
FREE = 20
"""Units of work for which a routine with decisions is not charged, since a decision costs more."""


def framed_of(context: LoweringContext, number: int, routine: Routine) -> Framed:
    """Lower a routine with decisions; its segments are added to those of the game."""
    chain = Segments(context, number, routine)
    chain.write()
    return Framed(routine.title, context.entries[number], chain.slots - FIRST_SLOT, tuple(chain.card_slots))


class Segments(Chain):
    """Builder for a routine whose names are kept in a frame."""

    def write(self) -> None:
        """Write all segments of the routine."""
        for hole in self.routine.holes:
            self.register(hole)
        if self.routine.turn:
            self.put(Turn(self.names[self.routine.you]))
        self.charge_routine(FREE)
        self.reach(Point(self.routine.text.where, "fired"))
        self.block(self.routine.body, Exit(None))
        self.leave(None)
        self.close()

    def block(self, block: Block, exits: Exit) -> None:
        """Write the statements of a block."""
        for statement in block:
            self.do(statement)
            for simple in self.context.desugared(statement):
                self._statement(simple, exits)

    def _statement(self, statement: Statement, exits: Exit) -> None:
        if self._is_plain(statement):
            put_plain(self, statement)
            return
        match statement:
            case OnlyIf():
                self.jump_if(negation(self.value(statement.condition)), exits.block, Point(statement.where, "false"))
                self.reach(Point(statement.where, "true"))
            case Must():
                self.jump_if(negation(self.value(self.test((statement,)))), None)
                for simple in self.context.desugared(statement.inner):
                    self._statement(simple, exits)
            case Call() | CallRoutine():
                self._call(statement)
            case Leave():
                self.leave(exits.loop)
            case Stop():
                self.leave(None)
            case As():
                self.bind(statement.name, self.value(statement.seat))
                self._sub_block(statement.body, exits)
            case If():
                self._if(statement, exits)
            case ForEach():
                self._for_each(statement)
            case Repeat():
                self._repeat(statement)
            case While():
                self._while(statement)
            case Carry():
                self._carry(statement)
            case End():
                self._end(statement)
            case Choose():
                put_choose(self, statement, exits)
            case Either():
                put_either(self, statement, exits)
            case May():
                put_may(self, statement, exits)
            case _:
                assert not isinstance(statement, Simple), statement  # always plain, or desugared before
                assert_never(statement)

    def _is_plain(self, statement: Statement) -> bool:
        """Return True if a statement needs no segments: it contains no decision and never leaves its block."""
        return not self.context.suspension.suspends(statement) and stays((statement,))

    def _sub_block(self, block: Block, exits: Exit) -> None:
        """Write a block whose exit target is the segment right after it."""
        after = self.new()
        self.block(block, Exit(after, exits.loop))
        self.leave(after)
        self.begin(after)

    def _call(self, statement: Call | CallRoutine) -> None:
        number = self.context.routines.called(statement)
        after = self.new()
        arguments = self.value(statement.you), *self.snapshots(statement.args)
        self.put(Push(number, arguments, after, guarded=number in self.context.suspension.cyclic))
        self.leave(self.context.entries[number])
        self.begin(after)

    def _if(self, statement: If, exits: Exit) -> None:
        after = self.new()
        inner = Exit(after, exits.loop)
        where, last = statement.where, len(statement.branches) - 1
        for at, (condition, block) in enumerate(statement.branches):
            self.when(self.value(condition), partial(self._branch, Point(where, "true", at), block, inner), after)
        self.reach(Point(where, "false", last))
        if statement.otherwise is not None:
            self.block(statement.otherwise, inner)
        self.leave(after)
        self.begin(after)

    def _branch(self, point: Point, block: Block, exits: Exit) -> None:
        self.reach(point)
        self.block(block, exits)

    def _for_each(self, statement: ForEach) -> None:
        top, after = self.new(), self.new()
        done = self.new() if statement.again else after
        things, at = self.slot(statement.things.type), self.slot(NUMBER)
        if statement.again:
            self.leave(done)
            self.begin(done)
        self.put(Set(things, self.snapshot(statement.things)), Set(at, Constant(0)))
        if statement.again:
            self.jump_if(negation(apply(Operation.HAS_ANY, things)), after)
            self.charge(statement.where, statement.body)
        self.leave(top)
        self.begin(top)
        index = self.kept(at, NUMBER)
        self.jump_if(apply(Operation.AT_LEAST, index, apply(Operation.LENGTH, things)), done)
        self.bind(statement.name, apply(Operation.ITEM, things, index))
        self.put(Set(at, apply(Operation.ADD, index, ONE)))
        self.block(statement.body, Exit(top, after))
        self.leave(top)
        self.begin(after)

    def _repeat(self, statement: Repeat) -> None:
        top, after = self.new(), self.new()
        left = self.slot(NUMBER)
        self.put(Set(left, self.value(statement.times)))
        self.leave(top)
        self.begin(top)
        self.jump_if(apply(Operation.AT_MOST, left, Constant(0)), after)
        self.put(Add(left, ONE, taken=True))
        self.charge(statement.where, statement.body)
        self.block(statement.body, Exit(after, after))
        self.leave(top)
        self.begin(after)

    def _while(self, statement: While) -> None:
        top, after = self.new(), self.new()
        self.leave(top)
        self.begin(top)
        self.jump_if(negation(self.value(statement.condition)), after)
        self.charge(statement.where, statement.body)
        self.block(statement.body, Exit(after, after))
        self.leave(top)
        self.begin(after)

    def _carry(self, statement: Carry) -> None:
        after = self.new()
        card = self.simple(statement.card)
        routines = self.context.routines.event
        entries = tuple(None if event is None else self.context.entries[event] for event in routines)
        entry = self.kept(table(entries, card), Type("number", optional=True))
        self.jump_if(is_nothing(entry), after)
        self.put(PushEvent(card, self.value(statement.you), after))
        self.end(JumpTo(entry))
        self.begin(after)

    def _end(self, statement: End) -> None:
        winners: Value = Constant(())
        if statement.winners is not None:
            winners = apply(Operation.SNAPSHOT, self.value(statement.winners))
        self.end(Finish(winners, statement.reason, self.optional(statement.side)))


def stays(block: Block, in_loop: bool = False) -> bool:
    """Return True if a block never leaves itself.

    It has no stop, no condition that skips the rest, and no `leave the loop` for a loop outside of it.
    """
    for statement in block:
        leaves = statement.facts.leaves
        if leaves in (Out.BLOCK, Out.TEXT, Out.GAME) or (leaves is Out.LOOP and not in_loop):
            return False
        inside = in_loop or statement.facts.repeats
        if not all(stays(inner, inside) for inner in blocks_of(statement)):
            return False
    return True
