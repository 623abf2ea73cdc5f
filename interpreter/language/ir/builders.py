"""Construction, traversal, substitution and rewriting of expressions and statements.

The contents of a statement are derived from the declared types of its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import is_
from typing import Any

from interpreter.language.ir.expressions import And, Const, Expr, Not, Or, Ref, SetLoop, TermCall
from interpreter.language.ir.nodes import Datum, Size
from interpreter.language.ir.statement_nodes import DUE, LABELLED, TESTED
from interpreter.language.ir.statements import Block, Statement
from interpreter.language.ir.types import CONDITION, Local, Type


def constant(value: Datum | tuple[int, ...], value_type: Type, computed: Expr | None = None) -> Const:
    """Return a constant of a type; `computed` is the expression that has this value."""
    return Const(value, type=value_type, written=None if computed is None else computed.written or computed)


def local(name: Local) -> Ref:
    """Return a reference to a local name."""
    return Ref(name, type=name.type)


NOBODY: Expr = constant(None, Type("seat", optional=True))
TRUE: Expr = constant(True, CONDITION)
FALSE: Expr = constant(False, CONDITION)


def bound_name(expr: Expr) -> Local | None:
    """Return the local name that an operation binds to each member of its set."""
    return expr.it if isinstance(expr, SetLoop) else None


def descendants_of(expr: Expr) -> Iterator[Expr]:
    """Yield an expression and all its descendants."""
    yield expr
    for part in expr.parts:
        yield from descendants_of(part)


def conjunction(left: Expr, right: Expr) -> Expr:
    """Return `left and right`, simplified: without constants and repeated conditions."""
    if left == TRUE or right == FALSE:
        return right
    if right == TRUE or left == FALSE or right in conjuncts(left):
        return left
    return And(left, right)


def disjunction(left: Expr, right: Expr) -> Expr:
    """Return `left or right`, simplified: without constants and repeated conditions."""
    if TRUE in (left, right):
        return TRUE
    if left in (FALSE, right):
        return right
    return left if right == FALSE else Or(left, right)


def conjuncts(condition: Expr) -> list[Expr]:
    """Return the operands of nested conjunctions."""
    if not isinstance(condition, And):
        return [condition]
    return [*conjuncts(condition.left), *conjuncts(condition.right)]


def negation(condition: Expr) -> Expr:
    """Return the negation of a condition, without double negation."""
    return condition.condition if isinstance(condition, Not) else Not(condition)


def has_local(expr: Expr, name: Local) -> bool:
    """Return whether a local name occurs in an expression."""
    if isinstance(expr, Ref):
        return expr.local is name
    return bound_name(expr) is name or any(has_local(part, name) for part in expr.parts)


def substitute(expr: Expr, known: Mapping[Local, Expr]) -> Expr:
    """Return the expression with local names replaced by their values."""
    if isinstance(expr, Ref):
        return known.get(expr.local, expr)
    return expr.map_parts(lambda part: substitute(part, known)) if known else expr


def terms_in(expr: Expr) -> set[int]:
    """Return the numbers of the vocabulary words that an expression uses."""
    own = {expr.word} if isinstance(expr, TermCall) else set()
    return own.union(*(terms_in(part) for part in expr.parts))


def can_repeat(things: Expr) -> bool:
    """Return whether a set may come from a list, which can contain a thing twice."""
    return superset_of(things).lists


def superset_of(things: Expr) -> Expr:
    """Return the set from which a subset is selected."""
    while things.size is Size.PART:
        things = things.parts[0]
    return things


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
