"""Warnings about `the opponent` in a block in which the opponent acts: it is the seat that acted before."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.checking.warnings.card_warnings import warning_at
from interpreter.language.ir.builders import expressions_of, statements_in
from interpreter.language.ir.expressions import Expr, Opponent, Ref
from interpreter.language.ir.statements import ActAs, CallPhrase, CallRoutine
from interpreter.language.ir.types import Local
from interpreter.language.routines import Routines
from interpreter.support.errors import Problem

MESSAGE = "here `you` is the opponent, and `the opponent` is whoever acted before: say `your …` for the one after `as`"


def find_reversed_opponents(routines: Routines) -> Iterator[Problem]:
    """Yield a warning for each `as the opponent` that decides nothing and speaks only of `the opponent`.

    Without its first line such a block would say the same of the seat that acts.
    """
    for routine in routines.all:
        for statement in statements_in(routine.body):
            if isinstance(statement, ActAs) and isinstance(statement.seat, Opponent) and _is_reversed(statement):
                yield warning_at(statement.where, "reversed-opponent", MESSAGE)


def _is_reversed(acting: ActAs) -> bool:
    inside = list(statements_in(acting.body))
    if any(each.facts.asks or isinstance(each, CallPhrase | CallRoutine) for each in inside):
        return False
    exprs = (expr for each in inside for expr in expressions_of(each))
    uses = [use for expr in exprs for use in _uses(expr, acting.name)]
    return bool(uses) and all(uses)


def _uses(expr: Expr, you: Local) -> Iterator[bool]:
    """Yield for each use of the acting seat whether its opponent is meant."""
    if isinstance(expr, Opponent) and isinstance(expr.of, Ref) and expr.of.local is you:
        yield True
    elif isinstance(expr, Ref):
        yield from (False,) if expr.local is you else ()
    else:
        for part in expr.parts:
            yield from _uses(part, you)
