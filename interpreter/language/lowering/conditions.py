"""From typed expressions to Python source: conditions."""

from __future__ import annotations

from interpreter.language.ir.expressions import (
    And,
    Around,
    Compare,
    Equal,
    Every,
    Exists,
    Expr,
    Filter,
    Flag,
    In,
    IsWord,
    Muted,
    Not,
    Or,
    Playable,
    Ref,
    Same,
    Some,
    Watching,
    WouldChange,
)
from interpreter.language.lowering.names import Env
from interpreter.language.lowering.sets import SetLowering


class ConditionLowering(SetLowering):
    """Writes conditions."""

    def _same(self, expr: Same, env: Env) -> str:
        return f"same({self.code(expr.left, env)}, {self.code(expr.right, env)})"

    def _compare(self, expr: Compare, env: Env) -> str:
        return self._infix(expr.left, expr.sign, expr.right, env)

    def _equal(self, expr: Equal, env: Env) -> str:
        left, right = self.code(expr.left, env), self.code(expr.right, env)
        if right == "None":
            return "False" if left.isdecimal() else f"({left} is None)"
        return f"({left} == {right})"

    def _infix(self, left: Expr, sign: str, right: Expr, env: Env) -> str:
        return f"({self.code(left, env)} {sign} {self.code(right, env)})"

    def _in(self, expr: In, env: Env) -> str:
        return self._infix(expr.thing, "in", expr.things, env)

    def _and(self, expr: And, env: Env) -> str:
        return self._infix(expr.left, "and", expr.right, env)

    def _or(self, expr: Or, env: Env) -> str:
        return self._infix(expr.left, "or", expr.right, env)

    def _not(self, expr: Not, env: Env) -> str:
        return f"(not {self.code(expr.condition, env)})"

    def _watching(self, expr: Watching) -> str:
        return f"v[{self.symbols.watch_base + expr.watch}]"

    def _flag(self, expr: Flag, env: Env) -> str:
        return self.slot(self.symbols.flag_base[expr.flag], self.code(expr.thing, env))

    def _is_word(self, expr: IsWord, env: Env) -> str:
        return self.table(tuple(entry == expr.value for entry in expr.table), self.code(expr.thing, env))

    def _exists(self, expr: Exists, env: Env) -> str:
        things = expr.things
        if isinstance(things, Filter):
            name, base, test = self.members(things, env)
            if "PLAYABLE" in test:  # a long test of each: the first one found is enough
                return f"any(1 for {name} in {base} if {test})"
        return f"bool({self.code(things, env)})"

    def _some(self, expr: Some, env: Env) -> str:
        base, condition = expr.things, expr.condition
        if isinstance(base, Around) and isinstance(condition, In) and _is(condition.thing, expr):
            return f"(not {self.around_set(base, env)}.isdisjoint({self.code(condition.things, env)}))"
        name, source, test = self.members(base, env)
        condition_code = self.code(condition, {**env, expr.it: name})
        return f"bool([1 for {name} in {source} if {f'{test} and ' if test else ''}{condition_code}])"

    def _every(self, expr: Every, env: Env) -> str:
        name, source, test = self.members(expr.things, env)
        condition_code = self.code(expr.condition, {**env, expr.it: name})
        return f"(not [1 for {name} in {source} if {f'{test} and ' if test else ''}not {condition_code}])"

    def _playable(self, expr: Playable, env: Env) -> str:
        return f"PLAYABLE[{self.code(expr.card, env)}](v, z, {self.code(expr.you, env)})"

    def _would_change(self, expr: WouldChange, env: Env) -> str:
        card, you = self.code(expr.card, env), self.code(expr.you, env)
        track = "-1" if expr.track is None else self._track_number(expr.track, expr.seat, env)
        return f"m.would_change({card}, {you}, {track})"

    def _muted(self, expr: Muted, env: Env) -> str:
        return f"(m.muted == {self._track_number(expr.track, expr.seat, env)})"

    def _track_number(self, track: str, seat: Expr | None, env: Env) -> str:
        number = str(self.symbols.track_number[track])
        return number if seat is None else f"{number} + {self.code(seat, env)}"


def _is(thing: Expr, some: Some) -> bool:
    """Whether it is the member of the set itself that is spoken of."""
    return isinstance(thing, Ref) and thing.local is some.it
