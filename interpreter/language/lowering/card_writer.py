"""The instructions that move, shuffle and show cards, as Python source."""

from __future__ import annotations

from interpreter.language.ir.expressions import Cards, TopCard
from interpreter.language.ir.statements import MoveCards, Note, Reveal, Shuffle, Top
from interpreter.language.log import CardUsed
from interpreter.language.lowering.lines import Lines


class CardWriter(Lines):
    """The instructions about cards."""

    def put_move_cards(self, statement: MoveCards) -> None:
        target = self.simple(statement.target)
        verb = "move_under" if statement.bottom else "move"
        if statement.cards.type.many:
            if isinstance(statement.cards, Cards):
                self.put(f"move_all(m, v, z, {self.code(statement.cards.zone)}, {target}, {statement.bottom})")
            else:
                self.put(f"for {(name := self.temporary())} in {self.lowering.snapshot(statement.cards, self.env)}:")
                self.put(f"    {verb}(m, v, z, {name}, {target})")
            return
        if isinstance(statement.cards, TopCard):  # nobody has chosen it, so that whoever knew the others still does
            verb = "draw_under" if statement.bottom else "draw"
            self.put(f"{verb}(m, v, z, {self.code(statement.cards.zone)}, {target})")
            return
        self.put(f"{verb}(m, v, z, {self.code(statement.cards)}, {target})")

    def put_top(self, statement: Top) -> None:
        source = self.code(statement.source)
        if statement.name is not None:
            self.bind(statement.name, f"z[{source}][-1]")
        self.put(f"draw(m, v, z, {source}, {self.code(statement.target)})")

    def put_shuffle(self, statement: Shuffle) -> None:
        self.put(f"shuffle(m, v, z, {self.code(statement.zone)})")

    def put_reveal(self, statement: Reveal) -> None:
        seat = "None" if statement.seat is None else self.code(statement.seat)
        self.put(f"reveal(m, v, {self.lowering.snapshot(statement.cards, self.env)}, {seat})")

    def put_note(self, statement: Note) -> None:
        card = self.simple(statement.card)
        label = self.lowering.constants.name(statement.label)
        self.put(f"m.uses.append(({card}, {label}))")
        known = self.lowering.slot(self.symbols.known_base, card)
        self.log(CardUsed, card, label, self.code(statement.you), known)
