"""Queries: expressions that are in no text of a game, evaluated in its matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from interpreter.errors import Problem, RulebookError
from interpreter.language.backends.python.code import Code, CodeFunction
from interpreter.language.backends.python.linking import STATE, code_beside, function_beside
from interpreter.language.checking.doable import Doable
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.types import Local
from interpreter.language.lowered.game import Function, LoweredGame
from interpreter.language.lowered.values import Value
from interpreter.language.lowering.expressions import Bindings
from interpreter.language.lowering.whole import Lowering
from interpreter.rulebook.model import Text


class Queries:
    """A compiler of queries, which are linked to a copy of the game's code."""

    def __init__(self, lowering: Lowering, code: Code, lowered: LoweredGame) -> None:
        self._lowering = lowering
        self._code = code_beside(code, lowered)
        self._lowered = lowered

    @property
    def doable(self) -> Doable:
        """The preconditions of statements."""
        return self._lowering.doable

    def value(self, expr: Expr, names: Bindings) -> Value:
        """Lower an expression, with its names bound to these values."""
        return self._lowering.value(expr, names)

    def function(self, expr: Expr, names: Sequence[Local] = (), text: Text | None = None) -> Callable[..., Any]:
        """Compile an expression to a function `(v, z, …)` of these names.

        Raises:
            RulebookError: The expression is nested too deeply; reported at its `text`.
        """
        try:
            return self.linked(self._lowering.function("a question", expr, names), STATE)
        except RulebookError:
            if text is None:
                raise
            problem = Problem(
                text.where, "too-deep", "this text is nested too deeply", excerpt=text.excerpt(text.where)
            )
            raise RulebookError(problem) from None

    def functions(self, asked: Sequence[tuple[Expr, Sequence[Local]]]) -> list[CodeFunction]:
        """Compile expressions to functions `(v, z, …)` of their names.

        Raises:
            RulebookError: An expression is nested too deeply.
        """
        functions = [self._lowering.function("a question", expr, names) for expr, names in asked]
        self._link_words()
        return [function_beside(self._code, function, STATE) for function in functions]

    def lowered(self, asked: Sequence[tuple[Expr, Sequence[Local]]]) -> tuple[list[Function], LoweredGame]:
        """Lower expressions to functions of their names, and return them with the game and the words that they call."""
        functions = [self._lowering.function("a question", expr, names) for expr, names in asked]
        return functions, replace(self._lowered, terms=self._lowering.terms())

    def linked(self, function: Function, first: Sequence[str]) -> Callable[..., Any]:
        """Link a function and make it callable; `first` names the arguments that precede its own."""
        self._link_words()
        return function_beside(self._code, function, first).call

    def _link_words(self) -> None:
        """Link the words of the vocabulary that have been called so far."""
        terms = self._lowering.terms()
        if len(terms) > len(self._lowered.terms):
            self._lowered = replace(self._lowered, terms=terms)
            self._code = code_beside(self._code, self._lowered)
