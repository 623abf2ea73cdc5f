"""What statements change, also through what they call, and what expressions read."""

from __future__ import annotations

from interpreter.language.checking.doable import Doable, untried
from interpreter.language.ir.expressions import Const, Expr, Playable, TermCall
from interpreter.language.ir.nodes import Aspect
from interpreter.language.ir.statements import (
    Block,
    Choose,
    Out,
    Statement,
    Term,
    While,
)
from interpreter.language.ir.walks import statements_in
from interpreter.language.routines import Routines


class Reads:
    """What the values of expressions depend on, also through the texts that they speak of."""

    def __init__(self, terms: dict[int, Term], routines: Routines, doable: Doable) -> None:
        self._terms = terms
        self._routines = routines
        self._doable = doable
        self._of_events: dict[int, set[Aspect]] = {}

    def of(self, expr: Expr) -> set[Aspect]:
        """What an expression looks at, also through the words and events that it speaks of."""
        found = set(expr.looks_at())
        if isinstance(expr, TermCall):
            found |= self.of(self._terms[expr.word].body)
        elif isinstance(expr, Playable):
            card = expr.card
            events = [self._routines.event[card.number]] if isinstance(card, Const) else self._routines.event
            found = found.union(*(self._of_event(event) for event in dict.fromkeys(events) if event is not None))
        for part in expr.parts:
            found |= self.of(part)
        return found

    def _of_event(self, event: int) -> set[Aspect]:
        """What decides whether an event can be played."""
        if event not in self._of_events:
            self._of_events[event] = set()  # for events that ask for each other
            named, condition = self._doable.test(self._routines.all[event].body, event=True)
            parts = [untried(condition), *(value for _, value in named)]
            found = set[Aspect]().union(*(self.of(part) for part in parts))
            self._of_events[event] = {each for each in found if each[0] != "local"}
        return self._of_events[event]


class Effects:
    """What statements can change, also through the phrases they call."""

    def __init__(self, routines: Routines, reads: Reads) -> None:
        self.routines = routines
        self.reads = reads
        self._known: dict[int, set[Aspect]] = {}

    def can_end(self, loop: While) -> bool:
        """Whether the body leaves the loop in so many words, or changes something that the condition reads."""
        if any(inner.facts.always or _may_stop(inner) for inner in statements_in(loop.body)):
            return True
        changed, read = self.of(loop.body), self.reads.of(loop.condition)
        if "chance" in read or not changed.isdisjoint(("anything", "the end")):
            return True
        return bool(changed) if "anything" in read else not changed.isdisjoint(read)

    def leaves(self, block: Block) -> bool:
        """Whether a block can be left for good: the game ends, or what it stands in is over."""
        if any(inner.facts.leaves in (Out.LOOP, Out.TEXT, Out.GAME) for inner in statements_in(block)):
            return True
        return not self.of(block).isdisjoint(("anything", "the end"))

    def of(self, block: Block) -> set[Aspect]:
        found: set[Aspect] = set()
        for inner in statements_in(block):
            found |= inner.changes()
            if inner.facts.anything:
                found.add("anything")
            if inner.facts.leaves is Out.GAME:
                found.add("the end")
            for number in self.routines.set_going(inner):
                found |= self._of_routine(number)
        return found

    def _of_routine(self, number: int) -> set[Aspect]:
        if number not in self._known:
            self._known[number] = set()
            self._known[number] = self.of(self.routines.all[number].body)
        return self._known[number]


def _may_stop(statement: Statement) -> bool:
    """Whether a seat may take the way out of a loop here."""
    return isinstance(statement, Choose) and statement.way_out == "stop"
