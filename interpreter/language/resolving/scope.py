"""Scopes: the names and other context at one place of a text during resolution."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from lark import Token, Tree

from interpreter.errors import Location
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.types import Local
from interpreter.rulebook.model import Text

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


def without_parentheses(node: SyntaxPart) -> SyntaxPart:
    """Return the node inside any parentheses."""
    while isinstance(node, Tree) and node.data == "parens":
        node = node.children[0]
    return node
