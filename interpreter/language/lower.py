"""From typed expressions to Python source.

Only what stands here is ever compiled: numbers, quoted constants, and the names `v`, `z`, `K…`, `t…` and locals made
up here. `v` and `z` are the match's flat state (see symbols). Things known at load are folded into constant tables
`K…`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from interpreter.language.helpers import NAMES
from interpreter.language.symbols import Symbols
from interpreter.language.tree import Expr, Local, Term

SIMPLE = re.compile(r"-?\w+$|f\[\d+\]$|v\[\d+\]$")
NAME = r"(?:f\[1\]|\ba\d+|\byou)"
ROW = re.compile(rf"K\d+\[(?:{NAME}|\(1 - {NAME}\))\]")
CELL = re.compile(r"\bf\[\d+\]")
"""What does not change while one expression is worked out: a row of a table for an argument, a name in the frame."""
INLINE = 260
"""Longest source of a term that is written out where it is used, instead of called."""

MOST_ROWS = 500
"""Things for which a term may be worked out beforehand."""

Env = dict[Local, str]


class Constants:
    """Values that the generated source names `K0`, `K1`, …; equal ones share a name."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self._names: dict[str, str] = {}

    def name(self, value: Any) -> str:
        key = f"{type(value).__name__}{value!r}"
        if key not in self._names:
            self._names[key] = f"K{len(self._names)}"
            self.values[self._names[key]] = value
        return self._names[key]


class Lowering:
    """Writes the expressions of one game. `functions` collects the source of each term that is called."""

    def __init__(self, symbols: Symbols, term_of: Callable[[int], Term]) -> None:
        self.symbols = symbols
        self.term_of = term_of
        self.constants = Constants()
        self.functions: dict[int, str] = {}
        self._fresh = 0
        self._tables: dict[int, tuple[Any, ...] | None] = {}
        self._stride = {name: symbols.size_of(name) for name in ("seat", "side", "space", "box", "card")}

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
        return text[1:-1] if text.startswith("(") and _matching(text) else text

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

    # -- atoms

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
            return f"({index[0]} * {self._stride[self.symbols.kind_of_noun(variable.per[1])]} + {index[1]})"
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

    # -- sets

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

    # -- numbers and things out of sets

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

    def _first(self, expr: Expr, env: Env) -> str:
        return f"first({self.code(expr.args[0], env)})"

    def _only(self, expr: Expr, env: Env) -> str:
        return f"only({self.code(expr.args[0], env)})"

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

    def owner_bases(self, sort: str) -> tuple[int, ...]:
        """Where each owner's pieces of a sort begin in `v`; of the sort '' where those of all sorts do."""
        if sort:
            return self.symbols.bases(sort)
        assert self.symbols.total_base is not None
        return tuple(self.symbols.total_base + owner * self.symbols.places for owner in range(len(self.symbols.seats)))

    def amounts(self, sorts: tuple[str, ...], owner: str | None, place: str) -> list[str]:
        """One term `v[…]` for each sort and owner of pieces that are counted."""
        found: list[str] = []
        everything = self.symbols.total_base is not None and set(sorts) == set(self.symbols.piece_base)
        for sort in ("",) if everything else sorts:
            bases = self.owner_bases(sort)
            if sort and place.isdigit() and int(place) >= self.symbols.spaces:
                bases = self._kept(sort, bases, int(place), owner)
            if owner is None or len(bases) == 1:
                found += [self.slot(base, place) for base in bases]
            elif re.fullmatch(r"\d+", owner):
                found.append(self.slot(bases[int(owner)], place))
            else:
                found.append(f"v[{self.constants.name(bases)}[{owner}] + {place}]")
        return found

    def _kept(self, sort: str, bases: tuple[int, ...], place: int, owner: str | None) -> tuple[int, ...]:
        """Of pieces that belong to whoever takes them, a box holds only those of its holder."""
        if owner is not None or self.symbols.pieces[sort].owner != "taker":
            return bases
        return (bases[self.symbols.holders[place]],)

    def _amount(self, expr: Expr, env: Env) -> str:
        place = self.code(expr.args[0], env)
        owner = self.code(expr.args[1], env) if len(expr.args) > 1 else None
        found = self.amounts(expr.data, owner, place)
        return found[0] if len(found) == 1 else f"({' + '.join(found)})"

    # -- conditions

    def _compare(self, expr: Expr, env: Env) -> str:
        left, right = (self.code(arg, env) for arg in expr.args)
        return f"({left} {expr.data} {right})"

    def _equal(self, expr: Expr, env: Env) -> str:
        left, right = (self.code(arg, env) for arg in expr.args)
        if right == "None":
            return "False" if left.isdecimal() else f"({left} is None)"
        return f"({left} == {right})"

    def _in(self, expr: Expr, env: Env) -> str:
        left, right = (self.code(arg, env) for arg in expr.args)
        return f"({left} in {right})"

    def _and(self, expr: Expr, env: Env) -> str:
        return f"({self.code(expr.args[0], env)} and {self.code(expr.args[1], env)})"

    def _or(self, expr: Expr, env: Env) -> str:
        return f"({self.code(expr.args[0], env)} or {self.code(expr.args[1], env)})"

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

    def _room(self, expr: Expr, env: Env) -> str:
        kind = self.symbols.pieces[expr.data]
        place = self.code(expr.args[0], env)
        amount = self.code(expr.args[1], env)
        owner = self.code(expr.args[2], env) if len(expr.args) > 2 else None
        if expr.args[0].type.kind == "box":
            return "True"
        tests = []
        closed = tuple(space.closed for space in self.symbols.rulebook.map.spaces)
        if any(closed):
            closed += (False,) * (self.symbols.places - len(closed))
            tests.append(f"not {self.constants.name(closed)}[{place}]")
        if kind.room_each is not None:
            held = " + ".join(self.amounts(self.symbols.sorts[kind.id], owner, place))
            tests.append(f"{held} < {kind.room_each}" if amount == "1" else f"{held} + {amount} <= {kind.room_each}")
        if kind.room_all is not None:
            held = " + ".join(self.amounts(self.symbols.sorts[kind.id], None, place))
            tests.append(f"{held} < {kind.room_all}" if amount == "1" else f"{held} + {amount} <= {kind.room_all}")
        return f"({' and '.join(tests)})" if tests else "True"

    def _playable(self, expr: Expr, env: Env) -> str:
        card, you = (self.code(arg, env) for arg in expr.args)
        return f"PLAYABLE[{card}](v, z, {you})"

    def _would_change(self, expr: Expr, env: Env) -> str:
        card, you, *whose = (self.code(arg, env) for arg in expr.args)
        if expr.data is None:
            return f"m.would_change({card}, {you}, None, 0)"
        track = self.symbols.track(expr.data)
        slot: str = str(self.symbols.track_base[expr.data])
        end = str(track.high)
        if track.mirrored:
            end = f"({track.low} if {whose[0]} else {track.high})"
        elif whose:
            slot = f"{slot} + {whose[0]}"
        return f"m.would_change({card}, {you}, {slot}, {end})"

    def _term(self, expr: Expr, env: Env) -> str:
        args = [self.snapshot(arg, env) for arg in expr.args]
        term = self.term_of(expr.data)
        assert term.body is not None
        if len(args) == 1 and not expr.args[0].type.optional:
            rows = self._tabulated(expr.data, term)
            if rows is not None:
                return f"{self.constants.name(rows)}[{args[0]}]"
        if all(SIMPLE.match(arg) for arg in args):
            text = self.code(term.body, dict(zip(term.arguments, args, strict=False)))
            if len(text) <= INLINE:
                return text if (text.startswith("(") and _matching(text)) or SIMPLE.match(text) else f"({text})"
        if expr.data not in self.functions:
            names = [f"a{number}" for number in range(len(args))]
            self.functions[expr.data] = ""
            body = self.truth(term.body, dict(zip(term.arguments, names, strict=False)))
            lines, body = hoisted(body, self.fresh)
            head = f"def t{expr.data}({', '.join(['v', 'z', *names])}):"
            self.functions[expr.data] = "\n    ".join([head, *lines, f"return {body}"]) + "\n"
        return f"t{expr.data}({', '.join(['v', 'z', *args])})"

    def _tabulated(self, number: int, term: Term) -> tuple[Any, ...] | None:
        """A term of one thing that depends on nothing but print: its value for each such thing, worked out now."""
        if number not in self._tables:
            hole = term.arguments[0]
            size = self._stride.get(hole.type.kind, 0) if not hole.type.many else 0
            self._tables[number] = None
            if 0 < size <= MOST_ROWS and term.body is not None and is_printed(term.body, self.term_of):
                source = self.code(term.body, {hole: "x"})
                names = {**NAMES, **self.constants.values}
                row = eval(
                    compile(f"lambda x: {source}", "<table>", "eval"), names
                )  # source of our own making, see above
                values = (row(at) for at in range(size))
                self._tables[number] = tuple(tuple(value) if isinstance(value, list) else value for value in values)
        return self._tables[number]


