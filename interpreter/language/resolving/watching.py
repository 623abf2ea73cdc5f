"""What the rules keep an eye on: conditions that are tested after each statement that changes what they look at."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.errors import Where
from interpreter.language.checking.effects import Reads
from interpreter.language.ir.expressions import Expr, Watching
from interpreter.language.ir.making import FALSE, NOBODY, TRUE, both, negation
from interpreter.language.ir.nodes import Aspect
from interpreter.language.ir.statements import Assign, Block, CallRoutine, If, Must, Statement
from interpreter.language.ir.walks import rewritten


@dataclass(frozen=True, slots=True)
class Watch:
    """A condition, the number of the routine that is carried out when it holds, and what the condition looks at."""

    condition: Expr
    routine: int
    looks_at: frozenset[Aspect]
    where: Where

    def test(self, number: int) -> If:
        """What stands after a statement that changes something of it. While the routine is under way, it is not
        started again; `number` is the watch's place in the state."""
        condition = both(self.condition, negation(under_way(number)))
        return If(self.where, ((condition, (CallRoutine(self.where, self.routine, (), NOBODY),)),), None)


def watch(condition: Expr, routine: int, where: Where, reads: Reads) -> Watch:
    return Watch(condition, routine, frozenset(reads.of(condition)), where)


def under_way(number: int) -> Watching:
    """Whether what a watch does is being done."""
    return Watching(number)


def once(number: int, routine: int, where: Where) -> Block:
    """A watch's routine, with note taken that it is under way."""
    return (
        Assign(where, "set", under_way(number), TRUE),
        CallRoutine(where, routine, (), NOBODY),
        Assign(where, "set", under_way(number), FALSE),
    )


def with_tests(block: Block, watches: list[Watch]) -> Block:
    """A block with the tests of the watches in it, also in those inside it."""

    def tested(statement: Statement) -> list[Statement]:
        changed = (statement.inner if isinstance(statement, Must) else statement).changes()
        tests = (each.test(number) for number, each in enumerate(watches) if not changed.isdisjoint(each.looks_at))
        return [statement, *tests]

    return rewritten(block, tested) if watches else block
