"""Routines without decisions: one Python function each."""

from __future__ import annotations

from interpreter.language.ir.statements import Must, Statement, Stop
from interpreter.language.ir.types import Local
from interpreter.language.lowering.writer import Writer


class Plain(Writer):
    """A routine without decisions: one Python function `rN(m, v, z, you, …)`."""

    def bind(self, name: Local, text: str) -> None:
        if name not in self.env:
            self.env[name] = self.temporary()
        if self.env[name] != text:
            self.put(f"{self.env[name]} = {text}")

    def write(self) -> str:
        self.env = {hole: f"a{at}" for at, hole in enumerate(self.routine.holes)}
        self.env[self.routine.you] = "you"
        names = ["m", "v", "z", "you", *(self.env[hole] for hole in self.routine.holes)]
        self.lines.append(f"def {self.flow.call_name(self.number)}({', '.join(names)}):\n")
        if self.routine.turn:
            self.put("m.turn(you)")
        self.charge_routine()
        self.plain_block(self.routine.body, "return")
        return "".join(self.lines)

    def plain(self, statement: Statement) -> None:
        if isinstance(statement, Must):
            possible = self.code(self.test([statement]))
            self.put(f"if not {possible}: return")
            self.plain_block([statement.inner])
        elif isinstance(statement, Stop):
            self.put("return")
        else:
            super().plain(statement)
