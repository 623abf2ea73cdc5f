"""Preconditions: the condition under which a phrase, an event or an option is feasible, and thus offered.

The precondition is derived from the leading statements, up to the first change. Each `only if` must hold, a required
`choose` must have a candidate, and a `must` must be possible. Authors therefore don't write the test separately.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from operator import attrgetter
from typing import assert_never

from interpreter.language.diagnostics import raise_problems
from interpreter.language.ir.builders import (
    FALSE,
    TRUE,
    bound_name,
    conjunction,
    constant,
    disjunction,
    expressions_of,
    has_local,
    negation,
    statements_in,
    substitute,
)
from interpreter.language.ir.expressions import (
    And,
    Arithmetic,
    CanMovePiece,
    Compare,
    Const,
    EnumWord,
    Exists,
    Expr,
    Filter,
    HasRoom,
    IsPlayable,
    Or,
    Pairs,
    PieceAmount,
    Random,
    Ref,
    Subsets,
    TrackValue,
    WouldChange,
)
from interpreter.language.ir.nullness import guard
from interpreter.language.ir.statement_nodes import ExitScope
from interpreter.language.ir.statements import (
    ActAs,
    Answer,
    Assign,
    Block,
    CallPhrase,
    CallRoutine,
    CarryOutEvent,
    ChangeState,
    Choose,
    DoNothing,
    Either,
    End,
    ForEach,
    If,
    LeaveLoop,
    Let,
    May,
    MoveCards,
    MovePiece,
    MovePieces,
    Must,
    OnlyIf,
    RecordUse,
    Repeat,
    ShowChoices,
    Simple,
    Statement,
    StopRule,
    Tell,
    WhileLoop,
)
from interpreter.language.ir.types import NUMBER, Local
from interpreter.language.routines import Routines
from interpreter.language.symbols import Symbols
from interpreter.support.errors import Location, Problem

Bindings = dict[Local, Expr]
BoundCondition = tuple[list[tuple[Local, Expr]], Expr]
"""Names with their values, in order, and a condition that uses them."""
MAX_DEPTH = 12
"""Maximum depth of nested phrases; deeper ones are assumed to be possible."""
MOST_PARTS = 20_000
"""Maximum number of statements and conditions in a single test."""
MOST_TOGETHER = 500_000
"""Maximum number of statements and conditions in all tests of a game."""


class Preconditions:
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

    def test(self, block: Block, event: bool = False) -> BoundCondition:
        """Return the precondition as by `block`, or by `event_condition` for an event; repeated values get names.

        Raises RulebookError for a test that is too large.
        """
        self._named = []
        self._most = self.parts + MOST_PARTS
        condition = self.event_condition(block) if event else self.condition(block)
        return _with_needed(self._named, condition)

    def untried(self, block: Block, event: bool, permitted: bool) -> BoundCondition:
        """Return the precondition without the tests of an event that need a trial run.

        Args:
            block: The statements.
            event: They are a card's event.
            permitted: Return only the event's own conditions.
        """
        test = self.test(block, event)
        named, condition = own_conditions(test) if permitted else test
        return named, without_trials(condition) if event else condition

    def condition(self, block: Block, known: Bindings | None = None, depth: int = 0) -> Expr:
        """Return the condition under which the statements can be carried out; `known` has the values of local names."""
        known = dict(known or {})
        result = TRUE
        for at, statement in enumerate(block):
            self._count(statement)
            match statement:
                case OnlyIf():
                    result = conjunction(result, substitute(self._asked(statement), known))
                case Let() if is_random(statement.value):
                    return result
                case Let():
                    known[statement.name] = self._kept(statement.value, known)
                case If():
                    return conjunction(result, self._branches(statement, block[at + 1 :], known, depth))
                case RecordUse() | Tell() | ShowChoices():
                    pass
                case _:
                    return conjunction(result, self._statement(statement, known, depth))
        return result

    def event_condition(self, block: Block, known: Bindings | None = None) -> Expr:
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
                    return conjunction(substitute(self._asked(statement), known), self.event_condition(rest, known))
                case Let() if not is_random(statement.value):
                    known[statement.name] = self._kept(statement.value, known)
                case If():
                    return self._ways(statement, rest, known)
                case CallPhrase() | CallRoutine() | Either() | Repeat() | ActAs():
                    line = self._statement(statement, known, 0)
                    if not rest or isinstance(rest[0], StopRule):
                        return line
                    return disjunction(line, conjunction(waive(line), self.event_condition(rest, known)))
                case RecordUse() | Tell() | ShowChoices():
                    pass
                case (
                    Choose()
                    | Must()
                    | CarryOutEvent()
                    | May()
                    | LeaveLoop()
                    | StopRule()
                    | DoNothing()
                    | Answer()
                    | End()
                    | ForEach()
                    | WhileLoop()
                ):
                    return self.condition(block[at:], known)
                case _:
                    if not isinstance(statement, Simple):
                        assert_never(statement)
                    return self.condition(block[at:], known)
        return TRUE

    def _ways(self, statement: If, rest: Block, known: Bindings) -> Expr:
        """Return the condition as by `event_condition`, for an `if` and the statements after it."""
        blocks: list[tuple[Expr, Block]] = [*statement.branches, (TRUE, statement.otherwise or ())]
        inside = [self.event_condition(block, known) for _, block in blocks]
        if statement.otherwise is None and rest:
            inside[-1] = FALSE
        after = self.event_condition(rest, known) if rest else FALSE
        if all(test == TRUE for test in inside[:-1]) and TRUE in (inside[-1], after):
            return TRUE
        done, passed, before = FALSE, FALSE, TRUE
        for (condition, block), test in zip(blocks, inside, strict=True):
            here = conjunction(before, substitute(condition, known))
            done = disjunction(done, conjunction(here, test))
            if not any(
                inner.facts.always_exits and inner.facts.exits is not ExitScope.LOOP for inner in statements_in(block)
            ):
                passed = disjunction(passed, conjunction(here, waive(test) if block else TRUE))
            before = conjunction(before, negation(substitute(condition, known)))
        result = disjunction(done, conjunction(passed, after))
        if count_parts(result) > MOST_PARTS:
            self._too_much(statement.where)
        return result

    def _count(self, statement: Statement) -> None:
        """Count a statement and its expressions towards the limit."""
        self.parts += 1 + sum(count_parts(expr) for expr in expressions_of(statement))
        if self.parts > self._most:
            self._too_much(statement.where)

    def _too_much(self, where: Location) -> None:
        message = "what can be done from here on takes too much to work out: too many phrases within phrases"
        raise_problems([Problem(where, "too-much-work", message)])

    def check_total_size(self, block: Block) -> None:
        """Raise RulebookError if all tests so far are too large together; `block` is the source of the last one."""
        if self.parts > MOST_TOGETHER:
            self._too_much(block[0].where)

    def _branches(self, statement: If, rest: Block, known: Bindings, depth: int) -> Expr:
        inside = [self.condition(block, known, depth) for _, block in statement.branches]
        last = self.condition(rest if statement.otherwise is None else statement.otherwise, known, depth)
        if all(test == TRUE for test in (*inside, last)):
            return TRUE
        tests: list[Expr] = []
        before = TRUE
        for (condition, _), possible in zip(statement.branches, inside, strict=True):
            test = substitute(condition, known)
            tests.append(conjunction(before, conjunction(test, possible)))
            before = conjunction(before, negation(test))
        tests.append(conjunction(before, last))
        result = tests[0]
        for test in tests[1:]:
            result = Or(result, test)
        return result

    def _statement(self, statement: Statement, known: Bindings, depth: int) -> Expr:
        match statement:
            case Choose():
                options = _needed_things(statement.options)
                return TRUE if statement.way_out else Exists(substitute(options, known), waivable=True)
            case Must():
                return self._with_alternative(statement, known, depth)
            case CallPhrase() | CallRoutine():
                return self._called(statement, known, depth) if depth < MAX_DEPTH else TRUE
            case Repeat():
                times = substitute(statement.times, known)
                certain = isinstance(times, Const) and times.number > 0
                return self.condition(statement.body, known, depth) if certain else TRUE
            case ActAs():
                return self.condition(
                    statement.body, {**known, statement.name: substitute(statement.seat, known)}, depth
                )
            case CarryOutEvent():
                return IsPlayable(substitute(statement.card, known), substitute(statement.you, known))
            case Either():
                return self._any([block for _, block in statement.options], known, depth)
            case May():
                blocks = [statement.body, statement.otherwise]
                return self._any(blocks, known, depth) if statement.otherwise else TRUE
            case OnlyIf() | If() | LeaveLoop() | StopRule() | DoNothing() | Answer() | End() | ForEach() | WhileLoop():
                return TRUE
            case _:
                if isinstance(statement, Simple):
                    return TRUE
                assert_never(statement)

    def _with_alternative(self, must: Must, known: Bindings, depth: int) -> Expr:
        """Return the condition under which a due statement, or what is carried out in its place, can be carried out.

        The end of the game is nothing that can be done.
        """
        result = self.must_condition(must, known, depth)
        if must.otherwise is None or any(isinstance(inner, End) for inner in statements_in(must.otherwise)):
            return result
        return disjunction(result, self.condition(must.otherwise, known, depth))

    def _called(self, statement: CallPhrase | CallRoutine, known: Bindings, depth: int) -> Expr:
        phrase = self.routines.all[self.routines.callee(statement)]
        given = (self._kept(arg, known) for arg in statement.args)
        args = dict(zip(phrase.parameters, given, strict=False))
        args[phrase.you] = substitute(statement.you, known)
        return self.condition(phrase.body, args, depth + 1)

    def _any(self, blocks: list[Block], known: Bindings, depth: int) -> Expr:
        """Return the condition under which at least one of the blocks can be carried out."""
        result = FALSE
        for block in blocks:
            test = self.condition(block, known, depth)
            if test == TRUE:
                return TRUE
            result = disjunction(result, test)
        return result

    def _kept(self, expr: Expr, known: Bindings) -> Expr:
        """Return the value of an expression, bound to a name unless it is a simple look-up.

        A named value may be evaluated before the condition that guards it.
        """
        value = substitute(guard(expr), known)
        if isinstance(value, Const | Ref | EnumWord) or any(free_candidates(value)):
            return value
        name = Local("kept", value.type)
        self._named.append((name, value))
        return Ref(name, type=value.type)

    def must_condition(self, must: Must, known: Bindings, depth: int = 0) -> Expr:
        """Return the condition under which the statement after `must` can be carried out in full."""
        result = conjunction(substitute(must.presence, known), self._possible(must, known, depth))
        return (
            result
            if isinstance(result, Const) or result.source_range is not None
            else replace(result, source_range=must.source_range)
        )

    def _possible(self, must: Must, known: Bindings, depth: int) -> Expr:
        inner = must.inner
        match inner:
            case Assign():
                return self._within_ends(inner, inner.cell, known) if isinstance(inner.cell, TrackValue) else TRUE
            case MovePieces() | ChangeState():
                return self._enough(inner, known)
            case MovePiece():
                return CanMovePiece(substitute(inner.piece, known), substitute(inner.target, known))
            case MoveCards():
                return Exists(substitute(inner.cards, known)) if inner.cards.type.many else TRUE
            case Choose() | CallPhrase() | CallRoutine():
                return unwaivable(self._statement(inner, known, depth))
            case _:
                assert_never(inner)

    def _within_ends(self, inner: Assign, track: TrackValue, known: Bindings) -> Expr:
        """Return the condition under which a track can be moved by the whole amount."""
        cell, amount = substitute(track, known), substitute(inner.amount, known)
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

    def _enough(self, inner: MovePieces | ChangeState, known: Bindings) -> Expr:
        """Return the condition under which there are enough pieces, and room for them."""
        if inner.amount is None:
            return TRUE
        place = substitute(inner.source if isinstance(inner, MovePieces) else inner.place, known)
        owner = substitute(inner.owner, known) if inner.owner is not None else None
        held = PieceAmount(inner.sorts, place, owner)
        amount = substitute(inner.amount, known)
        enough = Compare(">=", held, amount)
        if isinstance(inner, ChangeState):
            return enough
        target = substitute(inner.target, known)
        if target.type.kind == "box" or len(inner.sorts) > 1:
            return enough
        kind = self.symbols.pieces[inner.sorts[0]].id
        if owner is None and inner.taker is not None:
            owner = substitute(inner.taker, known)
        return conjunction(enough, HasRoom(kind, target, amount, owner))


def own_conditions(test: BoundCondition) -> BoundCondition:
    """Return the test of an event's own conditions, given the test of its feasibility."""
    named, condition = test
    return _with_needed(named, waive(condition))


