"""Walks over instructions: the bodies in them, all that is inside, the segments that they speak of; and instructions
with others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Any

from interpreter.language.lowered.instructions import Append, Body, Instruction, Loop, Reach, Set, When
from interpreter.language.lowered.values import Register, within


def bodies_of(instruction: Instruction) -> list[Body]:
    """The bodies inside an instruction."""
    if isinstance(instruction, When):
        return [*(branch.body for branch in instruction.branches), instruction.otherwise]
    return [getattr(instruction, name) for name in instruction.body_names]


def with_bodies(instruction: Instruction, change: Callable[[Body], Body]) -> Instruction:
    """The same instruction with other bodies."""
    if isinstance(instruction, When):
        branches = tuple(replace(branch, body=change(branch.body)) for branch in instruction.branches)
        return When(branches, change(instruction.otherwise))
    if not instruction.body_names:
        return instruction
    changes: dict[str, Any] = {name: change(getattr(instruction, name)) for name in instruction.body_names}
    return replace(instruction, **changes)


def instructions_in(body: Body) -> Iterator[Instruction]:
    """All instructions of a body, also those inside others."""
    for instruction in body:
        yield instruction
        for inner in bodies_of(instruction):
            yield from instructions_in(inner)


def registers_in(body: Body) -> Iterator[Register]:
    """The registers that are read or set in a body, each time."""
    for instruction in instructions_in(body):
        match instruction:
            case Set(Register() as changed) | Append(changed) | Loop(changed):
                yield changed
        for part in instruction.parts:
            yield from (each for each in within(part) if isinstance(each, Register))


def targets_of(instruction: Instruction) -> list[int]:
    """The segments that an instruction itself goes on with."""
    return [getattr(instruction, name) for name in instruction.target_names]


def resumptions_of(instruction: Instruction) -> list[int]:
    """The segments that an instruction lets the routine go on with later."""
    return [getattr(instruction, name) for name in instruction.resumption_names]


def with_resumptions(instruction: Instruction, change: Callable[[int], int]) -> Instruction:
    """The same instruction, by which the routine goes on with other segments later."""
    if not instruction.resumption_names:
        return instruction
    changes: dict[str, Any] = {name: change(getattr(instruction, name)) for name in instruction.resumption_names}
    return replace(instruction, **changes)


def is_last(instruction: Instruction, done: Collection[int]) -> bool:
    """Whether an instruction lays a frame on the routine's own, which goes on with nothing but what is `done` then."""
    returns = [getattr(instruction, name) for name in instruction.return_names]
    return bool(returns) and all(number in done for number in returns)


def length(body: Body) -> int:
    """How many instructions that do something there are in a body, also inside others."""
    return sum(1 for each in instructions_in(body) if not isinstance(each, Reach))
