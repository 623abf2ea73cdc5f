"""The instructions that change a match's state, and the statements in which nobody decides, as Python source."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from interpreter.language.lower import Env, hoisted
from interpreter.language.parts import Run, Step, Top
from interpreter.language.tree import (
    CONDITION,
    NUMBER,
    As,
    Assign,
    Block,
    Call,
    ChangeState,
    Expr,
    ForEach,
    If,
    Leave,
    Let,
    ListChange,
    Local,
    Make,
    MoveCards,
    MovePieces,
    Must,
    Note,
    OnlyIf,
    Repeat,
    Reveal,
    Routine,
    Shuffle,
    Stop,
    Term,
    Type,
    While,
    constant,
    local,
)
from interpreter.language.weights import is_straight

if TYPE_CHECKING:
    from interpreter.language.flow import Flow


class Writer(ABC):
    """What the two kinds of routine share: where names are kept, and the instructions that change the state."""

    def __init__(self, flow: Flow, number: int, routine: Routine) -> None:
        self.flow = flow
        self.number = number
        self.routine = routine
        self.lowering = flow.lowering
        self.symbols = flow.symbols
        self.env: Env = {}
        self.lines: list[str] = []
        self.depth = 1

    def put(self, line: str) -> None:
        self.lines.append("    " * self.depth + line + "\n")

    def code(self, expr: Expr) -> str:
        return self.lowering.code(expr, self.env)

    def truth(self, expr: Expr) -> str:
        return self.lowering.truth(expr, self.env)

    def temporary(self) -> str:
        return self.lowering.fresh()

    def simple(self, expr: Expr) -> str:
        """The expression's source, kept in a local first if it is more than a name."""
        text = self.code(expr)
        if (
            text.isidentifier()
            or text.lstrip("-").isdigit()
            or (text.startswith("f[") and text.endswith("]") and text[2:-1].isdigit())
        ):
            return text
        name = self.temporary()
        self.put(f"{name} = {text}")
        return name

    def log(self, *parts: str) -> None:
        if self.flow.logged:
            self.put(f"m.log.append(({', '.join(parts)},))")

    def charge(self, where: Any, block: Block) -> None:
        """Count the work of a block, and stop what goes on for too long."""
        number = self.flow.place_number(where)
        self.put(f"m.work -= {self.flow.weights.units(block)}")
        self.put(f"if m.work < 0: m.overrun({number})")

    def charge_routine(self) -> None:
        body = self.routine.body
        if body and (not is_straight(body) or self.flow.weights.units(body) > 1):
            self.charge(body[0].where, body)

    def change(self, statement: Any) -> bool:
        """Write a statement that only changes the state; False if it is another kind."""
        method: Callable[[Any], None] | None = getattr(self, f"_{type(statement).__name__.lower()}", None)
        if method is None:
            return False
        method(statement)
        return True

    def hoisted(self, text: str) -> str:
        """The source with what stays the same all through a loop inside it worked out before it."""
        lines, text = hoisted(text, self.temporary)
        for line in lines:
            self.put(line)
        return text

    def _let(self, statement: Let) -> None:
        self.bind(statement.name, self.hoisted(self.lowering.snapshot(statement.value, self.env)))

    @abstractmethod
    def bind(self, name: Local, text: str) -> None:
        """Let a local name a value from now on."""

    def _movepieces(self, statement: MovePieces) -> None:
        source, target = self.simple(statement.source), self.simple(statement.target)
        owner = self.simple(statement.owner) if statement.owner is not None else None
        left = self._left(statement)
        for sort in statement.sorts:
            to = self.symbols.sorts[self.symbols.pieces[sort].id][0] if statement.target.type.kind == "box" else sort
            for base, end, whose in self._ways(statement, sort, to, owner, source, target):
                self._move_some(statement, sort, base, end, whose, source, target, left)

    def _ways(
        self, statement: MovePieces, sort: str, to: str, owner: str | None, source: str, target: str
    ) -> list[tuple[str, str, str | None]]:
        """Where in `v` the pieces of a sort begin that are moved, where those that they become, and whose they are."""
        kind = self.symbols.pieces[sort]
        distance = self.symbols.piece_base[to] - self.symbols.piece_base[sort]
        if kind.owner != "taker":
            return [(base, added(base, distance), whose) for base, whose in self._rows(sort, owner)]
        if owner is None and statement.source.type.kind == "box":
            holder = self._holder(source)
            rows = self._rows(sort, holder)
            whose = holder
            if statement.taker is not None:
                taker = self.simple(statement.taker)
                whose = taker if holder.isdigit() else self.temporary()
                if whose != taker:
                    self.put(f"{whose} = {taker} if {holder} == {len(self.symbols.seats)} else {holder}")
            rows = [(rows[0][0], whose)]
        else:
            rows = self._rows(sort, owner)[: len(self.symbols.seats)]
        if statement.target.type.kind == "box":
            ends = [self._rows(to, self._holder(target))[0][0]] * len(rows)
        elif statement.taker is not None:
            ends = [self._rows(to, rows[0][1])[0][0]]
        else:
            ends = [added(base, distance) for base, _ in rows]
        return [(base, end, whose) for (base, whose), end in zip(rows, ends, strict=True)]

    def _holder(self, place: str) -> str:
        """The number of the seat whose box a place is, or of nobody."""
        holders = self.symbols.holders
        if place.isdigit():
            return str(holders[int(place)])
        name = self.temporary()
        self.put(f"{name} = {self.lowering.constants.name(holders)}[{place}]")
        return name

    def _left(self, statement: MovePieces | ChangeState) -> str | None:
        """Where it is kept how many are still to be taken, if they are of several sorts."""
        if statement.amount is None or len(statement.sorts) < 2:
            return None
        left = self.temporary()
        self.put(f"{left} = {self.code(statement.amount)}")
        return left

    def _rows(self, sort: str, owner: str | None) -> list[tuple[str, str | None]]:
        """Where the pieces of a sort begin in `v`, for the owner or for each one, and whose they are."""
        bases = self.lowering.owner_bases(sort)
        owned = self.symbols.pieces[sort].owned
        if not owned or owner is None:
            return [(str(base), str(seat) if owned else None) for seat, base in enumerate(bases)]
        if owner.isdigit():
            return [(str(bases[int(owner)]), owner)]
        name = self.temporary()
        self.put(f"{name} = {self.lowering.constants.name(bases)}[{owner}]")
        return [(name, owner)]

    def _move_some(
        self,
        statement: MovePieces,
        sort: str,
        base: str,
        end: str,
        owner: str | None,
        source: str,
        target: str,
        left: str | None,
    ) -> None:
        """Move pieces of one sort and one owner, from the row that begins at `base` to the row at `end`."""
        start = added(base, source)
        amount = left or (self.code(statement.amount) if statement.amount is not None else None)
        piece = self.symbols.pieces[sort]
        room = (piece.room_each is not None or piece.room_all is not None) and statement.target.type.kind != "box"
        tests = []
        if room:
            one = constant(1, NUMBER)
            place = local(Local("place", Type(statement.target.type.kind)))
            env: Env = {place.data: target}
            args = [place, one]
            if owner is not None:
                args.append(local(Local("owner", Type("seat"))))
                env[args[2].data] = owner
            test = self.lowering.truth(Expr("room", CONDITION, tuple(args), piece.id), env)
            tests = [f"({test})" if " or " in test else test] if test != "True" else []
        if amount == "1":
            self.put(f"if {' and '.join([*tests, f'v[{start}] > 0'])}:")
            self._shift_pieces("1", base, end, sort, source, target)
            count = "1"
        else:
            count = self.temporary()
            limit = f"v[{start}]" if amount is None else f"min(v[{start}], {amount})"
            if room:
                fit = f"m.fit({self.symbols.rulebook.pieces.index(piece)}, {target}, {owner or 'None'})"
                limit = f"min({limit}, {fit})"
            self.put(f"{count} = {limit}")
            self.put(f"if {count} > 0:")
            self._shift_pieces(count, base, end, sort, source, target)
            if left is not None:
                self.put(f"    {left} -= {count}")
        self.depth += 1
        self.log("'pieces'", count, repr(sort), owner or "None", source, target)
        self.depth -= 1

    def _shift_pieces(self, count: str, base: str, end: str, sort: str, source: str, target: str) -> None:
        """The two places of a move in `v`, and those in the row of all kinds, which lies at a fixed distance."""
        ends = [(base, end)]
        if self.symbols.total_base is not None:
            total = added(base, self.symbols.total_base - self.symbols.piece_base[sort])
            ends.append((total, total))
        for first, last in ends:
            self.put(f"    v[{added(first, source)}] -= {count}; v[{added(last, target)}] += {count}")

    def _changestate(self, statement: ChangeState) -> None:
        place = self.simple(statement.place)
        owner = self.simple(statement.owner) if statement.owner is not None else None
        left = self._left(statement)
        for sort in statement.sorts:
            to = f"{statement.state} {self.symbols.pieces[sort].id}"
            for base, whose in self._rows(sort, owner):
                start, end = added(base, place), added(base, self._distance(sort, to), place)
                amount = left or (self.code(statement.amount) if statement.amount is not None else None)
                count = self.temporary()
                self.put(f"{count} = {f'v[{start}]' if amount is None else f'min(v[{start}], {amount})'}")
                self.put(f"if {count} > 0:")
                self.put(f"    v[{start}] -= {count}; v[{end}] += {count}")
                if left is not None:
                    self.put(f"    {left} -= {count}")
                self.depth += 1
                self.log("'state'", count, repr(sort), whose or "None", place, repr(statement.state))
                self.depth -= 1

    def _distance(self, sort: str, to: str) -> int:
        return self.symbols.piece_base[to] - self.symbols.piece_base[sort]

    def _movecards(self, statement: MoveCards) -> None:
        target = self.simple(statement.target)
        verb = "move_under" if statement.bottom else "move"
        if statement.cards.type.many:
            zone = statement.cards.args[0] if statement.cards.op == "cards" else None
            if zone is not None:
                self.put(f"move_all(m, v, z, {self.code(zone)}, {target}, {statement.bottom})")
            else:
                self.put(f"for {(name := self.temporary())} in {self.lowering.snapshot(statement.cards, self.env)}:")
                self.put(f"    {verb}(m, v, z, {name}, {target})")
            return
        if statement.cards.op == "top":  # nobody has chosen it, so that whoever knew the others still does
            verb = "draw_under" if statement.bottom else "draw"
            self.put(f"{verb}(m, v, z, {self.code(statement.cards.args[0])}, {target})")
            return
        self.put(f"{verb}(m, v, z, {self.code(statement.cards)}, {target})")

    def _top(self, statement: Top) -> None:
        source = self.code(statement.source)
        if statement.name is not None:
            self.bind(statement.name, f"z[{source}][-1]")
        self.put(f"draw(m, v, z, {source}, {self.code(statement.target)})")

    def _shuffle(self, statement: Shuffle) -> None:
        self.put(f"shuffle(m, v, z, {self.code(statement.zone)})")

    def _reveal(self, statement: Reveal) -> None:
        seat = "None" if statement.seat is None else self.code(statement.seat)
        self.put(f"reveal(m, v, {self.lowering.snapshot(statement.cards, self.env)}, {seat})")

    def _step(self, statement: Step) -> None:
        self._shift(statement.cell, "+" if statement.by > 0 else "-", "1", clamp=False)

    def _assign(self, statement: Assign) -> None:
        cell = statement.cell
        if cell.op == "local":
            self._assign_to(self.env[cell.data], statement)
        elif cell.op == "watching":
            self._assign_to(self.code(cell), statement)
        elif cell.op == "variable":
            self._assign_variable(statement)
        elif statement.verb == "set":
            self._set_track(cell, self.code(statement.amount))
        else:
            amount = self.code(statement.amount)
            self._shift(cell, "+" if statement.verb == "raise" else "-", amount, clamp=True)

    def _assign_variable(self, statement: Assign) -> None:
        cell = statement.cell
        base = self.symbols.variable_base[cell.data]
        self._assign_to(self.lowering.slot(base, self.lowering.variable_index(cell, self.env)), statement)

    def _assign_to(self, target: str, statement: Assign) -> None:
        number = statement.cell.type == NUMBER
        amount = self.lowering.snapshot(statement.amount, self.env)
        if statement.verb == "set":
            plain = not number or tame(statement.amount, self.lowering.term_of)
            self.put(f"{target} = {amount if plain else f'bounded({amount})'}")
        else:
            sign = "+" if statement.verb == "raise" else "-"
            if tame(statement.amount, self.lowering.term_of):
                self.put(f"{target} {sign}= {amount}")
            else:
                self.put(f"{target} = bounded({target} {sign} {amount})")

    def _track_slot(self, cell: Expr) -> tuple[str, str]:
        """A track's slot in `v` and the seat whose view of a mirrored track it is ('' if not mirrored)."""
        track = self.symbols.track(cell.data)
        base = self.symbols.track_base[cell.data]
        if not cell.args:
            return f"v[{base}]", ""
        seat = self.simple(cell.args[0])
        return (f"v[{base}]", seat) if track.mirrored else (self.lowering.slot(base, seat), "")

    def _shift(self, cell: Expr, sign: str, amount: str, clamp: bool) -> None:
        """Move a track; for the second seat of a mirrored one, the other way."""
        track = self.symbols.track(cell.data)
        slot, seat = self._track_slot(cell)
        other = "-" if sign == "+" else "+"
        if self.flow.logged:
            self.put(f"old = {slot}")
        if seat in ("", "0"):
            change = f"{slot} {sign} {amount}"
        elif seat == "1":
            change = f"{slot} {other} {amount}"
        else:
            change = f"({slot} {other} {amount} if {seat} else {slot} {sign} {amount})"
        self.put(f"{slot} = max({track.low}, min({track.high}, {change}))" if clamp else f"{slot} = {change}")
        self._log_track(cell, slot)

    def _set_track(self, cell: Expr, value: str) -> None:
        track = self.symbols.track(cell.data)
        slot, seat = self._track_slot(cell)
        if self.flow.logged:
            self.put(f"old = {slot}")
        bounded = f"max({track.low}, min({track.high}, {value}))"
        self.put(
            f"{slot} = {bounded}"
            if seat in ("", "0")
            else f"{slot} = -{bounded}"
            if seat == "1"
            else f"{slot} = -{bounded} if {seat} else {bounded}"
        )
        self._log_track(cell, slot)

    def _log_track(self, cell: Expr, slot: str) -> None:
        if self.flow.logged:
            track = self.symbols.track(cell.data)
            seat = self.code(cell.args[0]) if cell.args and not track.mirrored else "None"
            self.put(f"if {slot} != old: m.log.append(('track', {cell.data!r}, {seat}, old, {slot}))")

    def _listchange(self, statement: ListChange) -> None:
        item = self.code(statement.item)
        if statement.name is not None:
            current = self.env[statement.name]
        else:
            assert statement.cell is not None
            current = self.code(statement.cell)
        self.put(f"{current} = {'with_item' if statement.verb == 'add' else 'without_item'}({current}, {item})")

    def _make(self, statement: Make) -> None:
        base = self.symbols.flag_base[statement.flag]
        things = statement.things
        if things.op == "single" and not things.args[0].type.optional:
            thing = self.simple(things.args[0])
            self.put(f"{self.lowering.slot(base, thing)} = {statement.value}")
            self._log_flag(statement, thing)
            return
        name = self.temporary()
        self.put(f"for {name} in {self.lowering.snapshot(things, self.env)}:")
        self.put(f"    v[{base} + {name}] = {statement.value}")
        self.depth += 1
        self._log_flag(statement, name)
        self.depth -= 1

    def _log_flag(self, statement: Make, thing: str) -> None:
        kind = self.symbols.kind_of_noun(self.symbols.flags[statement.flag].of)
        known = self.lowering.slot(self.symbols.known_base, thing) if kind == "card" else "-1"
        self.log("'flag'", repr(statement.flag), thing, str(statement.value), known)

    def _note(self, statement: Note) -> None:
        card = self.simple(statement.card)
        label = self.lowering.constants.name(statement.label)
        self.put(f"m.uses.append(({card}, {label}))")
        known = self.lowering.slot(self.symbols.known_base, card)
        self.log("'note'", card, label, self.code(statement.you), known)

    def plain_block(self, block: Block, leave: str = "") -> None:
        """A block without decisions; `leave` is how to skip its rest, if one word does it."""
        if not block:
            self.put("pass")
        for at, statement in enumerate(block):
            if isinstance(statement, OnlyIf) and not leave:
                self.put(f"if {self.truth(statement.condition)}:")
                self._inner(block[at + 1 :])
                return
            if isinstance(statement, OnlyIf):
                self.put(f"if not {self.code(statement.condition)}: {leave}")
                continue
            for simple in self.flow.expanded(statement):
                self.plain(simple)

    def _inner(self, block: Block, loop: Any = None) -> None:
        self.depth += 1
        if loop is not None and self.flow.weights.rounds(loop) is None:
            self.charge(loop.where, block)
        self.plain_block(block, "" if loop is None else "continue" if isinstance(loop, ForEach) else "break")
        self.depth -= 1

    def _again(self, statement: ForEach) -> None:
        """Round after round, until the body is left; that leaves both loops."""
        things = self.temporary()
        self.put("while True:")
        self.depth += 1
        self.put(f"{things} = {self.lowering.snapshot(statement.things, self.env)}")
        self.put(f"if not {things}: break")
        self.charge(statement.where, statement.body)
        self.put(f"for {self.name(statement.name)} in {things}:")
        self._inner(statement.body, statement)
        self.put("else: continue")
        self.put("break")
        self.depth -= 1

    def plain(self, statement: Any) -> None:
        """Write a statement in which nobody decides, as ordinary Python."""
        if isinstance(statement, (Call, Run)):
            number = self.flow.phrase[statement.word] if isinstance(statement, Call) else statement.routine
            args = [self.lowering.snapshot(arg, self.env) for arg in statement.args]
            self.put(f"{self.flow.call_name(number)}({', '.join(['m', 'v', 'z', self.code(statement.you), *args])})")
        elif isinstance(statement, If):
            for at, (condition, block) in enumerate(statement.branches):
                self.put(f"{'el' if at else ''}if {self.truth(condition)}:")
                self._inner(block)
            if statement.otherwise is not None:
                self.put("else:")
                self._inner(statement.otherwise)
        elif isinstance(statement, ForEach) and statement.again:
            self._again(statement)
        elif isinstance(statement, ForEach):
            things = self.lowering.snapshot(statement.things, self.env)
            self.put(f"for {self.name(statement.name)} in {things}:")
            self._inner(statement.body, statement)
        elif isinstance(statement, Repeat):
            self.put(f"for {self.temporary()} in range({self.code(statement.times)}):")
            self._inner(statement.body, statement)
        elif isinstance(statement, While):
            self.put(f"while {self.truth(statement.condition)}:")
            self._inner(statement.body, statement)
        elif isinstance(statement, As):
            self.bind(statement.name, self.code(statement.seat))
            self.plain_block(statement.body)
        elif isinstance(statement, Leave):
            self.put("break")
        elif not self.change(statement):
            raise AssertionError(statement)

    def name(self, name: Local) -> str:
        """What a local is called from now on."""
        if name not in self.env:
            self.env[name] = self.temporary()
        return self.env[name]