PRINTED = frozenset(
    {
        "const",
        "word",
        "local",
        "single",
        "opponent",
        "after",
        "attribute",
        "around",
        "meet",
        "row",
        "union",
        "filter",
        "count",
        "sum_over",
        "best",
        "arithmetic",
        "negative",
        "conditional",
        "compare",
        "equal",
        "in",
        "and",
        "or",
        "not",
        "is_word",
        "some",
        "every",
        "longest_line",
        "term",
    }
)
"""Operations whose result can't change during a match unless one of their arguments does."""


def is_printed(expr: Expr, term_of: Callable[[int], Term]) -> bool:
    if expr.op == "term":
        body = term_of(expr.data).body
        if body is None or not is_printed(body, term_of):
            return False
    return expr.op in PRINTED and all(is_printed(arg, term_of) for arg in expr.args)


def hoisted(text: str, fresh: Callable[[], str]) -> tuple[list[str], str]:
    """An expression with what stays the same all through a loop inside it worked out before: the lines for that, the
    rest.
    """
    lines: list[str] = []
    if " for " in text:
        for pattern in (ROW, CELL):
            for part in dict.fromkeys(pattern.findall(text)):
                name = fresh()
                lines.append(f"{name} = {part}")
                text = text.replace(part, name)
    return lines, text


def _matching(text: str) -> bool:
    """Whether the first and the last parenthesis of the text belong together."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return at == len(text) - 1
    return False
