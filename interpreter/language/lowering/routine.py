"""One routine while it is lowered: its open body, what its names stand for, and the game that it is part of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from interpreter.errors import Where
from interpreter.language.checking.doable import Doable
from interpreter.language.checking.weights import Weights, is_straight
from interpreter.language.executable import Place
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.statements import Block, Routine, Statement
from interpreter.language.ir.types import Local, Type
from interpreter.language.log import Entry
from interpreter.language.lowered.game import LoweredDecision, Segment
from interpreter.language.lowered.instructions import Charge, Instruction, Log, Reach, Set
from interpreter.language.lowered.values import Constant, Register, Value
from interpreter.language.lowering.desugar import desugared
from interpreter.language.lowering.expressions import Bindings, Expressions
from interpreter.language.lowering.points import Points, is_guard
from interpreter.language.lowering.suspension import Suspension
from interpreter.language.points import Point
from interpreter.language.routines import Routines
from interpreter.language.symbols import Symbols


@dataclass(slots=True)
class LoweringContext:
    """What the routines of a game share while they are lowered. `added`: the kinds of things that are added to lists;
    `logged`: with the instructions that write the log; `places`: see Charge. `segments` by number, as far as they are
    written; `entries`: the first segment of each routine with decisions; `points`: what is to be noted, if anything."""

    symbols: Symbols
    expressions: Expressions
    doable: Doable
    routines: Routines
    suspension: Suspension
    weights: Weights
    added: frozenset[str]
    logged: bool
    points: Points | None
    places: list[Place] = field(default_factory=list)
    decisions: list[LoweredDecision] = field(default_factory=list)
    segments: list[Segment] = field(default_factory=list)
    entries: dict[int, int] = field(default_factory=dict)

    def desugared(self, statement: Statement) -> list[Statement]:
        return desugared(statement, self.symbols, self.routines)


class Writing:
    """A routine being lowered. `names` are what its names stand for; `new` makes a register for a name."""

    def __init__(self, context: LoweringContext, routine: Routine, new: Callable[[Type], Register] = Register) -> None:
        self.context = context
        self.routine = routine
        self.symbols = context.symbols
        self.names: Bindings = {}
        self.body: list[Instruction] = []
        self._new = new
        self._doing: Where | None = None

    def put(self, *instructions: Instruction) -> None:
        self.body += instructions

    def reach(self, point: Point) -> None:
        """Note that play has come to a point, if there is one."""
        number = None if self.context.points is None else self.context.points.number(point)
        if number is not None:
            self.put(Reach(number))

    def do(self, statement: Statement) -> None:
        """Note that a statement is done. Those that stand for it are done with it."""
        if statement.where != self._doing and not is_guard(statement):
            self._doing = statement.where
            self.reach(Point(statement.where, "done"))

    @contextmanager
    def inner(self) -> Iterator[list[Instruction]]:
        """What is put meanwhile goes into a body of its own."""
        outer, self.body = self.body, []
        try:
            yield self.body
        finally:
            self.body = outer

    def value(self, expr: Expr) -> Value:
        return self.context.expressions.value(expr, self.names)

    def snapshot(self, expr: Expr) -> Value:
        return self.context.expressions.snapshot(expr, self.names)

    def snapshots(self, exprs: Sequence[Expr]) -> tuple[Value, ...]:
        return tuple(map(self.snapshot, exprs))

    def optional(self, expr: Expr | None) -> Value:
        return Constant(None) if expr is None else self.value(expr)

    def register(self, name: Local) -> Register:
        """Where a name is kept."""
        if name not in self.names:
            self.names[name] = self._new(name.type)
        register = self.names[name]
        assert isinstance(register, Register)
        return register

    def bind(self, name: Local, value: Value) -> None:
        """Let a name be a value from now on."""
        self.put(Set(self.register(name), value))

    def kept(self, value: Value, type: Type) -> Register:
        """A value that is worked out now, once."""
        register = Register(type)
        self.put(Set(register, value))
        return register

    def simple(self, expr: Expr) -> Register | Constant:
        """An expression's value, worked out now if it is more than a name."""
        value = self.value(expr)
        return value if isinstance(value, Register | Constant) else self.kept(value, expr.type)

    def log(self, kind: type[Entry], *entry: Value) -> None:
        if self.context.logged:
            self.put(Log(kind, entry))

    def charge(self, where: Where, block: Block) -> None:
        """Count the work of a block, and stop what goes on for too long."""
        self.context.places.append(Place(where, self.routine.title, self.routine.text))
        self.put(Charge(self.context.weights.units(block), len(self.context.places) - 1))

    def charge_routine(self, free: int = 1) -> None:
        """Count the work of the routine, unless it has no loops or calls and takes at most `free` units."""
        body = self.routine.body
        if body and (not is_straight(body) or self.context.weights.units(body) > free):
            self.charge(body[0].where, body)

    def test(self, block: Block) -> Expr:
        """The condition under which statements can be done; what it needs to know first is worked out before."""
        named, condition = self.context.doable.test(block)
        for name, value in named:
            self.names[name] = self.kept(self.value(value), name.type)
        return condition
