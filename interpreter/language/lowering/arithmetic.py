"""From typed expressions to Python source: arithmetic, and values that depend on a condition."""

from __future__ import annotations

import re

from interpreter.language.ir.expressions import Arithmetic, Conditional, Negative
from interpreter.language.lowering.names import Env, NameLowering


class ArithmeticLowering(NameLowering):
    """Writes sums."""

    def _arithmetic(self, expr: Arithmetic, env: Env) -> str:
        left, right = self.code(expr.left, env), self.code(expr.right, env)
        if expr.sign == "*" and not (re.fullmatch(r"\d+", left) or re.fullmatch(r"\d+", right)):
            return f"times({left}, {right})"
        return f"({left} {expr.sign} {right})"

    def _negative(self, expr: Negative, env: Env) -> str:
        return f"(-{self.code(expr.value, env)})"

    def _conditional(self, expr: Conditional, env: Env) -> str:
        yes, condition, no = (self.code(part, env) for part in (expr.yes, expr.condition, expr.no))
        return f"({yes} if {condition} else {no})"
