"""Warnings about conditions that ask only for what is printed on one thing, which never changes."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.checking.warnings.card_warnings import warning_at
from interpreter.language.ir.builders import conjuncts, statements_in
from interpreter.language.ir.expressions import Const, Expr, Not
from interpreter.language.ir.statements import If, OnlyIf, Statement, WhileLoop
from interpreter.language.routines import Routines
from interpreter.support.errors import Problem


def find_printed_conditions(routines: Routines) -> Iterator[Problem]:
    """Yield a warning for each condition of a statement that resolving has answered: `if Alder is sandy`."""
    for routine in routines.all:
        for statement in statements_in(routine.body):
            for condition in _conditions(statement):
                for part in conjuncts(condition):
                    if (answer := _printed_answer(part)) is not None:
                        how, code = ("always holds", "always-holds") if answer else ("can never hold", "never-holds")
                        message = f"this {how}: it asks only for what is printed, and that never changes"
                        yield warning_at(statement.where, code, message, part.source_range)


def _conditions(statement: Statement) -> tuple[Expr, ...]:
    if isinstance(statement, If):
        return tuple(condition for condition, _ in statement.branches)
    return (statement.condition,) if isinstance(statement, OnlyIf | WhileLoop) else ()


def _printed_answer(condition: Expr) -> bool | None:
    """Return the truth of a condition that was answered while it was resolved; None for any other."""
    if isinstance(condition, Not):
        answer = _printed_answer(condition.condition)
        return None if answer is None else not answer
    is_answered = isinstance(condition, Const) and condition.written is not None
    return bool(condition.value) if is_answered and isinstance(condition, Const) else None
