"""Detection of statements without effect: empty moves, loops with 0 rounds, choices without options."""

from __future__ import annotations

from interpreter.language.checking.ranges import ValueRanges
from interpreter.language.checking.spans import Environment
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.statements import (
    Assign,
    Block,
    CallPhrase,
    CallRoutine,
    ChangeState,
    Choose,
    ForEach,
    If,
    Let,
    MovePieces,
    Must,
    OnlyIf,
    Repeat,
    Statement,
    WhileLoop,
)
from interpreter.language.routines import Routines

MAX_DEPTH = 20
"""Maximum depth of nested phrases."""


class NoEffectFinder:
    """Finds the reason why statements have no effect, including those of called phrases with their arguments."""

    def __init__(self, ranges: ValueRanges, routines: Routines) -> None:
        self._ranges = ranges
        self._routines = routines
        self._idle: dict[int, bool] = {}

    def is_idle(self, number: int) -> bool:
        """Return whether a routine has no effect for any arguments."""
        if number not in self._idle:
            self._idle[number] = self._block(self._routines.all[number].body, {}, 0) is not None
        return self._idle[number]

    def reason(self, statement: Statement, known: Environment, depth: int = 0) -> str | None:
        """Return why a statement never has an effect; None if it may have one.

        Statements about which nothing but their facts is known may always have an effect.
        """
        match statement:
            case Must():
                return self.reason(statement.inner, known, depth)
            case MovePieces() if statement.source == statement.target:
                return "they are there already"
            case MovePieces() | ChangeState():
                place = statement.target if isinstance(statement, MovePieces) else statement.place
                return self._closed_place(place, known) or self._zero_amount(statement, known)
            case Assign() if statement.verb == "set":
                return "it is that already" if statement.amount == statement.cell else None
            case Assign():
                span = self._ranges.number(statement.amount, known)
                return "the change is 0" if span.low == span.high == 0 else None
            case Repeat():
                if self._ranges.number(statement.times, known).high <= 0:
                    return "it is done 0 times"
                return self._block(statement.body, known, depth)
            case CallPhrase() | CallRoutine():
                if depth > MAX_DEPTH:
                    return None
                routine = self._routines.all[self._routines.callee(statement)]
                given = [self._ranges.of(arg, known) for arg in statement.args]
                return self._block(routine.body, dict(zip(routine.parameters, given, strict=True)), depth + 1)
        return self._zero_amount(statement, known)

    def _zero_amount(self, statement: Statement, known: Environment) -> str | None:
        name = statement.facts.amount
        amount = None if name is None else getattr(statement, name)
        none = amount is not None and self._ranges.number(amount, known).high <= 0
        return "the number is 0" if none else None

    def _closed_place(self, place: Expr, known: Environment) -> str | None:
        closed = self._ranges.closed_space(self._ranges.of(place, known))
        return f"`{closed}` is closed" if closed else None

    def _block(self, block: Block, known: Environment, depth: int) -> str | None:
        """Return why no statement of a block has an effect; an empty block has no reason."""
        known = dict(known)
        first = None
        for statement in block:
            if isinstance(statement, OnlyIf):
                if self._ranges.is_impossible(statement.condition, known):
                    return first or "its condition never holds"
                continue
            if isinstance(statement, Choose):
                return first or "there is nothing to choose" if self._empty(statement.options, known) else None
            if not isinstance(statement, Let):
                reason = self._inner_reason(statement, known, depth)
                if reason is None:
                    return None
                first = first or reason
            self._ranges.bind(statement, known)
        return first

    def _inner_reason(self, statement: Statement, known: Environment, depth: int) -> str | None:
        if isinstance(statement, If):
            blocks = [block for test, block in statement.branches if not self._ranges.is_impossible(test, known)]
            blocks += [statement.otherwise] if statement.otherwise else []
            reasons = [self._block(block, known, depth) for block in blocks]
            return None if None in reasons else next(iter(reasons), "its condition never holds")
        if isinstance(statement, ForEach):
            if self._empty(statement.things, known):
                return "there is nothing to do this for"
            return self._block(statement.body, self._ranges.loop_environment(statement, known), depth)
        if isinstance(statement, WhileLoop):
            return "its condition never holds" if self._ranges.is_impossible(statement.condition, known) else None
        return self.reason(statement, known, depth)

    def _empty(self, things: Expr, known: Environment) -> bool:
        return self._ranges.is_empty(things, known)
