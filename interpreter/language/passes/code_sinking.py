"""Code sinking: a value that is used only once, and perhaps not at all, is evaluated where it is used.

r = [x for x in z[2] if v[x] > 0]; a0 > 3 and bool(r)        a0 > 3 and bool([x for x in z[2] if v[x] > 0])
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.language.lowered.game import Function
from interpreter.language.lowered.instructions import Set
from interpreter.language.lowered.values import AnyMember, Comprehension, Register, Value, substitute
from interpreter.language.passes.value_facts import ValueFacts


def sink(function: Function, known: ValueFacts) -> Function:
    """Return the function, if it only names values and returns a result, with values used once where they are used."""
    if function.result is None:
        return function
    steps: list[tuple[Register, Value]] = []
    for step in function.body:
        if not isinstance(step, Set) or not isinstance(step.target, Register):
            return function
        steps.append((step.target, step.value))
    if len({*function.parameters, *(name for name, _ in steps)}) < len(function.parameters) + len(steps):
        return function  # a register is assigned twice
    result = function.result
    kept: list[tuple[Register, Value]] = []
    while steps:
        name, value = steps.pop()
        later = [result, *(other for _, other in kept)]
        if known.is_speculatable(value) and sum(_use_count(other, name) for other in later) == 1:
            given = {name: value}
            kept = [(target, substitute(other, given)) for target, other in kept]
            result = substitute(result, given)
        else:
            kept.append((name, value))
    return replace(function, body=tuple(Set(*step) for step in reversed(kept)), result=result)


def _use_count(value: Value, register: Register, looped: bool = False) -> int:
    """Return the number of uses of a register; a use inside a loop counts twice."""
    if value is register:
        return 2 if looped else 1
    if isinstance(value, Comprehension | AnyMember):
        inner = sum(_use_count(part, register, True) for part in value.scoped_values)
        return inner + _use_count(value.things, register, looped)
    return sum(_use_count(part, register, looped) for part in value.parts)
