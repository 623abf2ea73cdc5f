"""Arithmetic, and values that depend on a condition."""

from __future__ import annotations

from interpreter.language.resolving.optional import nothing_of
from interpreter.language.resolving.scope import Scope, Syntax
from interpreter.language.resolving.sets import Sets
from interpreter.language.resolving.types import fits
from interpreter.language.tree import NUMBER, Expr, constant


class Arithmetic(Sets):
    """Gives sums their meaning."""

    def _arithmetic(self, scope: Scope, node: Syntax) -> Expr:
        left, right = self.number(scope, node.children[0]), self.number(scope, node.children[1])
        sign = {"add": "+", "sub": "-", "mul": "*"}[node.data]
        return Expr("arithmetic", NUMBER, (left, right), sign)

    _add = _sub = _mul = _arithmetic

    def _neg(self, scope: Scope, node: Syntax) -> Expr:
        value = self.number(scope, node.children[0])
        return constant(-value.data, NUMBER) if value.op == "const" else Expr("negative", NUMBER, (value,))

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
        return Expr("conditional", type._replace(optional=optional), (yes, self.condition(scope, condition), no))
