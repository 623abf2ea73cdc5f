"""Lowering of conditions after moves that are only tried: a function makes the moves, tests, and takes them back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from interpreter.language.ir import expressions as ir
from interpreter.language.ir.builders import descendants_of
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.statements import Term
from interpreter.language.ir.types import CONDITION, NUMBER, Local, Type
from interpreter.language.lowered.game import Function
from interpreter.language.lowered.instructions import Add, ConditionalBody, ConditionalChain, Instruction, Loop, Set
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import (
    Comprehension,
    Conjunction,
    Constant,
    Register,
    Value,
    apply,
    cell_at,
    negation,
    none_test,
    plus,
    table,
)
from interpreter.language.lowering.pieces import hash_changes, position_cell, single_piece_changes
from interpreter.language.symbols import Symbols

ValueLowering = Callable[[Expr, dict[Local, Value]], Value]


def lower_trial(
    expr: ir.AfterMoves,
    names: Mapping[Local, Value],
    symbols: Symbols,
    value: ValueLowering,
    term_of: Callable[[int], Term],
) -> tuple[Function, tuple[Value, ...]]:
    """Return a function that tests a condition after moves, and the values of its parameters.

    Its parameters are the names that the moves and the condition use. It leaves the state as it was.
    """
    used = [name for name in names if _uses(expr, name)]
    bound: dict[Local, Value] = {name: Register(name.type) for name in used}
    trial = _TrialBuilder(symbols, value, bound, _asks_positions(expr.condition, term_of))
    for pieces, target in zip(expr.pieces, expr.targets, strict=True):
        if isinstance(pieces, ir.PiecesOn):
            trial.put_set(pieces, target)
        else:
            trial.put_piece(pieces, target)
    answer = trial.evaluate(value(expr.condition, bound), CONDITION)
    parameters = tuple(register for register in bound.values() if isinstance(register, Register))
    function = Function("a move that is tried", parameters, (*trial.body, *trial.back), answer)
    return function, tuple(names[name] for name in used)


class _TrialBuilder:
    """Builder of a trial: `body` makes the moves, `back` takes them back."""

    def __init__(self, symbols: Symbols, value: ValueLowering, names: dict[Local, Value], hashes: bool) -> None:
        self.body: list[Instruction] = []
        self.back: list[Instruction] = []
        self._symbols = symbols
        self._value = value
        self._names = names
        self._hashes = hashes
        if hashes:
            kept = self.evaluate(position_cell(symbols), Type("piece"))  # not a number, which could be calculated with
            self.back.append(Set(position_cell(symbols), kept))

    def evaluate(self, found: Value, value_type: Type) -> Register:
        """Evaluate a value here, and return the register that holds it."""
        register = Register(value_type)
        self.body.append(Set(register, found))
        return register

    def put_piece(self, piece_expr: Expr, target_expr: Expr) -> None:
        """Write the move of a single piece, if it is there."""
        piece = self.evaluate(self._value(piece_expr, self._names), piece_expr.type)
        is_there: Value = apply(Operation.GREATER, cell_at(piece), Constant(0))
        if piece_expr.type.optional:
            is_there = Conjunction(negation(none_test(piece)), is_there)
        if target_expr.type.optional:
            is_there = Conjunction(is_there, negation(none_test(self._value(target_expr, self._names))))
        moves = self.evaluate(is_there, CONDITION)
        outer, self.body = self.body, []
        target = self.evaluate(self._value(target_expr, self._names), target_expr.type)
        changes = single_piece_changes(piece, target, target_expr.type.kind, self._symbols, self.evaluate)
        inner, self.body = (*self.body, *changes, *self._hash_changes(changes)), outer
        # taking back reads these registers in a branch of its own
        self.body += [
            Set(each.target, Constant(0))
            for each in inner
            if isinstance(each, Set) and isinstance(each.target, Register)
        ]
        self.body.append(ConditionalChain((ConditionalBody(moves, inner),)))
        self.back.insert(0, ConditionalChain((ConditionalBody(moves, _undone(changes)),)))

    def put_set(self, pieces: ir.PiecesOn, target_expr: Expr) -> None:
        """Write the move of all pieces of some sorts on some spaces to a box."""
        symbols = self._symbols
        spaces = self.evaluate(apply(Operation.SNAPSHOT, self._value(pieces.spaces, self._names)), pieces.spaces.type)
        target = self.evaluate(self._value(target_expr, self._names), target_expr.type)
        for sort in pieces.sorts:
            to = symbols.piece_base[symbols.sorts[symbols.pieces[sort].id][0]] - symbols.piece_base[sort]
            bases = symbols.owner_bases(sort)
            base: Value = Constant(bases[0])
            if pieces.owner is not None:
                base = self.evaluate(table(bases, self._value(pieces.owner, self._names)), NUMBER)
            self._put_row(spaces, sort, base, plus(base, to), target)

    def _put_row(self, spaces: Register, sort: str, base: Value, end: Value, target: Value) -> None:
        """Write the move of all pieces of a row of places to a box, and keep their numbers to take it back."""
        symbols, it = self._symbols, Register(Type("space"))
        amounts = self.evaluate(Comprehension(it, spaces, None, cell_at(base, it)), Type("number", many=True))
        for is_back, body in ((False, self.body), (True, self.back)):
            at, number, space = Register(NUMBER), Register(NUMBER), Register(Type("space"))
            changes = [Add(cell_at(base, space), number, subtracts=True), Add(cell_at(end, target), number)]
            moved = [*changes, *(() if is_back else self._hash_changes(changes))]
            if symbols.total_base is not None:
                total = plus(base, symbols.total_base - symbols.piece_base[sort])
                totals = [Add(cell_at(total, space), number, subtracts=True), Add(cell_at(total, target), number)]
                changes += totals
                moved += totals
            step = (
                Set(number, apply(Operation.ITEM, amounts, at)),
                Add(at, Constant(1)),
                *(_undone(changes) if is_back else moved),
            )
            loop: list[Instruction] = [Set(at, Constant(0)), Loop(space, spaces, step)]
            body[:] = [*loop, *body] if is_back else [*body, *loop]

    def _hash_changes(self, changes: Sequence[Add]) -> list[Set]:
        """Return the changes of the hash of the pieces, if the condition asks for it; totals don't count."""
        return hash_changes(changes[:2], self._symbols) if self._hashes else []


def _undone(changes: list[Add]) -> tuple[Add, ...]:
    return tuple(each.replace(subtracts=not each.subtracts) for each in reversed(changes))


def _asks_positions(expr: Expr, term_of: Callable[[int], Term]) -> bool:
    """Return True if a condition asks how often the position has occurred."""
    waiting, seen = [expr], set[int]()
    while waiting:
        for part in descendants_of(waiting.pop()):
            if isinstance(part, ir.TimesOccurred):
                return True
            if isinstance(part, ir.TermCall) and part.word not in seen:
                seen.add(part.word)
                waiting.append(term_of(part.word).body)
    return False


def _uses(expr: Expr, name: Local) -> bool:
    return (isinstance(expr, ir.Ref) and expr.local is name) or any(_uses(part, name) for part in expr.parts)
