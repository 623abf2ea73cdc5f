"""Nesting depth of texts.

Every backend can compile texts within MAX_LEVELS and MAX_OPERATIONS. Deeper ones are compiled when the game is loaded,
so that one that is too deep is reported before play.
"""

from __future__ import annotations

from interpreter.language.ir.builders import blocks_of, expressions_of, statements_in
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.statements import Block, If

MAX_LEVELS = 8
"""Maximum depth of nested statements."""
MAX_OPERATIONS = 32
"""Maximum depth of nested operations."""
BRANCHES = 50
"""Number of branches of one `if` that count as a level."""


def is_too_deep(expr: Expr) -> bool:
    """Return whether an expression is nested too deeply."""
    return _operations(expr) > MAX_OPERATIONS


def is_too_deep_block(block: Block) -> bool:
    """Return whether the statements of a routine, or the expressions in them, are nested too deeply."""
    return _levels(block) > MAX_LEVELS or any(
        is_too_deep(expr) for statement in statements_in(block) for expr in expressions_of(statement)
    )


def _operations(expr: Expr) -> int:
    return 1 + max(map(_operations, expr.parts), default=0)


def _levels(block: Block) -> int:
    deepest = 0
    for statement in block:
        own = 1 + (len(statement.branches) // BRANCHES if isinstance(statement, If) else 0)
        deepest = max(deepest, own + max(map(_levels, blocks_of(statement)), default=0))
    return deepest
