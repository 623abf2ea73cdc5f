"""The statements in which a seat decides: the options are put into the match, and the answer into the frame."""

from __future__ import annotations

from interpreter.language.ir.expressions import (
    Cards,
    CardsIn,
    Const,
    Expr,
    Own,
    Owns,
)
from interpreter.language.ir.making import base_of, may_repeat
from interpreter.language.ir.statements import Block, Choose, Either, May, OnlyIf
from interpreter.language.ir.types import Local, Type
from interpreter.language.lowering.segments import Exit, Segments
from interpreter.language.parts import OVER, DecisionInfo


class DecisionWriter(Segments):
    """The decisions of a routine."""

    def put_choose(self, statement: Choose, exits: Exit) -> None:
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
            statement,
            dict(self.env),
        )
        options = self.temporary()
        text = self.hoisted(self.code(statement.options))
        if statement.options.type.kind in self.flow.added and may_repeat(statement.options):
            text = f"dict.fromkeys({text})"  # a list may hold a thing twice
        self.put(f"{options} = {text if text.startswith('[') else f'list({text})'}")
        if statement.options.type.kind == "card" and self.symbols.alike:
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

    def put_either(self, statement: Either, exits: Exit) -> None:
        after, chosen = self.new(), self.new()
        slot = self.slot(statement.name)
        info = self._offering("either", statement, tuple(label for label, _ in statement.options))
        tests = [self.test(block) for _, block in statement.options]
        always = [isinstance(test, Const) and bool(test.value) for test in tests]
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

    def put_may(self, statement: May, exits: Exit) -> None:
        after, chosen = self.new(), self.new()
        declined = self.new() if statement.otherwise else after
        slot = self.slot(statement.name)
        info = self._offering("may", statement, (statement.label,))
        test = self.test(statement.body)
        if not (isinstance(test, Const) and test.value):
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

    def _offering(self, kind: str, statement: Either | May, labels: tuple[str, ...]) -> DecisionInfo:
        """What is asked by a statement that offers something by its labels."""
        return DecisionInfo(
            kind,
            "option",
            "",
            Type("text"),
            labels,
            int(self.slot(statement.name)[2:-1]),
            self._seat_slot(statement.you),
            statement=statement,
            names=dict(self.env),
        )

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
                self.put(f"m.log.append(Forced({number}, {slot}, {self.code(you)}, {mask}))")
            self.put(f"return {after}")
            self.depth -= 1
        self.put(f"m.options = {options}; f[0] = {after}")
        self.leave(OVER - 1 - number)

    def _seat_slot(self, you: Expr) -> int:
        """The slot of the frame in which the deciding seat stands."""
        return int(self.code(you)[2:-1])

    def _in_sight(self, statement: Choose) -> bool:
        """Whether whoever chooses sees the cards at any rate: those of an own zone, or of an open one."""
        cards, faces, everyone = base_of(statement.options), self.symbols.faces, self.symbols.everyone
        match cards:
            case CardsIn(Const(zones)):
                return all(faces[zone] == everyone for zone in zones)
            case Cards(Const(zone)):
                return bool(faces[zone] == everyone)
            case Cards(Owns(first)) | CardsIn(Owns(first)):
                return bool(faces[first] == everyone)
            case Cards(Own(first, whose)) | CardsIn(Own(first, whose)):
                return bool(faces[first] == everyone) or (faces[first] == 1 and whose == statement.you)
            case _:
                return False


def untested(block: Block) -> Block:
    """An option's statements without the conditions that were tested when it was offered."""
    start = next((at for at, statement in enumerate(block) if not isinstance(statement, OnlyIf)), len(block))
    return block[start:]
