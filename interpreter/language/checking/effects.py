"""What statements change, also through what they call, and what expressions read."""

from __future__ import annotations

from typing import Any

from interpreter.language.checking.doable import Doable, untried
from interpreter.language.routines import Routines
from interpreter.language.tree import (
    As,
    Assign,
    AtEnd,
    Block,
    Call,
    Carry,
    ChangeState,
    Choose,
    Draw,
    Either,
    End,
    Expr,
    ForEach,
    If,
    Leave,
    Let,
    ListChange,
    Make,
    May,
    MoveCards,
    MovePieces,
    Must,
    Note,
    OnlyIf,
    Repeat,
    Reveal,
    Run,
    Shuffle,
    Step,
    Stop,
    Term,
    Top,
    While,
)
from interpreter.language.walks import statements_in

PLAIN = frozenset(
    {
        *("const", "word", "single", "row", "attribute", "gives", "opponent", "after", "around", "own", "owns"),
        *("meet", "union", "filter", "prefer", "argbest", "range", "in_order", "first", "only", "longest_line"),
        *("count", "sum_over", "sum_best", "best", "arithmetic", "negative", "conditional"),
        *("compare", "equal", "in", "and", "or", "not", "is_word", "exists", "some", "every", "same"),
    }
)
"""Operations whose value depends on their parts, on what is printed, and on nothing else."""
CELLS = frozenset({"track", "variable", "flag", "local", "watching"})
"""Operations that read one cell of the state, or a name."""
LOOKS_AT = {
    "room": "pieces",
    "cards": "cards",
    "cards_in": "cards",
    "top": "cards",
    "random": "chance",
    "would_change": "anything",
    "muted": "trial",
}
"""What else operations look at. `amount` looks at kinds of pieces, `term` and `playable` at what other texts do."""
CHANGES_NOTHING = (
    *(AtEnd, Choose, Let, Reveal, Must, OnlyIf, Note, Leave, Stop, End),
    *(Call, Run, Carry, If, Either, May, ForEach, Repeat, While, As),
)
"""Statements that change nothing themselves, only through what is in them or what they call."""


class Reads:
    """What the values of expressions depend on, also through the texts that they speak of."""

    def __init__(self, terms: dict[int, Term], routines: Routines, doable: Doable) -> None:
        self._terms = terms
        self._routines = routines
        self._doable = doable
        self._of_events: dict[int, set[Any]] = {}

    def of(self, expr: Expr) -> set[Any]:
        """As `changed_by` has it; besides, "chance" and, of what depends on the whole table, "anything"."""
        found = self._itself(expr)
        for arg in expr.args:
            found |= self.of(arg)
        return found

    def _itself(self, expr: Expr) -> set[Any]:
        if expr.op in PLAIN:
            return set()
        if expr.op in CELLS:
            return {(expr.op, expr.data)}
        if expr.op in LOOKS_AT:
            return {LOOKS_AT[expr.op]}
        if expr.op == "amount":
            return {("pieces", _kind(sort)) for sort in expr.data}
        if expr.op == "term":
            body = self._terms[expr.data].body
            return set() if body is None else self.of(body)
        if expr.op == "playable":
            card = expr.args[0]
            events = [self._routines.event[card.data]] if card.op == "const" else self._routines.event
            return set().union(*(self._of_event(event) for event in dict.fromkeys(events) if event is not None))
        raise AssertionError(f"what `{expr.op}` reads is not known")

    def _of_event(self, event: int) -> set[Any]:
        """What decides whether an event can be played."""
        if event not in self._of_events:
            self._of_events[event] = set()  # for events that ask for each other
            named, condition = self._doable.test(self._routines.all[event].body, event=True)
            parts = [untried(condition), *(value for _, value in named)]
            found = set().union(*(self.of(part) for part in parts))
            self._of_events[event] = {each for each in found if each[0] != "local"}
        return self._of_events[event]


class Effects:
    """What statements can change, also through the phrases they call."""

    def __init__(self, routines: Routines, reads: Reads) -> None:
        self.routines = routines
        self.reads = reads
        self._known: dict[int, set[Any]] = {}

    def can_end(self, loop: While) -> bool:
        """Whether the body leaves the loop in so many words, or changes something that the condition reads."""
        if any(isinstance(inner, (Stop, Leave, End)) or _may_stop(inner) for inner in statements_in(loop.body)):
            return True
        changed, read = self.of(loop.body), self.reads.of(loop.condition)
        if "chance" in read or not changed.isdisjoint(("anything", "the end")):
            return True
        return bool(changed) if "anything" in read else not changed.isdisjoint(read)

    def leaves(self, block: Block) -> bool:
        """Whether a block can be left for good: the game ends, or what it stands in is over."""
        if any(isinstance(inner, (Stop, Leave, End, Must)) for inner in statements_in(block)):
            return True
        return not self.of(block).isdisjoint(("anything", "the end"))

    def of(self, block: Block) -> set[Any]:
        found: set[Any] = set()
        for inner in statements_in(block):
            found |= changed_by(inner)
            if isinstance(inner, Assign):
                for (track, _), trigger in self.routines.trigger.items():
                    if inner.cell.op == "track" and inner.cell.data == track:
                        found |= self._of_routine(trigger)
            elif isinstance(inner, Draw) and inner.zone in self.routines.when_empty:
                found |= self._of_routine(self.routines.when_empty[inner.zone])
            elif isinstance(inner, Carry):
                found.add("anything")
            elif isinstance(inner, End):
                found.add("the end")
            elif isinstance(inner, (Call, Run)):
                found |= self._of_routine(self.routines.called(inner))
        return found

    def _of_routine(self, number: int) -> set[Any]:
        if number not in self._known:
            self._known[number] = set()
            self._known[number] = self.of(self.routines.all[number].body)
        return self._known[number]


def _may_stop(statement: Any) -> bool:
    """Whether a seat may take the way out of a loop here."""
    return isinstance(statement, Choose) and statement.way_out == "stop"


def changed_by(statement: Any) -> set[Any]:
    """What a statement itself changes: pieces (of a kind), cards, or a cell by its operation and name."""
    if isinstance(statement, (Assign, Step)):
        return {(statement.cell.op, statement.cell.data)}
    if isinstance(statement, (MovePieces, ChangeState)):
        return {"pieces", *(("pieces", _kind(sort)) for sort in statement.sorts)}
    if isinstance(statement, (MoveCards, Draw, Top, Shuffle)):
        return {"cards"}
    if isinstance(statement, Make):
        return {("flag", statement.flag)}
    if isinstance(statement, ListChange):
        cell = statement.cell
        return {("local", statement.name) if cell is None else (cell.op, cell.data)}
    if isinstance(statement, CHANGES_NOTHING):
        return set()
    raise AssertionError(f"what {type(statement).__name__} changes is not known")


def _kind(sort: str) -> str:
    """The kind of pieces of a sort, which may be one of their states."""
    return sort.rpartition(" ")[2]
