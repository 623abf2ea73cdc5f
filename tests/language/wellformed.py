"""Well-formedness checks for programs of the intermediate language.

Tests run them after each pass. Mistakes of the lowering and of the passes are reported here instead of surfacing in the
Python code printed from the program.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from interpreter.language.execution.executable import FIRST_SLOT, FramedRoutine
from interpreter.language.ir.types import Type
from interpreter.language.lowered import instructions as code
from interpreter.language.lowered.game import Function, LoweredGame, Segment
from interpreter.language.lowered.instructions import (
    Body,
    End,
    Instruction,
    instructions_in,
    jump_targets,
    registers_in,
    resumptions_of,
)
from interpreter.language.lowered.operations import Operation, ValueKind
from interpreter.language.lowered.values import (
    AnyMember,
    Apply,
    Comprehension,
    Conjunction,
    Constant,
    Disjunction,
    Fold,
    LetValue,
    OrElse,
    PlayabilityTest,
    Register,
    Value,
    ZoneCards,
    subvalues,
)
from interpreter.support.errors import Location

ATOMS = (int, str, type(None), Location, Type, Enum, type)
"""Immutable types, besides nodes and tuples and frozen sets of immutable values."""
MATCH_OPERATIONS = {Operation.RANDOM_MEMBER, Operation.WOULD_CHANGE, Operation.ROOM_LEFT, Operation.MUTED_TRACK}
"""Operations that need more of the match than cells and zones."""
RegisterKinds = dict[Register, ValueKind]
"""Kinds of the registers that have a value."""


def faults_of(lowered: LoweredGame) -> Iterator[str]:
    """Yield all faults of a whole program."""
    for number, routine in enumerate(lowered.routines):
        if isinstance(routine, Function):
            yield from faults_of_function(routine, lowered.routines)
        elif lowered.segments[routine.first_segment] is None:
            yield f"routine {number} begins at segment {routine.first_segment}, which there is not"
    for function in (*lowered.terms.values(), *lowered.playable, *lowered.permitted, lowered.score):
        yield from faults_of_pure_function(function, lowered.routines)
    yield from faults_of_segments(lowered.segments, lowered.routines)
    yield from _faults_of_frames(lowered.segments)
    for instruction in _instructions(lowered):
        if isinstance(instruction, code.Charge) and not 0 <= instruction.place < len(lowered.places):
            yield f"place {instruction.place} is charged, which there is not"
        if isinstance(instruction, code.Ask) and not 0 <= instruction.decision < len(lowered.decisions):
            yield f"decision {instruction.decision} is asked, which there is not"


def _instructions(lowered: LoweredGame) -> Iterator[Instruction]:
    for routine in lowered.routines:
        if isinstance(routine, Function):
            yield from instructions_in(routine.body)
    for segment in lowered.segments:
        if segment is not None:
            yield from instructions_in(segment.body)


def faults_of_function(function: Function, routines: Sequence[Function | FramedRoutine] = ()) -> Iterator[str]:
    """Yield the faults of a function. `routines` are the routines that it may call."""
    check = _Checker(function.title, routines, None)
    named: RegisterKinds = {parameter: _kind(parameter.type) for parameter in function.parameters}
    after = check.body(function.body, named)
    if function.result is not None and after is not None:
        check.result(function.result, after)
    yield from check.faults


def faults_of_pure_function(function: Function, routines: Sequence[Function | FramedRoutine] = ()) -> Iterator[str]:
    """Yield the faults of a pure function: a term, a condition or a score.

    In addition to the checks of `faults_of_function`, the function may read only cells and zones of the match.
    """
    yield from faults_of_function(function, routines)
    values = [part for instruction in instructions_in(function.body) for part in instruction.parts]
    if function.result is not None:
        values.append(function.result)
    for value in values:
        for part in subvalues(value):
            if isinstance(part, Apply) and part.operation in MATCH_OPERATIONS:
                yield f"{function.title}: {part.operation.name} stands where there is no match"


def _faults_of_frames(segments: Sequence[Segment | None]) -> Iterator[str]:
    """Yield the frame slots that hold a list in one place and another kind in another.

    Machine code manages the memory of lists, and therefore must know which slots hold them.
    """
    many: dict[tuple[int, int], bool] = {}
    for segment in filter(None, segments):
        for register in registers_in(segment.body):
            if register.slot is not None:
                place = segment.routine, register.slot
                if many.setdefault(place, register.type.many) is not register.type.many:
                    yield f"routine {segment.routine}: place {register.slot} is for a list and for something else"


def faults_of_segments(
    segments: Sequence[Segment | None], routines: Sequence[Function | FramedRoutine] = ()
) -> Iterator[str]:
    """Yield the faults of segments. References to routines are checked only if `routines` are given."""
    for number, segment in enumerate(segments):
        if segment is not None:
            framed = routines[segment.routine] if routines and segment.routine >= 0 else None
            slots = FIRST_SLOT + framed.name_count if isinstance(framed, FramedRoutine) else None
            check = _Checker(f"segment {number}", routines, segments, slots)
            if check.body(segment.body, {}) is not None and segment.body:
                check.report("does not say where to go on")
            yield from check.faults


class _Checker:
    """Checker for one function or one segment.

    For a segment, `segments` are all segments of the program and `slots` is the number of slots in its frame.
    """

    def __init__(
        self,
        title: str,
        routines: Sequence[Function | FramedRoutine],
        segments: Sequence[Segment | None] | None,
        slots: int | None = None,
    ) -> None:
        self._title = title
        self._routines = routines
        self._segments = segments
        self._slots = slots
        self.faults: list[str] = []

    def report(self, fault: str) -> None:
        """Record a fault."""
        self.faults.append(f"{self._title}: {fault}")

    def result(self, value: Value, named: RegisterKinds) -> None:
        """Check the result of a function."""
        self._immutable(value)
        self.value(value, named)

    def body(self, body: Body, named: RegisterKinds) -> RegisterKinds | None:
        """Check a body; return the registers that have a value after it, or None if control never gets there."""
        named = dict(named)
        for at, instruction in enumerate(body):
            after = self._instruction(instruction, named)
            if after is None:
                if at < len(body) - 1:
                    self.report(f"something stands behind {type(instruction).__name__}")
                return None
            named = after
        return named

    def _instruction(self, instruction: Instruction, named: RegisterKinds) -> RegisterKinds | None:
        self._immutable(instruction)
        self._numbers(instruction)
        for part in instruction.parts:
            self.value(part, named)
        match instruction:
            case code.Set(Register() as target, value):
                kind = self.value(value, named, quiet=True)
                if target.slot is not None and kind is ValueKind.LIST and not target.type.many:
                    self.report(f"a list goes to place {target.slot}, which is for one thing")
                return {**named, target: kind}
            case code.Set(target) | code.Add(target):
                self.value(target, named)
            case code.Append(options):
                self.value(options, named, ValueKind.LIST)
            case code.ConditionalChain():
                return self._branches(instruction, named)
            case code.Loop():
                return self._loop(instruction, named)
            case code.CountedLoop() | code.While():
                self.body(instruction.body, named)
            case code.Break() | code.Continue() | code.Return():
                return None
            case _ if isinstance(instruction, End):
                if self._segments is None:
                    self.report(f"{type(instruction).__name__} stands outside of a segment")
                return None
        return named

    def _branches(self, instruction: code.ConditionalChain, named: RegisterKinds) -> RegisterKinds | None:
        for branch in instruction.branches:
            self.value(branch.condition, named)
        ways = [self.body(branch.body, named) for branch in instruction.branches]
        return _merge_paths([*ways, self.body(instruction.otherwise, named)])

    def _loop(self, instruction: code.Loop, named: RegisterKinds) -> RegisterKinds:
        self.value(instruction.things, named, ValueKind.LIST)
        self.body(instruction.body, {**named, instruction.it: _kind(instruction.it.type)})
        otherwise = self.body(instruction.otherwise, named)
        broken = any(isinstance(each, code.Break) for each in instructions_in(instruction.body))
        return named if broken or otherwise is None else otherwise

    def _numbers(self, instruction: Instruction) -> None:
        """Check that the segments and routines referred to by an instruction exist."""
        for number in (*jump_targets(instruction), *resumptions_of(instruction)):
            self._segment(number)
        if isinstance(instruction, code.Call | code.PushFrame) and self._routines:
            wanted = Function if isinstance(instruction, code.Call) else FramedRoutine
            known = 0 <= instruction.routine < len(self._routines)
            if not known or not isinstance(self._routines[instruction.routine], wanted):
                self.report(f"routine {instruction.routine} is no {wanted.__name__}")

    def _segment(self, number: int) -> None:
        segments = self._segments or ()
        if not 0 <= number < len(segments) or segments[number] is None:
            self.report(f"there is no segment {number}")

    def value(
        self, value: Value, named: RegisterKinds, wanted: ValueKind = ValueKind.ANY, quiet: bool = False
    ) -> ValueKind:
        """Check a value and return its kind. `quiet`: its faults are already recorded."""
        told = len(self.faults)
        kind = self._value(value, named)
        if (
            ValueKind.ANY not in (wanted, kind)
            and kind is not wanted
            and {wanted, kind} != {ValueKind.NUMBER, ValueKind.TRUTH}
        ):
            self.report(f"{type(value).__name__} is a {kind.name}, not a {wanted.name}")
        if quiet:
            del self.faults[told:]
        return kind

    def _value(self, value: Value, named: RegisterKinds) -> ValueKind:
        match value:
            case Constant():
                return _kind_of_constant(value.value)
            case Register():
                self._register(value, named)
                return named.get(value, _kind(value.type))
            case Apply(operation, arguments):
                takes = operation.argument_kinds
                if len(takes) != len(arguments):
                    self.report(f"{operation.name} is given {len(arguments)} values")
                for argument, wanted in zip(arguments, takes, strict=False):
                    self.value(argument, named, wanted)
                return operation.result_kind
            case Comprehension() | AnyMember():
                self.value(value.things, named, ValueKind.LIST)
                for part in value.scoped_values:
                    self.value(part, {**named, value.it: _kind(value.it.type)})
                return ValueKind.LIST if isinstance(value, Comprehension) else ValueKind.TRUTH
            case Fold(operation, things):
                self.value(things, named, ValueKind.LIST)
                return operation.result_kind
            case LetValue(it, bound, inner):
                return self.value(inner, {**named, it: self.value(bound, named)})
            case _:
                for part in value.parts:
                    self.value(part, named)
                if isinstance(value, ZoneCards | OrElse):
                    return ValueKind.LIST
                return (
                    ValueKind.TRUTH if isinstance(value, Conjunction | Disjunction | PlayabilityTest) else ValueKind.ANY
                )

    def _register(self, register: Register, named: RegisterKinds) -> None:
        """Check that a register has a value where it is read."""
        if register.slot is not None:
            if self._slots is not None and not 1 <= register.slot < self._slots:
                self.report(f"the frame has no place {register.slot}")
        elif register not in named:
            self.report("a register is read that has no value yet")

    def _immutable(self, node: Any) -> None:
        """Check that nothing in a node is mutable."""
        if isinstance(node, tuple | frozenset) and not isinstance(node, ATOMS):
            for each in node:
                self._immutable(each)
        elif is_dataclass(node) and not isinstance(node, type):
            for field in fields(node):
                self._immutable(getattr(node, field.name))
        elif not isinstance(node, ATOMS):
            self.report(f"{node!r} can be changed")


def _merge_paths(ways: list[RegisterKinds | None]) -> RegisterKinds | None:
    """Return the registers that have a value after each of several paths; None if control leaves on all of them."""
    led = [way for way in ways if way is not None]
    if not led:
        return None
    return {
        register: kind if all(way[register] is kind for way in led) else ValueKind.ANY
        for register, kind in led[0].items()
        if all(register in way for way in led)
    }


def _kind(register_type: Type) -> ValueKind:
    if register_type.many:
        return ValueKind.LIST
    if register_type.kind == "condition":
        return ValueKind.TRUTH
    return (
        ValueKind.NUMBER
        if register_type.kind in ("number", "seat", "side", "space", "box", "place", "card", "zone")
        else ValueKind.ANY
    )


def _kind_of_constant(value: object) -> ValueKind:
    if isinstance(value, bool):
        return ValueKind.TRUTH
    if isinstance(value, tuple | frozenset):
        return ValueKind.LIST
    return ValueKind.NUMBER if isinstance(value, int) else ValueKind.ANY
