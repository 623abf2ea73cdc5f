"""Warnings about choices without options, which end a block, and about ties of which an end of the game says nothing.

Only what the rules themselves show is reported: that a choice can't be made before an option is offered, or where a
condition asks for what it chooses from, isn't examined further.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.language.checking.effects import Effects
from interpreter.language.checking.endings import always_ends
from interpreter.language.checking.ranges import ValueRanges
from interpreter.language.checking.spans import ThingSet
from interpreter.language.ir.builders import TRUE, blocks_of, descendants_of, has_local, statements_in
from interpreter.language.ir.expressions import (
    ArgBest,
    AsSet,
    BoardLookup,
    Count,
    Exists,
    Expr,
    Filter,
    Only,
    Pairs,
    Prefer,
    Some,
    TermCall,
)
from interpreter.language.ir.nodes import Aspect
from interpreter.language.ir.statement_nodes import ExitScope
from interpreter.language.ir.statements import (
    Block,
    Choose,
    End,
    ForEach,
    If,
    Let,
    OnlyIf,
    Routine,
    Statement,
    WhileLoop,
)
from interpreter.language.routines import Routines
from interpreter.support.errors import WARNING, Problem

UNCERTAIN: frozenset[Aspect] = frozenset({"anything", "chance", "trial"})
"""Aspects that may change at any time."""


def find_skipped(effects: Effects, ranges: ValueRanges) -> Iterator[Problem]:
    """Yield the warnings for the texts of a game."""
    finder = _SkippedStatementFinder(effects, ranges)
    for number, routine in enumerate(effects.routines.all):
        yield from finder.of_routine(routine, number in finder.offered)


class _SkippedStatementFinder:
    """Walks through blocks with the conditions that hold there; `offered` is as in `offered_routines`."""

    def __init__(self, effects: Effects, ranges: ValueRanges) -> None:
        self._effects = effects
        self._ranges = ranges
        self.offered = offered_routines(effects.routines)

    def of_routine(self, routine: Routine, is_offered: bool) -> Iterator[Problem]:
        """Yield the warnings for one text."""
        yield from self._block(routine.body, (), is_offered)

    def _block(self, block: Block, guards: tuple[Expr, ...], is_offered: bool) -> Iterator[Problem]:
        for at, statement in enumerate(block):
            rest = block[at + 1 :]
            if isinstance(statement, OnlyIf):
                guards = (*guards, statement.condition)
            elif isinstance(statement, Choose):
                if not is_offered and self._may_be_impossible(statement, guards):
                    yield from self._skipped_end(statement, rest)
                if rest and isinstance(rest[0], Choose):
                    yield from self._without_second(statement, rest[0], guards)
            elif isinstance(statement, End):
                yield from _tie(statement, guards)
            elif isinstance(statement, If):
                for condition, inner in statement.branches:
                    yield from self._block(inner, (*guards, condition), is_offered)
                    guards = (*guards, condition)  # what a branch asks for was thought of in those after it
                yield from self._block(statement.otherwise or (), guards, is_offered)
            else:
                inside = (*guards, statement.condition) if isinstance(statement, WhileLoop) else guards
                for inner in blocks_of(statement):
                    yield from self._block(inner, inside, is_offered or bool(tested_blocks(statement)))

    def _may_be_impossible(self, choice: Choose, guards: Iterable[Expr]) -> bool:
        """Return True if nothing may be on offer, and no condition before asks for it."""
        if choice.way_out or choice.together or choice.pick_of or isinstance(choice.options, Pairs):
            return False
        found = self._ranges.of(choice.options, {})
        if isinstance(found, ThingSet) and found.low >= 1:
            return False
        return not any(_asks_for(guard, choice.options) for guard in guards)

    def _skipped_end(self, choice: Choose, rest: Block) -> Iterator[Problem]:
        """Warn if an end of the game that doesn't depend on a choice is skipped with it."""
        changed: set[Aspect] = {("local", choice.name)}
        for statement in rest:
            exits = {inner.facts.exits for inner in statements_in((statement,))}
            is_left = isinstance(statement, OnlyIf) or not exits.isdisjoint((ExitScope.LOOP, ExitScope.TEXT))
            if is_left or not changed.isdisjoint(UNCERTAIN):
                return
            for condition in self._conditions_of_end(statement):
                read = self._effects.reads.of(condition)
                if changed.isdisjoint(read) and read.isdisjoint(UNCERTAIN):
                    message = (
                        "if there is nothing to choose here, the rest of the block is skipped, and with it the end of "
                        f"the game in line {statement.where.line}: put the choice and what it is for under `if there "
                        "is …:`, or in a phrase of their own"
                    )
                    yield Problem(choice.where, "end-skipped", message, severity=WARNING)
                    return
            changed |= self._effects.of((statement,))
            if isinstance(statement, Let | Choose | ForEach):
                changed.add(("local", statement.name))

    def _conditions_of_end(self, statement: Statement) -> Iterator[Expr]:
        """Yield the conditions with which a statement ends the game."""
        routines = self._effects.routines
        if isinstance(statement, If):
            yield from (test for test, block in statement.branches[:1] if always_ends(block, routines))
        elif always_ends((statement,), routines):
            yield TRUE

    def _without_second(self, first: Choose, second: Choose, guards: Iterable[Expr]) -> Iterator[Problem]:
        """Warn of a first choice after which nothing may be left for the second one that depends on it."""
        if first.together or first.pick_of or isinstance(first.options, Pairs):
            return
        if any(isinstance(part, Exists | Some | Count | TermCall) for part in descendants_of(first.options)):
            return
        options, is_filtered = second.options, False
        while isinstance(options, Filter | Prefer):
            options, is_filtered = options.things, is_filtered or isinstance(options, Filter)
        nearby = any(isinstance(part, BoardLookup) and has_local(part, first.name) for part in descendants_of(options))
        if not is_filtered or not nearby or not self._may_be_impossible(second, guards):
            return
        message = (
            f"there may be nothing to choose here for some {first.noun} chosen before, and the rest is then skipped: "
            "choose both at once, `choose …, as start, and …, as goal`, or only among those that leave a choice"
        )
        yield Problem(second.where, "second-choice", message, severity=WARNING)


