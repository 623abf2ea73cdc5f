"""The source of one routine while it is written, line by line, and what its names are called."""

from __future__ import annotations

from abc import ABC, abstractmethod

from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.statements import Routine
from interpreter.language.ir.types import Local
from interpreter.language.log import Entry
from interpreter.language.lowering.flow import Flow
from interpreter.language.lowering.hoisting import hoisted
from interpreter.language.lowering.names import Env


class Lines(ABC):
    """One routine being written."""

    def __init__(self, flow: Flow, number: int, routine: Routine) -> None:
        self.flow = flow
        self.number = number
        self.routine = routine
        self.lowering = flow.lowering
        self.symbols = flow.symbols
        self.env: Env = {}
        self.lines: list[str] = []
        self.depth = 1

    def put(self, line: str) -> None:
        self.lines.append("    " * self.depth + line + "\n")

    def code(self, expr: Expr) -> str:
        return self.lowering.code(expr, self.env)

    def truth(self, expr: Expr) -> str:
        return self.lowering.truth(expr, self.env)

    def temporary(self) -> str:
        return self.lowering.fresh()

    def simple(self, expr: Expr) -> str:
        """The expression's source, kept in a local first if it is more than a name."""
        text = self.code(expr)
        if (
            text.isidentifier()
            or text.lstrip("-").isdigit()
            or (text.startswith("f[") and text.endswith("]") and text[2:-1].isdigit())
        ):
            return text
        name = self.temporary()
        self.put(f"{name} = {text}")
        return name

    def hoisted(self, text: str) -> str:
        """The source with what stays the same all through a loop inside it worked out before it."""
        lines, text = hoisted(text, self.temporary)
        for line in lines:
            self.put(line)
        return text

    def log(self, kind: type[Entry], *parts: str) -> None:
        if self.flow.logged:
            self.put(f"m.log.append({kind.__name__}({', '.join(parts)}))")

    @abstractmethod
    def bind(self, name: Local, text: str) -> None:
        """Let a local name a value from now on."""
