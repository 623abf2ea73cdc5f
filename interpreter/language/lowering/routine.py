"""State of the lowering of one routine: the open body, the values of its names, and the context of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from interpreter.errors import Location
from interpreter.language.checking.doable import Preconditions
from interpreter.language.checking.weights import CostModel, is_straight
from interpreter.language.executable import SourceLocation
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.statements import Block, Routine, Statement
from interpreter.language.ir.types import Local, Type
from interpreter.language.log import Entry
from interpreter.language.lowered.game import LoweredDecision, Segment
from interpreter.language.lowered.instructions import Charge, Instruction, Log, RecordPoint, Set
from interpreter.language.lowered.values import Constant, Register, Value
from interpreter.language.lowering.desugar import desugar
from interpreter.language.lowering.expressions import Bindings, ExpressionLowering
from interpreter.language.lowering.points import CoverageItems, is_guard
from interpreter.language.lowering.suspension import SuspensionAnalysis
from interpreter.language.points import CoveragePoint
from interpreter.language.routines import Routines
from interpreter.language.symbols import Symbols


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


class RoutineBuilder:
    """Builder for a routine that is being lowered.

    Attributes:
        names: Values of the names in scope.
        body: The open body, which instructions are appended to.
    """

    def __init__(
        self, context: LoweringContext, routine: Routine, new_register: Callable[[Type], Register] = Register
    ) -> None:
        self.context = context
        self.routine = routine
        self.symbols = context.symbols
        self.names: Bindings = {}
        self.body: list[Instruction] = []
        self._new = new_register
        self._recorded_statement: Location | None = None

    def put(self, *instructions: Instruction) -> None:
        """Append instructions to the open body."""
        self.body += instructions

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

    @contextmanager
    def nested_body(self) -> Iterator[list[Instruction]]:
        """Collect the instructions put in this context in a body of their own."""
        outer, self.body = self.body, []
        try:
            yield self.body
        finally:
            self.body = outer

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
