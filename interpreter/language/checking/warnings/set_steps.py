"""Warnings about tracks that are set one step on, which fires none of their triggers."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.checking.warnings.card_warnings import warning_at
from interpreter.language.ir.builders import statements_in
from interpreter.language.ir.expressions import Arithmetic, TrackValue
from interpreter.language.ir.statements import Assign
from interpreter.language.routines import Routines
from interpreter.language.symbols import Symbols
from interpreter.support.errors import Problem


def find_set_steps(routines: Routines, symbols: Symbols) -> Iterator[Problem]:
    """Yield a warning for each `set X to X + N` of a track with triggers."""
    for routine in routines.all:
        for statement in statements_in(routine.body):
            if isinstance(statement, Assign) and (verb := _step(statement, symbols)) is not None:
                message = f"`set` fires no trigger of a track: `{verb} … by …` moves it step by step"
                yield warning_at(statement.where, "set-fires-nothing", message)


def _step(assigned: Assign, symbols: Symbols) -> str | None:
    """Return the verb that changes a track with triggers as an assignment does; None if it does something else."""
    cell, amount = assigned.cell, assigned.amount
    if assigned.verb != "set" or not isinstance(cell, TrackValue) or not isinstance(amount, Arithmetic):
        return None
    if cell not in (amount.left, amount.right) or not symbols.track(cell.track).triggers:
        return None
    return "raise" if amount.sign == "+" else "lower"
