"""What is known of texts before play: words that explain themselves, loops that can't end, too much work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from interpreter.errors import Problem
from interpreter.language.parts import Run, blocks_of, in_cycles
from interpreter.language.tree import (
    Assign,
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
    Leave,
    ListChange,
    Make,
    May,
    MoveCards,
    MovePieces,
    Must,
    Routine,
    Shuffle,
    Stop,
    Term,
    While,
    mentions,
)
from interpreter.language.weights import MOST_WORK, Weights, expressions_of
from interpreter.rulebook.model import Text

CHANGES = (MovePieces, ChangeState, MoveCards, Draw, Shuffle, Assign, ListChange, Make)


def statements_in(block: Block) -> Iterator[Any]:
    """All statements of a block, also those inside others."""
    for statement in block:
        yield statement
        if isinstance(statement, Must):
            yield from statements_in([statement.inner])
        for inner in blocks_of(statement):
            yield from statements_in(inner)


def check_routines(
    routines: list[Routine],
    phrase_number: dict[int, int],
    trigger_number: dict[tuple[str, int], int],
    terms: dict[int, Term],
) -> list[Problem]:
    """Phrases that call themselves with nothing between, and `while`s whose condition nothing inside can change."""
    problems: list[Problem] = []
    calls: list[set[int]] = []
    for routine in routines:
        called: set[int] = set()
        for statement in _before_change(routine.body):
            if isinstance(statement, Call):
                called.add(phrase_number[statement.word])
            if isinstance(statement, Run):
                called.add(statement.routine)
        calls.append(called)
    for number in in_cycles(calls):
        routine = routines[number]
        message = f"`{routine.title}` comes back to itself with no choice or change between"
        problems.append(Problem(routine.text.where, "calls-itself", message))
    effects = _Effects(routines, phrase_number, trigger_number)
    for routine in routines:
        for statement in statements_in(routine.body):
            if isinstance(statement, While) and not effects.can_end(statement, terms):
                message = "this `while` can't end: nothing in it can change its condition"
                problems.append(Problem(statement.where, "endless", message))
            if isinstance(statement, ForEach) and statement.again and not effects.leaves(statement.body):
                message = "this goes on `again and again` without end: nothing in it ends the game or leaves the loop"
                problems.append(Problem(statement.where, "endless", message))
    return problems


def _before_change(block: Block) -> Iterator[Any]:
    """The statements that may be reached before anything has been chosen or changed."""
    for statement in block:
        if isinstance(statement, (Choose, Either, May, Carry, End, Stop, Leave, *CHANGES)):
            return
        yield statement
        for inner in blocks_of(statement):
            yield from _before_change(inner)


class _Effects:
    """What statements can change, also through the phrases they call."""

    def __init__(
        self, routines: list[Routine], phrase_number: dict[int, int], trigger_number: dict[tuple[str, int], int]
    ) -> None:
        self.routines = routines
        self.phrase_number = phrase_number
        self.trigger_number = trigger_number
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
                for (track, _), trigger in self.trigger_number.items():
                    if inner.cell.op == "track" and inner.cell.data == track:
                        found |= self._of_routine(trigger)
            elif isinstance(inner, Carry):
                found.add("anything")
            elif isinstance(inner, End):
                found.add("the end")
            elif isinstance(inner, Call):
                found |= self._of_routine(self.phrase_number[inner.word])
            elif isinstance(inner, Run):
                found |= self._of_routine(inner.routine)
        return found

    def _of_routine(self, number: int) -> set[Any]:
        if number not in self._known:
            self._known[number] = set()
            self._known[number] = self.of(self.routines[number].body)
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


def _kind(sort: str) -> str:
    """The kind of pieces of a sort, which may be one of their states."""
    return sort.rpartition(" ")[2]


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


def check_work(
    weights: Weights, routines: list[Routine], terms: dict[int, Term], others: list[tuple[Text, Expr]]
) -> list[Problem]:
    """Expressions that could keep the machine busy: sets in sets in sets, terms that double at each level."""
    problems: list[Problem] = []
    for term in terms.values():
        if term.body is not None and weights.of(term.body) > MOST_WORK:
            problems.append(
                Problem(term.text.where, "too-much-work", f"working out `{term.title}` could take too long")
            )
    if problems:
        return problems[:1]
    for routine in routines:
        for statement in statements_in(routine.body):
            if any(weights.of(expr) > MOST_WORK for expr in expressions_of(statement)):
                problems.append(Problem(statement.where, "too-much-work", "working this out could take too long"))
    for text, expr in others:
        if weights.of(expr) > MOST_WORK:
            problems.append(Problem(text.where, "too-much-work", "working this out could take too long"))
    return problems


def check_acting(routines: list[Routine], phrase_number: dict[int, int]) -> list[Problem]:
    """Phrases in which somebody must act, called where nobody does."""
    needs: set[int] = set()
    changed = True
    while changed:
        before = len(needs)
        for number, routine in enumerate(routines):
            if any(_needs_you(statement, routine, phrase_number, needs) for statement in statements_in(routine.body)):
                needs.add(number)
        changed = len(needs) > before
    problems: list[Problem] = []
    for routine in routines:
        for statement in statements_in(routine.body):
            called = _called(statement, phrase_number)
            if called in needs and statement.you.op == "const" and statement.you.data is None:
                message = f"`{routines[called].title}` needs somebody who acts: put `as SEAT:` around it"
                problems.append(Problem(statement.where, "nobody-acts", message))
    return problems


def _called(statement: Any, phrase_number: dict[int, int]) -> int:
    if isinstance(statement, Call):
        return phrase_number[statement.word]
    return statement.routine if isinstance(statement, Run) else -1


def _needs_you(statement: Any, routine: Routine, phrase_number: dict[int, int], needs: set[int]) -> bool:
    """Whether a statement of a routine speaks of the routine's acting seat, or calls what needs it."""
    called = _called(statement, phrase_number)
    if called >= 0:
        asks = any(mentions(arg, routine.you) for arg in statement.args)
        return asks or (called in needs and mentions(statement.you, routine.you))
    return any(mentions(expr, routine.you) for expr in expressions_of(statement))
