"""The chain of segments that a routine with decisions becomes: they jump to each other by number and keep the routine's
names in its frame `f`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from interpreter.language.ir.statements import Block, Routine
from interpreter.language.ir.types import Local
from interpreter.language.lowering.flow import Flow
from interpreter.language.lowering.writer import Writer
from interpreter.language.parts import FIRST_SLOT


@dataclass(slots=True)
class Exit:
    """Where a block, and the loop around it, are left to: segment numbers, or None for the routine's end."""

    block: int | None
    loop: int | None = None


class Segments(Writer):
    """A routine being written as segments; the current one is open until it jumps."""

    def __init__(self, flow: Flow, number: int, routine: Routine) -> None:
        super().__init__(flow, number, routine)
        self.slots = FIRST_SLOT
        self.current = flow.entries[number]
        self.open = True

    def slot(self, name: Local) -> str:
        if name not in self.env:
            self.env[name] = f"f[{self.slots}]"
            name.slot = self.slots
            self.slots += 1
        return self.env[name]

    def bind(self, name: Local, text: str) -> None:
        self.put(f"{self.slot(name)} = {text}")

    def name(self, name: Local) -> str:
        return self.slot(name)

    def new(self) -> int:
        self.flow.segments.append("")
        return len(self.flow.segments) - 1

    def close(self) -> None:
        self.flow.segments[self.current] = f"def s{self.current}(m, v, z, f):\n" + "".join(self.lines)

    def begin(self, label: int) -> None:
        """Go on writing at the start of segment `label`."""
        self.close()
        self.current, self.lines, self.depth, self.open = label, [], 1, True

    def leave(self, label: int | None) -> None:
        """Jump to a segment, or out of the routine."""
        if self.open:
            self.put("s = m.stack; s.pop(); return s[-1][0]" if label is None else f"return {label}")
            self.open = False

    def saved(self) -> tuple[int, list[str], int]:
        return self.current, self.lines, self.depth

    def branch(self, header: str, body: Callable[[], None], after: int | None = None) -> None:
        """An indented block that may wander off into other segments; it ends by a jump. Writing goes on behind it."""
        self.put(header)
        home = self.saved()
        self.depth += 1
        self.open = True
        body()
        if self.open:
            self.leave(after)
        if self.current != home[0]:
            self.close()
        self.current, self.lines, self.depth = home
        self.open = True

    def jump_if(self, test: str, label: int | None) -> None:
        self.branch(f"if {test}:", lambda: self.leave(label))

    @abstractmethod
    def block(self, block: Block, exits: Exit) -> None:
        """Write the statements of a block."""
