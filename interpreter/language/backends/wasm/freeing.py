"""What a round of a loop has made and nobody needs when it is over: that room in the arena is free again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from interpreter.language.backends.wasm.known import Known
from interpreter.language.executable import Framed
from interpreter.language.lowered import instructions as code
from interpreter.language.lowered.game import Function
from interpreter.language.lowered.instructions import Body, Instruction
from interpreter.language.lowered.operations import Kind
from interpreter.language.lowered.values import Cell, Constant, Register
from interpreter.language.lowered.walks import instructions_in, registers_in

POISONED = False
"""Whether what is free is overwritten, so that who still looks at it is found out: for tests."""
CALL = re.compile(r"\(call \$(\w+)")
MAKES_NONE = {
    "any_common", "bounded", "contains", "count_common", "draw", "draw_under", "first", "fit", "highest", "is_in",
    "last", "least", "limited", "limited_cell", "longest_line", "lowest", "member", "move", "move_all", "move_under",
    "multiplied", "note", "only", "or_zero", "reveal", "same", "shuffle", "times", "total", "turn",
}  # fmt: skip
"""Functions that make no lists; all others may."""


def makes(text: str) -> bool:
    """Whether instructions may make lists."""
    return (
        "(global.set $top " in text
        or "(call_indirect " in text
        or any(name not in MAKES_NONE for name in CALL.findall(text))
    )


def remembered(name: str) -> str:
    """An instruction that keeps where the arena is free."""
    return f"(local.set {name} (global.get $top))"


def freed(name: str) -> str:
    """An instruction that frees what was made since then."""
    return f"(call $poisoned (local.get {name}))" if POISONED else f"(global.set $top (local.get {name}))"


class Freeing:
    """Tells which loops of one function leave no list behind that is needed later."""

    def __init__(self, known: Known, routines: Sequence[Function | Framed], body: Body) -> None:
        self._known = known
        self._routines = routines
        self._uses = Counter(registers_in(body))

    def may_free(self, body: Body) -> bool:
        """Whether what a round of this body makes is needed by nobody after it."""
        inside = Counter(registers_in(body))
        local = {each for each, times in inside.items() if each.slot is None and times == self._uses[each]}
        return not any(self._keeps(each, local, set()) for each in instructions_in(body))

    def _keeps(self, instruction: Instruction, local: set[Register], seen: set[int]) -> bool:
        """Whether it puts a list that may be new where it is found later, but for some registers."""
        match instruction:
            case code.Set(Register() as target, value):
                many = target.type.many or self._known.kind(value) is Kind.LIST
                return many and target not in local
            case code.Set(Cell(base), value):  # whatever it has a list from, that may have been made in this round
                return base in self._known.list_cells and not isinstance(value, Constant | Cell)
            case code.Append():
                return True
            case code.Call(routine):
                called = self._routines[routine]
                if routine in seen or not isinstance(called, Function):
                    return routine not in seen
                seen.add(routine)
                own = {each for each in registers_in(called.body) if each.slot is None}
                return any(self._keeps(each, own, seen) for each in instructions_in(called.body))
            case code.Push() | code.PushEvent():
                return True
            case _:  # what ends a segment leaves the loop as well
                return False
