"""Rewriting of WebAssembly text: inlining of short functions, and formatting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import count
from textwrap import wrap
from typing import NamedTuple

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


MOST_CHARACTERS = 700
"""Most characters of a function that is inlined."""
MOST_IN_RUN_TIME = 2_000
"""The same for functions that are inlined into the runtime, whose size doesn't grow with the game."""
HEAD = re.compile(
    r"\(func \$(?P<name>\w+)(?P<parameters>(?: \(param \$\S+ \w+\))*)"
    r"(?P<result> \(result \w+\))?(?P<locals>(?: \(local \$\S+ \w+\))*)\n(?P<body>.*)\)\n",
    re.DOTALL,
)
NAME = re.compile(r"\$(\S+ \w+)\)")
"""A name of a parameter or a local variable, with its type."""
CALL = re.compile(r"\(call \$(\w+)")
LOCAL = re.compile(r"(\(local\.(?:get|set|tee) \$)")


def function_name(text: str) -> str:
    """Return the name of a function, given its text."""
    return text.removeprefix("(func $").split(maxsplit=1)[0]


class InlinableFunction(NamedTuple):
    """A short function. `body` is its text, with calls of other short functions already inlined.

    The names of parameters and local variables are followed by their types.
    """

    parameters: tuple[str, ...]
    result: str
    local_names: tuple[str, ...]
    body: str


class CallInliner:
    """Inliner for a set of short functions, by name."""

    def __init__(self, functions: Iterable[str], most_characters: int = MOST_CHARACTERS) -> None:
        """Find the functions to inline among some texts: short ones whose calls can all be inlined."""
        self._most_characters = most_characters
        self._short: dict[str, InlinableFunction] = {}
        heads = [head for head in map(HEAD.fullmatch, functions) if head]
        found = True
        while found:
            found = False
            for head in heads:
                if head["name"] not in self._short and (short := self._shortened(head)):
                    self._short[head["name"]] = short
                    found = True

    def _shortened(self, head: re.Match[str]) -> InlinableFunction | None:
        names: list[str] = []
        body = "".join(self._pieces(head["body"], names, count()))
        if len(body) > self._most_characters or "(call $" in body:
            return None
        local_names = (*NAME.findall(head["locals"]), *names)
        return InlinableFunction(tuple(NAME.findall(head["parameters"])), head["result"] or "", local_names, body)

    def inline(self, text: str) -> str:
        """Return the text of a function with calls of short functions inlined."""
        names: list[str] = []
        head, body = text.split("\n", 1)
        body = "".join(self._pieces(body, names, count()))
        return f"{head}{''.join(f' (local ${name})' for name in names)}\n{body}"

    def _pieces(self, text: str, names: list[str], numbers: Iterator[int]) -> Iterator[str]:
        """Yield the text with calls replaced by numbered blocks.

        The names of the local variables that this needs are added to `names`.
        """
        at = 0
        while call := CALL.search(text, at):
            short = self._short.get(call[1])
            if short is None:
                yield text[at : call.end()]
                at = call.end()
                continue
            yield text[at : call.start()]
            at = call.end()
            block = f"i{next(numbers)}"
            names += (f"{block}.{name}" for name in (*short.parameters, *short.local_names))
            yield f"(block ${block}{short.result}"
            for parameter in short.parameters:
                end = _end(text, at)
                given = "".join(self._pieces(text[at:end], names, numbers))
                yield f" (local.set ${block}.{parameter.split()[0]}{given})"
                at = end
            at += 1
            body = LOCAL.sub(rf"\g<1>{block}.", short.body).replace("(return)", f"(br ${block})")
            yield f"{body.replace('(return ', f'(br ${block} ')})"
        yield text[at:]


def _end(text: str, at: int) -> int:
    """Return the end of the expression that begins at `at`, after a space."""
    depth = 0
    for place in range(at, len(text)):
        if text[place] == "(":
            depth += 1
        elif text[place] == ")":
            depth -= 1
            if depth == 0:
                return place + 1
    raise ValueError(text[at:])
