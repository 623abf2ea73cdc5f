"""Region analysis of loops: memory that an iteration allocates and that nothing refers to later is freed after it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from interpreter.language.execution.executable import FramedRoutine
from interpreter.language.lowered import instructions as code
from interpreter.language.lowered.game import Function
from interpreter.language.lowered.instructions import Body, Instruction, instructions_in, registers_in
from interpreter.language.lowered.operations import ValueKind
from interpreter.language.lowered.values import Cell, Constant, Register
from interpreter.language.passes.value_facts import ValueFacts

POISONED = False
"""True to overwrite freed memory, so that tests detect any access to it."""
CALL = re.compile(r"\(call \$(\w+)")
NON_ALLOCATING = {
    "any_common", "bounded", "contains", "count_common", "draw", "draw_under", "first", "fit", "highest", "is_in",
    "last", "least", "limited", "limited_cell", "longest_line", "lowest", "member", "move", "move_all", "move_under",
    "multiplied", "note", "only", "or_zero", "reveal", "same", "shuffle", "times", "total", "turn",
}  # fmt: skip
"""Runtime functions that allocate no lists; all others may."""


def has_allocation(text: str) -> bool:
    """Return True if the text of some instructions may allocate lists."""
    return (
        "(global.set $top " in text
        or "(call_indirect " in text
        or any(name not in NON_ALLOCATING for name in CALL.findall(text))
    )


def save_top(name: str) -> str:
    """Return an instruction that saves the start of the arena's free space."""
    return f"(local.set {name} (global.get $top))"


def restore_top(name: str) -> str:
    """Return an instruction that frees everything allocated since the free space was saved."""
    return f"(call $poisoned (local.get {name}))" if POISONED else f"(global.set $top (local.get {name}))"


class RegionAnalysis:
    """Analysis of one function: finds loops whose lists are not needed after an iteration."""

    def __init__(self, known: ValueFacts, routines: Sequence[Function | FramedRoutine], body: Body) -> None:
        self._known = known
        self._routines = routines
        self._uses = Counter(registers_in(body))

    def can_free(self, body: Body) -> bool:
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