class Plain(Writer):
    """A routine without decisions: one Python function `rN(m, v, z, you, …)`."""

    def bind(self, name: Local, text: str) -> None:
        if name not in self.env:
            self.env[name] = self.temporary()
        if self.env[name] != text:
            self.put(f"{self.env[name]} = {text}")

    def write(self) -> str:
        self.env = {hole: f"a{at}" for at, hole in enumerate(self.routine.holes)}
        self.env[self.routine.you] = "you"
        names = ["m", "v", "z", "you", *(self.env[hole] for hole in self.routine.holes)]
        self.lines.append(f"def {self.flow.call_name(self.number)}({', '.join(names)}):\n")
        if self.routine.turn:
            self.put("m.turn(you)")
        self.charge_routine()
        self.plain_block(self.routine.body, "return")
        return "".join(self.lines)

    def plain(self, statement: Any) -> None:
        if isinstance(statement, Must):
            self.put(f"if not {self.code(self.flow.doable.possible(statement, {}))}: return")
            self.plain_block([statement.inner])
        elif isinstance(statement, Stop):
            self.put("return")
        else:
            super().plain(statement)


def added(*parts: str | int) -> str:
    """The sum of numbers and names as source, the numbers added up."""
    names = [part for part in parts if isinstance(part, str) and not part.isdigit()]
    number = sum(int(part) for part in parts if isinstance(part, int) or part.isdigit())
    if not names:
        return str(number)
    first = [str(number)] if number > 0 else []
    return " + ".join([*first, *names]) + (f" - {-number}" if number < 0 else "")


def tame(expr: Expr, term_of: Callable[[int], Term]) -> bool:
    """Whether a number can't depend on a variable, so that adding it over and over grows no faster than the count of
    steps.
    """
    if expr.op in ("variable", "local") and expr.type == NUMBER:
        return False
    if expr.op == "arithmetic" and expr.data == "*":
        return False
    if expr.op == "term":
        body = term_of(expr.data).body
        return body is not None and tame(body, term_of) and all(tame(arg, term_of) for arg in expr.args)
    return all(tame(arg, term_of) for arg in expr.args)
