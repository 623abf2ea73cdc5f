"""From typed expressions to Python source: sets, and numbers and things taken out of sets."""

from __future__ import annotations

from interpreter.language.ir.expressions import (
    ArgBest,
    Around,
    Best,
    Cards,
    CardsIn,
    Const,
    Count,
    Expr,
    Filter,
    First,
    InOrder,
    LongestLine,
    Meet,
    Only,
    Owns,
    Prefer,
    Random,
    Range,
    Row,
    SumBest,
    SumOver,
    TopCard,
    Union,
)
from interpreter.language.ir.types import Local
from interpreter.language.lowering.names import Env, NameLowering


class SetLowering(NameLowering):
    """Writes sets."""

    def _cards(self, expr: Cards, env: Env) -> str:
        return f"z[{self.code(expr.zone, env)}]"

    def _cards_in(self, expr: CardsIn, env: Env) -> str:
        zone, card = self.fresh(), self.fresh()
        return f"[{card} for {zone} in {self.code(expr.zones, env)} for {card} in z[{zone}]]"

    def _owns(self, expr: Owns, env: Env) -> str:
        owner = self.fresh()
        return f"[{expr.first} + {owner} for {owner} in {self.code(expr.owners, env)}]"

    def _around(self, expr: Around, env: Env) -> str:
        return f"{self.constants.name(self._neighbours(expr.way))}[{self.code(expr.space, env)}]"

    def _neighbours(self, way: str) -> tuple[tuple[int, ...], ...]:
        board = self.symbols.rulebook.map
        number = {space.id: at for at, space in enumerate(board.spaces)}
        rows: list[list[int]] = [[] for _ in number]
        for start, end in board.edges:
            here, there = (start, end) if way == "neighbour" else (end, start)
            rows[number[here]].append(number[there])
        return tuple(tuple(sorted(row)) for row in rows)

    def around_set(self, expr: Around, env: Env) -> str:
        """As a set, for asking what is in it."""
        rows = tuple(frozenset(row) for row in self._neighbours(expr.way))
        return f"{self.constants.name(rows)}[{self.code(expr.space, env)}]"

    def _meet(self, expr: Meet, env: Env) -> str:
        name = self.fresh()
        left, right = self.code(expr.left, env), self.code(expr.right, env)
        return f"[{name} for {name} in {left} if {name} in {right}]"

    def _row(self, expr: Row, env: Env) -> str:
        return f"{self.constants.name(expr.rows)}[{self.code(expr.seat, env)}]"

    def _union(self, expr: Union, env: Env) -> str:
        return f"union({self.code(expr.left, env)}, {self.code(expr.right, env)})"

    def members(self, expr: Expr, env: Env) -> tuple[str, str, str]:
        """A set as `for NAME in BASE` with a test: (name, base, test or '')."""
        tests: list[str] = []
        name = self.fresh()
        while isinstance(expr, Filter):
            tests.append(self.code(expr.condition, {**env, expr.it: name}))
            expr = expr.things
        if isinstance(expr, Meet):
            tests.append(f"{name} in {self.code(expr.right, env)}")
            expr = expr.left
        return name, self.code(expr, env), " and ".join(reversed(tests))

    def _each(self, value: str, name: str, base: str, test: str) -> str:
        return f"[{value} for {name} in {base}{f' if {test}' if test else ''}]"

    def _filter(self, expr: Filter, env: Env) -> str:
        name, base, test = self.members(expr, env)
        return self._each(name, name, base, test)

    def _prefer(self, expr: Prefer, env: Env) -> str:
        base = self.code(expr.things, env)
        name = self.fresh()
        test = self.code(expr.condition, {**env, expr.it: name})
        return f"([{name} for {name} in {base} if {test}] or {base})"

    def _valued(self, things: Expr, it: Local, value: Expr, env: Env) -> str:
        name, base, test = self.members(things, env)
        return self._each(self.code(value, {**env, it: name}), name, base, test)

    def _argbest(self, expr: ArgBest, env: Env) -> str:
        pick = {"highest": "max", "lowest": "min"}[expr.extreme]
        base = self.code(expr.things, env)
        return f"argbest({base}, {self._valued(expr.things, expr.it, expr.value, env)}, {pick})"

    def _range(self, expr: Range, env: Env) -> str:
        return f"span({self.code(expr.low, env)}, {self.code(expr.high, env)})"

    def _in_order(self, expr: InOrder, env: Env) -> str:
        seats = len(self.symbols.seats)
        things, start = expr.things, expr.start
        if isinstance(things, Const) and len(things.value) == seats:
            orders = tuple(tuple((first + turn) % seats for turn in range(seats)) for first in range(seats))
            return f"{self.constants.name(orders)}[{self.code(start, env)} or 0]"
        return f"in_order({self.code(things, env)}, {self.code(start, env)}, {seats})"

    def _count(self, expr: Count, env: Env) -> str:
        base = expr.things
        if isinstance(base, Meet) and isinstance(base.left, Around):
            return f"len({self.around_set(base.left, env)}.intersection({self.code(base.right, env)}))"
        return f"len({self.code(base, env)})"

    def _sum_over(self, expr: SumOver, env: Env) -> str:
        return f"sum({self._valued(expr.things, expr.it, expr.value, env)})"

    def _sum_best(self, expr: SumBest, env: Env) -> str:
        most = self.code(expr.most, env)
        values = self._valued(expr.things, expr.it, expr.value, env)
        return f"sum(sorted({values}, reverse={expr.extreme == 'highest'})[:max(0, {most})])"

    def _best(self, expr: Best, env: Env) -> str:
        values = self._valued(expr.things, expr.it, expr.value, env)
        return f"{'max' if expr.extreme == 'highest' else 'min'}({values}, default=0)"

    def _first(self, expr: First, env: Env) -> str:
        return f"first({self.code(expr.things, env)})"

    def _only(self, expr: Only, env: Env) -> str:
        return f"only({self.code(expr.things, env)})"

    def _top_card(self, expr: TopCard, env: Env) -> str:
        zone = f"z[{self.code(expr.zone, env)}]"
        return f"({zone}[-1] if {zone} else None)"

    def _longest_line(self, expr: LongestLine, env: Env) -> str:
        grid = self.symbols.rulebook.map.grid
        assert grid is not None
        spaces, space = self.code(expr.spaces, env), self.code(expr.space, env)
        return f"longest_line({spaces}, {space}, {grid.columns}, {grid.rows})"

    def _random(self, expr: Random, env: Env) -> str:
        return f"m.one_of({self.code(expr.things, env)})"
