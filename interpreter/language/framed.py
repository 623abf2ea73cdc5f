"""Routines with decisions: segments that jump to each other by number and keep their names in a frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter.language.parts import FIRST_SLOT, OVER, DecisionInfo, Run, blocks_of
from interpreter.language.tree import (
    NUMBER,
    As,
    Block,
    Call,
    Carry,
    Choose,
    Either,
    End,
    Expr,
    ForEach,
    If,
    Leave,
    Local,
    May,
    Must,
    OnlyIf,
    Repeat,
    Routine,
    Stop,
    Type,
    While,
)
from interpreter.language.weights import is_straight
from interpreter.language.writer import Writer

if TYPE_CHECKING:
    from interpreter.language.flow import Flow


@dataclass(slots=True)
class Exit:
    """Where a block, and the loop around it, are left to: segment numbers, or None for the routine's end."""

    block: int | None
    loop: int | None = None


class Framed(Writer):
    """A routine with decisions: segments that jump to each other by number and keep their names in the frame `f`."""

    def __init__(self, flow: Flow, number: int, routine: Routine) -> None:
        super().__init__(flow, number, routine)
        self.slots = FIRST_SLOT
        self.current = flow.entries[number]
        self.open = True

    def write(self) -> None:
        self.env[self.routine.you] = "f[1]"
        for hole in self.routine.holes:
            self.slot(hole)
        if self.routine.turn:
            self.put("m.turn(f[1])")
        if not is_straight(self.routine.body):
            self.charge_routine()
        self.block(self.routine.body, Exit(None))
        self.leave(None)
        self.close()
        self.flow.frame_size[self.number] = self.slots - FIRST_SLOT
        cards = (name.slot for name in self.env if name.type.kind == "card" and self.env[name].startswith("f["))
        self.flow.card_slots[self.number] = tuple(cards)

    def slot(self, name: Local) -> str:
        if name not in self.env:
            self.env[name] = f"f[{self.slots}]"
            name.slot = self.slots
            self.slots += 1
        return self.env[name]

    def bind(self, name: Local, text: str) -> None:
        self.put(f"{self.slot(name)} = {text}")

    # -- segments

    def new(self) -> int:
        self.flow.segments.append("")
        return len(self.flow.segments) - 1

    def close(self) -> None:
        self.flow.segments[self.current] = f"def s{self.current}(m, v, z, f):\n" + "".join(self.lines)

    def begin(self, label: int) -> None:
        """Go on writing at the start of segment `label`."""
        self.close()
        self.current, self.lines, self.depth, self.open = label, [], 1, True

    def leave(self, label: int | None) -> None:
        """Jump to a segment, or out of the routine."""
        if self.open:
            self.put("s = m.stack; s.pop(); return s[-1][0]" if label is None else f"return {label}")
            self.open = False

    def saved(self) -> tuple[int, list[str], int]:
        return self.current, self.lines, self.depth

    # -- statements

    def block(self, block: Block, exits: Exit) -> None:
        for statement in block:
            for simple in self.flow.expanded(statement):
                self.statement(simple, exits)

    def branch(self, header: str, body: Callable[[], None], after: int | None = None) -> None:
        """An indented block that may wander off into other segments; it ends by a jump. Writing goes on behind it."""
        self.put(header)
        home = self.saved()
        self.depth += 1
        self.open = True
        body()
        if self.open:
            self.leave(after)
        if self.current != home[0]:
            self.close()
        self.current, self.lines, self.depth = home
        self.open = True

    def jump_if(self, test: str, label: int | None) -> None:
        self.branch(f"if {test}:", lambda: self.leave(label))

    def name(self, name: Local) -> str:
        return self.slot(name)

    def statement(self, statement: Any, exits: Exit) -> None:
        if self._is_plain(statement):
            self.plain(statement)
        elif isinstance(statement, OnlyIf):
            self.branch(f"if not {self.code(statement.condition)}:", lambda: self.leave(exits.block))
        elif isinstance(statement, Must):
            possible = self.flow.doable.possible(statement, {})
            self.branch(f"if not {self.code(possible)}:", lambda: self.leave(None))
            for simple in self.flow.expanded(statement.inner):
                self.statement(simple, exits)
        elif isinstance(statement, (Call, Run)):
            self._call(
                self.flow.phrase[statement.word] if isinstance(statement, Call) else statement.routine, statement
            )
        elif isinstance(statement, Leave):
            self.leave(exits.loop)
        elif isinstance(statement, Stop):
            self.leave(None)
        elif isinstance(statement, As):
            self.bind(statement.name, self.code(statement.seat))
            self._sub_block(statement.body, exits)
        else:
            method: Callable[[Any, Exit], None] = getattr(self, f"_f_{type(statement).__name__.lower()}")
            method(statement, exits)

    def _is_plain(self, statement: Any) -> bool:
        """Whether a statement can be written without segments: nobody decides in it, and it leaves nothing."""
        called: set[int] = set()
        return not self.flow.scan([statement], called) and not called & self.flow.framed and stays([statement])

    def _sub_block(self, block: Block, exits: Exit) -> None:
        """A block whose rest may be skipped to right behind it."""
        after = self.new()
        self.block(block, Exit(after, exits.loop))
        self.leave(after)
        self.begin(after)

    def _call(self, number: int, statement: Any) -> None:
        args = [self.lowering.snapshot(arg, self.env) for arg in statement.args]
        after = self.new()
        holes = len(self.flow.routines[number].holes)
        self.put(f"f[0] = {after}")
        push = "m.enter" if number in self.flow.cyclic else "m.stack.append"
        self.put(f"{push}([0, {', '.join([self.code(statement.you), *args])}<pad {number} {holes}>])")
        self.leave(self.flow.entries[number])
        self.begin(after)

    def _f_if(self, statement: If, exits: Exit) -> None:
        after = self.new()
        inner = Exit(after, exits.loop)
        for condition, block in statement.branches:
            self.branch(f"if {self.truth(condition)}:", lambda block=block: self.block(block, inner), after)  # type: ignore[misc]
        if statement.otherwise is not None:
            self.block(statement.otherwise, inner)
        self.leave(after)
        self.begin(after)

    def decide(self, name: Local, options: str, info: DecisionInfo, you: Expr, after: int, forced: bool = True) -> None:
        """Ask for one of `options` and go on at `after`. `forced`: there may be just one, which is taken without
        asking.
        """
        slot = self.slot(name)
        number = len(self.flow.decisions)
        self.flow.decisions.append(info)
        if forced:
            self.put(f"if len({options}) < 2:")
            self.depth += 1
            self.put(f"{slot} = {options}[0]")
            if self.flow.logged:
                mask = "0"
                if info.type.kind == "card":
                    faces = self.lowering.constants.name((*self.symbols.faces, 0))
                    place = self.lowering.slot(self.symbols.where_base, slot)
                    mask = f"{faces}[-1 if {slot} is None or {place} is None else {place}]"
                self.put(f"m.log.append(('forced', {number}, {slot}, {self.code(you)}, {mask}))")
            self.put(f"return {after}")
            self.depth -= 1
        self.put(f"m.options = {options}; f[0] = {after}")
        self.leave(OVER - 1 - number)

    def test(self, block: Block) -> Expr:
        """The condition under which an option is offered; what it needs to know first is written before."""
        named, condition = self.flow.doable.test(block)
        for name, value in named:
            self.env[name] = self.temporary()
            self.put(f"{self.env[name]} = {self.code(value)}")
        return condition

    def _seat_slot(self, you: Expr) -> int:
        """The slot of the frame in which the deciding seat stands."""
        return int(self.code(you)[2:-1])

    def _f_choose(self, statement: Choose, exits: Exit) -> None:
        after = self.new()
        slot = self.slot(statement.name)
        info = DecisionInfo(
            "choose",
            statement.noun,
            statement.label,
            statement.options.type,
            (),
            int(slot[2:-1]),
            self._seat_slot(statement.you),
            statement.way_out,
        )
        options = self.temporary()
        text = self.hoisted(self.code(statement.options))
        if statement.options.type.kind in self.flow.added and may_repeat(statement.options):
            text = f"dict.fromkeys({text})"  # a list may hold a thing twice
        self.put(f"{options} = {text if text.startswith('[') else f'list({text})'}")
        if statement.options.type.kind == "card" and self.flow.alike:
            self.put(f"if len({options}) > 1: {options} = m.distinct({options})")
        if statement.options.type.kind == "card" and not self._in_sight(statement):
            self.put(f"m.show({options}, {self.code(statement.you)})")
        if statement.way_out != "none":
            self.jump_if(f"not {options}", exits.block)
        if statement.way_out:
            self.put(f"{options}.append(None)")
        self.decide(statement.name, options, info, statement.you, after, forced=statement.way_out != "stop")
        self.begin(after)
        if statement.way_out == "stop":
            self.jump_if(f"{slot} is None", exits.block)

    def _in_sight(self, statement: Choose) -> bool:
        """Whether whoever chooses sees the cards at any rate: those of an own zone, or of an open one."""
        cards = statement.options
        while cards.op in ("filter", "prefer", "argbest", "meet"):
            cards = cards.args[0]
        if cards.op == "cards_in" and cards.args[0].op == "const":
            return all(self.symbols.faces[zone] == self.symbols.everyone for zone in cards.args[0].data)
        if cards.op not in ("cards", "cards_in"):
            return False
        zone = cards.args[0]
        if zone.op == "owns":
            return bool(self.symbols.faces[zone.data] == self.symbols.everyone)
        if zone.op == "const":
            return bool(self.symbols.faces[zone.data] == self.symbols.everyone)
        if zone.op != "own":
            return False
        face: int = self.symbols.faces[zone.data]
        return face == self.symbols.everyone or (face == 1 and zone.args[0] == statement.you)

    def _f_either(self, statement: Either, exits: Exit) -> None:
        after, chosen = self.new(), self.new()
        slot = self.slot(statement.name)
        labels = tuple(label for label, _ in statement.options)
        info = DecisionInfo(
            "either", "option", "", Type("text"), labels, int(slot[2:-1]), self._seat_slot(statement.you)
        )
        tests = [self.test(block) for _, block in statement.options]
        always = [test.op == "const" and bool(test.data) for test in tests]
        options = self.temporary()
        if all(always):
            options = self.lowering.constants.name(tuple(range(len(tests))))
        else:
            self.put(f"{options} = []")
            for at, test in enumerate(tests):
                self.put(f"{options}.append({at})" if always[at] else f"if {self.truth(test)}: {options}.append({at})")
            if not any(always):
                self.jump_if(f"not {options}", after)
        self.decide(statement.name, options, info, statement.you, chosen, forced=not all(always))
        self.begin(chosen)
        inner = Exit(after, exits.loop)
        for at, (_, block) in enumerate(statement.options):
            self.branch(f"if {slot} == {at}:", lambda block=block: self.block(untested(block), inner), after)  # type: ignore[misc]
        self.leave(after)
        self.begin(after)

    def _f_may(self, statement: May, exits: Exit) -> None:
        after, chosen = self.new(), self.new()
        declined = self.new() if statement.otherwise else after
        slot = self.slot(statement.name)
        labels = (statement.label,)
        info = DecisionInfo("may", "option", "", Type("text"), labels, int(slot[2:-1]), self._seat_slot(statement.you))
        test = self.test(statement.body)
        if not (test.op == "const" and test.data):
            self.jump_if(f"not {self.code(test)}", declined)
        self.decide(statement.name, self.lowering.constants.name((1, 0)), info, statement.you, chosen, forced=False)
        self.begin(chosen)
        self.jump_if(f"not {slot}", declined)
        self.block(untested(statement.body), Exit(after, exits.loop))
        self.leave(after)
        if statement.otherwise:
            self.begin(declined)
            self.block(statement.otherwise, Exit(after, exits.loop))
            self.leave(after)
        self.begin(after)

    def _f_foreach(self, statement: ForEach, exits: Exit) -> None:
        top, after = self.new(), self.new()
        done = self.new() if statement.again else after
        things, at = self.slot(Local("things", statement.things.type)), self.slot(Local("at", NUMBER))
        if statement.again:
            self.leave(done)
            self.begin(done)
        text = self.lowering.snapshot(statement.things, self.env)
        self.put(f"{things} = {text}; {at} = 0")
        if statement.again:
            self.jump_if(f"not {things}", after)
            self.charge(statement.where, statement.body)
        self.leave(top)
        self.begin(top)
        index = self.temporary()
        self.put(f"{index} = {at}")
        self.jump_if(f"{index} >= len({things})", done)
        self.put(f"{self.slot(statement.name)} = {things}[{index}]; {at} = {index} + 1")
        self.block(statement.body, Exit(top, after))
        self.leave(top)
        self.begin(after)

    def _f_repeat(self, statement: Repeat, exits: Exit) -> None:
        top, after = self.new(), self.new()
        left = self.slot(Local("left", NUMBER))
        self.put(f"{left} = {self.code(statement.times)}")
        self.leave(top)
        self.begin(top)
        self.jump_if(f"{left} <= 0", after)
        self.put(f"{left} -= 1")
        self.charge(statement.where, statement.body)
        self.block(statement.body, Exit(after, after))
        self.leave(top)
        self.begin(after)

    def _f_while(self, statement: While, exits: Exit) -> None:
        top, after = self.new(), self.new()
        self.leave(top)
        self.begin(top)
        self.jump_if(f"not {self.code(statement.condition)}", after)
        self.charge(statement.where, statement.body)
        self.block(statement.body, Exit(after, after))
        self.leave(top)
        self.begin(after)

    def _f_carry(self, statement: Carry, exits: Exit) -> None:
        after = self.new()
        card = self.simple(statement.card)
        entries = tuple(None if event is None else self.flow.entries[event] for event in self.flow.events)
        self.put(f"{(name := self.temporary())} = {self.lowering.table(entries, card)}")
        self.jump_if(f"{name} is None", after)
        self.put(f"f[0] = {after}")
        self.put(f"m.enter([0, {self.code(statement.you)}] + [None] * EVENT_SIZES[{card}])")
        self.put(f"return {name}")
        self.open = False
        self.begin(after)

    def _f_end(self, statement: End, exits: Exit) -> None:
        winners = "()" if statement.winners is None else f"tuple({self.code(statement.winners)})"
        side = "" if statement.side is None else f", {self.code(statement.side)}"
        self.put(f"return m.end({winners}, {self.lowering.constants.name(statement.reason)}{side})")
        self.open = False


def may_repeat(things: Expr) -> bool:
    """Whether a set may come from a list."""
    if things.op in ("filter", "prefer", "argbest", "meet"):
        return may_repeat(things.args[0])
    return things.op in ("variable", "local", "term", "conditional")


def untested(block: Block) -> Block:
    """An option's statements without the conditions that were tested when it was offered."""
    start = next((at for at, statement in enumerate(block) if not isinstance(statement, OnlyIf)), len(block))
    return block[start:]


def stays(block: Block, in_loop: bool = False) -> bool:
    """Whether a block never leaves itself: no stop, no condition that skips the rest, no `leave the loop` of a loop
    outside.
    """
    for statement in block:
        if isinstance(statement, (Stop, OnlyIf, Must)) or (isinstance(statement, Leave) and not in_loop):
            return False
        inside = in_loop or isinstance(statement, (Repeat, While, ForEach))
        if not all(stays(inner, inside) for inner in blocks_of(statement)):
            return False
    return True
