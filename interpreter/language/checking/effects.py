"""Effects of statements and dependences of expressions, including those of the texts that they call or refer to."""

from __future__ import annotations

from interpreter.language.checking.preconditions import Preconditions, without_trials
from interpreter.language.ir.expressions import Const, Expr, IsPlayable, TermCall
from interpreter.language.ir.nodes import Aspect
from interpreter.language.ir.statements import (
    Block,
    Choose,
    ExitScope,
    Statement,
    Term,
    WhileLoop,
)
from interpreter.language.ir.walks import statements_in
from interpreter.language.routines import Routines


class Dependences:
    """Aspects of the state that expressions depend on, including those of the texts that they refer to."""

    def __init__(self, terms: dict[int, Term], routines: Routines, preconditions: Preconditions) -> None:
        self._terms = terms
        self._routines = routines
        self._preconditions = preconditions
        self._of_events: dict[int, set[Aspect]] = {}

    def of(self, expr: Expr) -> set[Aspect]:
        """Return the aspects that an expression depends on."""
        found = set(expr.looks_at())
        if isinstance(expr, TermCall):
            found |= self.of(self._terms[expr.word].body)
        elif isinstance(expr, IsPlayable):
            card = expr.card
            events = [self._routines.event[card.number]] if isinstance(card, Const) else self._routines.event
            found = found.union(*(self._of_event(event) for event in dict.fromkeys(events) if event is not None))
        for part in expr.parts:
            found |= self.of(part)
        return found

    def _of_event(self, event: int) -> set[Aspect]:
        """Return the aspects that decide whether an event can be played."""
        if event not in self._of_events:
            self._of_events[event] = set()  # for events that refer to each other
            named, condition = self._preconditions.test(self._routines.all[event].body, event=True)
            parts = [without_trials(condition), *(value for _, value in named)]
            found = set[Aspect]().union(*(self.of(part) for part in parts))
            self._of_events[event] = {each for each in found if each[0] != "local"}
        return self._of_events[event]


class Effects:
    """Aspects of the state that statements can change, including those of the phrases that they call."""

    def __init__(self, routines: Routines, reads: Dependences) -> None:
        self.routines = routines
        self.reads = reads
        self._known: dict[int, set[Aspect]] = {}

    def can_end(self, loop: WhileLoop) -> bool:
        """Return whether the body leaves the loop explicitly, or changes something that its condition reads."""
        if any(inner.facts.always_exits or _may_stop(inner) for inner in statements_in(loop.body)):
            return True
        changed, read = self.of(loop.body), self.reads.of(loop.condition)
        if "chance" in read or not changed.isdisjoint(("anything", "the end")):
            return True
        return bool(changed) if "anything" in read else not changed.isdisjoint(read)

    def can_leave(self, block: Block) -> bool:
        """Return whether a block can be left: by an exit or the end of the game."""
        if any(inner.facts.exits in (ExitScope.LOOP, ExitScope.TEXT, ExitScope.GAME) for inner in statements_in(block)):
            return True
        return not self.of(block).isdisjoint(("anything", "the end"))

    def of(self, block: Block) -> set[Aspect]:
        """Return the aspects that a block can change."""
        found: set[Aspect] = set()
        for inner in statements_in(block):
            found |= inner.changes()
            if inner.facts.calls_any_text:
                found.add("anything")
            if inner.facts.exits is ExitScope.GAME:
                found.add("the end")
            for number in self.routines.started_by(inner):
                found |= self._of_routine(number)
        return found

    def _of_routine(self, number: int) -> set[Aspect]:
        if number not in self._known:
            self._known[number] = set()
            self._known[number] = self.of(self.routines.all[number].body)
        return self._known[number]


def _may_stop(statement: Statement) -> bool:
    """Return whether a seat can stop a loop at this statement."""
    return isinstance(statement, Choose) and statement.way_out == "stop"
