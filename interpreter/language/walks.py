"""Walks over typed statements: the blocks in them, all that is inside, the expressions that stand in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from interpreter.language.tree import As, Block, Either, Expr, ForEach, If, May, Must, Repeat, While


def blocks_of(statement: Any) -> list[Block]:
    """The blocks inside a statement."""
    if isinstance(statement, If):
        found = [block for _, block in statement.branches]
        return found + ([statement.otherwise] if statement.otherwise is not None else [])
    if isinstance(statement, Either):
        return [block for _, block in statement.options]
    if isinstance(statement, May):
        return [statement.body, statement.otherwise]
    if isinstance(statement, (ForEach, Repeat, While, As)):
        return [statement.body]
    return []


def statements_in(block: Block) -> Iterator[Any]:
    """All statements of a block, also those inside others."""
    for statement in block:
        yield statement
        if isinstance(statement, Must):
            yield from statements_in([statement.inner])
        for inner in blocks_of(statement):
            yield from statements_in(inner)


def expressions_of(statement: Any) -> list[Expr]:
    """The expressions that stand in a statement itself, not in its blocks."""
    if isinstance(statement, If):
        return [condition for condition, _ in statement.branches]
    found: list[Expr] = []
    for name in getattr(type(statement), "__slots__", ()):
        value = getattr(statement, name, None)
        if isinstance(value, Expr):
            found.append(value)
        elif isinstance(value, tuple):
            found += [part for part in value if isinstance(part, Expr)]
    return found