def _with_needed(named: list[tuple[Local, Expr]], condition: Expr) -> BoundCondition:
    """Return a condition with the names that it uses."""
    needed: list[tuple[Local, Expr]] = []
    for name, value in reversed(named):
        if has_local(condition, name) or any(has_local(other, name) for _, other in needed):
            needed.insert(0, (name, value))
    return needed, condition


def waive(test: Expr) -> Expr:
    """Return a test without the requirements that something is there to choose."""
    if isinstance(test, Exists) and test.waivable:
        return TRUE
    if isinstance(test, And):
        return conjunction(waive(test.left), waive(test.right))
    return disjunction(waive(test.left), waive(test.right)) if isinstance(test, Or) else test


def unwaivable(test: Expr) -> Expr:
    """Return a test in which no requirement can be waived."""
    if isinstance(test, Exists):
        return replace(test, waivable=False)
    return test.map_parts(unwaivable) if isinstance(test, And | Or) else test


def count_parts(expr: Expr) -> int:
    """Return the number of operations in an expression, or a number above MOST_PARTS if there are more."""
    found, waiting = 0, [expr]
    while waiting and found <= MOST_PARTS:
        part = waiting.pop()
        found += 1
        waiting += part.parts
    return found


def is_random(expr: Expr) -> bool:
    """Return whether the value of an expression depends on chance."""
    return isinstance(expr, Random) or any(is_random(part) for part in expr.parts)


def without_trials(expr: Expr) -> Expr:
    """Return a condition without the tests that need a trial run."""
    return TRUE if isinstance(expr, WouldChange) else expr.map_parts(without_trials)


def free_candidates(expr: Expr) -> Iterator[Local]:
    """Yield the free occurrences of `it` in an expression."""
    if isinstance(expr, Ref) and expr.local.name == "it":
        yield expr.local
    own = bound_name(expr)
    for part in expr.parts:
        yield from (name for name in free_candidates(part) if name is not own)


def _needed_things(options: Expr) -> Expr:
    """Return the set that must have a member, so that something can be chosen among options."""
    if isinstance(options, Pairs):  # a first thing for which there is a second one
        return Filter(options.things, options.it, Exists(options.seconds), type=options.things.type)
    return options.things if isinstance(options, Subsets) else options
