"""Effects of statements and dependences of expressions, including those of the texts that they call or refer to.

From these it follows that a loop can't end: its condition is a loop invariant, because the body never changes it, or
changes it only in the wrong direction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from interpreter.language.checking.preconditions import Preconditions, without_trials
from interpreter.language.checking.ranges import ValueRanges
from interpreter.language.ir.builders import blocks_of, conjuncts, statements_in, substitute
from interpreter.language.ir.expressions import (
    Cell,
    Compare,
    Const,
    Expr,
    IsPlayable,
    Opponent,
    TermCall,
    TrackValue,
    VariableValue,
)
from interpreter.language.ir.nodes import Aspect
from interpreter.language.ir.statement_nodes import ExitScope
from interpreter.language.ir.statements import (
    Block,
    CallPhrase,
    CallRoutine,
    Choose,
    ForEach,
    Statement,
    Term,
    WhileLoop,
)
from interpreter.language.ir.types import Local
from interpreter.language.routines import Routines
from interpreter.language.symbols import Symbols


class Dependences:
    """Aspects of the state that expressions depend on, including those of the texts that they refer to."""

    def __init__(self, term_of: Callable[[int], Term], routines: Routines, preconditions: Preconditions) -> None:
        self._term_of = term_of
        self._routines = routines
        self._preconditions = preconditions
        self._of_events: dict[int, set[Aspect]] = {}
        self._open_words: set[int] = set()

    def of(self, expr: Expr) -> set[Aspect]:
        """Return the aspects that an expression depends on."""
        found = set(expr.looks_at())
        if isinstance(expr, TermCall):
            if expr.word not in self._open_words:
                self._open_words.add(expr.word)
                found |= self.of(self._term_of(expr.word).body)
                self._open_words.remove(expr.word)
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

    def can_run_out(self, loop: ForEach) -> bool:
        """Return whether a loop that goes on until its set is empty can be left, or changes what the set depends on."""
        if self.can_leave(loop.body):
            return True
        changed, read = self.of(loop.body), self.reads.of(loop.things)
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


MOST_CALLS = 500
"""Maximum number of calls followed within a block."""
LOOP_EXITS = (ExitScope.BLOCK, ExitScope.LOOP, ExitScope.TEXT)
"""Exits that end the loop; in a called phrase, an exit returns to the block."""
GAME_ENDS = frozenset({"anything", "the end"})
BELOW, ABOVE = ("<", "<="), (">", ">=")

Bindings = dict[Local, Expr]


@dataclass(frozen=True, slots=True)
class _Bound:
    """A condition that a cell of the state lies on one side of a number.

    `wrong` is the direction of the changes that can end it: 1 for up, -1 for down.
    """

    cell: TrackValue | VariableValue
    wrong: int


class LoopTermination:
    """Detector of loops that can't end because of what their bodies do."""

    def __init__(self, effects: Effects, ranges: ValueRanges, symbols: Symbols) -> None:
        self._effects = effects
        self._ranges = ranges
        self._symbols = symbols
        self._routines: Routines = effects.routines
        self._seen: list[tuple[int, Bindings]] = []

    def missing_change(self, loop: WhileLoop) -> str | None:
        """Return the change of the condition that the loop never makes; None if the loop may end."""
        if any(inner.facts.exits in LOOP_EXITS for inner in statements_in(loop.body)):
            return None
        changed = self._effects.of(loop.body)
        if not changed.isdisjoint(GAME_ENDS):
            return None
        missing: str | None = "changes what its condition asks for"
        for part in conjuncts(loop.condition):
            read = self._effects.reads.of(part)
            if not read.isdisjoint(("anything", "chance", "trial")):
                return None
            if changed.isdisjoint(read):
                continue
            bound = _bound(part)
            if bound is None or not changed.isdisjoint(read - bound.cell.looks_at()):
                return None
            self._seen = []
            if any(move != -bound.wrong for move in self._moves(loop.body, bound.cell, {})):
                return None
            missing = f"{'raises' if bound.wrong > 0 else 'lowers'} `{_name(bound.cell)}`"
        return missing

    def _moves(self, block: Block, cell: Cell, given: Bindings) -> Iterator[int]:
        """Yield the directions in which a block and its calls change a cell: 1 up, -1 down, 0 unknown."""
        for statement in block:
            if not statement.changes().isdisjoint(cell.looks_at()):
                yield self._move(statement, cell, given)
            for number, names in self._set_going(statement, given):
                if (number, names) in self._seen:
                    continue
                self._seen.append((number, names))
                if len(self._seen) > MOST_CALLS:
                    yield 0
                    return
                yield from self._moves(self._routines.all[number].body, cell, names)
            for inner in blocks_of(statement):
                yield from self._moves(inner, cell, given)

    def _move(self, statement: Statement, cell: Cell, given: Bindings) -> int:
        """Return the direction in which a statement changes a cell."""
        moved = statement.moves()
        if moved is None or self._ranges.number(substitute(moved.by, given), {}).low < 0:
            return 0
        move = 1 if moved.up else -1
        if isinstance(cell, TrackValue) and self._symbols.track(cell.track).mirrored:
            move *= self._side(substitute(moved.cell, given).parts, cell.parts)
        return move

    def _side(self, moved: tuple[Expr, ...], own: tuple[Expr, ...]) -> int:
        """Return 1 if a mirrored track is moved for the same seat, -1 for the other one, 0 if that is unknown."""
        if moved == own:
            return 1
        opposite = any(
            isinstance(one[0], Opponent) and one[0].parts == other for one, other in ((moved, own), (own, moved)) if one
        )
        return -1 if opposite else 0

    def _set_going(self, statement: Statement, given: Bindings) -> Iterator[tuple[int, Bindings]]:
        """Yield the routines that a statement starts, with the known values of their parameters."""
        for number in self._routines.started_by(statement):
            names: Bindings = {}
            if isinstance(statement, CallPhrase | CallRoutine):
                routine = self._routines.all[number]
                names = dict(zip(routine.parameters, statement.args, strict=True)) | {routine.you: statement.you}
            yield number, {name: substitute(expr, given) for name, expr in names.items()}


def _bound(condition: Expr) -> _Bound | None:
    """Return a condition as the bound of a cell, if it compares a cell with a constant."""
    if not isinstance(condition, Compare) or condition.sign not in (*BELOW, *ABOVE):
        return None
    left, right = condition.left, condition.right
    cell, number = (left, right) if isinstance(right, Const) else (right, left)
    if not isinstance(number, Const) or not isinstance(cell, TrackValue | VariableValue):
        return None
    return _Bound(cell, 1 if (condition.sign in BELOW) == (cell is left) else -1)


def _name(cell: TrackValue | VariableValue) -> str:
    return cell.track if isinstance(cell, TrackValue) else cell.variable
