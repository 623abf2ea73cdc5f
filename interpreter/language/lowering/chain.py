"""The chain of segments that a routine with decisions becomes: they jump to each other by number and keep the routine's
names in its frame.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from interpreter.language.executable import FIRST_SLOT
from interpreter.language.ir.statements import Block, Routine
from interpreter.language.ir.types import SEAT, Type
from interpreter.language.lowered.game import Segment
from interpreter.language.lowered.instructions import Back, Body, Branching, Instruction, Jump, When
from interpreter.language.lowered.values import Register, Value
from interpreter.language.lowering.routine import LoweringContext, Writing
from interpreter.language.points import Point


@dataclass(slots=True)
class Exit:
    """Where a block, and the loop around it, are left to: segment numbers, or None for the routine's end."""

    block: int | None
    loop: int | None = None


class Chain(Writing, ABC):
    """A routine being written as segments; the current one is open until it jumps."""

    def __init__(self, context: LoweringContext, number: int, routine: Routine) -> None:
        super().__init__(context, routine, self.slot)
        self.number = number
        self.slots = FIRST_SLOT
        self.card_slots: list[int] = []
        self.current = context.entries[number]
        self.open = True
        self.names[routine.you] = Register(SEAT, FIRST_SLOT - 1)

    def slot(self, type: Type) -> Register:
        """One more place in the frame."""
        register = Register(type, self.slots)
        self.slots += 1
        if type.kind == "card":
            self.card_slots.append(self.slots - 1)
        return register

    def new(self) -> int:
        """One more segment, not yet written; its number."""
        self.context.segments.append(Segment(self.number, ()))
        return len(self.context.segments) - 1

    def begin(self, label: int) -> None:
        """Go on writing at the start of segment `label`."""
        self.close()
        self.current, self.body, self.open = label, [], True

    def close(self) -> None:
        self.context.segments[self.current] = Segment(self.number, tuple(self.body))

    def end(self, instruction: Instruction) -> None:
        """The last instruction of what is open."""
        if self.open:
            self.put(instruction)
            self.open = False

    def leave(self, label: int | None) -> None:
        """Jump to a segment, or out of the routine."""
        self.end(Back() if label is None else Jump(label))

    def branch(self, write: Callable[[], None], after: int | None = None) -> Body:
        """A body that may wander off into other segments; it ends by a jump, to `after` if nowhere else."""
        home, outer = self.current, self.body
        first: list[Instruction] = []
        self.body, self.open = first, True
        write()
        self.leave(after)
        if self.current != home:
            self.close()
        self.current, self.body, self.open = home, outer, True
        return tuple(first)

    def when(self, condition: Value, write: Callable[[], None], after: int | None = None) -> None:
        """What is done instead of what follows, if a condition holds."""
        self.put(When((Branching(condition, self.branch(write, after)),)))

    def jump_if(self, condition: Value, label: int | None, point: Point | None = None) -> None:
        """On with a segment, if a condition holds; `point`: play has come there then."""

        def go() -> None:
            if point is not None:
                self.reach(point)
            self.leave(label)

        self.when(condition, go)

    @abstractmethod
    def block(self, block: Block, exits: Exit) -> None:
        """Write the statements of a block."""
