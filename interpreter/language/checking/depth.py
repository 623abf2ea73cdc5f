"""How deep texts nest. What lies within LEVELS and OPERATIONS every backend can write down; what lies deeper is lowered
when it is loaded, so that one that cannot says so before play."""

from __future__ import annotations

from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.statements import Block, If
from interpreter.language.ir.walks import blocks_of, expressions_of, statements_in

LEVELS = 8
"""Statements within statements."""
OPERATIONS = 32
"""Operations within operations."""
BRANCHES = 50
"""So many branches of one `if` count as a level."""


def is_deep(expr: Expr) -> bool:
    return _operations(expr) > OPERATIONS


def is_deep_block(block: Block) -> bool:
    """Whether the statements of a routine, or an expression in them, lie too deep."""
    return _levels(block) > LEVELS or any(
        is_deep(expr) for statement in statements_in(block) for expr in expressions_of(statement)
    )


def _operations(expr: Expr) -> int:
    return 1 + max(map(_operations, expr.parts), default=0)


def _levels(block: Block) -> int:
    deepest = 0
    for statement in block:
        own = 1 + (len(statement.branches) // BRANCHES if isinstance(statement, If) else 0)
        deepest = max(deepest, own + max(map(_levels, blocks_of(statement)), default=0))
    return deepest
