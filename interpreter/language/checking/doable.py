"""Preconditions: the condition under which a phrase, an event or an option is feasible, and thus offered.

The precondition is derived from the leading statements, up to the first change. Each `only if` must hold, a required
`choose` must have a candidate, and a `must` must be possible. Authors therefore don't write the test separately.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from operator import attrgetter
from typing import assert_never

from interpreter.errors import Problem, Where
from interpreter.language.diagnostics import refuse
from interpreter.language.ir.expressions import (
    Amount,
    And,
    Arithmetic,
    Compare,
    Const,
    Exists,
    Expr,
    Or,
    Playable,
    Random,
    Ref,
    Room,
    Track,
    Word,
    WouldChange,
)
from interpreter.language.ir.making import FALSE, TRUE, binder, both, constant, either, mentions, negation, substituted
from interpreter.language.ir.nullness import guarded
from interpreter.language.ir.statements import (
    As,
    Assign,
    Block,
    Call,
    CallRoutine,
    Carry,
    ChangeState,
    Choose,
    Either,
    End,
    ForEach,
    If,
    Leave,
    Let,
    May,
    MoveCards,
    MovePieces,
    Must,
    Note,
    OnlyIf,
    Out,
    Repeat,
    Simple,
    Statement,
    Stop,
    While,
)
from interpreter.language.ir.types import NUMBER, Local
from interpreter.language.ir.walks import expressions_of, statements_in
from interpreter.language.routines import Routines
from interpreter.language.symbols import Symbols

Known = dict[Local, Expr]
Test = tuple[list[tuple[Local, Expr]], Expr]
"""Names with their values, in order, and a condition that uses them."""
DEEPEST = 12
"""Maximum depth of nested phrases; deeper ones are assumed to be possible."""
MOST_PARTS = 20_000
"""Maximum number of statements and conditions in a single test."""
MOST_TOGETHER = 500_000
"""Maximum number of statements and conditions in all tests of a game."""


class Doable:
    """Derives the preconditions of one game."""

    def __init__(
        self, symbols: Symbols, routines: Routines, asked: Callable[[OnlyIf], Expr] = attrgetter("condition")
    ) -> None:
        """Prepare for one game; `asked` returns the condition that is tested for an `only if`."""
        self.symbols = symbols
        self.routines = routines
        self._asked = asked
        self._named: list[tuple[Local, Expr]] = []
        self.parts = 0
        self._most = MOST_PARTS

    def test(self, block: Block, event: bool = False) -> Test:
        """Return the precondition as by `block`, or by `lines` for an event, with repeated values bound to names.

        Raises RulebookError for a test that is too large.
        """
        self._named = []
        self._most = self.parts + MOST_PARTS
        condition = self.lines(block) if event else self.block(block)
        return _with_needed(self._named, condition)

    def block(self, block: Block, known: Known | None = None, depth: int = 0) -> Expr:
        """Return the condition under which the statements can be carried out; `known` has the values of local names."""
        known = dict(known or {})
        result = TRUE
        for at, statement in enumerate(block):
            self._count(statement)
            match statement:
                case OnlyIf():
                    result = both(result, substituted(self._asked(statement), known))
                case Let() if uncertain(statement.value):
                    return result
                case Let():
                    known[statement.name] = self._kept(statement.value, known)
                case If():
                    return both(result, self._branches(statement, block[at + 1 :], known, depth))
                case Note():
                    pass
                case _:
                    return both(result, self._statement(statement, known, depth))
        return result

    def lines(self, block: Block, known: Known | None = None) -> Expr:
        """Return the condition under which at least one line of an event can be carried out.

        Lines with nothing to choose are skipped, as they are when the event is carried out. An `only if` or a `must` is
        not.
        """
        known = dict(known or {})
        for at, statement in enumerate(block):
            self._count(statement)
            rest = block[at + 1 :]
            match statement:
                case OnlyIf():
                    return both(substituted(self._asked(statement), known), self.lines(rest, known))
                case Let() if not uncertain(statement.value):
                    known[statement.name] = self._kept(statement.value, known)
                case If():
                    return self._ways(statement, rest, known)
                case Call() | CallRoutine() | Either() | Repeat() | As():
                    line = self._statement(statement, known, 0)
                    if not rest or isinstance(rest[0], Stop):
                        return line
                    return either(line, both(waived(line), self.lines(rest, known)))
                case Note():
                    pass
                case Choose() | Must() | Carry() | May() | Leave() | Stop() | End() | ForEach() | While():
                    return self.block(block[at:], known)
                case _:
                    if not isinstance(statement, Simple):
                        assert_never(statement)
                    return self.block(block[at:], known)
        return TRUE

    def _ways(self, statement: If, rest: Block, known: Known) -> Expr:
        """Return the condition as by `lines`, for an `if` and the statements after it."""
        blocks: list[tuple[Expr, Block]] = [*statement.branches, (TRUE, statement.otherwise or ())]
        inside = [self.lines(block, known) for _, block in blocks]
        if statement.otherwise is None and rest:
            inside[-1] = FALSE
        after = self.lines(rest, known) if rest else FALSE
        if all(test == TRUE for test in inside[:-1]) and TRUE in (inside[-1], after):
            return TRUE
        done, passed, before = FALSE, FALSE, TRUE
        for (condition, block), test in zip(blocks, inside, strict=True):
            here = both(before, substituted(condition, known))
            done = either(done, both(here, test))
            if not any(inner.facts.always and inner.facts.leaves is not Out.LOOP for inner in statements_in(block)):
                passed = either(passed, both(here, waived(test) if block else TRUE))
            before = both(before, negation(substituted(condition, known)))
        result = either(done, both(passed, after))
        if parts_of(result) > MOST_PARTS:
            self._too_much(statement.where)
        return result

    def _count(self, statement: Statement) -> None:
        """Count a statement and its expressions towards the limit."""
        self.parts += 1 + sum(parts_of(expr) for expr in expressions_of(statement))
        if self.parts > self._most:
            self._too_much(statement.where)

    def _too_much(self, where: Where) -> None:
        message = "what can be done from here on takes too much to work out: too many phrases within phrases"
        refuse([Problem(where, "too-much-work", message)])

    def check_together(self, block: Block) -> None:
        """Raise RulebookError if all tests so far are too large together; `block` is the source of the last one."""
        if self.parts > MOST_TOGETHER:
            self._too_much(block[0].where)

    def _branches(self, statement: If, rest: Block, known: Known, depth: int) -> Expr:
        inside = [self.block(block, known, depth) for _, block in statement.branches]
        last = self.block(rest if statement.otherwise is None else statement.otherwise, known, depth)
        if all(test == TRUE for test in (*inside, last)):
            return TRUE
        tests: list[Expr] = []
        before = TRUE
        for (condition, _), possible in zip(statement.branches, inside, strict=True):
            test = substituted(condition, known)
            tests.append(both(before, both(test, possible)))
            before = both(before, negation(test))
        tests.append(both(before, last))
        result = tests[0]
        for test in tests[1:]:
            result = Or(result, test)
        return result

    def _statement(self, statement: Statement, known: Known, depth: int) -> Expr:
        match statement:
            case Choose():
                options = substituted(statement.options, known)
                return TRUE if statement.way_out else Exists(options, waivable=True)
            case Must():
                return self.possible(statement, known, depth)
            case Call() | CallRoutine():
                return self._called(statement, known, depth) if depth < DEEPEST else TRUE
            case Repeat():
                times = substituted(statement.times, known)
                certain = isinstance(times, Const) and times.number > 0
                return self.block(statement.body, known, depth) if certain else TRUE
            case As():
                return self.block(statement.body, {**known, statement.name: substituted(statement.seat, known)}, depth)
            case Carry():
                return Playable(substituted(statement.card, known), substituted(statement.you, known))
            case Either():
                return self._any([block for _, block in statement.options], known, depth)
            case May():
                blocks = [statement.body, statement.otherwise]
                return self._any(blocks, known, depth) if statement.otherwise else TRUE
            case OnlyIf() | If() | Leave() | Stop() | End() | ForEach() | While():
                return TRUE
            case _:
                if isinstance(statement, Simple):
                    return TRUE
                assert_never(statement)

    def _called(self, statement: Call | CallRoutine, known: Known, depth: int) -> Expr:
        phrase = self.routines.all[self.routines.called(statement)]
        given = (self._kept(arg, known) for arg in statement.args)
        args = dict(zip(phrase.holes, given, strict=False))
        args[phrase.you] = substituted(statement.you, known)
        return self.block(phrase.body, args, depth + 1)

    def _any(self, blocks: list[Block], known: Known, depth: int) -> Expr:
        """Return the condition under which at least one of the blocks can be carried out."""
        result = FALSE
        for block in blocks:
            test = self.block(block, known, depth)
            if test == TRUE:
                return TRUE
            result = either(result, test)
        return result

    def _kept(self, expr: Expr, known: Known) -> Expr:
        """Return the value of an expression, bound to a name unless it is a simple look-up.

        A named value may be evaluated before the condition that guards it.
        """
        value = substituted(guarded(expr), known)
        if isinstance(value, Const | Ref | Word) or any(free(value)):
            return value
        name = Local("kept", value.type)
        self._named.append((name, value))
        return Ref(name, type=value.type)

    def possible(self, must: Must, known: Known, depth: int = 0) -> Expr:
        """Return the condition under which the statement after `must` can be carried out in full."""
        result = both(substituted(must.given, known), self._possible(must, known, depth))
        return result if isinstance(result, Const) or result.said is not None else replace(result, said=must.said)

    def _possible(self, must: Must, known: Known, depth: int) -> Expr:
        inner = must.inner
        match inner:
            case Assign():
                return self._within_ends(inner, inner.cell, known) if isinstance(inner.cell, Track) else TRUE
            case MovePieces() | ChangeState():
                return self._enough(inner, known)
            case MoveCards():
                return Exists(substituted(inner.cards, known)) if inner.cards.type.many else TRUE
            case Choose() | Call() | CallRoutine():
                return firm(self._statement(inner, known, depth))
            case _:
                assert_never(inner)

    def _within_ends(self, inner: Assign, track: Track, known: Known) -> Expr:
        """Return the condition under which a track can be moved by the whole amount."""
        cell, amount = substituted(track, known), substituted(inner.amount, known)
        ends = self.symbols.track(track.track)
        match inner.verb:
            case "set":
                return TRUE
            case "raise":
                return Compare("<=", Arithmetic("+", cell, amount), constant(ends.high, NUMBER))
            case "lower":
                return Compare(">=", Arithmetic("-", cell, amount), constant(ends.low, NUMBER))
            case _:
                assert_never(inner.verb)

    def _enough(self, inner: MovePieces | ChangeState, known: Known) -> Expr:
        """Return the condition under which there are enough pieces, and room for them."""
        if inner.amount is None:
            return TRUE
        place = substituted(inner.source if isinstance(inner, MovePieces) else inner.place, known)
        owner = substituted(inner.owner, known) if inner.owner is not None else None
        held = Amount(inner.sorts, place, owner)
        amount = substituted(inner.amount, known)
        enough = Compare(">=", held, amount)
        if isinstance(inner, ChangeState):
            return enough
        target = substituted(inner.target, known)
        if target.type.kind == "box" or len(inner.sorts) > 1:
            return enough
        kind = self.symbols.pieces[inner.sorts[0]].id
        if owner is None and inner.taker is not None:
            owner = substituted(inner.taker, known)
        return both(enough, Room(kind, target, amount, owner))


def permission(test: Test) -> Test:
    """Return the test of an event's own conditions, given the test of its feasibility."""
    named, condition = test
    return _with_needed(named, waived(condition))


