"""Warnings about endings that name seats as winners in a game whose sides win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.language.checking.warnings.card_warnings import warning_at
from interpreter.language.ir.builders import statements_in
from interpreter.language.ir.statements import End
from interpreter.language.routines import Routines
from interpreter.support.errors import Problem


def find_winning_seats(routines: Routines, sides: Sequence[str]) -> Iterator[Problem]:
    """Yield a warning for each ending in a game with sides whose winners are seats: playtests count the wins of sides.

    `sides`: ids of the sides, empty in a game without sides.
    """
    if not sides:
        return
    advice = f"say `winner is {sides[0]}`" if len(sides) == 1 else "name the side that wins: `winner is side of SEAT`"
    message = f"in a game with sides the sides win: playtests count this as a game that nobody wins; {advice}"
    for routine in routines.all:
        for statement in statements_in(routine.body):
            if isinstance(statement, End) and statement.winners is not None and statement.side is None:
                yield warning_at(statement.where, "seats-win", message)
