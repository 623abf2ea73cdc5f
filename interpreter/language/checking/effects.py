"""What statements change, also through what they call, and what expressions read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from interpreter.language.routines import Routines
from interpreter.language.tree import (
    Assign,
    Block,
    Call,
    Carry,
    ChangeState,
    Draw,
    End,
    Expr,
    Leave,
    ListChange,
    Make,
    MoveCards,
    MovePieces,
    Must,
    Run,
    Shuffle,
    Stop,
    Term,
    While,
)
from interpreter.language.walks import statements_in


class Effects:
    """What statements can change, also through the phrases they call."""

    def __init__(self, routines: Routines) -> None:
        self.routines = routines
        self._known: dict[int, set[Any]] = {}

    def can_end(self, loop: While, terms: dict[int, Term]) -> bool:
        """Whether the body leaves the loop in so many words, or changes something that the condition reads."""
        if any(isinstance(inner, (Stop, Leave, End)) for inner in statements_in(loop.body)):
            return True
        changed = self.of(loop.body)
        return not changed.isdisjoint(("anything", "the end")) or not changed.isdisjoint(reads(loop.condition, terms))

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


def changed_by(statement: Any) -> set[Any]:
    """What a statement itself changes, as `reads` has it."""
    if isinstance(statement, Assign):
        return {(statement.cell.op, statement.cell.data)}
    if isinstance(statement, (MovePieces, ChangeState)):
        return {"pieces", *(("pieces", _kind(sort)) for sort in statement.sorts)}
    if isinstance(statement, (MoveCards, Draw, Shuffle)):
        return {"cards"}
    if isinstance(statement, Make):
        return {("flag", statement.flag)}
    if isinstance(statement, ListChange):
        cell = statement.cell
        return {("local", statement.name) if cell is None else (cell.op, cell.data)}
    return set()


def reads(expr: Expr, terms: dict[int, Term]) -> Iterator[Any]:
    """What the value of an expression depends on."""
    if expr.op in ("track", "variable", "flag", "local"):
        yield (expr.op, expr.data)
    elif expr.op == "amount":
        yield from (("pieces", _kind(sort)) for sort in expr.data)
    elif expr.op == "room":
        yield "pieces"
    elif expr.op in ("cards", "cards_in", "top"):
        yield "cards"
    elif expr.op == "playable":
        yield from ("pieces", "cards")
    elif expr.op == "term":
        body = terms[expr.data].body
        if body is not None:
            yield from reads(body, terms)
    for arg in expr.args:
        yield from reads(arg, terms)


def _kind(sort: str) -> str:
    """The kind of pieces of a sort, which may be one of their states."""
    return sort.rpartition(" ")[2]
