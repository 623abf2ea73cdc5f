"""Traversal of instructions: nested bodies, registers and segment references, and copies with replacements."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Any

from interpreter.language.lowered.instructions import (
    Append,
    Body,
    ConditionalChain,
    Instruction,
    Loop,
    RecordPoint,
    Set,
)
from interpreter.language.lowered.values import Register, subvalues


def bodies_of(instruction: Instruction) -> list[Body]:
    """Return the bodies directly inside an instruction."""
    if isinstance(instruction, ConditionalChain):
        return [*(branch.body for branch in instruction.branches), instruction.otherwise]
    return [getattr(instruction, name) for name in instruction.body_names]


def with_bodies(instruction: Instruction, change: Callable[[Body], Body]) -> Instruction:
    """Return a copy of an instruction whose bodies are replaced by `change`."""
    if isinstance(instruction, ConditionalChain):
        branches = tuple(replace(branch, body=change(branch.body)) for branch in instruction.branches)
        return ConditionalChain(branches, change(instruction.otherwise))
    if not instruction.body_names:
        return instruction
    changes: dict[str, Any] = {name: change(getattr(instruction, name)) for name in instruction.body_names}
    return replace(instruction, **changes)


def instructions_in(body: Body) -> Iterator[Instruction]:
    """Yield all instructions of a body, including nested ones."""
    for instruction in body:
        yield instruction
        for inner in bodies_of(instruction):
            yield from instructions_in(inner)


def registers_in(body: Body) -> Iterator[Register]:
    """Yield each register that is read or set in a body, once per occurrence."""
    for instruction in instructions_in(body):
        match instruction:
            case Set(Register() as changed) | Append(changed) | Loop(changed):
                yield changed
        for part in instruction.parts:
            yield from (each for each in subvalues(part) if isinstance(each, Register))


def jump_targets(instruction: Instruction) -> list[int]:
    """Return the segments that an instruction jumps to itself."""
    return [getattr(instruction, name) for name in instruction.target_names]


def resumptions_of(instruction: Instruction) -> list[int]:
    """Return the segments at which the routine may resume after an instruction."""
    return [getattr(instruction, name) for name in instruction.resumption_names]


def with_resumptions(instruction: Instruction, change: Callable[[int], int]) -> Instruction:
    """Return a copy of an instruction whose resumption segments are replaced by `change`."""
    if not instruction.resumption_names:
        return instruction
    changes: dict[str, Any] = {name: change(getattr(instruction, name)) for name in instruction.resumption_names}
    return replace(instruction, **changes)


def is_tail_call(instruction: Instruction, done: Collection[int]) -> bool:
    """Return True if an instruction is a tail call: it pushes a frame and then resumes only at segments in `done`."""
    returns = [getattr(instruction, name) for name in instruction.return_names]
    return bool(returns) and all(number in done for number in returns)


def instruction_count(body: Body) -> int:
    """Return the number of instructions in a body, including nested ones; `RecordPoint` is not counted."""
    return sum(1 for each in instructions_in(body) if not isinstance(each, RecordPoint))
