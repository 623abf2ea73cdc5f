"""WebAssembly text laid out for people: what does not fit into a line has its parts on lines of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap
from typing import TypeAlias

TOKEN = re.compile(r'\(|\)|"[^"]*"|[^\s()]+')
WIDEST = 110
DECLARED = ("param", "result", "local", "type")
Tree: TypeAlias = "str | list[Tree]"
"""A word, or an expression in parentheses."""


def pretty(text: str) -> str:
    """The same text, laid out."""
    trees: list[list[Tree]] = [[]]
    for token in TOKEN.findall(text):
        if token == "(":
            trees.append([])
        elif token == ")":
            closed = trees.pop()
            trees[-1].append(closed)
        else:
            trees[-1].append(token)
    return "\n".join(line for tree in trees[0] for line in _lines(tree, 0))


def _flat(tree: Tree) -> str:
    return tree if isinstance(tree, str) else f"({' '.join(map(_flat, tree))})"


def _lines(tree: Tree, depth: int) -> Iterator[str]:
    flat = _flat(tree)
    if isinstance(tree, str) or len(flat) + 2 * depth <= WIDEST:
        yield "  " * depth + flat
        return
    parts = [part for part in tree if not isinstance(part, str)]
    declared = [part for part in parts if part[0] in DECLARED]
    head = " ".join([*(part for part in tree if isinstance(part, str)), *map(_flat, declared)])
    yield from (
        "  " * (depth if at == 0 else depth + 2) + line for at, line in enumerate(wrap(f"({head}", WIDEST - 2 * depth))
    )
    inner = [line for part in parts if part[0] not in DECLARED for line in _lines(part, depth + 1)]
    yield from inner[:-1]
    yield inner[-1] + ")"
