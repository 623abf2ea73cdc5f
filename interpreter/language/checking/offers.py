"""Cost check of preconditions, which are evaluated before something is offered or required."""

from __future__ import annotations

from interpreter.language.checking.doable import Preconditions
from interpreter.language.checking.weights import CostModel
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.statements import Block, Routine, Statement
from interpreter.language.ir.walks import blocks_of, statements_in
from interpreter.language.routines import Routines


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
