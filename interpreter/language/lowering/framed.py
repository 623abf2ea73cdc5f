"""Routines with decisions: their statements as segments."""

from __future__ import annotations

from typing import assert_never

from interpreter.language.checking.weights import is_straight
from interpreter.language.ir.statements import (
    As,
    Assign,
    AtEnd,
    Block,
    Call,
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
    Run,
    Shuffle,
    Statement,
    Step,
    Stop,
    Top,
    While,
)
from interpreter.language.ir.types import NUMBER, Local
from interpreter.language.ir.walks import blocks_of
from interpreter.language.lowering.decision_writer import DecisionWriter
from interpreter.language.lowering.segments import Exit
from interpreter.language.parts import FIRST_SLOT


class Framed(DecisionWriter):
    """A routine whose names are kept in a frame."""

    def write(self) -> None:
        self.env[self.routine.you] = "f[1]"
        for hole in self.routine.holes:
            self.slot(hole)
        if self.routine.turn:
            self.put("m.turn(f[1])")
        if not is_straight(self.routine.body):
            self.charge_routine()
        self.block(self.routine.body, Exit(None))
        self.leave(None)
        self.close()
        self.flow.frame_size[self.number] = self.slots - FIRST_SLOT
        cards = (name.slot for name in self.env if name.type.kind == "card" and self.env[name].startswith("f["))
        self.flow.card_slots[self.number] = tuple(cards)

    def block(self, block: Block, exits: Exit) -> None:
        for statement in block:
            for simple in self.flow.desugared(statement):
                self.statement(simple, exits)

    def statement(self, statement: Statement, exits: Exit) -> None:
        if self._is_plain(statement):
            self.plain(statement)
            return
        match statement:
            case OnlyIf():
                self.branch(f"if not {self.code(statement.condition)}:", lambda: self.leave(exits.block))
            case Must():
                possible = self.code(self.test([statement]))
                self.branch(f"if not {possible}:", lambda: self.leave(None))
                for simple in self.flow.desugared(statement.inner):
                    self.statement(simple, exits)
            case Call() | Run():
                self._call(statement)
            case Leave():
                self.leave(exits.loop)
            case Stop():
                self.leave(None)
            case As():
                self.bind(statement.name, self.code(statement.seat))
                self._sub_block(statement.body, exits)
            case If():
                self._if(statement, exits)
            case ForEach():
                self._for_each(statement, exits)
            case Repeat():
                self._repeat(statement, exits)
            case While():
                self._while(statement, exits)
            case Carry():
                self._carry(statement)
            case End():
                self._end(statement)
            case Choose():
                self.put_choose(statement, exits)
            case Either():
                self.put_either(statement, exits)
            case May():
                self.put_may(statement, exits)
            case (
                Let() | Assign() | Step() | AtEnd() | ListChange() | Make() | MovePieces() | ChangeState() | MoveCards()
                | Draw() | Top() | Shuffle() | Reveal() | Note()
            ):  # fmt: skip
                raise AssertionError(statement)  # always plain, or made simpler before
            case _:
                assert_never(statement)

    def _is_plain(self, statement: Statement) -> bool:
        """Whether a statement can be written without segments: nobody decides in it, and it leaves nothing."""
        return not self.flow.suspension.suspends(statement) and stays([statement])

    def _sub_block(self, block: Block, exits: Exit) -> None:
        """A block whose rest may be skipped to right behind it."""
        after = self.new()
        self.block(block, Exit(after, exits.loop))
        self.leave(after)
        self.begin(after)

    def _call(self, statement: Call | Run) -> None:
        number = self.flow.routines.called(statement)
        args = [self.lowering.snapshot(arg, self.env) for arg in statement.args]
        after = self.new()
        holes = len(self.flow.routines.all[number].holes)
        self.put(f"f[0] = {after}")
        push = "m.enter" if number in self.flow.suspension.cyclic else "m.stack.append"
        self.put(f"{push}([0, {', '.join([self.code(statement.you), *args])}<pad {number} {holes}>])")
        self.leave(self.flow.entries[number])
        self.begin(after)

    def _if(self, statement: If, exits: Exit) -> None:
        after = self.new()
        inner = Exit(after, exits.loop)
        for condition, block in statement.branches:
            self.branch(f"if {self.truth(condition)}:", lambda block=block: self.block(block, inner), after)  # type: ignore[misc]
        if statement.otherwise is not None:
            self.block(statement.otherwise, inner)
        self.leave(after)
        self.begin(after)

    def _for_each(self, statement: ForEach, exits: Exit) -> None:
        top, after = self.new(), self.new()
        done = self.new() if statement.again else after
        things, at = self.slot(Local("things", statement.things.type)), self.slot(Local("at", NUMBER))
        if statement.again:
            self.leave(done)
            self.begin(done)
        text = self.lowering.snapshot(statement.things, self.env)
        self.put(f"{things} = {text}; {at} = 0")
        if statement.again:
            self.jump_if(f"not {things}", after)
            self.charge(statement.where, statement.body)
        self.leave(top)
        self.begin(top)
        index = self.temporary()
        self.put(f"{index} = {at}")
        self.jump_if(f"{index} >= len({things})", done)
        self.put(f"{self.slot(statement.name)} = {things}[{index}]; {at} = {index} + 1")
        self.block(statement.body, Exit(top, after))
        self.leave(top)
        self.begin(after)

    def _repeat(self, statement: Repeat, exits: Exit) -> None:
        top, after = self.new(), self.new()
        left = self.slot(Local("left", NUMBER))
        self.put(f"{left} = {self.code(statement.times)}")
        self.leave(top)
        self.begin(top)
        self.jump_if(f"{left} <= 0", after)
        self.put(f"{left} -= 1")
        self.charge(statement.where, statement.body)
        self.block(statement.body, Exit(after, after))
        self.leave(top)
        self.begin(after)

    def _while(self, statement: While, exits: Exit) -> None:
        top, after = self.new(), self.new()
        self.leave(top)
        self.begin(top)
        self.jump_if(f"not {self.code(statement.condition)}", after)
        self.charge(statement.where, statement.body)
        self.block(statement.body, Exit(after, after))
        self.leave(top)
        self.begin(after)

    def _carry(self, statement: Carry) -> None:
        after = self.new()
        card = self.simple(statement.card)
        entries = tuple(None if event is None else self.flow.entries[event] for event in self.flow.routines.event)
        self.put(f"{(name := self.temporary())} = {self.lowering.table(entries, card)}")
        self.jump_if(f"{name} is None", after)
        self.put(f"f[0] = {after}")
        self.put(f"m.enter([0, {self.code(statement.you)}] + [None] * EVENT_SIZES[{card}])")
        self.put(f"return {name}")
        self.open = False
        self.begin(after)

    def _end(self, statement: End) -> None:
        winners = "()" if statement.winners is None else f"tuple({self.code(statement.winners)})"
        side = "" if statement.side is None else f", {self.code(statement.side)}"
        self.put(f"return m.end({winners}, {self.lowering.constants.name(statement.reason)}{side})")
        self.open = False


def stays(block: Block, in_loop: bool = False) -> bool:
    """Whether a block never leaves itself: no stop, no condition that skips the rest, no `leave the loop` of a loop
    outside.
    """
    for statement in block:
        if isinstance(statement, (Stop, OnlyIf, Must)) or (isinstance(statement, Leave) and not in_loop):
            return False
        inside = in_loop or isinstance(statement, (Repeat, While, ForEach))
        if not all(stays(inner, inside) for inner in blocks_of(statement)):
            return False
    return True
