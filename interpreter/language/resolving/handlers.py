"""Dispatch table from grammar rules to the functions that resolve them, with exactly one entry for each rule."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Generic, TypeVar

from interpreter.language.ir.builders import negation
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.statements import Statement
from interpreter.language.resolving.scope import Scope, Syntax

ContextT = TypeVar("ContextT")
"""Type of the first argument of each function: the resolver."""
Result = TypeVar("Result")
Handler = Callable[[ContextT, Scope, Syntax], Result]
"""A function that resolves a syntax tree in a scope."""


class Handlers(Generic[ContextT]):
    """The functions of some topics, by grammar rule.

    Attributes:
        expressions: Functions that return values and conditions.
        statements: Functions that return statements.
        parts: Rules without a meaning of their own, which the function of the enclosing rule reads.
    """

    def __init__(self, *topics: Handlers[ContextT]) -> None:
        """Merge these topics.

        Raises:
            ValueError: Two of them resolve the same rule.
        """
        self.expressions: dict[str, Handler[ContextT, Expr]] = {}
        self.statements: dict[str, Handler[ContextT, Statement]] = {}
        self.parts: set[str] = set()
        for topic in topics:
            for rule, expression in topic.expressions.items():
                self.expression(rule)(expression)
            for rule, statement in topic.statements.items():
                self.statement(rule)(statement)
            self.part(*topic.parts)

    def expression(
        self, *rules: str, negative: str | None = None
    ) -> Callable[[Handler[ContextT, Expr]], Handler[ContextT, Expr]]:
        """Register the function for these rules, each a value or a condition, and its negation for another one."""

        def register(handler: Handler[ContextT, Expr]) -> Handler[ContextT, Expr]:
            self._register(self.expressions, rules, handler)
            if negative is not None:
                self._register(self.expressions, (negative,), lambda *given: negation(handler(*given)))
            return handler

        return register

    def statement(self, *rules: str) -> Callable[[Handler[ContextT, Statement]], Handler[ContextT, Statement]]:
        """Register the function for these rules, each a statement."""

        def register(handler: Handler[ContextT, Statement]) -> Handler[ContextT, Statement]:
            self._register(self.statements, rules, handler)
            return handler

        return register

    def _register(
        self, table: dict[str, Handler[ContextT, Result]], rules: tuple[str, ...], handler: Handler[ContextT, Result]
    ) -> None:
        for rule in rules:
            self._check_free(rule)
            table[rule] = handler

    def part(self, *rules: str) -> None:
        """Register rules that functions of this topic read as parts of others."""
        for rule in rules:
            if rule not in self.parts:
                self._check_free(rule)
                self.parts.add(rule)

    def check(self, grammar: Collection[str]) -> None:
        """Check that the table covers exactly the rules of the grammar.

        Raises:
            ValueError: A rule has no function, or a function's rule is not in the grammar.
        """
        known = {*self.expressions, *self.statements, *self.parts}
        for rule in known.symmetric_difference(grammar):
            if rule not in known:
                raise ValueError(f"the grammar has a rule `{rule}` that no function reads")
            raise ValueError(f"a function reads the rule `{rule}`, which the grammar does not have")

    def _check_free(self, rule: str) -> None:
        if rule in self.expressions or rule in self.statements or rule in self.parts:
            raise ValueError(f"the rule `{rule}` is read twice")
