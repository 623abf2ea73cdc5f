"""From typed statements to instructions: the source of small functions with explicit jumps between them.

A routine in which nobody decides and nothing ends becomes one plain function. Any other becomes a chain of *segments*, functions
`(m, v, z, f)` of the match, its state and the routine's frame, that each return the number of the next segment, or the number of
a decision after having put the options into the match. A frame is a list of plain values: where to go on in this routine, the acting seat, then
its names. So a match can be copied and saved in the middle of any effect.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Callable

from interpreter.language.doable import Doable
from interpreter.language.joining import joined
from interpreter.language.lower import Env, Lowering, hoisted
from interpreter.language.symbols import Symbols
from interpreter.language.tree import (
    CONDITION, NUMBER, As, Assign, Block, Call, Carry, Choose, Draw, Either, End, Expr, ForEach, If, Leave, Let, ListChange, Local, Make,
    May, MoveCards, MovePieces, Must, Note, OnlyIf, Repeat, Reveal, Routine, Shuffle, Stop, Term, Type, While, constant, local, negation,
)  # fmt: skip
from interpreter.rulebook.model import Track

OVER = -1
"""What a segment returns instead of the next segment's number when the game is over; -2 - N: a seat must answer decision N."""

FIRST_SLOT = 2
SMALL = 100
"""Repetitions that need no count of the work done."""
PAD = re.compile(r"<pad (\d+) (\d+)>")


@dataclass(slots=True)
class Run:
    """A call of a routine by its number (see Flow.routines); made by the lowering, not by authors."""

    where: Any
    routine: int
    args: tuple[Expr, ...]
    you: Expr


@dataclass(slots=True)
class Step:
    """One step of a track; made by the lowering of raise and lower where steps have consequences."""

    where: Any
    cell: Expr
    by: int


@dataclass(slots=True)
class Top:
    """The top card of a zone goes to another; made by the lowering of draw."""

    where: Any
    source: Expr
    target: Expr
    name: Local | None


@dataclass(frozen=True, slots=True)
class DecisionInfo:
    """What is the same every time a decision comes up. `kind`: choose, either or may; `labels` name an either's options.

    The answer goes into `slot` of the frame; the deciding seat stands in `seat_slot`.
    """

    kind: str
    noun: str
    label: str
    type: Type
    labels: tuple[str, ...]
    slot: int
    seat_slot: int
    way_out: str = ""


@dataclass(slots=True)
class Exit:
    """Where the rest of a block, and the loop around it, are left to: segment numbers, or None for the routine's end."""

    block: int | None
    loop: int | None = None


@dataclass(slots=True)
class Flow:
    """All routines of one game lowered. `alike`: some cards differ in nothing. `logged`: with the instructions that write the log."""

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
    logged: bool
    framed: set[int] = field(default_factory=set)
    cyclic: set[int] = field(default_factory=set)
    segments: list[str] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    decisions: list[DecisionInfo] = field(default_factory=list)
    places: list[Any] = field(default_factory=list)
    entries: dict[int, int] = field(default_factory=dict)
    frame_size: dict[int, int] = field(default_factory=dict)

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
                _Framed(self, number, routine).write()
                owned.append([self.entries[number], *range(before, len(self.segments))])
            else:
                owned.append(_Plain(self, number, routine).write())
        self.segments = joined([PAD.sub(self._padding, source) for source in self.segments], self.entries.values())
        self.sources = [own if isinstance(own, str) else "".join(self.segments[at] for at in own) for own in owned]

    def add(self, routine: Routine) -> tuple[int, int]:
        """Lower one more routine; its number and the number of its first new segment."""
        number, first = len(self.routines), len(self.segments)
        self.routines.append(routine)
        self.framed.add(number)
        self.entries[number] = first
        self.segments.append("")
        _Framed(self, number, routine).write()
        for at in range(first, len(self.segments)):
            self.segments[at] = PAD.sub(self._padding, self.segments[at])
        self.sources.append("".join(self.segments[first:]))
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
        """Those in which somebody decides or the game ends, those that carry out events, and those that call such or themselves."""
        calls: list[set[int]] = []
        for number, routine in enumerate(self.routines):
            called: set[int] = set()
            if self._scan(routine.body, called):
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

    def _scan(self, block: Block, called: set[int]) -> bool:
        decides = False
        for statement in block:
            if isinstance(statement, (Choose, Either, May, End, Carry)):
                decides = True
            for inner in self.expanded(statement):
                if inner is not statement:
                    decides |= self._scan([inner], called)
            if isinstance(statement, Call):
                called.add(self.phrase[statement.word])
            if isinstance(statement, Run):
                called.add(statement.routine)
            if isinstance(statement, Must):
                decides |= self._scan([statement.inner], called)
            for inner_block in blocks_of(statement):
                decides |= self._scan(inner_block, called)
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
            top = [*refill, If(where, [(negation(empty), [Top(where, statement.source, target, statement.name)])], [Leave(where)])]
            result.append(Repeat(where, statement.amount, top))
        return result


