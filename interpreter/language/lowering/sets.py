"""From typed expressions to Python source: sets, and numbers and things taken out of sets."""

from __future__ import annotations

from interpreter.language.lowering.names import Env, NameLowering
from interpreter.language.tree import Expr, Local


class SetLowering(NameLowering):
    """Writes sets."""

    def _cards(self, expr: Expr, env: Env) -> str:
        return f"z[{self.code(expr.args[0], env)}]"

    def _cards_in(self, expr: Expr, env: Env) -> str:
        zone, card = self.fresh(), self.fresh()
        return f"[{card} for {zone} in {self.code(expr.args[0], env)} for {card} in z[{zone}]]"

    def _owns(self, expr: Expr, env: Env) -> str:
        owner = self.fresh()
        return f"[{expr.data} + {owner} for {owner} in {self.code(expr.args[0], env)}]"

    def _around(self, expr: Expr, env: Env) -> str:
        return f"{self.constants.name(self._rows(expr.data))}[{self.code(expr.args[0], env)}]"

    def _rows(self, which: str) -> tuple[tuple[int, ...], ...]:
        graph = self.symbols.rulebook.map.graph
        ids = [space.id for space in self.symbols.rulebook.map.spaces]
        number = {id: at for at, id in enumerate(ids)}
        reach = graph.successors if which == "neighbour" else graph.predecessors
        return tuple(tuple(sorted(number[other] for other in reach(id))) for id in ids)

    def _around_set(self, expr: Expr, env: Env) -> str:
        rows = tuple(frozenset(row) for row in self._rows(expr.data))
        return f"{self.constants.name(rows)}[{self.code(expr.args[0], env)}]"

    def _meet(self, expr: Expr, env: Env) -> str:
        name = self.fresh()
        left, right = (self.code(arg, env) for arg in expr.args)
        return f"[{name} for {name} in {left} if {name} in {right}]"

    def _row(self, expr: Expr, env: Env) -> str:
        return f"{self.constants.name(expr.data)}[{self.code(expr.args[0], env)}]"

    def _union(self, expr: Expr, env: Env) -> str:
        left, right = (self.code(arg, env) for arg in expr.args)
        return f"union({left}, {right})"

    def members(self, expr: Expr, env: Env) -> tuple[str, str, str]:
        """A set as `for NAME in BASE` with a test: (name, base, test or '')."""
        tests: list[str] = []
        name = self.fresh()
        while expr.op == "filter":
            tests.append(self.code(expr.args[1], {**env, expr.data: name}))
            expr = expr.args[0]
        if expr.op == "meet":
            tests.append(f"{name} in {self.code(expr.args[1], env)}")
            expr = expr.args[0]
        return name, self.code(expr, env), " and ".join(reversed(tests))

    def _each(self, value: str, name: str, base: str, test: str) -> str:
        return f"[{value} for {name} in {base}{f' if {test}' if test else ''}]"

    def _filter(self, expr: Expr, env: Env) -> str:
        name, base, test = self.members(expr, env)
        return self._each(name, name, base, test)

    def _prefer(self, expr: Expr, env: Env) -> str:
        base = self.code(expr.args[0], env)
        name = self.fresh()
        test = self.code(expr.args[1], {**env, expr.data: name})
        return f"([{name} for {name} in {base} if {test}] or {base})"

    def _valued(self, expr: Expr, it: Local, env: Env) -> str:
        name, base, test = self.members(expr.args[0], env)
        return self._each(self.code(expr.args[1], {**env, it: name}), name, base, test)

    def _argbest(self, expr: Expr, env: Env) -> str:
        it, extreme = expr.data
        pick = {"highest": "max", "lowest": "min"}[extreme]
        return f"argbest({self.code(expr.args[0], env)}, {self._valued(expr, it, env)}, {pick})"

    def _range(self, expr: Expr, env: Env) -> str:
        low, high = (self.code(arg, env) for arg in expr.args)
        return f"span({low}, {high})"

    def _in_order(self, expr: Expr, env: Env) -> str:
        seats = len(self.symbols.seats)
        things, start = expr.args
        if things.op == "const" and len(things.data) == seats:
            orders = tuple(tuple((first + turn) % seats for turn in range(seats)) for first in range(seats))
            return f"{self.constants.name(orders)}[{self.code(start, env)} or 0]"
        return f"in_order({self.code(things, env)}, {self.code(start, env)}, {seats})"

    def _count(self, expr: Expr, env: Env) -> str:
        base = expr.args[0]
        if base.op == "meet" and base.args[0].op == "around":
            return f"len({self._around_set(base.args[0], env)}.intersection({self.code(base.args[1], env)}))"
        return f"len({self.code(base, env)})"

    def _sum_over(self, expr: Expr, env: Env) -> str:
        return f"sum({self._valued(expr, expr.data, env)})"

    def _sum_best(self, expr: Expr, env: Env) -> str:
        it, extreme = expr.data
        most = self.code(expr.args[2], env)
        return f"sum(sorted({self._valued(expr, it, env)}, reverse={extreme == 'highest'})[:max(0, {most})])"

    def _best(self, expr: Expr, env: Env) -> str:
        it, extreme = expr.data
        return f"{'max' if extreme == 'highest' else 'min'}({self._valued(expr, it, env)}, default=0)"

    def _helper(self, expr: Expr, env: Env) -> str:
        return f"{expr.op}({self.code(expr.args[0], env)})"

    _first = _only = _helper

    def _top(self, expr: Expr, env: Env) -> str:
        zone = f"z[{self.code(expr.args[0], env)}]"
        return f"({zone}[-1] if {zone} else None)"

    def _longest_line(self, expr: Expr, env: Env) -> str:
        grid = self.symbols.rulebook.map.grid
        assert grid is not None
        spaces, space = (self.code(arg, env) for arg in expr.args)
        return f"longest_line({spaces}, {space}, {grid.columns}, {grid.rows})"

    def _random(self, expr: Expr, env: Env) -> str:
        return f"m.one_of({self.code(expr.args[0], env)})"
