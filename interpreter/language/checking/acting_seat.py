"""Phrases that need an acting seat, and calls of them where nobody acts."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.ir.builders import NOBODY, expressions_of, has_local, statements_in
from interpreter.language.ir.statements import Block, CallPhrase, CallRoutine, ForEach, Routine, Statement
from interpreter.language.routines import Routines
from interpreter.support.errors import Location, Problem


def routines_needing_seat(routines: Routines) -> set[int]:
    """Return the numbers of the routines that need an acting seat."""
    needs: set[int] = set()
    changed = True
    while changed:
        before = len(needs)
        for number, routine in enumerate(routines.all):
            if any(_needs_you(statement, routine, routines, needs) for statement in statements_in(routine.body)):
                needs.add(number)
        changed = len(needs) > before
    return needs


def check_acting(routines: Routines, among: list[Routine], needs: set[int]) -> list[Problem]:
    """Return the problems of calls, in some routines, of phrases that need an acting seat where there is none.

    `needs` has the numbers of the phrases that need one.
    """
    problems: list[Problem] = []
    for routine in among:
        for statement in statements_in(routine.body):
            nobody = isinstance(statement, CallPhrase | CallRoutine) and statement.you == NOBODY
            called = routines.callee(statement)
            if called in needs and nobody:
                what, where, who = routines.all[called].title, statement.where, "put `as SEAT:` around it"
                if routine.title == "begin":
                    who = "say who by `turn: SEAT` beside `begin`"
                elif (loop := _loop_over_seats(called, routines, needs)) is not None:
                    what, where = loop
                    who = "with `as you` in this loop, each seat in turn does"
                problems.append(Problem(where, "nobody-acts", f"`{what}` needs somebody who acts: {who}"))
    return problems


def _loop_over_seats(number: int, routines: Routines, needs: set[int]) -> tuple[str, Location] | None:
    """Return the first phrase that needs an acting seat in a loop over seats, and the place of the loop; or None.

    Args:
        number: The routine in which it is sought, and in those that it calls.
        routines: All routines.
        needs: Numbers of the routines that need an acting seat.
    """
    found, queue = {number}, [number]
    while queue:
        routine = routines.all[queue.pop()]
        for statement in statements_in(routine.body):
            if isinstance(statement, ForEach) and statement.name.type.kind == "seat":
                for called in _called_for_you((statement,), routine, routines, needs):
                    return routines.all[called].title, statement.where
        for called in _called_for_you(routine.body, routine, routines, needs):
            if called not in found:
                found.add(called)
                queue.append(called)
    return None


def _called_for_you(block: Block, routine: Routine, routines: Routines, needs: set[int]) -> Iterator[int]:
    """Yield the routines that a part of a routine calls, and that need the routine's acting seat."""
    for statement in statements_in(block):
        called = routines.callee(statement)
        if called in needs and _needs_you(statement, routine, routines, needs):
            yield called


def refers_to_you(block: Block, routine: Routine, routines: Routines, needs: set[int]) -> bool:
    """Return whether a part of a routine does something with or for the routine's acting seat."""
    return any(_needs_you(statement, routine, routines, needs) for statement in statements_in(block))


def _needs_you(statement: Statement, routine: Routine, routines: Routines, needs: set[int]) -> bool:
    """Return whether a statement refers to the routine's acting seat, or calls a routine that needs it."""
    called = routines.callee(statement)
    if isinstance(statement, CallPhrase | CallRoutine):
        asks = any(has_local(arg, routine.you) for arg in statement.args)
        return asks or (called in needs and has_local(statement.you, routine.you))
    return any(has_local(expr, routine.you) for expr in expressions_of(statement))
