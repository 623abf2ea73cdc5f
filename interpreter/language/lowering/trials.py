"""Lowering of conditions after moves that are only tried: a function makes the moves, tests, and takes them back."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from interpreter.language.ir import expressions as ir
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.types import CONDITION, Local, Type
from interpreter.language.lowered.game import Function
from interpreter.language.lowered.instructions import ConditionalBody, ConditionalChain, Instruction, Set
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import (
    Conjunction,
    Constant,
    Register,
    Value,
    apply,
    cell_at,
    negation,
    none_test,
)
from interpreter.language.lowering.pieces import single_piece_changes
from interpreter.language.symbols import Symbols


def lower_trial(
    expr: ir.AfterMoves,
    names: Mapping[Local, Value],
    symbols: Symbols,
    value: Callable[[Expr, dict[Local, Value]], Value],
) -> tuple[Function, tuple[Value, ...]]:
    """Return a function that tests a condition after moves, and the values of its parameters.

    Its parameters are the names that the moves and the condition use. It leaves the state as it was.
    """
    used = [name for name in names if _uses(expr, name)]
    bound: dict[Local, Value] = {name: Register(name.type) for name in used}
    body: list[Instruction] = []
    back: list[Instruction] = []

    def evaluate(found: Value, value_type: Type) -> Register:
        register = Register(value_type)
        body.append(Set(register, found))
        return register

    for piece_expr, target_expr in zip(expr.pieces, expr.targets, strict=True):
        piece = evaluate(value(piece_expr, bound), piece_expr.type)
        is_there: Value = apply(Operation.GREATER, cell_at(piece), Constant(0))
        if piece_expr.type.optional:
            is_there = Conjunction(negation(none_test(piece)), is_there)
        moves = evaluate(is_there, CONDITION)
        outer, body = body, []
        target = evaluate(value(target_expr, bound), target_expr.type)
        changes = single_piece_changes(piece, target, target_expr.type.kind, symbols, evaluate)
        inner, body = (*body, *changes), outer
        # taking back reads these registers in a branch of its own
        body += [
            Set(each.target, Constant(0))
            for each in inner
            if isinstance(each, Set) and isinstance(each.target, Register)
        ]
        body.append(ConditionalChain((ConditionalBody(moves, inner),)))
        undone = tuple(each.replace(subtracts=not each.subtracts) for each in reversed(changes))
        back.insert(0, ConditionalChain((ConditionalBody(moves, undone),)))
    answer = evaluate(value(expr.condition, bound), CONDITION)
    parameters = tuple(register for register in bound.values() if isinstance(register, Register))
    function = Function("a move that is tried", parameters, (*body, *back), answer)
    return function, tuple(names[name] for name in used)


def _uses(expr: Expr, name: Local) -> bool:
    return (isinstance(expr, ir.Ref) and expr.local is name) or any(_uses(part, name) for part in expr.parts)
