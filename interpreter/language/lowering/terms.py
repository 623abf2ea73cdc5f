"""From typed expressions to Python source: words of the vocabulary, written out, called, or worked out beforehand."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import copy
from typing import Any

from interpreter.language.checking.effects import PLAIN
from interpreter.language.checking.weights import Weights
from interpreter.language.helpers import NAMES
from interpreter.language.lowering.arithmetic import ArithmeticLowering
from interpreter.language.lowering.conditions import ConditionLowering
from interpreter.language.lowering.hoisting import hoisted
from interpreter.language.lowering.names import Env, is_wrapped
from interpreter.language.lowering.pieces import PieceLowering
from interpreter.language.symbols import Symbols
from interpreter.language.tree import Expr, Term

SIMPLE = re.compile(r"-?\w+$|f\[\d+\]$|v\[\d+\]$")
"""An argument that may be written several times."""
INLINE = 260
"""Longest source of a term that is written out where it is used, instead of called."""
MOST_ROWS = 500
"""Things for which a term may be worked out beforehand."""
MOST_STEPS = 1_000_000
"""Steps that this may take, for all of them together."""
PRINTED = PLAIN | {"local", "term"}
"""Operations whose result can't change during a match unless one of their arguments does."""


class Lowering(ConditionLowering, ArithmeticLowering, PieceLowering):
    """Writes the expressions of one game. `functions` collects the source of each term that is called."""

    def __init__(self, symbols: Symbols, term_of: Callable[[int], Term], weights: Weights) -> None:
        super().__init__(symbols, term_of)
        self._weights = weights
        self.functions: dict[int, str] = {}
        self._tables: dict[int, tuple[Any, ...] | None] = {}

    def beside(self) -> Lowering:
        """A lowering that goes on from here, and leaves this one as it is."""
        other = copy(self)
        other.constants = self.constants.beside()
        other.functions = dict(self.functions)
        other._tables = dict(self._tables)
        return other

    def _term(self, expr: Expr, env: Env) -> str:
        args = [self.snapshot(arg, env) for arg in expr.args]
        term = self.term_of(expr.data)
        assert term.body is not None
        if len(args) == 1 and not expr.args[0].type.optional:
            rows = self._tabulated(expr.data, term)
            if rows is not None:
                return f"{self.constants.name(rows)}[{args[0]}]"
        if all(SIMPLE.match(arg) for arg in args):
            text = self.code(term.body, dict(zip(term.arguments, args, strict=False)))
            if len(text) <= INLINE:
                return text if (text.startswith("(") and is_wrapped(text)) or SIMPLE.match(text) else f"({text})"
        if expr.data not in self.functions:
            names = [f"a{number}" for number in range(len(args))]
            self.functions[expr.data] = ""
            body = self.truth(term.body, dict(zip(term.arguments, names, strict=False)))
            lines, body = hoisted(body, self.fresh)
            head = f"def t{expr.data}({', '.join(['v', 'z', *names])}):"
            self.functions[expr.data] = "\n    ".join([head, *lines, f"return {body}"]) + "\n"
        return f"t{expr.data}({', '.join(['v', 'z', *args])})"

    def _tabulated(self, number: int, term: Term) -> tuple[Any, ...] | None:
        """A term of one thing that depends on nothing but print: its value for each such thing, worked out now."""
        if number not in self._tables:
            hole = term.arguments[0]
            size = self.sizes.get(hole.type.kind, 0) if not hole.type.many else 0
            self._tables[number] = None
            printed = 0 < size <= MOST_ROWS and term.body is not None and is_printed(term.body, self.term_of)
            if printed and term.body is not None and size * self._weights.of(term.body) <= MOST_STEPS:
                self._tables[number] = self._worked_out(self.code(term.body, {hole: "x"}), size)
        return self._tables[number]

    def _worked_out(self, source: str, size: int) -> tuple[Any, ...] | None:
        """The value for each thing; None if one of them has none, which is then found in play."""
        names = {**NAMES, **self.constants.values}
        row = eval(compile(f"lambda x: {source}", "<table>", "eval"), names)  # source of our own making, see above
        try:
            values = [row(at) for at in range(size)]
        except Exception:
            return None
        return tuple(tuple(value) if isinstance(value, list) else value for value in values)


def is_printed(expr: Expr, term_of: Callable[[int], Term]) -> bool:
    if expr.op == "term":
        body = term_of(expr.data).body
        if body is None or not is_printed(body, term_of):
            return False
    return expr.op in PRINTED and all(is_printed(arg, term_of) for arg in expr.args)
