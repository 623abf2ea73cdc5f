"""Checks of texts before play: calls without progress, loops that can't end, and too much work."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.errors import Problem
from interpreter.language.checking.effects import Dependences, Effects
from interpreter.language.checking.weights import MAX_WORK, CostModel
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.making import NOBODY, has_local
from interpreter.language.ir.statements import (
    Block,
    CallPhrase,
    CallRoutine,
    ForEach,
    LeaveLoop,
    Routine,
    Statement,
    StopRule,
    Term,
    WhileLoop,
)
from interpreter.language.ir.walks import blocks_of, expressions_of, statements_in
from interpreter.language.routines import Routines, cyclic_nodes
from interpreter.rulebook.model import Text


def check_routines(routines: Routines, reads: Dependences) -> list[Problem]:
    """Return the problems of phrases that call themselves without progress, and of loops that can't end."""
    problems: list[Problem] = []
    calls: list[set[int]] = []
    for routine in routines.all:
        called = {routines.callee(statement) for statement in _before_change(routine.body)}
        calls.append(called - {-1})
    for number in cyclic_nodes(calls):
        routine = routines.all[number]
        message = f"`{routine.title}` comes back to itself with no choice or change between"
        problems.append(Problem(routine.text.where, "calls-itself", message))
    effects = Effects(routines, reads)
    for routine in routines.all:
        for statement in statements_in(routine.body):
            if isinstance(statement, WhileLoop) and not effects.can_end(statement):
                message = "this `while` can't end: nothing in it can change its condition"
                problems.append(Problem(statement.where, "endless", message))
            if isinstance(statement, ForEach) and statement.until_empty and not effects.can_leave(statement.body):
                message = "this goes on `again and again` without end: nothing in it ends the game or leaves the loop"
                problems.append(Problem(statement.where, "endless", message))
    return problems


def _before_change(block: Block) -> Iterator[Statement]:
    """Yield the statements that may be reached before anything is chosen or changed."""
    for statement in block:
        if statement.facts.asks or isinstance(statement, StopRule | LeaveLoop) or statement.changes():
            return
        yield statement
        for inner in blocks_of(statement):
            yield from _before_change(inner)


def check_work(
    weights: CostModel, routines: list[Routine], terms: dict[int, Term], others: list[tuple[Text, Expr]]
) -> list[Problem]:
    """Return the problems of expressions that could take too long: nested sets, or terms that double at each level."""
    problems: list[Problem] = []
    for term in terms.values():
        if weights.steps(term.body) > MAX_WORK:
            problems.append(
                Problem(term.text.where, "too-much-work", f"working out `{term.title}` could take too long")
            )
    if problems:
        return problems[:1]
    for routine in routines:
        for statement in statements_in(routine.body):
            if any(weights.steps(expr) > MAX_WORK for expr in expressions_of(statement)):
                problems.append(Problem(statement.where, "too-much-work", "working this out could take too long"))
    for text, expr in others:
        if weights.steps(expr) > MAX_WORK:
            problems.append(Problem(text.where, "too-much-work", "working this out could take too long"))
    return problems


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
                message = f"`{routines.all[called].title}` needs somebody who acts: put `as SEAT:` around it"
                problems.append(Problem(statement.where, "nobody-acts", message))
    return problems


def _needs_you(statement: Statement, routine: Routine, routines: Routines, needs: set[int]) -> bool:
    """Return whether a statement refers to the routine's acting seat, or calls a routine that needs it."""
    called = routines.callee(statement)
    if isinstance(statement, CallPhrase | CallRoutine):
        asks = any(has_local(arg, routine.you) for arg in statement.args)
        return asks or (called in needs and has_local(statement.you, routine.you))
    return any(has_local(expr, routine.you) for expr in expressions_of(statement))
