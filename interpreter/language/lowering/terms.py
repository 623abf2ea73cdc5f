"""From typed expressions to Python source: words of the vocabulary, written out, called, or worked out beforehand."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import copy
from typing import Any, assert_never

from interpreter.language.checking.weights import Weights
from interpreter.language.helpers import NAMES
from interpreter.language.ir import expressions as ir
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.nodes import Plain
from interpreter.language.ir.statements import Term
from interpreter.language.lowering.arithmetic import ArithmeticLowering
from interpreter.language.lowering.conditions import ConditionLowering
from interpreter.language.lowering.hoisting import hoisted
from interpreter.language.lowering.names import Env, is_wrapped
from interpreter.language.lowering.pieces import PieceLowering
from interpreter.language.symbols import Symbols

SIMPLE = re.compile(r"-?\w+$|f\[\d+\]$|v\[\d+\]$")
"""An argument that may be written several times."""
INLINE = 260
"""Longest source of a term that is written out where it is used, instead of called."""
MOST_ROWS = 500
"""Things for which a term may be worked out beforehand."""
MOST_STEPS = 1_000_000
"""Steps that this may take, for all of them together."""


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

    def code(self, expr: Expr, env: Env) -> str:
        match expr:
            case ir.Const():
                return self._const(expr)
            case ir.Word():
                return self._word(expr)
            case ir.Ref():
                return self._ref(expr, env)
            case ir.Track():
                return self._track(expr, env)
            case ir.Variable():
                return self._variable(expr, env)
            case ir.Flag():
                return self._flag(expr, env)
            case ir.Watching():
                return self._watching(expr)
            case ir.Gives():
                return self._gives(expr, env)
            case ir.Attribute():
                return self._attribute(expr, env)
            case ir.IsWord():
                return self._is_word(expr, env)
            case ir.Opponent():
                return self._opponent(expr, env)
            case ir.After():
                return self._after(expr, env)
            case ir.Own():
                return self._own(expr, env)
            case ir.Owns():
                return self._owns(expr, env)
            case ir.Around():
                return self._around(expr, env)
            case ir.Row():
                return self._row(expr, env)
            case ir.LongestLine():
                return self._longest_line(expr, env)
            case ir.Amount():
                return self._amount(expr, env)
            case ir.Room():
                return self._room(expr, env)
            case ir.Cards():
                return self._cards(expr, env)
            case ir.CardsIn():
                return self._cards_in(expr, env)
            case ir.TopCard():
                return self._top_card(expr, env)
            case ir.Playable():
                return self._playable(expr, env)
            case ir.WouldChange():
                return self._would_change(expr, env)
            case ir.Muted():
                return self._muted(expr, env)
            case ir.Single():
                return self._single(expr, env)
            case ir.Meet():
                return self._meet(expr, env)
            case ir.Union():
                return self._union(expr, env)
            case ir.Range():
                return self._range(expr, env)
            case ir.InOrder():
                return self._in_order(expr, env)
            case ir.Filter():
                return self._filter(expr, env)
            case ir.Prefer():
                return self._prefer(expr, env)
            case ir.ArgBest():
                return self._argbest(expr, env)
            case ir.First():
                return self._first(expr, env)
            case ir.Only():
                return self._only(expr, env)
            case ir.Random():
                return self._random(expr, env)
            case ir.Count():
                return self._count(expr, env)
            case ir.SumOver():
                return self._sum_over(expr, env)
            case ir.SumBest():
                return self._sum_best(expr, env)
            case ir.Best():
                return self._best(expr, env)
            case ir.Arithmetic():
                return self._arithmetic(expr, env)
            case ir.Negative():
                return self._negative(expr, env)
            case ir.Conditional():
                return self._conditional(expr, env)
            case ir.And():
                return self._and(expr, env)
            case ir.Or():
                return self._or(expr, env)
            case ir.Not():
                return self._not(expr, env)
            case ir.Compare():
                return self._compare(expr, env)
            case ir.Equal():
                return self._equal(expr, env)
            case ir.Same():
                return self._same(expr, env)
            case ir.In():
                return self._in(expr, env)
            case ir.Exists():
                return self._exists(expr, env)
            case ir.Some():
                return self._some(expr, env)
            case ir.Every():
                return self._every(expr, env)
            case ir.TermCall():
                return self._term(expr, env)
            case _:
                assert_never(expr)

    def _term(self, expr: ir.TermCall, env: Env) -> str:
        args = [self.snapshot(arg, env) for arg in expr.args]
        term = self.term_of(expr.word)
        assert term.body is not None
        if len(args) == 1 and not expr.args[0].type.optional:
            rows = self._tabulated(expr.word, term)
            if rows is not None:
                return f"{self.constants.name(rows)}[{args[0]}]"
        if all(SIMPLE.match(arg) for arg in args):
            text = self.code(term.body, dict(zip(term.arguments, args, strict=False)))
            if len(text) <= INLINE:
                return text if (text.startswith("(") and is_wrapped(text)) or SIMPLE.match(text) else f"({text})"
        if expr.word not in self.functions:
            names = [f"a{number}" for number in range(len(args))]
            self.functions[expr.word] = ""
            body = self.truth(term.body, dict(zip(term.arguments, names, strict=False)))
            lines, body = hoisted(body, self.fresh)
            head = f"def t{expr.word}({', '.join(['v', 'z', *names])}):"
            self.functions[expr.word] = "\n    ".join([head, *lines, f"return {body}"]) + "\n"
        return f"t{expr.word}({', '.join(['v', 'z', *args])})"

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
    """Whether the value can't change during a match unless what its names stand for does."""
    if isinstance(expr, ir.TermCall):
        body = term_of(expr.word).body
        if body is None or not is_printed(body, term_of):
            return False
    return isinstance(expr, Plain | ir.Ref | ir.TermCall) and all(is_printed(part, term_of) for part in expr.parts)
