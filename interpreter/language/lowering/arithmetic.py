"""From typed expressions to Python source: arithmetic, and values that depend on a condition."""

from __future__ import annotations

import re

from interpreter.language.lowering.names import Env, NameLowering
from interpreter.language.tree import Expr


class ArithmeticLowering(NameLowering):
    """Writes sums."""

    def _arithmetic(self, expr: Expr, env: Env) -> str:
        left, right = (self.code(arg, env) for arg in expr.args)
        if expr.data == "*" and not (re.fullmatch(r"\d+", left) or re.fullmatch(r"\d+", right)):
            return f"times({left}, {right})"
        return f"({left} {expr.data} {right})"

    def _negative(self, expr: Expr, env: Env) -> str:
        return f"(-{self.code(expr.args[0], env)})"

    def _conditional(self, expr: Expr, env: Env) -> str:
        yes, condition, no = (self.code(arg, env) for arg in expr.args)
        return f"({yes} if {condition} else {no})"
