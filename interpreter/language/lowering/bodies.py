"""Lowering of bodies: statements that compute the answer of a condition or value, to a function."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from interpreter.language.ir.expressions import Const, Expr, Ref
from interpreter.language.ir.statements import (
    ActAs,
    Answer,
    Assign,
    Block,
    ForEach,
    If,
    LeaveLoop,
    Let,
    ListChange,
    Repeat,
    Statement,
    Term,
    WhileLoop,
)
from interpreter.language.ir.types import NUMBER, Local
from interpreter.language.lowered.game import Function
from interpreter.language.lowered.instructions import (
    Add,
    Body,
    Break,
    Charge,
    ConditionalBody,
    ConditionalChain,
    CountedLoop,
    Fail,
    Instruction,
    Loop,
    Return,
    Set,
    While,
)
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import Constant, Register, Value, apply

MOST_CALLS_DEEP = 64
"""Most levels to which a word may use itself."""
MOST_CALLS = 10_000
"""Most times that a word may use itself for one answer."""
ValueLowering = Callable[[Expr, dict[Local, Value]], Value]
"""Lowers an expression in which names have these values; a list that may change later is copied."""


def lower_body(term: Term, snapshot: ValueLowering, most_rounds: int, charge: Charge | None) -> Function:
    """Lower a condition or value with a body to a function of its parameters.

    Args:
        term: The condition or value.
        snapshot: Lowers an expression; see `ValueLowering`.
        most_rounds: Number of rounds after which a `while` or `repeat` fails.
        charge: Charges the work of one call; None unless the term uses itself.
    """
    writing = _BodyBuilder(term, snapshot, most_rounds)
    parameters = tuple(writing.register(hole) for hole in term.all_parameters)
    if term.depth is not None and charge is not None:
        writing.body += (_end_of_recursion(term, writing.register(term.depth)), charge)
    writing.block(term.block)
    return Function(term.title, parameters, tuple(writing.body), writing.answer)


def _end_of_recursion(term: Term, depth: Register) -> ConditionalChain:
    """Return the instruction that fails if a word that uses itself goes too deep, or is worked out too often."""

    def failing(number: Value, most: int, message: str) -> ConditionalBody:
        test = apply(Operation.GREATER, number, Constant(most))
        return ConditionalBody(test, (Fail(term.text.where, "endless", message),))

    too_deep = failing(depth, MOST_CALLS_DEEP, f"`{term.title}` uses itself more than {MOST_CALLS_DEEP} levels deep")
    calls = apply(Operation.CALL_COUNT, depth)
    too_often = failing(calls, MOST_CALLS, f"`{term.title}` uses itself more than {MOST_CALLS} times for one answer")
    return ConditionalChain((too_deep, too_often))


class NestedBodies:
    """Base of builders of instructions; `body` is the open body, which instructions are appended to."""

    def __init__(self) -> None:
        self.body: list[Instruction] = []

    @contextmanager
    def nested_body(self) -> Iterator[list[Instruction]]:
        """Collect the instructions put in this context in a body of their own."""
        outer, self.body = self.body, []
        try:
            yield self.body
        finally:
            self.body = outer


class _BodyBuilder(NestedBodies):
    """Builder for the function of one body; `answer` is the register of its result."""

    def __init__(self, term: Term, snapshot: ValueLowering, most_rounds: int) -> None:
        super().__init__()
        self.answer = Register(term.type)
        self._names: dict[Local, Value] = {}
        self._snapshot = snapshot
        self._most_rounds = most_rounds

    def register(self, name: Local) -> Register:
        """Return the register of a name, created on first use."""
        if name not in self._names:
            self._names[name] = Register(name.type)
        register = self._names[name]
        assert isinstance(register, Register)
        return register

    def block(self, block: Block) -> None:
        """Write the statements of a block."""
        for statement in block:
            self._statement(statement)

    def _value(self, expr: Expr) -> Value:
        return self._snapshot(expr, self._names)

    def _inner(self, block: Block) -> Body:
        with self.nested_body() as body:
            self.block(block)
        return tuple(body)

    def _set(self, name: Local, value: Value) -> None:
        self.body.append(Set(self.register(name), value))

    def _statement(self, statement: Statement) -> None:
        match statement:
            case Let(name=name, value=value):
                self._set(name, self._value(value))
            case ActAs(name=name, seat=seat, body=block):
                self._set(name, self._value(seat))
                self.block(block)
            case Assign(cell=Ref(name)):
                self._set(name, self._assigned(statement, self.register(name)))
            case ListChange(verb=verb, name=Local() as name, item=item):
                operation = Operation.WITH if verb == "add" else Operation.WITHOUT
                self._set(name, apply(operation, self.register(name), self._value(item)))
            case If():
                branches = [
                    ConditionalBody(self._value(test), self._inner(block)) for test, block in statement.branches
                ]
                self.body.append(ConditionalChain(tuple(branches), self._inner(statement.otherwise or ())))
            case ForEach(name=name, things=things, body=block):
                self.body.append(Loop(self.register(name), self._value(things), self._inner(block)))
            case Repeat(times=times, body=block):
                self._repeat(statement, times, block)
            case WhileLoop(condition=condition, body=block):
                test = self._value(condition)
                self.body.append(While(test, self._counted(statement, block)))
            case LeaveLoop():
                self.body.append(Break())
            case Answer(value=value):
                self.body += [Set(self.answer, self._value(value)), Return()]
            case _:
                raise AssertionError(statement)  # refused by `resolve_body`

    def _assigned(self, statement: Assign, target: Register) -> Value:
        amount = self._value(statement.amount)
        match statement.verb:
            case "set":
                return apply(Operation.BOUNDED, amount) if target.type == NUMBER else amount
            case "raise":
                return apply(Operation.BOUNDED, apply(Operation.ADD, target, amount))
            case "lower":
                return apply(Operation.BOUNDED, apply(Operation.SUBTRACT, target, amount))

    def _repeat(self, statement: Repeat, times: Expr, block: Block) -> None:
        if isinstance(times, Const) and times.number <= self._most_rounds:
            self.body.append(CountedLoop(self._value(times), self._inner(block)))
        else:
            number = self._value(times)
            self.body.append(CountedLoop(number, self._counted(statement, block)))

    def _counted(self, statement: Statement, block: Block) -> Body:
        """Return the rounds of a loop that fails after too many of them."""
        left = Register(NUMBER)
        self.body.append(Set(left, Constant(self._most_rounds)))
        message = f"this loop goes round more than {self._most_rounds} times"
        ended = ConditionalBody(apply(Operation.LESS, left, Constant(0)), (Fail(statement.where, "endless", message),))
        return (Add(left, Constant(1), subtracts=True), ConditionalChain((ended,)), *self._inner(block))
