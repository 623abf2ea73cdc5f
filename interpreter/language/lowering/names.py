"""From typed expressions to Python source: constants, names, and what is kept for a thing.

Only what the lowering writes is ever compiled: numbers, quoted constants, and the names `v`, `z`, `K…`, `t…` and locals
made up here. `v` and `z` are the match's flat state (see layout). Things known at load are folded into constant tables
`K…`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from interpreter.language.lowering.constants import Constants
from interpreter.language.symbols import Symbols
from interpreter.language.tree import Expr, Local, Term

Env = dict[Local, str]
"""What the locals of an expression are called in its source."""


class NameLowering:
    """Writes names and what belongs to things. `sizes`: how many things of a kind there are."""

    def __init__(self, symbols: Symbols, term_of: Callable[[int], Term]) -> None:
        self.symbols = symbols
        self.term_of = term_of
        self.constants = Constants()
        self._fresh = 0
        self.sizes = {name: symbols.size_of(name) for name in ("seat", "side", "space", "box", "card")}

    def code(self, expr: Expr, env: Env) -> str:
        """The Python expression for `expr`; `env` says what its locals are called."""
        method: Callable[[Expr, Env], str] = getattr(self, f"_{expr.op}")
        return method(expr, env)

    def snapshot(self, expr: Expr, env: Env) -> str:
        """As `code`, but a set that could change under whoever keeps it is copied."""
        text = self.code(expr, env)
        return f"tuple({text})" if self._is_live(expr) else text

    def _is_live(self, expr: Expr) -> bool:
        """Whether the source gives a zone's own list, not a copy."""
        if expr.op == "term":
            body = self.term_of(expr.data).body
            return body is not None and body.type.many and self._is_live(body)
        parts = {"conditional": expr.args[::2], "prefer": expr.args[:1]}.get(expr.op, ())
        return expr.op == "cards" or any(part.type.many and self._is_live(part) for part in parts)

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

    def _const(self, expr: Expr, env: Env) -> str:
        return self.constants.name(expr.data) if isinstance(expr.data, tuple) else repr(expr.data)

    def _word(self, expr: Expr, env: Env) -> str:
        return repr(expr.data)

    def _local(self, expr: Expr, env: Env) -> str:
        return env[expr.data]

    def _single(self, expr: Expr, env: Env) -> str:
        text = self.code(expr.args[0], env)
        return f"one({text})" if expr.args[0].type.optional else f"({text},)"

    def _opponent(self, expr: Expr, env: Env) -> str:
        return f"(1 - {self.code(expr.args[0], env)})"

    def _after(self, expr: Expr, env: Env) -> str:
        seats = len(self.symbols.seats)
        return self.table(tuple((seat + 1) % seats for seat in range(seats)), self.code(expr.args[0], env))

    def _own(self, expr: Expr, env: Env) -> str:
        return f"({expr.data} + {self.code(expr.args[0], env)})"

    def _track(self, expr: Expr, env: Env) -> str:
        track = self.symbols.track(expr.data)
        base = self.symbols.track_base[expr.data]
        if not expr.args:
            return f"v[{base}]"
        seat = self.code(expr.args[0], env)
        if not track.mirrored:
            return self.slot(base, seat)
        if seat in ("0", "1"):
            return f"v[{base}]" if seat == "0" else f"(-v[{base}])"
        return f"(-v[{base}] if {seat} else v[{base}])"

    def variable_index(self, expr: Expr, env: Env) -> str:
        """Where in `v`, after its base, the variable kept for these things stands."""
        variable = self.symbols.variables[expr.data]
        index = [self.code(arg, env) for arg in expr.args]
        if len(index) == 2:
            return f"({index[0]} * {self.sizes[self.symbols.kind_of_noun(variable.per[1])]} + {index[1]})"
        return index[0] if index else "0"

    def _variable(self, expr: Expr, env: Env) -> str:
        base = self.symbols.variable_base[expr.data]
        return self.slot(base, self.variable_index(expr, env))

    def _gives(self, expr: Expr, env: Env) -> str:
        track_id, name = expr.data
        track = self.symbols.track(track_id)
        values = track.gives[name]
        at = self.code(expr.args[0], env)
        return f"{self.constants.name(values)}[{at}{f' - {track.low}' if track.low else ''}]"

    def _attribute(self, expr: Expr, env: Env) -> str:
        kind, attribute = expr.data
        whose = expr.args[0]
        column = self.symbols.attributes[attribute][kind]
        default: Any = {"number": 0, "flag": False}.get(column.kind)
        values = tuple(default if value is None else value for value in self.symbols.table(kind, attribute))
        return self.table(values, self.code(whose, env))


def is_wrapped(text: str) -> bool:
    """Whether the first and the last parenthesis of the text belong together."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return at == len(text) - 1
    return False
