"""Lowering of vocabulary terms: inlined, called, or precomputed as tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

from interpreter.language.checking.cost_model import CostModel
from interpreter.language.ir import expressions as ir
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.nodes import PureNode
from interpreter.language.ir.statements import Term as Word
from interpreter.language.lowered.game import Function
from interpreter.language.lowered.instructions import Charge
from interpreter.language.lowered.values import Register, TermValue, Value, is_simple, operation_count, table
from interpreter.language.lowering.bodies import ValueLowering, lower_body

MOST_INLINED = 60
"""Most operations of a term that is inlined instead of called."""
FIRST_TRIAL = 1_000_000
"""Number of the first function that tests a condition after moves; terms of the vocabulary have smaller numbers."""
MOST_ROWS = 500
"""Most things for which a term may be precomputed."""
MOST_STEPS = 1_000_000
"""Most steps that precomputing a term may take for all things together."""

FunctionCompiler = Callable[[Function], Callable[[int], Any]]
"""Compiler for functions of one number that don't depend on a match."""


@dataclass(slots=True)
class LoweredTerm:
    """A lowered vocabulary term.

    Attributes:
        function: The term as a function.
        value: Its value for arguments in registers.
        size: Number of operations in `value`; more than MOST_INLINED if statements compute it.
        precomputed: Its value for each thing, if it is precomputed.
        is_called: True if the term is called somewhere.
    """

    function: Function
    value: Value
    size: int
    precomputed: tuple[Any, ...] | None
    is_called: bool = False


class TermLowering:
    """Vocabulary terms of one game, lowered on first use."""

    def __init__(
        self,
        term_of: Callable[[int], Word],
        weights: CostModel,
        sizes: Mapping[str, int],
        value: ValueLowering,
        snapshot: ValueLowering,
        compile_function: FunctionCompiler,
        charges: Mapping[int, Charge],
    ) -> None:
        """Create an empty cache of lowered terms.

        Args:
            term_of: Looks a term up by number.
            weights: Cost model of expressions.
            sizes: Number of things of each kind.
            value: Lowers an expression.
            snapshot: Lowers an expression, with a copy of a list that may change later.
            compile_function: Evaluator for precomputed terms; see `FunctionCompiler`.
            charges: The charge of a call of each term that uses itself.
        """
        self._term_of = term_of
        self._weights = weights
        self._sizes = sizes
        self._value = value
        self._snapshot = snapshot
        self._run = compile_function
        self._charges = charges
        self._made: dict[int, LoweredTerm] = {}
        self._open: set[int] = set()

    @property
    def functions(self) -> dict[int, Function]:
        """Functions of the terms that are called."""
        return {word: made.function for word, made in self._made.items() if made.is_called}

    def value_of_call(self, expr: ir.TermCall, arguments: tuple[Value, ...]) -> Value:
        """Return the value of a term for these arguments."""
        term = self._term_of(expr.word)
        if expr.word in self._open:
            return TermValue(expr.word, arguments)
        if expr.word not in self._made:
            self._open.add(expr.word)
            made = self._lowered(term, self._charges.get(expr.word))
            self._open.remove(expr.word)
            self._made[expr.word] = made
        made = self._made[expr.word]
        if made.precomputed is not None and not expr.args[0].type.optional:
            return table(made.precomputed, arguments[0])
        if made.size <= MOST_INLINED and all(map(is_simple, arguments)):
            return self._value(term.body, dict(zip(term.all_parameters, arguments, strict=True)))
        made.is_called = True
        return TermValue(expr.word, arguments)

    def value_of_trial(self, function: Function, arguments: tuple[Value, ...]) -> Value:
        """Return the value of a condition after moves that are tried."""
        number = FIRST_TRIAL + len(self._made)
        assert function.result is not None
        self._made[number] = LoweredTerm(function, function.result, MOST_INLINED + 1, None, is_called=True)
        return TermValue(number, arguments)

    def body_of(self, word: int) -> Value | None:
        """Return the body of a called term's function; None while that is being made, for a term that uses itself."""
        return self._made[word].value if word in self._made else None

    def _lowered(self, term: Word, charge: Charge | None) -> LoweredTerm:
        if term.block:
            function = lower_body(term, self._snapshot, self._weights.most_rounds, charge)
            assert function.result is not None
            made = LoweredTerm(function, function.result, MOST_INLINED + 1, None)
        else:
            parameters = tuple(Register(hole.type) for hole in term.all_parameters)
            value = self._value(term.body, dict(zip(term.all_parameters, parameters, strict=True)))
            made = LoweredTerm(Function(term.title, parameters, (), value), value, operation_count(value), None)
        made.precomputed = self._precompute(term, made)
        return made

    def _precompute(self, term: Word, made: LoweredTerm) -> tuple[Any, ...] | None:
        """Return the term's value for each thing, if it has one argument and depends only on printed values.

        The result is None if the values can't be computed in advance, or if computing one of them fails; that failure
        then occurs in play.
        """
        if len(term.all_parameters) != 1 or term.depth is not None:
            return None
        (hole,) = term.all_parameters
        things = self._sizes.get(hole.type.kind, 0) if not hole.type.many else 0
        if not 0 < things <= MOST_ROWS or not is_constant(term.body, self._term_of):
            return None
        if things * self._weights.steps_of_term(term) > MOST_STEPS:
            return None
        try:
            row = self._run(made.function)
            values = [row(at) for at in range(things)]
        except Exception:
            return None
        return tuple(tuple(value) if isinstance(value, list) else value for value in values)

    def extended(self, value: ValueLowering, snapshot: ValueLowering) -> TermLowering:
        """Return a copy to which further calls can be added; this one stays unchanged.

        `value` and `snapshot` are as in the constructor.
        """
        other = copy(self)
        other._value, other._snapshot = value, snapshot
        other._made = {word: copy(made) for word, made in self._made.items()}
        return other


def is_constant(expr: Expr, term_of: Callable[[int], Word]) -> bool:
    """Return True if, for fixed values of its names, an expression can't change during a match."""
    if isinstance(expr, ir.TermCall):
        term = term_of(expr.word)
        if term.depth is not None or not is_constant(term.body, term_of):
            return False
    return isinstance(expr, PureNode | ir.Ref | ir.TermCall) and all(is_constant(part, term_of) for part in expr.parts)
