"""Ambiguous ends of conditions: after `where …` or `preferably …`, the parser takes every `and` and `or` as part of it.

A reader may instead take the last operands as a separate condition.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from lark import Token, Tree

from interpreter.language.ir.types import SourceRange
from interpreter.language.resolving.scope import Syntax, SyntaxPart
from interpreter.rulebook.model import Text

CONNECTIVES = {"and_e": "and", "or_e": "or"}
TAILS = ("where_part", "preferably")


class _TextPosition(NamedTuple):
    """A position in a text, by line and column from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class AmbiguousTail:
    """A condition whose tail joins several operands.

    Attributes:
        text: Its text.
        condition: The whole condition.
        tail: The tail, with its word.
        operands: The joined operands, in order.
    """

    text: Text
    condition: Syntax
    tail: Syntax
    operands: tuple[SyntaxPart, ...]
    words: tuple[str, ...]
    """The `and` or `or` before each operand but the first."""

    def as_read(self) -> str:
        """Return the condition as it is read, with parentheses around the whole tail."""
        start, tail = _ends(self.tail)[0], _ends(self.tail.children[-1])
        return f"{self._words_between(_ends(self.condition)[0], start)}{self._tail(start, tail)}"

    def alternative(self, operand_count: int) -> str:
        """Return the condition as it would be read if the tail ended after `operand_count` operands."""
        left = self._words_between(_ends(self.condition)[0], _ends(self.operands[operand_count - 1])[1])
        right = self._words_between(_ends(self.operands[operand_count])[0], _ends(self.condition)[1])
        return f"({left}) {self.words[operand_count - 1]} {right}"

    def _tail(self, start: _TextPosition, tail: tuple[_TextPosition, _TextPosition]) -> str:
        """Return the tail with parentheses, and with `who` and `that` written out."""
        if self.tail.data == "preferably":
            return f", preferably ({self._words_between(*tail)})"
        word = self._words_between(start, tail[1]).split(" ", 1)[0]
        if word == "where":
            return f" where ({self._words_between(*tail)})"
        after = _TextPosition(start.line, start.column + len(word))
        added = next((ends[0] for ends in map(_ends, self.tail.find_data("it")) if ends[0] == ends[1]), None)
        if added is None:
            return f" where (it {self._words_between(after, tail[1])})"
        of = "of it" if word == "whose" else "it"
        return f" where ({self._words_between(after, added)} {of} {self._words_between(added, tail[1])})"

    def _words_between(self, start: _TextPosition, end: _TextPosition) -> str:
        return SourceRange(self.text, *start, *end).words


def open_tail(text: Text, condition: Syntax) -> AmbiguousTail | None:
    """Return the tail of a condition, if it joins several operands; None if it has none."""
    node: object = condition
    while isinstance(node, Tree) and node.data not in ("parens", *CONNECTIVES):
        if node.data in TAILS:
            operands, words = _joined(node.children[-1])
            return AmbiguousTail(text, condition, node, operands, words) if words else None
        node = next((child for child in reversed(node.children) if child is not None), None)
    return None


def _joined(node: SyntaxPart) -> tuple[tuple[SyntaxPart, ...], tuple[str, ...]]:
    """Return the operands of `and` and `or` outside of parentheses, and the words between them."""
    if not isinstance(node, Tree) or node.data not in CONNECTIVES:
        return (node,), ()
    left, right = map(_joined, node.children)
    return left[0] + right[0], (*left[1], CONNECTIVES[node.data], *right[1])


def _ends(node: SyntaxPart) -> tuple[_TextPosition, _TextPosition]:
    """Start and end of a part of a text."""
    spot = node if isinstance(node, Token) else node.meta
    return _TextPosition(spot.line or 1, spot.column or 1), _TextPosition(spot.end_line or 1, spot.end_column or 1)
