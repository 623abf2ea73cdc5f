"""Statements in which nobody decides, as ordinary Python."""

from __future__ import annotations

from typing import Any, assert_never

from interpreter.language.checking.weights import is_straight
from interpreter.language.ir.expressions import Expr
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
from interpreter.language.ir.types import Local
from interpreter.language.lowering.assign_writer import AssignWriter
from interpreter.language.lowering.card_writer import CardWriter
from interpreter.language.lowering.piece_writer import PieceWriter


class Writer(PieceWriter, CardWriter, AssignWriter):
    """What the two kinds of routine share."""

    def charge(self, where: Any, block: Block) -> None:
        """Count the work of a block, and stop what goes on for too long."""
        number = self.flow.place_number(where, self.routine)
        self.put(f"m.work -= {self.flow.weights.units(block)}")
        self.put(f"if m.work < 0: m.overrun({number})")

    def charge_routine(self) -> None:
        body = self.routine.body
        if body and (not is_straight(body) or self.flow.weights.units(body) > 1):
            self.charge(body[0].where, body)

    def test(self, block: Block) -> Expr:
        """The condition under which statements can be done; what it needs to know first is written before."""
        named, condition = self.flow.doable.test(block)
        self.flow.doable.check_together(block)
        self.flow.weights.check(condition, block)
        for name, value in named:
            self.env[name] = self.temporary()
            self.put(f"{self.env[name]} = {self.code(value)}")
        return condition

    def plain_block(self, block: Block, leave: str = "") -> None:
        """A block without decisions; `leave` is how to skip its rest, if one word does it."""
        if not block:
            self.put("pass")
        for at, statement in enumerate(block):
            if isinstance(statement, OnlyIf) and not leave:
                self.put(f"if {self.truth(statement.condition)}:")
                self._inner(block[at + 1 :])
                return
            if isinstance(statement, OnlyIf):
                self.put(f"if not {self.code(statement.condition)}: {leave}")
                continue
            for simple in self.flow.desugared(statement):
                self.plain(simple)

    def _inner(self, block: Block, loop: Any = None) -> None:
        self.depth += 1
        if loop is not None and self.flow.weights.rounds(loop) is None:
            self.charge(loop.where, block)
        self.plain_block(block, "" if loop is None else "continue" if isinstance(loop, ForEach) else "break")
        self.depth -= 1

    def _again(self, statement: ForEach) -> None:
        """Round after round, until the body is left; that leaves both loops."""
        things = self.temporary()
        self.put("while True:")
        self.depth += 1
        self.put(f"{things} = {self.lowering.snapshot(statement.things, self.env)}")
        self.put(f"if not {things}: break")
        self.charge(statement.where, statement.body)
        self.put(f"for {self.name(statement.name)} in {things}:")
        self._inner(statement.body, statement)
        self.put("else: continue")
        self.put("break")
        self.depth -= 1

    def plain(self, statement: Statement) -> None:
        """Write a statement in which nobody decides, and which does not leave its block, as ordinary Python."""
        match statement:
            case Call() | Run():
                number = self.flow.routines.called(statement)
                args = [self.lowering.snapshot(arg, self.env) for arg in statement.args]
                self.put(
                    f"{self.flow.call_name(number)}({', '.join(['m', 'v', 'z', self.code(statement.you), *args])})"
                )
            case If():
                for at, (condition, block) in enumerate(statement.branches):
                    self.put(f"{'el' if at else ''}if {self.truth(condition)}:")
                    self._inner(block)
                if statement.otherwise is not None:
                    self.put("else:")
                    self._inner(statement.otherwise)
            case ForEach() if statement.again:
                self._again(statement)
            case ForEach():
                things = self.lowering.snapshot(statement.things, self.env)
                self.put(f"for {self.name(statement.name)} in {things}:")
                self._inner(statement.body, statement)
            case Repeat():
                self.put(f"for {self.temporary()} in range({self.code(statement.times)}):")
                self._inner(statement.body, statement)
            case While():
                self.put(f"while {self.truth(statement.condition)}:")
                self._inner(statement.body, statement)
            case As():
                self.bind(statement.name, self.code(statement.seat))
                self.plain_block(statement.body)
            case Leave():
                self.put("break")
            case Let():
                self.put_let(statement)
            case Assign():
                self.put_assign(statement)
            case Step():
                self.put_step(statement)
            case AtEnd():
                self.put_at_end(statement)
            case ListChange():
                self.put_list_change(statement)
            case Make():
                self.put_make(statement)
            case MovePieces():
                self.put_move_pieces(statement)
            case ChangeState():
                self.put_change_state(statement)
            case MoveCards():
                self.put_move_cards(statement)
            case Top():
                self.put_top(statement)
            case Shuffle():
                self.put_shuffle(statement)
            case Reveal():
                self.put_reveal(statement)
            case Note():
                self.put_note(statement)
            case Must() | Stop() | OnlyIf() | Draw() | Choose() | Either() | May() | Carry() | End():
                raise AssertionError(statement)  # written otherwise, or made simpler before
            case _:
                assert_never(statement)

    def name(self, name: Local) -> str:
        """What a local is called from now on."""
        if name not in self.env:
            self.env[name] = self.temporary()
        return self.env[name]
