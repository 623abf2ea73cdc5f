"""From typed expressions to Python source: conditions."""

from __future__ import annotations

from interpreter.language.lowering.names import Env
from interpreter.language.lowering.sets import SetLowering
from interpreter.language.tree import Expr


class ConditionLowering(SetLowering):
    """Writes conditions."""

    def _same(self, expr: Expr, env: Env) -> str:
        return f"same({', '.join(self.code(arg, env) for arg in expr.args)})"

    def _compare(self, expr: Expr, env: Env) -> str:
        left, right = (self.code(arg, env) for arg in expr.args)
        return f"({left} {expr.data} {right})"

    def _equal(self, expr: Expr, env: Env) -> str:
        left, right = (self.code(arg, env) for arg in expr.args)
        if right == "None":
            return "False" if left.isdecimal() else f"({left} is None)"
        return f"({left} == {right})"

    def _infix(self, expr: Expr, env: Env) -> str:
        left, right = (self.code(arg, env) for arg in expr.args)
        return f"({left} {expr.op} {right})"

    _in = _and = _or = _infix

    def _not(self, expr: Expr, env: Env) -> str:
        return f"(not {self.code(expr.args[0], env)})"

    def _watching(self, expr: Expr, env: Env) -> str:
        return f"v[{self.symbols.watch_base + expr.data}]"

    def _flag(self, expr: Expr, env: Env) -> str:
        return self.slot(self.symbols.flag_base[expr.data], self.code(expr.args[0], env))

    def _is_word(self, expr: Expr, env: Env) -> str:
        table, value = expr.data
        return self.table(tuple(entry == value for entry in table), self.code(expr.args[0], env))

    def _exists(self, expr: Expr, env: Env) -> str:
        things = expr.args[0]
        if things.op == "filter":
            name, base, test = self.members(things, env)
            if "PLAYABLE" in test:  # a long test of each: the first one found is enough
                return f"any(1 for {name} in {base} if {test})"
        return f"bool({self.code(things, env)})"

    def _some(self, expr: Expr, env: Env) -> str:
        base, condition = expr.args
        if base.op == "around" and condition.op == "in" and condition.args[0].data is expr.data:
            return f"(not {self._around_set(base, env)}.isdisjoint({self.code(condition.args[1], env)}))"
        name, source, test = self.members(base, env)
        condition_code = self.code(condition, {**env, expr.data: name})
        return f"bool([1 for {name} in {source} if {f'{test} and ' if test else ''}{condition_code}])"

    def _every(self, expr: Expr, env: Env) -> str:
        base, condition = expr.args
        name, source, test = self.members(base, env)
        condition_code = self.code(condition, {**env, expr.data: name})
        return f"(not [1 for {name} in {source} if {f'{test} and ' if test else ''}not {condition_code}])"

    def _playable(self, expr: Expr, env: Env) -> str:
        card, you = (self.code(arg, env) for arg in expr.args)
        return f"PLAYABLE[{card}](v, z, {you})"

    def _would_change(self, expr: Expr, env: Env) -> str:
        card, you, *whose = (self.code(arg, env) for arg in expr.args)
        track = "-1" if expr.data is None else self._track_number(expr.data, whose)
        return f"m.would_change({card}, {you}, {track})"

    def _muted(self, expr: Expr, env: Env) -> str:
        return f"(m.muted == {self._track_number(expr.data, [self.code(arg, env) for arg in expr.args])})"

    def _track_number(self, track: str, whose: list[str]) -> str:
        return " + ".join([str(self.symbols.track_number[track]), *whose])
