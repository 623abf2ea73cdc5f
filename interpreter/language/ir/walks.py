"""Walks over statements: the blocks in them, all that is inside, the expressions that stand in them; statements with
other blocks. They go by what the fields of each statement are declared to be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from operator import is_
from typing import Any

from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.making import within
from interpreter.language.ir.statements import DUE, LABELLED, TESTED, Block, Statement


def blocks_of(statement: Statement, among: Collection[str] | None = None) -> list[Block]:
    """The blocks inside a statement, or in the fields `among` its own; what stands behind a `must` is taken for one."""
    found: list[Block] = []
    for name, declared in statement.inside:
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


def rewritten(block: Block, change: Callable[[Statement], Sequence[Statement]]) -> Block:
    """A block in which what `change` makes of each statement stands in its place, also inside other statements, which
    are changed after that; itself, if nothing is another. What stands behind a `must` goes with it."""
    found: list[Statement] = []
    for statement in block:
        found += change(_with_blocks(statement, lambda inner: rewritten(inner, change)))
    return block if len(found) == len(block) and all(map(is_, found, block)) else tuple(found)


def _with_blocks(statement: Statement, change: Callable[[Block], Block]) -> Statement:
    changes: dict[str, Any] = {}
    for name, declared in statement.inside:
        value = getattr(statement, name)
        if declared in (TESTED, LABELLED):
            changes[name] = tuple((before, change(block)) for before, block in value)
        elif declared != DUE and value is not None:
            changes[name] = change(value)
    same = all(_is_same(new, getattr(statement, name)) for name, new in changes.items())
    return statement if same else replace(statement, **changes)


def _is_same(new: tuple[Any, ...], old: tuple[Any, ...]) -> bool:
    """Whether these are the same blocks, and not only equal ones: places and words that are told may be others."""
    return new is old or (
        len(new) == len(old)
        and all(
            one is other or (isinstance(one, tuple) and _is_same(one, other))
            for one, other in zip(new, old, strict=True)
        )
    )


def statements_in(block: Block) -> Iterator[Statement]:
    """All statements of a block, also those inside others."""
    for statement in block:
        yield statement
        for inner in blocks_of(statement):
            yield from statements_in(inner)


def expressions_in(block: Block) -> Iterator[Expr]:
    """All expressions of a block, also those inside other statements and expressions."""
    for statement in statements_in(block):
        for expr in expressions_of(statement):
            yield from within(expr)


def expressions_of(statement: Statement, besides: tuple[str, ...] = ()) -> list[Expr]:
    """The expressions that stand in a statement itself, not in its blocks, nor in the fields `besides`."""
    found: list[Expr] = []
    for name in statement.part_names:
        value = getattr(statement, name)
        if name in besides or value is None:
            continue
        if isinstance(value, tuple):
            found += value
        else:
            found.append(value)
    for name, declared in statement.inside:
        if declared == TESTED:
            found += [condition for condition, _ in getattr(statement, name)]
    return found
