"""Formatting of WebAssembly text: an expression that does not fit into a line is split into its parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap

TOKEN = re.compile(r'\(|\)|"[^"]*"|[^\s()]+')
WIDEST = 110
DEEPEST = 40
"""Most levels of indentation."""
DECLARED = ("param", "result", "local", "type")


def format_text(text: str) -> str:
    """Return the text with line breaks and indentation. Any depth of nesting is allowed."""
    return "\n".join(_Formatter(TOKEN.findall(text)).lines())


class _Formatter:
    """Formatter. Expressions are identified by the index of their first token."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._behind: dict[int, int] = {}
        """The number of the token behind each expression."""
        opened = []
        for at, token in enumerate(tokens):
            if token == "(":
                opened.append(at)
            elif token == ")":
                self._behind[opened.pop()] = at + 1

    def lines(self) -> list[str]:
        lines: list[str] = []
        waiting: list[tuple[int, int] | None] = [(at, 0) for at in reversed(list(self._parts(0, len(self._tokens))))]
        while waiting:
            found = waiting.pop()
            if found is None:
                lines[-1] += ")"
                continue
            at, depth = found
            indent = "  " * min(depth, DEEPEST)
            if at not in self._behind or self._fits(at, WIDEST - len(indent)):
                lines.append(indent + self._flat(at))
                continue
            words, declared, inner = self._sorted(at)
            head = " ".join(["(" + " ".join(words), *declared])
            first, *others = wrap(head, WIDEST - len(indent))
            lines += [indent + first, *(f"{indent}    {line}" for line in others)]
            waiting.append(None)
            waiting += [(part, depth + 1) for part in reversed(inner)]
        return lines

    def _parts(self, first: int, behind: int) -> Iterator[int]:
        """Yield the words and expressions between two tokens."""
        while first < behind:
            yield first
            first = self._behind.get(first, first + 1)

    def _fits(self, at: int, width: int) -> bool:
        """Return True if an expression fits into a line."""
        return self._behind[at] - at <= width and len(self._flat(at)) <= width

    def _flat(self, at: int) -> str:
        """Return a word or an expression as one line."""
        line = ""
        for token in self._tokens[at : self._behind.get(at, at + 1)]:
            line += token if token == ")" or line.endswith("(") or not line else f" {token}"
        return line

    def _sorted(self, at: int) -> tuple[list[str], list[str], list[int]]:
        """Return the parts of an expression: words, declarations, other expressions."""
        words: list[str] = []
        declared: list[str] = []
        inner: list[int] = []
        for part in self._parts(at + 1, self._behind[at] - 1):
            if part not in self._behind:
                words.append(self._tokens[part])
            elif self._tokens[part + 1] in DECLARED:
                declared.append(self._flat(part))
            else:
                inner.append(part)
        return words, declared, inner
