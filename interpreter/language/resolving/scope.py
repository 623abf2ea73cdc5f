"""What is known at one place of a text while its names are resolved."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from lark import Token, Tree

from interpreter.errors import Where
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.types import Local
from interpreter.rulebook.model import Text

Syntax = Tree[Any]
"""What a rule of the grammar was read as; in it are such trees, tokens, and None where an optional part is missing."""
Written = Syntax | Token
"""A part of a text; a name or a number is also a token alone."""


@dataclass(slots=True)
class Scope:
    """What is known at one place of a text: local names, the acting seat, the candidate that `it` stands for.

    `bent` is the phrase that the text bends and the routine that is the phrase as usual; `may_try`: the text stands
    where a match is at hand, on a copy of which something can be tried. `outside` are the names of the blocks around.
    `event`: the text is what a card does. `option`: where the option begins of which the block is the text. `present`
    are the names that may be nothing elsewhere, and are something here.
    """

    text: Text
    names: dict[str, Local] = field(default_factory=dict)
    you: Expr | None = None
    it: Expr | None = None
    bent: tuple[int, int] | None = None
    may_try: bool = False
    outside: frozenset[str] = frozenset()
    event: bool = False
    option: Where | None = None
    present: frozenset[Local] = frozenset()

    def inner(self, *, you: Expr | None = None, it: Expr | None = None) -> Scope:
        outside = frozenset(self.names)
        may_try = self.may_try and it is None
        return Scope(
            self.text, dict(self.names), you or self.you, it or self.it, self.bent, may_try, outside, self.event,
            present=self.present,
        )  # fmt: skip

    def with_present(self, present: frozenset[Local]) -> Scope:
        """The same place, where these names are something."""
        return replace(self, present=present)


def token_of(part: object) -> Token:
    """A part of a tree that the grammar says is a token."""
    assert isinstance(part, Token)
    return part


def without_parentheses(node: Written) -> Written:
    while isinstance(node, Tree) and node.data == "parens":
        node = node.children[0]
    return node