def in_cycles(calls: list[set[int]]) -> list[int]:
    """The numbers that can reach themselves by calls."""
    found = []
    for start in range(len(calls)):
        seen: set[int] = set()
        queue = list(calls[start])
        while queue:
            number = queue.pop()
            if number == start:
                found.append(start)
                break
            if number not in seen:
                seen.add(number)
                queue.extend(calls[number])
    return found


def blocks_of(statement: Any) -> list[Block]:
    """The blocks inside a statement."""
    if isinstance(statement, If):
        found = [block for _, block in statement.branches]
        return found + ([statement.otherwise] if statement.otherwise is not None else [])
    if isinstance(statement, Either):
        return [block for _, block in statement.options]
    if isinstance(statement, (May, ForEach, Repeat, While, As)):
        return [statement.body]
    return []


class _Writer:
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
        if text.isidentifier() or text.lstrip("-").isdigit() or text.startswith("f[") and text.endswith("]") and text[2:-1].isdigit():
            return text
        name = self.temporary()
        self.put(f"{name} = {text}")
        return name

    def log(self, *parts: str) -> None:
        if self.flow.logged:
            self.put(f"m.log.append(({', '.join(parts)},))")

    def check_work(self, statement: Any) -> None:
        number = self.flow.place_number(statement.where)
        self.put("m.work -= 1")
        self.put(f"if m.work < 0: m.overrun({number})")

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

    def bind(self, name: Local, text: str) -> None:
        raise NotImplementedError

    def _movepieces(self, statement: MovePieces) -> None:
        source, target = self.simple(statement.source), self.simple(statement.target)
        owner = self.simple(statement.owner) if statement.owner is not None else None
        left: str | None = None
        if statement.amount is not None and len(statement.kinds) > 1:
            left = self.temporary()
            self.put(f"{left} = {self.code(statement.amount)}")
        for kind in statement.kinds:
            piece = self.symbols.pieces[kind]
            bases = self.lowering.owner_bases(kind)
            if not piece.owned or owner is None:
                for seat, base in enumerate(bases):
                    self._move_some(statement, kind, str(base), str(seat) if piece.owned else None, source, target, left)
            elif owner.isdigit():
                self._move_some(statement, kind, str(bases[int(owner)]), owner, source, target, left)
            else:
                base_name = self.temporary()
                self.put(f"{base_name} = {self.lowering.constants.name(bases)}[{owner}]")
                self._move_some(statement, kind, base_name, owner, source, target, left)

    def _move_some(self, statement: MovePieces, kind: str, base: str, owner: str | None, source: str, target: str, left: str | None) -> None:
        start, end = (str(int(base) + int(place)) if base.isdigit() and place.isdigit() else f"{base} + {place}" for place in (source, target))
        amount = left or (self.code(statement.amount) if statement.amount is not None else None)
        piece = self.symbols.pieces[kind]
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
            test = self.lowering.truth(Expr("room", CONDITION, tuple(args), kind), env)
            tests = [f"({test})" if " or " in test else test] if test != "True" else []
        if statement.source.type.optional:
            tests.append(f"{source} is not None")
        if statement.target.type.optional:
            tests.append(f"{target} is not None")
        tests = list(reversed(tests))
        if amount == "1":
            self.put(f"if {' and '.join([*tests, f'v[{start}] > 0'])}:")
            self._shift_pieces("1", base, kind, source, target)
            count = "1"
        else:
            count = self.temporary()
            limit = f"v[{start}]" if amount is None else f"min(v[{start}], {amount})"
            if room:
                fit = f"m.fit({self.symbols.rulebook.pieces.index(piece)}, {target}, {owner or 'None'})"
                limit = f"min({limit}, {fit})"
            guard = [test for test in tests if "is not None" in test]
            if guard:
                limit = f"{limit} if {' and '.join(guard)} else 0"
            self.put(f"{count} = {limit}")
            self.put(f"if {count} > 0:")
            self._shift_pieces(count, base, kind, source, target)
            if left is not None:
                self.put(f"    {left} -= {count}")
        self.depth += 1
        self.log("'pieces'", count, repr(kind), owner or "None", source, target)
        self.depth -= 1

    def _shift_pieces(self, count: str, base: str, kind: str, source: str, target: str) -> None:
        """The two places of a move in `v`, and those in the row of all kinds, which lies at a fixed distance."""
        rows = [0]
        if self.symbols.total_base is not None:
            rows.append(self.symbols.total_base - self.symbols.piece_base[kind])
        for row in rows:
            own = str(int(base) + row) if base.isdigit() else f"{base} + {row}" if row else base
            start, end = (str(int(own) + int(place)) if own.isdigit() and place.isdigit() else f"{own} + {place}" for place in (source, target))
            self.put(f"    v[{start}] -= {count}; v[{end}] += {count}")

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
        card = self.simple(statement.cards)
        indent = ""
        if statement.cards.type.optional:
            self.put(f"if {card} is not None:")
            indent = "    "
        self.put(f"{indent}{verb}(m, v, z, {card}, {target})")

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
        self._shift(statement.cell, str(statement.by), clamp=False)

    def _assign(self, statement: Assign) -> None:
        cell = statement.cell
        if cell.op == "variable":
            self._assign_variable(statement)
        elif statement.verb == "set":
            self._set_track(cell, self.code(statement.amount))
        else:
            amount = self.code(statement.amount)
            self._shift(cell, amount if statement.verb == "raise" else f"-{amount}", clamp=True)

    def _assign_variable(self, statement: Assign) -> None:
        cell = statement.cell
        base = self.symbols.variable_base[cell.data]
        optional = [self.code(arg) for arg in cell.args if arg.type.optional]
        target = self.lowering.slot(base, self.lowering.variable_index(cell, self.env))
        number = cell.type.kind == "number"
        amount = self.lowering.snapshot(statement.amount, self.env)
        if optional:
            self.put(f"if {' and '.join(f'{index} is not None' for index in optional)}:")
            self.depth += 1
        if statement.verb == "set":
            plain = not number or statement.amount.op == "local" or tame(statement.amount, self.lowering.term_of)
            self.put(f"{target} = {amount if plain else f'bounded({amount})'}")
        else:
            sign = "+" if statement.verb == "raise" else "-"
            if tame(statement.amount, self.lowering.term_of):
                self.put(f"{target} {sign}= {amount}")
            else:
                self.put(f"{target} = bounded({target} {sign} {amount})")
        if optional:
            self.depth -= 1

    def _track_slot(self, cell: Expr) -> tuple[str, str]:
        """A track's slot in `v` and the seat whose view of a mirrored track it is ('' if not mirrored)."""
        track = self.symbols.track(cell.data)
        base = self.symbols.track_base[cell.data]
        if not cell.args:
            return f"v[{base}]", ""
        seat = self.simple(cell.args[0])
        return (f"v[{base}]", seat) if track.mirrored else (self.lowering.slot(base, seat), "")

    def _shift(self, cell: Expr, by: str, clamp: bool) -> None:
        track = self.symbols.track(cell.data)
        slot, seat = self._track_slot(cell)
        if self.flow.logged:
            self.put(f"old = {slot}")
        if seat in ("", "0"):
            change = f"{slot} + {by}"
        elif seat == "1":
            change = f"{slot} - {by}"
        else:
            change = f"({slot} - {by} if {seat} else {slot} + {by})"
        change = change.replace("+ --", "+ ").replace("- --", "- ").replace("+ -", "- ") if seat in ("", "0", "1") else change
        change = change.replace("- -", "+ ")
        self.put(f"{slot} = max({track.low}, min({track.high}, {change}))" if clamp else f"{slot} = {change}")
        self._log_track(cell, slot)

    def _set_track(self, cell: Expr, value: str) -> None:
        track = self.symbols.track(cell.data)
        slot, seat = self._track_slot(cell)
        if self.flow.logged:
            self.put(f"old = {slot}")
        bounded = f"max({track.low}, min({track.high}, {value}))"
        self.put(f"{slot} = {bounded}" if seat in ("", "0") else f"{slot} = -{bounded}" if seat == "1" else f"{slot} = -{bounded} if {seat} else {bounded}")
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
        if things.op == "single":
            thing = self.simple(things.args[0])
            self.put(f"{self.lowering.slot(base, thing)} = {statement.value}")
            self.log("'flag'", repr(statement.flag), thing, str(statement.value))
            return
        name = self.temporary()
        self.put(f"for {name} in {self.lowering.snapshot(things, self.env)}:")
        self.put(f"    v[{base} + {name}] = {statement.value}")
        self.depth += 1
        self.log("'flag'", repr(statement.flag), name, str(statement.value))
        self.depth -= 1

    def _note(self, statement: Note) -> None:
        card = self.simple(statement.card)
        self.put(f"m.uses.append(({card}, {statement.label!r}))")
        self.log("'note'", card, repr(statement.label), self.code(statement.you))

    def plain_block(self, block: Block) -> None:
        if not block:
            self.put("pass")
        for statement in block:
            for simple in self.flow.expanded(statement):
                self.plain(simple)

    def _inner(self, block: Block, statement: Any = None) -> None:
        self.depth += 1
        if statement is not None:
            self.check_work(statement)
        self.plain_block(block)
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
        elif isinstance(statement, ForEach):
            things = self.lowering.snapshot(statement.things, self.env)
            self.put(f"for {self.name(statement.name)} in {things}:")
            self._inner(statement.body)
        elif isinstance(statement, Repeat):
            times = statement.times
            small = times.op == "const" and times.data <= SMALL
            self.put(f"for {self.temporary()} in range({self.code(times)}):")
            self._inner(statement.body, None if small else statement)
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