def offered_routines(routines: Routines) -> set[int]:
    """Return the numbers of the texts that are only carried out after it was tested that they can be."""
    offered = {event for event in routines.event if event is not None}
    blocks = [
        block
        for routine in routines.all
        for statement in statements_in(routine.body)
        for block in tested_blocks(statement)
    ]
    while blocks:
        for statement in statements_in(blocks.pop()):
            number = routines.callee(statement)
            if number >= 0 and number not in offered:
                offered.add(number)
                blocks.append(routines.all[number].body)
    return offered


def tested_blocks(statement: Statement) -> list[Block]:
    """Return the blocks of a statement that are only carried out if it was tested before that they can be."""
    if statement.facts.needs_precondition:
        return blocks_of(statement)
    return blocks_of(statement, statement.facts.offers)


def _asks_for(guard: Expr, options: Expr) -> bool:
    """Return True if a condition is about the number of things of the kind of these options."""
    kind = options.type.kind
    return any(
        isinstance(part, TermCall) or (isinstance(part, Exists | Count | Some) and part.parts[0].type.kind == kind)
        for part in descendants_of(guard)
    )


def _tie(end: End, guards: Iterable[Expr]) -> Iterator[Problem]:
    """Warn if nobody wins because several seats tie, and no condition before asks how many there are."""
    winners = end.winners
    if end.side is not None or not isinstance(winners, AsSet) or not isinstance(winners.thing, Only):
        return
    best = winners.thing.things
    if not isinstance(best, ArgBest) or isinstance(best.things, ArgBest):
        return
    if any(isinstance(part, Count | Exists | Only) for guard in guards for part in descendants_of(guard)):
        return
    message = (
        "nobody wins if several tie: `the winners are SEATS with the highest …` lets all of them win, "
        "`…, ties to the highest …` decides between them"
    )
    yield Problem(end.where, "tie", message, severity=WARNING)
