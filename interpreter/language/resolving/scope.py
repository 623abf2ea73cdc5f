"""What is known at one place of a text while its names are resolved."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from lark import Tree

from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.types import Local
from interpreter.rulebook.model import Text

Syntax = Any
"""A Lark tree, a token, or None where an optional part is missing."""


@dataclass(slots=True)
class Scope:
    """What is known at one place of a text: local names, the acting seat, the candidate that `it` stands for.

    `bent` is the phrase that the text bends and the routine that is the phrase as usual; `may_try`: the text stands
    where a match is at hand, on a copy of which something can be tried. `outside` are the names of the blocks around.
    """

    text: Text
    names: dict[str, Local] = field(default_factory=dict)
    you: Expr | None = None
    it: Expr | None = None
    bent: tuple[int, int] | None = None
    may_try: bool = False
    outside: frozenset[str] = frozenset()

    def inner(self, *, you: Expr | None = None, it: Expr | None = None) -> Scope:
        outside = frozenset(self.names)
        return Scope(
            self.text, dict(self.names), you or self.you, it or self.it, self.bent, self.may_try and it is None, outside
        )


def without_parentheses(node: Syntax) -> Syntax:
    while isinstance(node, Tree) and node.data == "parens":
        node = node.children[0]
    return node
