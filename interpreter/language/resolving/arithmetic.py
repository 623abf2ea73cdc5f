"""Arithmetic, and values that depend on a condition."""

from __future__ import annotations

from interpreter.language.ir.expressions import Arithmetic, Conditional, Const, Expr, Negative
from interpreter.language.ir.making import constant
from interpreter.language.ir.types import NUMBER
from interpreter.language.resolving.optional import nothing_of
from interpreter.language.resolving.scope import Scope, Syntax
from interpreter.language.resolving.sets import Sets
from interpreter.language.resolving.types import fits


class Sums(Sets):
    """Gives sums their meaning."""

    def _arithmetic(self, scope: Scope, node: Syntax) -> Expr:
        left, right = self.number(scope, node.children[0]), self.number(scope, node.children[1])
        sign = {"add": "+", "sub": "-", "mul": "*"}[node.data]
        return Arithmetic(sign, left, right)

    _add = _sub = _mul = _arithmetic

    def _neg(self, scope: Scope, node: Syntax) -> Expr:
        value = self.number(scope, node.children[0])
        return constant(-value.value, NUMBER) if isinstance(value, Const) else Negative(value)

    def _conditional(self, scope: Scope, node: Syntax) -> Expr:
        first, condition, second = node.children
        yes, no = self.value(scope, first), self.value(scope, second)
        missing = "nothing" in (yes.type.kind, no.type.kind)
        numbers = fits(yes.type, NUMBER) and fits(no.type, NUMBER)
        if yes.type.kind != no.type.kind and not missing and not numbers:
            self.fail(scope, node, "wrong-type", f"one side is {yes.type.a()}, the other {no.type.a()}")
        if yes.type.many != no.type.many and not missing:
            yes, no = self.set_of(scope, first), self.set_of(scope, second)
        type = no.type if yes.type.kind == "nothing" else yes.type
        if missing and (type.many or type.kind in ("number", "condition")):
            yes, no = (nothing_of(type) if side.type.kind == "nothing" else side for side in (yes, no))
        optional = yes.type.optional or no.type.optional
        return Conditional(yes, self.condition(scope, condition), no, type=type._replace(optional=optional))
