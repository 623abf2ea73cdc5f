"""Queries: expressions that are in no text of a game, evaluated in its matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from interpreter.language.backends.python.code import LinkedFunction, PythonCode
from interpreter.language.backends.python.linking import STATE, link_fragment, link_function
from interpreter.language.checking.preconditions import Preconditions
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.types import Local
from interpreter.language.lowered.game import Function, LoweredGame
from interpreter.language.lowered.instructions import Set
from interpreter.language.lowered.values import Register
from interpreter.language.lowering.expressions import Bindings
from interpreter.language.lowering.whole import Lowering
from interpreter.rulebook.model import Text
from interpreter.support.errors import Problem, RulebookError


@dataclass(frozen=True, slots=True)
class NameValues:
    """Values of a text's names at one point of a match.

    Attributes:
        bindings: Names with their values.
        assignments: Assignments to registers in these values, to be carried out first.
    """

    bindings: Bindings = field(default_factory=dict)
    assignments: tuple[Set, ...] = ()


class Queries:
    """A compiler of queries, which are linked to a copy of the game's code."""

    def __init__(self, lowering: Lowering, code: PythonCode, lowered: LoweredGame) -> None:
        self._lowering = lowering
        self._code = link_fragment(code, lowered)
        self._lowered = lowered

    @property
    def preconditions(self) -> Preconditions:
        """The preconditions of statements."""
        return self._lowering.preconditions

    def names_at(self, decision: int) -> NameValues:
        """Return the names in scope at a decision."""
        return NameValues(dict(self._lowered.decisions[decision].names))

    def bind(self, name: Local, value: Expr, names: NameValues) -> NameValues:
        """Add a name for the value of an expression of the same text."""
        register = Register(name.type)
        assignment = Set(register, self._lowering.value(value, names.bindings))
        return NameValues({**names.bindings, name: register}, (*names.assignments, assignment))

    def bind_arguments(self, parameters: Sequence[Local], args: Sequence[Expr], names: NameValues) -> NameValues:
        """Return the names of a text that is called with arguments from another one."""
        registers = [Register(name.type) for name in parameters]
        values = [self._lowering.value(arg, names.bindings) for arg in args]
        assignments = (*names.assignments, *map(Set, registers, values))
        return NameValues(dict(zip(parameters, registers, strict=True)), assignments)

    def evaluator(self, expr: Expr, names: NameValues) -> Callable[..., Any]:
        """Compile an expression to a function `(m, v, z, f)` of a match's state, its cells, its zones and a frame."""
        value = self._lowering.value(expr, names.bindings)
        return self._link(Function("a question", (), names.assignments, value), ("m", "v", "z", "f"))

    def function(self, expr: Expr, names: Sequence[Local] = (), text: Text | None = None) -> Callable[..., Any]:
        """Compile an expression to a function `(v, z, …)` of these names.

        Raises:
            RulebookError: The expression is nested too deeply; reported at its `text`.
        """
        try:
            return self._link(self._lowering.lower_to_function("a question", expr, names), STATE)
        except RulebookError:
            if text is None:
                raise
            problem = Problem(
                text.where, "too-deep", "this text is nested too deeply", excerpt=text.excerpt(text.where)
            )
            raise RulebookError(problem) from None

    def functions(self, asked: Sequence[tuple[Expr, Sequence[Local]]]) -> list[LinkedFunction]:
        """Compile expressions to functions `(v, z, …)` of their names.

        Raises:
            RulebookError: An expression is nested too deeply.
        """
        functions = [self._lowering.lower_to_function("a question", expr, names) for expr, names in asked]
        self._link_words()
        return [link_function(self._code, function, STATE) for function in functions]

    def lower(self, asked: Sequence[tuple[Expr, Sequence[Local]]]) -> tuple[list[Function], LoweredGame]:
        """Lower expressions to functions of their names, and return them with the game and the words that they call."""
        functions = [self._lowering.lower_to_function("a question", expr, names) for expr, names in asked]
        return functions, replace(self._lowered, terms=self._lowering.lowered_terms())

    def _link(self, function: Function, first: Sequence[str]) -> Callable[..., Any]:
        """Link a function and make it callable; `first` names the arguments that precede its own."""
        self._link_words()
        return link_function(self._code, function, first).call

    def _link_words(self) -> None:
        """Link the words of the vocabulary that have been called so far."""
        terms = self._lowering.lowered_terms()
        if len(terms) > len(self._lowered.terms):
            self._lowered = replace(self._lowered, terms=terms)
            self._code = link_fragment(self._code, self._lowered)
