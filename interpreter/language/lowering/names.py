"""From typed expressions to Python source: constants, names, and what is kept for a thing.

Only what the lowering writes is ever compiled: numbers, quoted constants, and the names `v`, `z`, `K…`, `t…` and locals
made up here. `v` and `z` are the match's flat state (see layout). Things known at load are folded into constant tables
`K…`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from interpreter.language.ir.expressions import (
    After,
    Attribute,
    Cards,
    Conditional,
    Const,
    Expr,
    Gives,
    Opponent,
    Own,
    Prefer,
    Ref,
    Single,
    TermCall,
    Track,
    Variable,
    Word,
)
from interpreter.language.ir.statements import Term
from interpreter.language.ir.types import Local
from interpreter.language.lowering.constants import Constants
from interpreter.language.symbols import Symbols

Env = dict[Local, str]
"""What the locals of an expression are called in its source."""


class NameLowering(ABC):
    """Writes names and what belongs to things. `sizes`: how many things of a kind there are."""

    def __init__(self, symbols: Symbols, term_of: Callable[[int], Term]) -> None:
        self.symbols = symbols
        self.term_of = term_of
        self.constants = Constants()
        self._fresh = 0
        self.sizes = {name: symbols.size_of(name) for name in ("seat", "side", "space", "box", "card")}

    @abstractmethod
    def code(self, expr: Expr, env: Env) -> str:
        """The Python expression for `expr`; `env` says what its locals are called."""

    def snapshot(self, expr: Expr, env: Env) -> str:
        """As `code`, but a set that could change under whoever keeps it is copied."""
        text = self.code(expr, env)
        return f"tuple({text})" if self._is_live(expr) else text

    def _is_live(self, expr: Expr) -> bool:
        """Whether the source gives a zone's own list, not a copy."""
        if isinstance(expr, TermCall):
            body = self.term_of(expr.word).body
            return body is not None and body.type.many and self._is_live(body)
        if isinstance(expr, Conditional):
            return any(part.type.many and self._is_live(part) for part in (expr.yes, expr.no))
        return isinstance(expr, Cards) or (isinstance(expr, Prefer) and self._is_live(expr.things))

    def truth(self, expr: Expr, env: Env) -> str:
        """As `code`, without the parentheses that a whole condition does not need."""
        text = self.code(expr, env)
        return text[1:-1] if text.startswith("(") and is_wrapped(text) else text

    def fresh(self) -> str:
        self._fresh += 1
        return f"x{self._fresh}"

    def table(self, values: Any, index: str) -> str:
        return f"{self.constants.name(values)}[{index}]"

    def slot(self, base: int, index: str) -> str:
        """`v[base + index]`, worked out now where the index is known."""
        if re.fullmatch(r"\d+", index):
            return f"v[{base + int(index)}]"
        return f"v[{base} + {index}]" if base else f"v[{index}]"

    def _const(self, expr: Const) -> str:
        return self.constants.name(expr.value) if isinstance(expr.value, tuple) else repr(expr.value)

    def _word(self, expr: Word) -> str:
        return repr(expr.word)

    def _ref(self, expr: Ref, env: Env) -> str:
        return env[expr.local]

    def _single(self, expr: Single, env: Env) -> str:
        text = self.code(expr.thing, env)
        return f"one({text})" if expr.thing.type.optional else f"({text},)"

    def _opponent(self, expr: Opponent, env: Env) -> str:
        return f"(1 - {self.code(expr.of, env)})"

    def _after(self, expr: After, env: Env) -> str:
        seats = len(self.symbols.seats)
        return self.table(tuple((seat + 1) % seats for seat in range(seats)), self.code(expr.seat, env))

    def _own(self, expr: Own, env: Env) -> str:
        return f"({expr.first} + {self.code(expr.whose, env)})"

    def _track(self, expr: Track, env: Env) -> str:
        track = self.symbols.track(expr.track)
        base = self.symbols.track_base[expr.track]
        if expr.seat is None:
            return f"v[{base}]"
        seat = self.code(expr.seat, env)
        if not track.mirrored:
            return self.slot(base, seat)
        if seat in ("0", "1"):
            return f"v[{base}]" if seat == "0" else f"(-v[{base}])"
        return f"(-v[{base}] if {seat} else v[{base}])"

    def variable_index(self, expr: Variable, env: Env) -> str:
        """Where in `v`, after its base, the variable kept for these things stands."""
        variable = self.symbols.variables[expr.variable]
        index = [self.code(key, env) for key in expr.keys]
        if len(index) == 2:
            return f"({index[0]} * {self.sizes[self.symbols.kind_of_noun(variable.per[1])]} + {index[1]})"
        return index[0] if index else "0"

    def _variable(self, expr: Variable, env: Env) -> str:
        base = self.symbols.variable_base[expr.variable]
        return self.slot(base, self.variable_index(expr, env))

    def _gives(self, expr: Gives, env: Env) -> str:
        track = self.symbols.track(expr.track)
        values = track.gives[expr.name]
        at = self.code(expr.step, env)
        return f"{self.constants.name(values)}[{at}{f' - {track.low}' if track.low else ''}]"

    def _attribute(self, expr: Attribute, env: Env) -> str:
        column = self.symbols.attributes[expr.attribute][expr.kind]
        default: Any = {"number": 0, "flag": False}.get(column.kind)
        values = tuple(default if value is None else value for value in self.symbols.table(expr.kind, expr.attribute))
        return self.table(values, self.code(expr.thing, env))


def is_wrapped(text: str) -> bool:
    """Whether the first and the last parenthesis of the text belong together."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return at == len(text) - 1
    return False
