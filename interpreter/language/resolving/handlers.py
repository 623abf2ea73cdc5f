"""Which function reads which rule of the grammar: a table without gaps, and without two answers for one rule."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Generic, TypeVar

from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.statements import Statement
from interpreter.language.resolving.scope import Scope, Syntax

Context = TypeVar("Context")
"""What each function is given first: the resolver."""
Result = TypeVar("Result")
Handler = Callable[[Context, Scope, Syntax], Result]
"""From a syntax tree, at a place of a text, to what it means."""


class Handlers(Generic[Context]):
    """The functions of some topics, by the rule that they read. `expressions` make values and conditions, `statements`
    statements; `parts` are rules that mean nothing by themselves: whoever reads the rule around takes them apart.
    """

    def __init__(self, *topics: Handlers[Context]) -> None:
        """All of these topics in one. Raises ValueError where two of them read the same rule."""
        self.expressions: dict[str, Handler[Context, Expr]] = {}
        self.statements: dict[str, Handler[Context, Statement]] = {}
        self.parts: set[str] = set()
        for topic in topics:
            for rule, expression in topic.expressions.items():
                self.expression(rule)(expression)
            for rule, statement in topic.statements.items():
                self.statement(rule)(statement)
            self.part(*topic.parts)

    def expression(self, *rules: str) -> Callable[[Handler[Context, Expr]], Handler[Context, Expr]]:
        """The function reads these rules, each a value or a condition."""

        def noted(handler: Handler[Context, Expr]) -> Handler[Context, Expr]:
            for rule in rules:
                self._check_free(rule)
                self.expressions[rule] = handler
            return handler

        return noted

    def statement(self, *rules: str) -> Callable[[Handler[Context, Statement]], Handler[Context, Statement]]:
        """The function reads these rules, each a statement."""

        def noted(handler: Handler[Context, Statement]) -> Handler[Context, Statement]:
            for rule in rules:
                self._check_free(rule)
                self.statements[rule] = handler
            return handler

        return noted

    def part(self, *rules: str) -> None:
        """The functions of this topic take these rules apart, where they stand in others."""
        for rule in rules:
            if rule not in self.parts:
                self._check_free(rule)
                self.parts.add(rule)

    def check(self, grammar: Collection[str]) -> None:
        """Raises ValueError if the grammar has a rule that nothing reads, or if something reads a rule that it does not
        have."""
        known = {*self.expressions, *self.statements, *self.parts}
        for rule in grammar:
            if rule not in known:
                raise ValueError(f"the grammar has a rule `{rule}` that no function reads")
        for rule in known:
            if rule not in grammar:
                raise ValueError(f"a function reads the rule `{rule}`, which the grammar does not have")

    def _check_free(self, rule: str) -> None:
        if rule in self.expressions or rule in self.statements or rule in self.parts:
            raise ValueError(f"the rule `{rule}` is read twice")
