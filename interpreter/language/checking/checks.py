"""Checks of texts before play: calls without progress, loops that can't end, and too much work."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.checking.cost_model import MAX_PAIRS, MAX_WORK, CostModel
from interpreter.language.checking.costly_loops import explain_cost
from interpreter.language.checking.effects import Dependences, Effects
from interpreter.language.checking.preconditions import Preconditions
from interpreter.language.ir.builders import TRUE, blocks_of, expressions_in, expressions_of, statements_in
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.statements import Block, ForEach, LeaveLoop, Routine, Statement, StopRule, Term, WhileLoop
from interpreter.language.routines import Routines, cyclic_nodes
from interpreter.rulebook.model import Text
from interpreter.support.errors import Location, Problem

ENDLESS = "this goes on `again and again` without end: nothing in it ends the game or leaves the loop"
ENDLESS_LOOP = f"{ENDLESS}; `for each NOUN where CONDITION, again and again` ends when there is none left"
ENDLESS_WHILE = "this `while` can't end: nothing in it can change its condition"


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
                message = ENDLESS if statement.condition == TRUE else ENDLESS_WHILE
                problems.append(Problem(statement.where, "endless", message))
            if isinstance(statement, ForEach) and statement.until_empty and not effects.can_run_out(statement):
                problems.append(Problem(statement.where, "endless", ENDLESS_LOOP))
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
        problems += weights.routes.problems([term.body, *expressions_in(term.block)], term.text.where)
        if weights.steps_of_term(term) > MAX_WORK:
            problems.append(_too_much_work(weights, term.text.where, f"working out `{term.title}`", term.body))
    if problems:
        return problems[:1]
    for routine in routines:
        for statement in statements_in(routine.body):
            problems += weights.routes.problems(expressions_of(statement), statement.where)
            costly = [expr for expr in expressions_of(statement) if weights.steps(expr) > MAX_WORK]
            if costly:
                problems.append(_too_much_work(weights, statement.where, "working this out", costly[0]))
            elif any(weights.has_too_many_pairs(expr) for expr in expressions_of(statement)):
                message = f"there can be more than {MAX_PAIRS:,} pairs of these things: choose one after the other"
                problems.append(Problem(statement.where, "too-much-work", message))
    for text, expr in others:
        problems += weights.routes.problems([expr], text.where)
        if weights.steps(expr) > MAX_WORK:
            problems.append(_too_much_work(weights, text.where, "working this out", expr))
    return problems


def _too_much_work(weights: CostModel, where: Location, done: str, expr: Expr) -> Problem:
    """Return the problem of an expression that could take too long, with the part of it that takes longest."""
    message = ": ".join(filter(None, (f"{done} could take too long", explain_cost(weights, expr))))
    return Problem(where, "too-much-work", message)


def check_offers(routines: Routines, doable: Preconditions, weights: CostModel) -> list[Expr]:
    """Return the preconditions of all options, `must`s and events of a game.

    Raises RulebookError for the first one that could take too long to evaluate.
    """
    found = [condition for routine in routines.all for condition in check_options(routine, doable, weights)]
    events = [routines.all[event] for event in dict.fromkeys(routines.event) if event is not None]
    return found + [_condition(event.body, True, doable, weights) for event in events]


def check_options(routine: Routine, doable: Preconditions, weights: CostModel) -> list[Expr]:
    """Return the preconditions of the options and `must`s of one routine.

    Raises RulebookError for the first one that could take too long to evaluate.
    """
    return [
        _condition(block, False, doable, weights) for each in statements_in(routine.body) for block in _tested(each)
    ]


def _tested(statement: Statement) -> list[Block]:
    """Return the blocks whose precondition is tested for a statement: those that it offers, or itself."""
    return [(statement,)] if statement.facts.needs_precondition else blocks_of(statement, statement.facts.offers)


def _condition(block: Block, event: bool, doable: Preconditions, weights: CostModel) -> Expr:
    _, condition = doable.test(block, event)
    doable.check_total_size(block)
    weights.check(condition, block)
    return condition
