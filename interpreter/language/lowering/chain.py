"""Chains of segments for routines with decisions.

The segments jump to each other by number and keep the routine's names in its frame.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from interpreter.language.executable import FIRST_SLOT
from interpreter.language.ir.statements import Block, Routine
from interpreter.language.ir.types import SEAT, Type
from interpreter.language.lowered.game import Segment
from interpreter.language.lowered.instructions import (
    Body,
    ConditionalBody,
    ConditionalChain,
    Instruction,
    Jump,
    PopFrame,
)
from interpreter.language.lowered.values import Register, Value
from interpreter.language.lowering.routine import LoweringContext, RoutineBuilder
from interpreter.language.points import CoveragePoint


@dataclass(slots=True)
class ExitTargets:
    """Targets for leaving a block and the enclosing loop: segment numbers, or None for the end of the routine."""

    block: int | None
    loop: int | None = None


class ChainBuilder(RoutineBuilder, ABC):
    """Builder for a routine made of segments; the current segment is open until it jumps."""

    def __init__(self, context: LoweringContext, number: int, routine: Routine) -> None:
        super().__init__(context, routine, self.new_slot)
        self.number = number
        self.slot_count = FIRST_SLOT
        self.card_slots: list[int] = []
        self.current_segment = context.entries[number]
        self.is_open = True
        self.names[routine.you] = Register(SEAT, FIRST_SLOT - 1)

    def new_slot(self, value_type: Type) -> Register:
        """Allocate a slot in the frame and return its register."""
        register = Register(value_type, self.slot_count)
        self.slot_count += 1
        if value_type.kind == "card":
            self.card_slots.append(self.slot_count - 1)
        return register

    def new_segment(self) -> int:
        """Reserve a segment and return its number."""
        self.context.segments.append(Segment(self.number, ()))
        return len(self.context.segments) - 1

    def begin(self, label: int) -> None:
        """Close the current segment and continue in segment `label`."""
        self.close()
        self.current_segment, self.body, self.is_open = label, [], True

    def close(self) -> None:
        """Store the body of the current segment."""
        self.context.segments[self.current_segment] = Segment(self.number, tuple(self.body))

    def end(self, instruction: Instruction) -> None:
        """Append the final instruction of the open segment."""
        if self.is_open:
            self.put(instruction)
            self.is_open = False

    def leave(self, label: int | None) -> None:
        """Jump to a segment, or return from the routine."""
        self.end(PopFrame() if label is None else Jump(label))

    def branch(self, write: Callable[[], None], after: int | None = None) -> Body:
        """Write a body that may continue in other segments, and return it.

        It ends in a jump: to `after`, unless it has jumped elsewhere.
        """
        home, outer = self.current_segment, self.body
        first: list[Instruction] = []
        self.body, self.is_open = first, True
        write()
        self.leave(after)
        if self.current_segment != home:
            self.close()
        self.current_segment, self.body, self.is_open = home, outer, True
        return tuple(first)

    def when(self, condition: Value, write: Callable[[], None], after: int | None = None) -> None:
        """Write a branch that replaces everything after it if a condition holds."""
        self.put(ConditionalChain((ConditionalBody(condition, self.branch(write, after)),)))

    def jump_if(self, condition: Value, label: int | None, point: CoveragePoint | None = None) -> None:
        """Jump to a segment if a condition holds, and record `point` in that case."""

        def go() -> None:
            if point is not None:
                self.record_point(point)
            self.leave(label)

        self.when(condition, go)

    @abstractmethod
    def block(self, block: Block, exits: ExitTargets) -> None:
        """Write the statements of a block."""
