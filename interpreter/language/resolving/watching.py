"""Watches: conditions of the rules that are tested after each statement that changes something they read."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.language.checking.effects import Dependences
from interpreter.language.ir.builders import FALSE, NOBODY, TRUE, conjunction, negation
from interpreter.language.ir.expressions import Expr, IsWatchRunning
from interpreter.language.ir.nodes import Aspect
from interpreter.language.ir.statements import Assign, Block, CallRoutine, If, Must, Statement
from interpreter.language.ir.walks import rewrite
from interpreter.support.errors import Location


@dataclass(frozen=True, slots=True)
class ResolvedWatch:
    """A watch: its condition, the number of the routine to carry out when it holds, and the aspects that it reads."""

    condition: Expr
    routine: int
    reads: frozenset[Aspect]
    where: Location

    def test(self, number: int) -> If:
        """Return the test to insert after a statement that changes something the watch reads.

        The routine is not started again while it is under way; `number` is the watch's index in the state.
        """
        condition = conjunction(self.condition, negation(under_way(number)))
        return If(self.where, ((condition, (CallRoutine(self.where, self.routine, (), NOBODY),)),), None)


def resolve_watch(condition: Expr, routine: int, where: Location, reads: Dependences) -> ResolvedWatch:
    """Make a watch; `reads` finds the aspects that its condition reads."""
    return ResolvedWatch(condition, routine, frozenset(reads.of(condition)), where)


def under_way(number: int) -> IsWatchRunning:
    """Return the condition that the routine of a watch is under way."""
    return IsWatchRunning(number)


def guarded_call(number: int, routine: int, where: Location) -> Block:
    """Return the call of a watch's routine, marked as under way."""
    return (
        Assign(where, "set", under_way(number), TRUE),
        CallRoutine(where, routine, (), NOBODY),
        Assign(where, "set", under_way(number), FALSE),
    )


def insert_watch_tests(block: Block, watches: list[ResolvedWatch]) -> Block:
    """Insert the tests of the watches in a block and in the blocks inside it."""

    def tested(statement: Statement) -> list[Statement]:
        changed = (statement.inner if isinstance(statement, Must) else statement).changes()
        tests = (each.test(number) for number, each in enumerate(watches) if not changed.isdisjoint(each.reads))
        return [statement, *tests]

    return rewrite(block, tested) if watches else block
