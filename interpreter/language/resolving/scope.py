"""Scopes: the names and other context at one place of a text, and the functions that resolve the text there.

Flow typing: an optional name counts as present where a condition excludes nothing. Only names are narrowed, because
nothing but a statement of the same text can change them.

The dispatch table from grammar rules to functions has exactly one entry for each rule.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from lark import Token, Tree

from interpreter.language.ir.builders import negation, statements_in
from interpreter.language.ir.expressions import Expr, Ref
from interpreter.language.ir.nullness import NO_NAMES, LocalNames, known_in_both, known_in_either, present_names
from interpreter.language.ir.statement_nodes import ExitScope
from interpreter.language.ir.statements import Assign, Block, If, Let, OnlyIf, Statement, WhileLoop
from interpreter.language.ir.types import Local
from interpreter.rulebook.model import Text
from interpreter.support.errors import Location

Syntax = Tree[Any]
"""The tree of a grammar rule; its children are trees, tokens, and None for missing optional parts."""
SyntaxPart = Syntax | Token
"""A part of a text; a name or a number may also be a single token."""


@dataclass(slots=True)
class Scope:
    """The context at one place of a text.

    Attributes:
        text: The text.
        names: Local names.
        you: The acting seat.
        it: The candidate that `it` refers to.
        bent: The phrase that the text bends, and the routine of the usual phrase.
        may_try: True if a copy of the match is available, to try statements on.
        outside: Names of the enclosing blocks.
        is_event: True if the text is a card's event.
        option_start: Position of the option whose block the text is.
        present: Optional names that are known to be present here.
    """

    text: Text
    names: dict[str, Local] = field(default_factory=dict)
    you: Expr | None = None
    it: Expr | None = None
    bent: tuple[int, int] | None = None
    can_try: bool = False
    outer_names: frozenset[str] = frozenset()
    is_event: bool = False
    option_start: Location | None = None
    present: frozenset[Local] = frozenset()

    def inner(self, *, you: Expr | None = None, it: Expr | None = None) -> Scope:
        """Return the scope of a block or a condition inside this one."""
        outside = frozenset(self.names)
        may_try = self.can_try and it is None
        return Scope(
            self.text, dict(self.names), you or self.you, it or self.it, self.bent, may_try, outside, self.is_event,
            present=self.present,
        )  # fmt: skip

    def with_present(self, present: frozenset[Local]) -> Scope:
        """Return the same scope with another set of present names."""
        return replace(self, present=present)


def token_of(part: object) -> Token:
    """Return a part of a tree that is always a token, by the grammar."""
    assert isinstance(part, Token)
    return part


def first_token(node: Syntax) -> Token:
    """Return the first token of a tree: a name or a noun."""
    while isinstance(node, Tree):
        node = node.children[0]
    token: Token = node
    return token


def without_parentheses(node: SyntaxPart) -> SyntaxPart:
    """Return the node inside any parentheses."""
    while isinstance(node, Tree) and node.data == "parens":
        node = node.children[0]
    return node


def narrow(scope: Scope, condition: Expr, holds: bool) -> Scope:
    """Return the scope of a part that is evaluated only if a condition has the value `holds`."""
    if not any(name.type.optional for name in scope.names.values()):
        return scope
    found = present_names(condition, holds)
    return scope.with_present(scope.present | found) if found else scope


def loop_scope(scope: Scope, loop: Syntax) -> Scope:
    """Return the scope of a loop's rounds: names that an earlier round may change are not narrowed."""
    if not scope.present:
        return scope
    targets = (without_parentheses(part.children[0]) for part in loop.find_data("set_to"))
    words = {str(target.children[0] if isinstance(target, Tree) else target) for target in targets}
    return scope.with_present(frozenset(name for name in scope.present if name.name not in words))


def present_after(present: LocalNames, statement: Statement) -> LocalNames:
    """Return the names that are present after a statement, if those in `present` were before it."""
    match statement:
        case OnlyIf(condition=condition):
            return present | (present_names(condition, True) or NO_NAMES)
        case Let(name=name, value=value):
            return present | {name} if name.type.optional and not value.type.optional else present
        case Assign(verb="set", cell=Ref(local=name), amount=value):
            return present - {name} if value.type.optional else present | {name}
        case If():
            return _after_branches(present, statement)
        case WhileLoop(condition=condition, body=body) if not _may_leave(body):
            return (present - _assigned((statement,))) | (present_names(condition, False) or NO_NAMES)
        case _:
            return present - _assigned((statement,))


def _after_branches(present: LocalNames, statement: If) -> LocalNames:
    """Return the names that are present on every path through an `if` to the statement after it."""
    found: LocalNames | None = None
    before: LocalNames | None = present
    for condition, block in statement.branches:
        here = known_in_both(before, present_names(condition, True))
        if here is not None and not _leaves_always(block):
            found = known_in_either(found, _present_through(block, here))
        before = known_in_both(before, present_names(condition, False))
    otherwise = statement.otherwise or ()
    if before is not None and not _leaves_always(otherwise):
        found = known_in_either(found, _present_through(otherwise, before))
    return present if found is None else found


def _present_through(block: Block, present: LocalNames) -> LocalNames:
    """Return the names that are present after a block, if those in `present` were before it."""
    if any(statement.facts.exits is ExitScope.BLOCK for statement in block):
        return present - _assigned(block)
    for statement in block:
        present = present_after(present, statement)
    return present


def _leaves_always(block: Block) -> bool:
    """True if nothing of the enclosing blocks is carried out after this block."""
    for statement in block:
        if statement.facts.exits is ExitScope.BLOCK:
            return False
        if statement.facts.always_exits:
            return True
        if isinstance(statement, If) and statement.otherwise is not None:
            blocks = (*(inner for _, inner in statement.branches), statement.otherwise)
            if all(map(_leaves_always, blocks)):
                return True
    return False


def _may_leave(body: Block) -> bool:
    """True if the body of a loop may end in the middle of a round."""
    return any(statement.facts.exits in (ExitScope.BLOCK, ExitScope.LOOP) for statement in statements_in(body))


def _assigned(block: Block) -> LocalNames:
    """Names that are set in a block."""
    changed = (statement for statement in statements_in(block) if isinstance(statement, Assign))
    return frozenset(statement.cell.local for statement in changed if isinstance(statement.cell, Ref))


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
