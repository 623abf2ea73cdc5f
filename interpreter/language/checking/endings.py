"""Analysis of how games end: proof that exactly one seat or side wins each game, as far as the rules show it.

The proof is conservative: it may fail for rules of which the claim is true, and never succeeds for others.
"""

from __future__ import annotations

from interpreter.language.ir.builders import TRUE, blocks_of, statements_in
from interpreter.language.ir.expressions import AsSet, Const, Expr, InOrder
from interpreter.language.ir.statement_nodes import ExitScope
from interpreter.language.ir.statements import (
    ActAs,
    Block,
    CallPhrase,
    CallRoutine,
    Either,
    End,
    ForEach,
    If,
    LeaveLoop,
    Statement,
    WhileLoop,
)
from interpreter.language.routines import Routines


def has_single_winner(routines: Routines, has_sides: bool) -> bool:
    """Return True if each game that comes to an end provably has exactly one winner.

    Each effect that ends the game names one winner, and the rules can't come to their end without such an effect.
    `has_sides`: sides win, not seats.
    """
    ends = [each for routine in routines.all for each in statements_in(routine.body) if isinstance(each, End)]
    names_one = all(_is_one_side(each) if has_sides else _is_one_seat(each.winners) for each in ends)
    return names_one and _is_final(routines.all[routines.root].body, routines, frozenset({routines.root}))


def _is_one_side(end: End) -> bool:
    return end.side is not None and not end.side.type.optional and not end.side.type.many


def _is_one_seat(winners: Expr | None) -> bool:
    match winners:
        case AsSet(thing=thing):
            return not thing.type.optional
        case Const(value=tuple(members)):
            return len(members) == 1
    return False


def always_ends(block: Block, routines: Routines) -> bool:
    """Return True if the game is provably over after a block."""
    return _is_final(block, routines, frozenset())


def _is_final(block: Block, routines: Routines, callers: frozenset[int]) -> bool:
    """Return True if play never goes on after a block. `callers`: the routines that are being looked at."""
    for statement in block:
        if _is_final_statement(statement, routines, callers):
            return True
        scopes = {inner.facts.exits for inner in statements_in((statement,))}
        if statement.facts.exits is ExitScope.BLOCK or ExitScope.TEXT in scopes:
            return False
    return False


def _is_final_statement(statement: Statement, routines: Routines, callers: frozenset[int]) -> bool:
    match statement:
        case End():
            return True
        case CallPhrase() | CallRoutine():
            callee = routines.callee(statement)
            return callee not in callers and _is_final(routines.all[callee].body, routines, callers | {callee})
        case If():
            branches = blocks_of(statement)
            return statement.otherwise is not None and all(_is_final(each, routines, callers) for each in branches)
        case ActAs(seat=seat, body=body):
            return not seat.type.optional and _is_final(body, routines, callers)
        case Either():
            blocks = blocks_of(statement)
            is_always_possible = any(isinstance(block[0], End) for block in blocks if block)
            return is_always_possible and all(_is_final(block, routines, callers) for block in blocks)
        case WhileLoop(condition=condition):
            return condition == TRUE and _has_no_way_out(statement.body)
        case ForEach(until_empty=True):
            return _is_never_empty(statement.things) and _has_no_way_out(statement.body)
    return False


def _has_no_way_out(body: Block) -> bool:
    """Return True if a loop with this body is not left before its end, unless the game ends."""
    return not any(isinstance(inner, LeaveLoop) or inner.facts.exits is ExitScope.TEXT for inner in statements_in(body))


def _is_never_empty(things: Expr) -> bool:
    match things:
        case InOrder():
            return _is_never_empty(things.things)
        case Const(value=tuple(members)):
            return bool(members)
    return False
