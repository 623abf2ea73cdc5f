"""Region analysis of loops: memory that an iteration allocates and that nothing refers to later is freed after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from interpreter.language.execution.executable import FramedRoutine
from interpreter.language.lowered import instructions as code
from interpreter.language.lowered.game import Function
from interpreter.language.lowered.instructions import Body, Instruction, instructions_in, registers_in, with_bodies
from interpreter.language.lowered.operations import SIGNATURES, Operation, ValueKind
from interpreter.language.lowered.values import (
    AnyMember,
    Apply,
    Cell,
    Comprehension,
    Constant,
    Fold,
    PlayabilityTest,
    Register,
    TermValue,
    Value,
)
from interpreter.language.passes.value_facts import ValueFacts

ALLOCATORS = {
    *(operation for operation, facts in SIGNATURES.items() if facts.result_kind is ValueKind.LIST),
    Operation.TOTAL_OF_HIGHEST,
    Operation.TOTAL_OF_LOWEST,
    Operation.WOULD_CHANGE,
}
"""Operations that allocate lists, if only for a while."""


def allocates(value: Value) -> bool:
    """Return True if evaluating a value may allocate a list."""
    match value:
        case Comprehension() | TermValue() | PlayabilityTest() | Fold(Operation.BEST_HIGHEST | Operation.BEST_LOWEST):
            return True
        case Apply(operation) if operation in ALLOCATORS:
            return True
        case Fold(_, things) | AnyMember(_, things):
            each, source = traversed_values(things)
            return any(map(allocates, (*each, source, *(value.scoped_values if isinstance(value, AnyMember) else ()))))
        case _:
            return any(map(allocates, value.parts))


def traversed_values(things: Value) -> tuple[list[Value], Value]:
    """Return the values that the traversal of a list evaluates for each member, and the one evaluated before it."""
    match things:
        case Comprehension():
            each, source = traversed_values(things.things)
            return [*things.scoped_values, *each], source
        case Apply(Operation.CARDS_OF, (zones,)):
            return traversed_values(zones)
        case Apply(Operation.SINGLE_OR_NONE, (thing,)):
            return [], thing
        case _:
            return [], things


class RegionAnalysis:
    """Analysis of one function or segment: finds loops whose lists are not needed after an iteration."""

    def __init__(self, known: ValueFacts, routines: Sequence[Function | FramedRoutine], body: Body) -> None:
        self._known = known
        self._routines = routines
        self._uses = Counter(registers_in(body))
        self._body = body

    def marked(self) -> Body:
        """Return the body, with marks on the loops whose iterations are to be freed."""
        return tuple(map(self._marked, self._body))

    def _marked(self, instruction: Instruction) -> Instruction:
        instruction = with_bodies(instruction, lambda inner: tuple(map(self._marked, inner)))
        match instruction:
            case code.Loop(body=body) | code.CountedLoop(body=body):
                return instruction.replace(frees=self._allocates(body) and self._can_free(body))
            case code.While(condition, body):
                return instruction.replace(
                    frees=(allocates(condition) or self._allocates(body)) and self._can_free(body)
                )
            case _:
                return instruction

    def _allocates(self, body: Body) -> bool:
        return any(
            isinstance(each, code.Append | code.Call) or any(map(allocates, each.parts))
            for each in instructions_in(body)
        )

    def _can_free(self, body: Body) -> bool:
        """Return True if nothing that an iteration of this body allocates is needed after it."""
        inside = Counter(registers_in(body))
        local = {each for each, times in inside.items() if each.slot is None and times == self._uses[each]}
        return not any(self._stores_list(each, local, set()) for each in instructions_in(body))

    def _stores_list(self, instruction: Instruction, local: set[Register], seen: set[int]) -> bool:
        """Return True if an instruction may store a new list anywhere but in the registers `local`."""
        match instruction:
            case code.Set(Register() as target, value):
                many = target.type.many or self._known.kind(value) is ValueKind.LIST
                return many and target not in local
            case code.Set(Cell(base), value):  # the list may be new
                return base in self._known.game.list_cells and not isinstance(value, Constant | Cell)
            case code.Append():
                return True
            case code.Call(routine):
                called = self._routines[routine]
                if routine in seen or not isinstance(called, Function):
                    return routine not in seen
                seen.add(routine)
                own = {each for each in registers_in(called.body) if each.slot is None}
                return any(self._stores_list(each, own, seen) for each in instructions_in(called.body))
            case code.PushFrame() | code.PushEventFrame():
                return True
            case _:  # the end of a segment leaves the loop
                return False


def can_free_members(known: ValueFacts, things: Value, *tested: Value) -> bool:
    """Return True if the traversal of a list allocates memory that is not needed after each member.

    `tested` is evaluated for each member, too.
    """
    each, _ = traversed_values(things)
    return any(map(allocates, (*each, *tested))) and not _has_list_members(known, things)


def _has_list_members(known: ValueFacts, things: Value) -> bool:
    if not isinstance(things, Comprehension):
        return False
    return known.kind(things.value) is ValueKind.LIST or _has_list_members(known, things.things)
