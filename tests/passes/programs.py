"""Small programs for the passes: a game of eight spaces, values as Python source, and their results."""

from __future__ import annotations

from typing import Any, Protocol

from interpreter.language.backends.python.code import NamedConstants
from interpreter.language.backends.python.helpers import NAMES
from interpreter.language.backends.python.printer import print_function
from interpreter.language.ir.types import NUMBER, Type
from interpreter.language.lowered.game import Function
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import (
    AnyMember,
    Apply,
    Cell,
    Comprehension,
    Constant,
    Register,
    Value,
    apply,
    subvalues,
)
from interpreter.language.passes.value_facts import GameFacts, ValueFacts

SPACE, SPACES = Type("space"), Type("space", many=True)
FACTS = ValueFacts(GameFacts({"seat": 2, "space": 8, "card": 100, "zone": 4}, 20, frozenset(), (), {}, False))
ALL_SPACES = Constant(tuple(range(8)))
CELLS = (3, 0, 2, 2, 5, 0, 1, 7, 4, 9)
"""The cells that values read."""


class Pass(Protocol):
    """A pass over values."""

    def value(self, value: Value) -> Value:
        """Return the value after the pass."""


def source(value: Value, *parameters: Register) -> str:
    """Return a value as Python source."""
    lines = print_function("q", ("v", "z"), Function("a test", parameters, (), value), NamedConstants())
    return lines.splitlines()[1].removeprefix("    return ")


def result(value: Value, parameters: tuple[Register, ...] = (), given: tuple[Any, ...] = ()) -> Any:
    """Return what a value is for parameters, by the reference backend."""
    constants = NamedConstants()
    text = print_function("q", ("v", "z"), Function("a test", parameters, (), value), constants)
    namespace: dict[str, Any] = {**NAMES, **constants.values}
    exec(text, namespace)
    return namespace["q"](CELLS, ([4, 6, 1], [], [2], [0, 3, 5, 7]), *given)


def after(changed: Pass, value: Value, parameters: tuple[Register, ...] = (), *cases: tuple[Any, ...]) -> Value:
    """Return a value after a pass, which gives the same results as before in all cases."""
    made = changed.value(value)
    for given in cases or ((),):
        found, wanted = result(made, parameters, given), result(value, parameters, given)
        assert (list(found) if isinstance(wanted, list | tuple) else found) == (
            list(wanted) if isinstance(wanted, tuple) else wanted
        )
    return made


def operations(value: Value) -> set[Operation]:
    """Return the operations that a value applies to other values."""
    return {part.operation for part in subvalues(value) if isinstance(part, Apply)}


def passing(things: Value, test: Value | None = None, it: Register | None = None) -> Comprehension:
    """Return the members of a list whose cell is above 1, or that pass another test."""
    it = it or Register(SPACE)
    return Comprehension(it, things, above_one(it) if test is None else test, it)


def above_one(it: Register) -> Value:
    """Return the test whether the cell of a space is above 1."""
    return apply(Operation.GREATER, Cell(0, it), Constant(1))


def is_some(things: Value) -> AnyMember:
    """Return the test whether the cell of a member is above 1."""
    it = Register(SPACE)
    return AnyMember(it, things, above_one(it))


A, B = Register(NUMBER), Register(NUMBER)
