"""Words of the vocabulary: written out where they are used, called, or worked out beforehand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

from interpreter.language.checking.weights import Weights
from interpreter.language.ir import expressions as ir
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.nodes import Plain
from interpreter.language.ir.statements import Term as Word
from interpreter.language.ir.types import Local
from interpreter.language.lowered.game import Function
from interpreter.language.lowered.values import Register, Term, Value, is_simple, size, table

INLINE = 60
"""Most operations of a word that is written out where it is used, instead of called."""
MOST_ROWS = 500
"""Things for which a word may be worked out beforehand."""
MOST_STEPS = 1_000_000
"""Steps that this may take, for all of them together."""

Run = Callable[[Function], Callable[[int], Any]]
"""Makes a function of one number that looks at no match callable."""


@dataclass(slots=True)
class Made:
    """A word lowered: its value, of so many operations, for arguments that are registers; what it is for each thing, if
    that is printed. `called`: somebody calls it."""

    parameters: tuple[Register, ...]
    value: Value
    size: int
    rows: tuple[Any, ...] | None
    called: bool = False


class LoweredTerms:
    """The words of one game, as they are lowered."""

    def __init__(
        self,
        term_of: Callable[[int], Word],
        weights: Weights,
        sizes: Mapping[str, int],
        value: Callable[[Expr, dict[Local, Value]], Value],
        run: Run,
    ) -> None:
        """`sizes`: how many things of a kind there are; `value` lowers an expression; see Run."""
        self._term_of = term_of
        self._weights = weights
        self._sizes = sizes
        self._value = value
        self._run = run
        self._made: dict[int, Made] = {}

    @property
    def functions(self) -> dict[int, Function]:
        """The functions of words that are called."""
        return {
            word: Function(self._term_of(word).title, made.parameters, (), made.value)
            for word, made in self._made.items()
            if made.called
        }

    def call(self, expr: ir.TermCall, arguments: tuple[Value, ...]) -> Value:
        """The value of a word."""
        term = self._term_of(expr.word)
        if expr.word not in self._made:
            self._made[expr.word] = self._lowered(term)
        made = self._made[expr.word]
        if made.rows is not None and not expr.args[0].type.optional:
            return table(made.rows, arguments[0])
        if made.size <= INLINE and all(map(is_simple, arguments)):
            return self._value(term.body, dict(zip(term.arguments, arguments, strict=True)))
        made.called = True
        return Term(expr.word, arguments)

    def value_of(self, word: int) -> Value:
        """What the function of a word that is called gives."""
        return self._made[word].value

    def _lowered(self, term: Word) -> Made:
        parameters = tuple(Register(hole.type) for hole in term.arguments)
        value = self._value(term.body, dict(zip(term.arguments, parameters, strict=True)))
        made = Made(parameters, value, size(value), None)
        made.rows = self._worked_out(term, made)
        return made

    def _worked_out(self, term: Word, made: Made) -> tuple[Any, ...] | None:
        """The value for each thing of a word of one thing that depends on nothing but print; None if that can't be
        known now, or one of them has none, which is then found in play."""
        if len(term.arguments) != 1:
            return None
        (hole,) = term.arguments
        things = self._sizes.get(hole.type.kind, 0) if not hole.type.many else 0
        if not 0 < things <= MOST_ROWS or not is_printed(term.body, self._term_of):
            return None
        if things * self._weights.of(term.body) > MOST_STEPS:
            return None
        try:
            row = self._run(Function(term.title, made.parameters, (), made.value))
            values = [row(at) for at in range(things)]
        except Exception:
            return None
        return tuple(tuple(value) if isinstance(value, list) else value for value in values)

    def beside(self, value: Callable[[Expr, dict[Local, Value]], Value]) -> LoweredTerms:
        """The same words, of which more can be called; these are left as they are. `value` as when made."""
        other = copy(self)
        other._value = value
        other._made = {word: copy(made) for word, made in self._made.items()}
        return other


def is_printed(expr: Expr, term_of: Callable[[int], Word]) -> bool:
    """Whether the value can't change during a match unless what its names stand for does."""
    if isinstance(expr, ir.TermCall) and not is_printed(term_of(expr.word).body, term_of):
        return False
    return isinstance(expr, Plain | ir.Ref | ir.TermCall) and all(is_printed(part, term_of) for part in expr.parts)
