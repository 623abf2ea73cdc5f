"""Traversal of statements: their blocks, nested statements and expressions, and rewriting of blocks.

The contents of a statement are derived from the declared types of its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from operator import is_
from typing import Any

from interpreter.language.ir.builders import descendants_of
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.statements import DUE, LABELLED, TESTED, Block, Statement


def blocks_of(statement: Statement, among: Collection[str] | None = None) -> list[Block]:
    """Return the blocks inside a statement, or in some of its fields.

    The statement after `must` counts as a block.
    """
    found: list[Block] = []
    for name, declared in statement.block_fields:
        if among is not None and name not in among:
            continue
        value = getattr(statement, name)
        if declared == DUE:
            found.append((value,))
        elif declared in (TESTED, LABELLED):
            found += [block for _, block in value]
        elif value is not None:
            found.append(value)
    return found


def rewrite(block: Block, change: Callable[[Statement], Sequence[Statement]]) -> Block:
    """Return a block in which each statement is replaced by the statements that `change` returns.

    Inner statements are replaced first. If nothing changes, the result is the block itself. The statement after `must`
    is not visited separately.
    """
    found: list[Statement] = []
    for statement in block:
        found += change(_with_blocks(statement, lambda inner: rewrite(inner, change)))
    return block if len(found) == len(block) and all(map(is_, found, block)) else tuple(found)


def _with_blocks(statement: Statement, change: Callable[[Block], Block]) -> Statement:
    changes: dict[str, Any] = {}
    for name, declared in statement.block_fields:
        value = getattr(statement, name)
        if declared in (TESTED, LABELLED):
            changes[name] = tuple((before, change(block)) for before, block in value)
        elif declared != DUE and value is not None:
            changes[name] = change(value)
    same = all(_is_same(new, getattr(statement, name)) for name, new in changes.items())
    return statement if same else replace(statement, **changes)


def _is_same(new: tuple[Any, ...], old: tuple[Any, ...]) -> bool:
    """Return whether two blocks are identical, not only equal: equal ones may differ in their source locations."""
    return new is old or (
        len(new) == len(old)
        and all(
            one is other or (isinstance(one, tuple) and _is_same(one, other))
            for one, other in zip(new, old, strict=True)
        )
    )


def statements_in(block: Block) -> Iterator[Statement]:
    """Yield all statements of a block, including nested ones."""
    for statement in block:
        yield statement
        for inner in blocks_of(statement):
            yield from statements_in(inner)


def expressions_in(block: Block) -> Iterator[Expr]:
    """Yield all expressions of a block, including nested ones."""
    for statement in statements_in(block):
        for expr in expressions_of(statement):
            yield from descendants_of(expr)


def expressions_of(statement: Statement, excluding: tuple[str, ...] = ()) -> list[Expr]:
    """Return the expressions of a statement, without its blocks and without some of its fields."""
    found: list[Expr] = []
    for name in statement.part_names:
        value = getattr(statement, name)
        if name in excluding or value is None:
            continue
        if isinstance(value, tuple):
            found += value
        else:
            found.append(value)
    for name, declared in statement.block_fields:
        if declared == TESTED:
            found += [condition for condition, _ in getattr(statement, name)]
    return found
