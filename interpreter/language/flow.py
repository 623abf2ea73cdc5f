"""From typed statements to instructions: the source of small functions with explicit jumps between them.

A routine in which nobody decides and nothing ends becomes one plain function. Any other becomes a chain of
*segments*, functions `(m, v, z, f)` of the match, its state and the routine's frame, that each return the number of
the next segment, or the number of a decision after having put the options into the match. A frame is a list of plain
values: where to go on in this routine, the acting seat, then its names. So a match can be copied and saved in the
middle of any effect.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from interpreter.language.doable import Doable
from interpreter.language.framed import Framed
from interpreter.language.joining import joined
from interpreter.language.lower import Lowering
from interpreter.language.parts import DecisionInfo, Run, Step, Top, blocks_of, in_cycles
from interpreter.language.symbols import Symbols
from interpreter.language.tree import (
    CONDITION,
    NUMBER,
    Assign,
    Block,
    Call,
    Carry,
    Choose,
    Draw,
    Either,
    End,
    Expr,
    If,
    Leave,
    Let,
    May,
    Must,
    Repeat,
    Routine,
    Type,
    constant,
    negation,
)
from interpreter.language.weights import Weights
from interpreter.language.writer import Plain
from interpreter.rulebook.model import Track

PAD = re.compile(r"<pad (\d+) (\d+)>")


@dataclass(slots=True)
class Flow:
    """All routines of one game lowered. `alike`: some cards differ in nothing. `added`: the kinds of things that are
    added to lists. `logged`: with the instructions that write the log.

    `routine_at` tells whose segment a number is, `card_slots` where the frame of a routine keeps cards.
    """

    symbols: Symbols
    lowering: Lowering
    doable: Doable
    routines: list[Routine]
    phrase: dict[int, int]
    events: list[int | None]
    triggers: dict[tuple[str, int], int]
    when_empty: dict[str, int]
    root: int
    alike: bool
    added: set[str]
    weights: Weights
    logged: bool
    framed: set[int] = field(default_factory=set)
    cyclic: set[int] = field(default_factory=set)
    segments: list[str] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    decisions: list[DecisionInfo] = field(default_factory=list)
    places: list[Any] = field(default_factory=list)
    entries: dict[int, int] = field(default_factory=dict)
    frame_size: dict[int, int] = field(default_factory=dict)
    card_slots: dict[int, tuple[int, ...]] = field(default_factory=dict)
    routine_at: dict[int, int] = field(default_factory=dict)

    def lower(self) -> None:
        """Fill `segments` (sources by number), `sources` (a source a routine), `decisions` and `places`."""
        self._find_framed()
        self.segments = ["def s0(m, v, z, f):\n    return m.finished()\n"]
        for number in sorted(self.framed):
            self.entries[number] = len(self.segments)
            self.segments.append("")
        owned: list[list[int] | str] = []
        for number, routine in enumerate(self.routines):
            before = len(self.segments)
            if number in self.framed:
                Framed(self, number, routine).write()
                own = [self.entries[number], *range(before, len(self.segments))]
                self.routine_at.update(dict.fromkeys(own, number))
                owned.append(own)
            else:
                owned.append(Plain(self, number, routine).write())
        self.segments = joined([PAD.sub(self._padding, source) for source in self.segments], self.entries.values())
        self.sources = [own if isinstance(own, str) else "".join(self.segments[at] for at in own) for own in owned]

    def add(self, routine: Routine) -> tuple[int, int]:
        """Lower one more routine; its number and the number of its first new segment."""
        number, first = len(self.routines), len(self.segments)
        decisions = len(self.decisions)
        self.routines.append(routine)
        self.framed.add(number)
        self.entries[number] = first
        self.segments.append("")
        try:
            Framed(self, number, routine).write()
            for at in range(first, len(self.segments)):
                self.segments[at] = PAD.sub(self._padding, self.segments[at])
        except BaseException:
            del self.routines[number:], self.segments[first:], self.decisions[decisions:], self.entries[number]
            self.framed.discard(number)
            raise
        self.sources.append("".join(self.segments[first:]))
        self.routine_at.update(dict.fromkeys(range(first, len(self.segments)), number))
        return number, first

    def _padding(self, match: re.Match[str]) -> str:
        """The empty places of a frame behind its arguments; known only when all routines are written."""
        return ", None" * (self.frame_size[int(match[1])] - int(match[2]))

    def call_name(self, number: int) -> str:
        return f"r{number}"

    def place_number(self, where: Any) -> int:
        self.places.append(where)
        return len(self.places) - 1

    # -- which routines need a frame

    def _find_framed(self) -> None:
        """Those in which somebody decides or the game ends, those that carry out events, and those that call such or
        themselves.
        """
        calls: list[set[int]] = []
        for number, routine in enumerate(self.routines):
            called: set[int] = set()
            if self.scan(routine.body, called):
                self.framed.add(number)
            calls.append(called)
        self.framed |= {self.root, *(event for event in self.events if event is not None)}
        self.cyclic = set(in_cycles(calls))
        self.framed |= self.cyclic
        changed = True
        while changed:
            new = {number for number, called in enumerate(calls) if number not in self.framed and called & self.framed}
            self.framed |= new
            changed = bool(new)

    def scan(self, block: Block, called: set[int]) -> bool:
        decides = False
        for statement in block:
            if isinstance(statement, (Choose, Either, May, End, Carry)):
                decides = True
            for inner in self.expanded(statement):
                if inner is not statement:
                    decides |= self.scan([inner], called)
            if isinstance(statement, Call):
                called.add(self.phrase[statement.word])
            if isinstance(statement, Run):
                called.add(statement.routine)
            if isinstance(statement, Must):
                decides |= self.scan([statement.inner], called)
            for inner_block in blocks_of(statement):
                decides |= self.scan(inner_block, called)
        return decides

    # -- statements that stand for several

    def expanded(self, statement: Any) -> list[Any]:
        """Raise and lower with consequences, and draw, as simpler statements."""
        if isinstance(statement, Assign) and statement.cell.op == "track" and statement.verb != "set":
            track = self.symbols.track(statement.cell.data)
            wanted = {"raise": "raised", "lower": "lowered"}[statement.verb]
            if any(trigger.direction == wanted for trigger in track.triggers):
                return [self._stepwise(statement, track, wanted)]
        if isinstance(statement, Draw):
            return self._draw(statement)
        return [statement]

    def _stepwise(self, statement: Assign, track: Track, wanted: str) -> Any:
        cell, where = statement.cell, statement.where
        raising = wanted == "raised"
        end = constant(track.high if raising else track.low, NUMBER)
        body: Block = []
        after: Block = []
        for number, trigger in enumerate(track.triggers):
            if trigger.direction != wanted:
                continue
            steps = constant(tuple(step if raising else step - 1 for step in trigger.steps), Type("number", many=True))
            test = Expr("in", CONDITION, (cell, steps))
            you = cell.args[0] if cell.args else constant(None, Type("seat", optional=True))
            if trigger.seat is not None:
                seat = constant(self.symbols.seats.index(trigger.seat), Type("seat"))
                test = Expr("and", CONDITION, (Expr("equal", CONDITION, (you, seat)), test))
            after.append(If(where, [(test, [Run(where, self.triggers[(track.id, number)], (), you)])], None))
        body.append(Step(where, cell, 1 if raising else -1))
        body.extend(after)
        inside = Expr("compare", CONDITION, (cell, end), "<" if raising else ">")
        step = If(where, [(inside, body)], None)
        if statement.amount == constant(1, NUMBER):
            return step
        return Repeat(where, statement.amount, [step])

    def _draw(self, statement: Draw) -> list[Any]:
        where = statement.where
        cards = Expr("cards", Type("card", many=True), (statement.source,))
        empty = negation(Expr("exists", CONDITION, (cards,)))
        refill: Block = []
        if statement.zone in self.when_empty:
            nobody = constant(None, Type("seat", optional=True))
            refill = [If(where, [(empty, [Run(where, self.when_empty[statement.zone], (), nobody)])], None)]
        result: list[Any] = []
        if statement.name is not None:
            result.append(Let(where, statement.name, constant(None, statement.name.type)))
        for target in statement.targets:
            top = [
                *refill,
                If(where, [(negation(empty), [Top(where, statement.source, target, statement.name)])], [Leave(where)]),
            ]
            result.append(Repeat(where, statement.amount, top))
        return result
