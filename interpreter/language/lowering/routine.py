"""State of the lowering of one routine: the open body, the values of its names, and the context of the game.

Analysis of the routines that can be suspended for a decision and therefore keep their names in a frame.

Desugaring: raise and lower on tracks with triggers, and draw, are replaced by simpler statements.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field

from interpreter.language.checking.cost_model import CostModel, is_straight
from interpreter.language.checking.preconditions import Preconditions
from interpreter.language.coverage_points import CoveragePoint
from interpreter.language.execution.executable import SourceLocation
from interpreter.language.ir.builders import NOBODY, blocks_of, constant, local, negation
from interpreter.language.ir.expressions import And, Cards, Compare, Equal, Exists, Expr, IsMember, IsMuted
from interpreter.language.ir.expressions import TrackValue as TrackCell
from interpreter.language.ir.statements import (
    Assign,
    Block,
    CallRoutine,
    Draw,
    If,
    LeaveLoop,
    Let,
    ListChange,
    MoveTopCard,
    Repeat,
    Routine,
    Statement,
    StepTrack,
    TrackAtEnd,
)
from interpreter.language.ir.types import NUMBER, Local, Type
from interpreter.language.lowered.game import LoweredDecision, Segment
from interpreter.language.lowered.instructions import (
    Body,
    Charge,
    ConditionalBody,
    ConditionalChain,
    Instruction,
    Log,
    RecordPoint,
    Set,
)
from interpreter.language.lowered.values import Constant, Register, Value
from interpreter.language.lowering.bodies import NestedBodies
from interpreter.language.lowering.expressions import Bindings, ExpressionLowering
from interpreter.language.lowering.points import CoverageItems, is_guard
from interpreter.language.routines import Routines, cyclic_nodes
from interpreter.language.symbols import Symbols
from interpreter.rulebook.log_entries import Entry
from interpreter.rulebook.model import Track
from interpreter.support.errors import Location


class SuspensionAnalysis:
    """Suspendable routines of a game.

    Attributes:
        suspendable: The root, routines of events, routines that contain a decision or end the game, and all routines
            that call one of these or are recursive.
        recursive: The recursive routines.
    """

    def __init__(self, symbols: Symbols, routines: Routines) -> None:
        self._symbols = symbols
        self._routines = routines
        calls: list[set[int]] = []
        self.suspendable: set[int] = {routines.root, *(event for event in routines.event if event is not None)}
        for number, routine in enumerate(routines.all):
            called: set[int] = set()
            if self._decides(routine.body, called):
                self.suspendable.add(number)
            calls.append(called)
        self.recursive = frozenset(cyclic_nodes(calls))
        self.suspendable |= self.recursive
        changed = True
        while changed:
            new = {
                number
                for number, called in enumerate(calls)
                if number not in self.suspendable and called & self.suspendable
            }
            self.suspendable |= new
            changed = bool(new)

    def extended(self, routines: Routines) -> SuspensionAnalysis:
        """Return the analysis of a longer list of routines, without analysing the known ones again."""
        other = copy(self)
        other._routines = routines
        other.suspendable = set(self.suspendable)
        return other

    def can_suspend(self, statement: Statement) -> bool:
        """Return True if a statement can lead to a decision or to the end of the game."""
        called: set[int] = set()
        return self._decides((statement,), called) or bool(called & self.suspendable)

    def _decides(self, block: Block, called: set[int]) -> bool:
        """Return True if the block itself contains a decision; add the routines that it calls to `called`."""
        decides = False
        for statement in block:
            decides |= statement.facts.asks
            for inner in desugar(statement, self._symbols, self._routines):
                if inner is not statement:
                    decides |= self._decides((inner,), called)
            if (routine := self._routines.callee(statement)) >= 0:
                called.add(routine)
            for inner_block in blocks_of(statement):
                decides |= self._decides(inner_block, called)
        return decides


def desugar(statement: Statement, symbols: Symbols, routines: Routines) -> list[Statement]:
    """Return the simpler statements that replace a statement; any other statement unchanged."""
    if isinstance(statement, Assign) and isinstance(statement.cell, TrackCell) and statement.verb != "set":
        track = symbols.track(statement.cell.track)
        wanted = {"raise": "raised", "lower": "lowered"}[statement.verb]
        if any(trigger.direction == wanted for trigger in track.triggers):
            return [_stepwise(statement, statement.cell, track, wanted, symbols, routines)]
    if isinstance(statement, Draw):
        return _draw(statement, routines)
    return [statement]


def _stepwise(
    statement: Assign, cell: TrackCell, track: Track, wanted: str, symbols: Symbols, routines: Routines
) -> Statement:
    where = statement.where
    raising = wanted == "raised"
    end = constant(track.high if raising else track.low, NUMBER)
    after: list[Statement] = []
    for number, trigger in enumerate(track.triggers):
        if trigger.direction != wanted:
            continue
        steps = constant(tuple(step if raising else step - 1 for step in trigger.steps), Type("number", many=True))
        test: Expr = IsMember(cell, steps)
        you = NOBODY if cell.seat is None else cell.seat
        if trigger.seat is not None:
            seat = constant(symbols.seats.index(trigger.seat), Type("seat"))
            test = And(Equal(you, seat), test)
        after.append(If(where, ((test, (CallRoutine(where, routines.trigger[track.id, number], (), you),)),), None))
    if raising:
        after = [If(where, ((negation(IsMuted(cell.track, cell.seat)), tuple(after)),), None)]
    step = (StepTrack(where, cell, raising), *after)
    inside = Compare("<" if raising else ">", cell, end)
    at_end = TrackAtEnd(where, cell, raising)
    if statement.amount == constant(1, NUMBER):
        return If(where, ((inside, step),), (at_end,))
    return Repeat(where, statement.amount, (If(where, ((inside, step),), (at_end, LeaveLoop(where))),))


def _draw(statement: Draw, routines: Routines) -> list[Statement]:
    where = statement.where
    empty = negation(Exists(Cards(statement.source)))
    refill: Block = ()
    if statement.zone in routines.when_empty:
        you = NOBODY if statement.owner is None else statement.owner
        refill = (If(where, ((empty, (CallRoutine(where, routines.when_empty[statement.zone], (), you),)),), None),)
    result: list[Statement] = []
    name, one = statement.name, statement.name
    keep: Block = ()
    if name is not None:
        result.append(Let(where, name, constant(() if name.type.many else None, name.type)))
        if name.type.many:
            one = Local(name.name, Type("card"))
            drawn = local(one)  # it may be drawn twice, if the empty zone gets it back
            keep = (ListChange(where, "take", name, None, drawn), ListChange(where, "add", name, None, drawn))
    for target in statement.receiving:
        top = MoveTopCard(where, statement.source, target, one)
        once = (*refill, If(where, ((negation(empty), (top, *keep)),), (LeaveLoop(where),)))
        result.append(Repeat(where, statement.amount, once))
    return result


@dataclass(slots=True)
class LoweringContext:
    """State shared by all routines of a game while they are lowered.

    Attributes:
        added_kinds: Kinds of things that statements add to lists.
        has_log: True if instructions that write the log are generated.
        points: Coverage points to record, if any.
        places: Source positions for `Charge`.
        segments: Segments by number, as far as they are written.
        entries: First segment of each suspendable routine.
    """

    symbols: Symbols
    expressions: ExpressionLowering
    preconditions: Preconditions
    routines: Routines
    suspension: SuspensionAnalysis
    cost_model: CostModel
    added_kinds: frozenset[str]
    has_log: bool
    points: CoverageItems | None
    places: list[SourceLocation] = field(default_factory=list)
    decisions: list[LoweredDecision] = field(default_factory=list)
    segments: list[Segment] = field(default_factory=list)
    entries: dict[int, int] = field(default_factory=dict)

    def desugared(self, statement: Statement) -> list[Statement]:
        """Return the simpler statements that replace a statement."""
        return desugar(statement, self.symbols, self.routines)


class RoutineBuilder(NestedBodies):
    """Builder for a routine that is being lowered.

    Attributes:
        names: Values of the names in scope.
    """

    def __init__(
        self, context: LoweringContext, routine: Routine, new_register: Callable[[Type], Register] = Register
    ) -> None:
        super().__init__()
        self.context = context
        self.routine = routine
        self.symbols = context.symbols
        self.names: Bindings = {}
        self._new = new_register
        self._recorded_statement: Location | None = None

    def put(self, *instructions: Instruction) -> None:
        """Append instructions to the open body."""
        self.body += instructions

    def put_if(self, condition: Value, body: Sequence[Instruction], otherwise: Body = ()) -> None:
        """Append a body that runs if a condition holds, and one that runs if it doesn't."""
        self.put(ConditionalChain((ConditionalBody(condition, tuple(body)),), otherwise))

    def record_point(self, point: CoveragePoint) -> None:
        """Record that play has reached a coverage point, if the point is known."""
        number = None if self.context.points is None else self.context.points.number(point)
        if number is not None:
            self.put(RecordPoint(number))

    def record_statement(self, statement: Statement) -> None:
        """Record that a statement is executed, once for all the statements that replace it."""
        if statement.where != self._recorded_statement and not is_guard(statement):
            self._recorded_statement = statement.where
            self.record_point(CoveragePoint(statement.where, "done"))

    def value(self, expr: Expr) -> Value:
        """Return the value of an expression."""
        return self.context.expressions.value(expr, self.names)

    def snapshot(self, expr: Expr) -> Value:
        """Return the value of an expression, copied if it is a list that may change."""
        return self.context.expressions.snapshot(expr, self.names)

    def snapshots(self, exprs: Sequence[Expr]) -> tuple[Value, ...]:
        """Return the values of several expressions, copied if they are lists that may change."""
        return tuple(map(self.snapshot, exprs))

    def optional_value(self, expr: Expr | None) -> Value:
        """Return the value of an expression; the constant None for no expression."""
        return Constant(None) if expr is None else self.value(expr)

    def register(self, name: Local) -> Register:
        """Return the register of a name, created on first use."""
        if name not in self.names:
            self.names[name] = self._new(name.type)
        register = self.names[name]
        assert isinstance(register, Register)
        return register

    def bind(self, name: Local, value: Value) -> None:
        """Assign a value to a name."""
        self.put(Set(self.register(name), value))

    def evaluate(self, value: Value, value_type: Type) -> Register:
        """Evaluate a value here, once, and return the register that holds it."""
        register = Register(value_type)
        self.put(Set(register, value))
        return register

    def evaluate_simple(self, expr: Expr) -> Register | Constant:
        """Return an expression's value as a register or constant, evaluated here if it is more than a name."""
        value = self.value(expr)
        return value if isinstance(value, Register | Constant) else self.evaluate(value, expr.type)

    def log(self, kind: type[Entry], *entry: Value) -> None:
        """Write an entry to the log, if the game is lowered with a log."""
        if self.context.has_log:
            self.put(Log(kind, entry))

    def charge(self, where: Location, block: Block) -> None:
        """Charge the work of a block, so that a match that does too much is stopped."""
        self.context.places.append(SourceLocation(where, self.routine.title, self.routine.text))
        self.put(Charge(self.context.cost_model.units(block), len(self.context.places) - 1))

    def charge_routine(self, free_units: int = 1) -> None:
        """Charge the work of the routine, unless it has no loops or calls and takes at most `free_units` units."""
        body = self.routine.body
        if body and (not is_straight(body) or self.context.cost_model.units(body) > free_units):
            self.charge(body[0].where, body)

    def precondition(self, block: Block) -> Expr:
        """Return the precondition of a block. Values that it depends on are evaluated here."""
        named, condition = self.context.preconditions.test(block)
        for name, value in named:
            self.names[name] = self.evaluate(self.value(value), name.type)
        return condition