class _Plain(_Writer):
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
        self.plain_block(self.routine.body)
        return "".join(self.lines)

    def plain(self, statement: Any) -> None:
        if isinstance(statement, OnlyIf):
            self.put(f"if not {self.code(statement.condition)}: return")
        elif isinstance(statement, Must):
            self.put(f"if not {self.code(self.flow.doable.possible(statement, {}))}: return")
            self.plain_block([statement.inner])
        elif isinstance(statement, Stop):
            self.put("return")
        else:
            super().plain(statement)


class _Framed(_Writer):
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
        self.block(self.routine.body, Exit(None))
        self.leave(None)
        self.close()
        self.flow.frame_size[self.number] = self.slots - FIRST_SLOT

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
            self._call(self.flow.phrase[statement.word] if isinstance(statement, Call) else statement.routine, statement)
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
        """Whether a statement can be written as it is, without segments: nobody decides in it, and it leaves nothing."""
        called: set[int] = set()
        return not self.flow._scan([statement], called) and not called & self.flow.framed and stays([statement])

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
        """Ask for one of `options` and go on at `after`. `forced`: there may be just one, which is taken without asking."""
        slot = self.slot(name)
        number = len(self.flow.decisions)
        self.flow.decisions.append(info)
        if forced:
            self.put(f"if len({options}) < 2:")
            self.depth += 1
            self.put(f"{slot} = {options}[0]")
            if self.flow.logged:
                self.put(f"m.log.append(('forced', {number}, {slot}, {self.code(you)}))")
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
            "choose", statement.noun, statement.label, statement.options.type, (), int(slot[2:-1]), self._seat_slot(statement.you),
            statement.way_out,
        )  # fmt: skip
        options = self.temporary()
        text = self.hoisted(self.code(statement.options))
        self.put(f"{options} = {text if text.startswith('[') else f'list({text})'}")
        if statement.options.type.kind == "card" and self.flow.alike:
            self.put(f"if len({options}) > 1: {options} = m.distinct({options})")
        if statement.way_out != "none":
            self.jump_if(f"not {options}", exits.block)
        if statement.way_out:
            self.put(f"{options}.append(None)")
        self.decide(statement.name, options, info, statement.you, after, forced=statement.way_out != "stop")
        self.begin(after)
        if statement.way_out == "stop":
            self.jump_if(f"{slot} is None", exits.block)

    def _f_either(self, statement: Either, exits: Exit) -> None:
        after, chosen = self.new(), self.new()
        slot = self.slot(statement.name)
        labels = tuple(label for label, _ in statement.options)
        info = DecisionInfo("either", "option", "", Type("text"), labels, int(slot[2:-1]), self._seat_slot(statement.you))
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
        slot = self.slot(statement.name)
        labels = (statement.label,)
        info = DecisionInfo("may", "option", "", Type("text"), labels, int(slot[2:-1]), self._seat_slot(statement.you))
        test = self.test(statement.body)
        if not (test.op == "const" and test.data):
            self.jump_if(f"not {self.code(test)}", after)
        self.decide(statement.name, self.lowering.constants.name((1, 0)), info, statement.you, chosen, forced=False)
        self.begin(chosen)
        self.jump_if(f"not {slot}", after)
        self.block(untested(statement.body), Exit(after, exits.loop))
        self.leave(after)
        self.begin(after)

    def _f_foreach(self, statement: ForEach, exits: Exit) -> None:
        top, after = self.new(), self.new()
        things, at = self.slot(Local("things", statement.things.type)), self.slot(Local("at", NUMBER))
        text = self.lowering.snapshot(statement.things, self.env)
        self.put(f"{things} = {text}; {at} = 0")
        self.leave(top)
        self.begin(top)
        index = self.temporary()
        self.put(f"{index} = {at}")
        self.jump_if(f"{index} >= len({things})", after)
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
        if not (statement.times.op == "const" and statement.times.data <= SMALL):
            self.check_work(statement)
        self.block(statement.body, Exit(after, after))
        self.leave(top)
        self.begin(after)

    def _f_while(self, statement: While, exits: Exit) -> None:
        top, after = self.new(), self.new()
        self.leave(top)
        self.begin(top)
        self.jump_if(f"not {self.code(statement.condition)}", after)
        self.check_work(statement)
        self.block(statement.body, Exit(after, after))
        self.leave(top)
        self.begin(after)

    def _f_carry(self, statement: Carry, exits: Exit) -> None:
        after = self.new()
        card = self.simple(statement.card)
        entries = tuple(None if event is None else self.flow.entries[event] for event in self.flow.events)
        self.put(f"{(name := self.temporary())} = {self.lowering.table(entries, card, statement.card.type.optional)}")
        self.jump_if(f"{name} is None", after)
        self.put(f"f[0] = {after}")
        self.put(f"m.enter([0, {self.code(statement.you)}] + [None] * EVENT_SIZES[{card}])")
        self.put(f"return {name}")
        self.open = False
        self.begin(after)

    def _f_end(self, statement: End, exits: Exit) -> None:
        winners = "()" if statement.winners is None else f"tuple({self.code(statement.winners)})"
        self.put(f"return m.end({winners}, {statement.reason!r})")
        self.open = False


def untested(block: Block) -> Block:
    """An option's statements without the conditions that were tested when it was offered."""
    start = next((at for at, statement in enumerate(block) if not isinstance(statement, OnlyIf)), len(block))
    return block[start:]


def tame(expr: Expr, term_of: Callable[[int], Term]) -> bool:
    """Whether a number can't depend on a variable, so that adding it over and over grows no faster than the count of steps."""
    if expr.op in ("variable", "local") and expr.type == NUMBER:
        return False
    if expr.op == "arithmetic" and expr.data == "*":
        return False
    if expr.op == "term":
        body = term_of(expr.data).body
        return body is not None and tame(body, term_of) and all(tame(arg, term_of) for arg in expr.args)
    return all(tame(arg, term_of) for arg in expr.args)


def stays(block: Block, in_loop: bool = False) -> bool:
    """Whether a block never leaves itself: no stop, no condition that skips the rest, no `leave the loop` of a loop outside."""
    for statement in block:
        if isinstance(statement, (Stop, OnlyIf, Must)) or (isinstance(statement, Leave) and not in_loop):
            return False
        inside = in_loop or isinstance(statement, (Repeat, While, ForEach))
        if not all(stays(inner, inside) for inner in blocks_of(statement)):
            return False
    return True
