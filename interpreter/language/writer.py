"""The instructions that change a match's state, and the statements in which nobody decides, as Python source."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.language.lower import hoisted
from interpreter.language.parts import Run, Step, Top
from interpreter.language.piece_writer import PieceWriter
from interpreter.language.tree import (
    NUMBER,
    As,
    Assign,
    Block,
    Call,
    Expr,
    ForEach,
    If,
    Leave,
    Let,
    ListChange,
    Local,
    Make,
    MoveCards,
    Must,
    Note,
    OnlyIf,
    Repeat,
    Reveal,
    Shuffle,
    Stop,
    Term,
    While,
)
from interpreter.language.weights import is_straight


class Writer(PieceWriter):
    """What the two kinds of routine share: the instructions that change the state, and statements as plain Python."""

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