def _with_needed(named: list[tuple[Local, Expr]], condition: Expr) -> Test:
    """Return a condition with the names that it uses."""
    needed: list[tuple[Local, Expr]] = []
    for name, value in reversed(named):
        if mentions(condition, name) or any(mentions(other, name) for _, other in needed):
            needed.insert(0, (name, value))
    return needed, condition


def waived(test: Expr) -> Expr:
    """Return a test without the requirements that something is there to choose."""
    if isinstance(test, Exists) and test.waivable:
        return TRUE
    if isinstance(test, And):
        return both(waived(test.left), waived(test.right))
    return either(waived(test.left), waived(test.right)) if isinstance(test, Or) else test


def firm(test: Expr) -> Expr:
    """Return a test in which no requirement can be waived."""
    if isinstance(test, Exists):
        return replace(test, waivable=False)
    return test.with_parts(firm) if isinstance(test, And | Or) else test


def parts_of(expr: Expr) -> int:
    """Return the number of operations in an expression, or a number above MOST_PARTS if there are more."""
    found, waiting = 0, [expr]
    while waiting and found <= MOST_PARTS:
        part = waiting.pop()
        found += 1
        waiting += part.parts
    return found


def uncertain(expr: Expr) -> bool:
    """Return whether the value of an expression depends on chance."""
    return isinstance(expr, Random) or any(uncertain(part) for part in expr.parts)


def untried(expr: Expr) -> Expr:
    """Return a condition without the tests that need a trial run."""
    return TRUE if isinstance(expr, WouldChange) else expr.with_parts(untried)


def free(expr: Expr) -> Iterator[Local]:
    """Yield the free occurrences of `it` in an expression."""
    if isinstance(expr, Ref) and expr.local.name == "it":
        yield expr.local
    own = binder(expr)
    for part in expr.parts:
        yield from (name for name in free(part) if name is not own)
