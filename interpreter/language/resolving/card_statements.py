"""From a syntax tree to statements about cards: moved, drawn, shuffled, shown, carried out."""

from __future__ import annotations

from lark import Tree

from interpreter.language.ir.expressions import Amount, Cards, Conditional, Const, Expr, SumOver
from interpreter.language.ir.making import constant
from interpreter.language.ir.statements import Carry, Draw, MoveCards, Note, Reveal, Shuffle
from interpreter.language.ir.types import NUMBER, Type
from interpreter.language.resolving.binding import Binder
from interpreter.language.resolving.optional import is_something, present
from interpreter.language.resolving.scope import Scope, Syntax


class CardStatements(Binder):
    """Gives the statements about cards their meaning."""

    def _move_cards(self, scope: Scope, node: Syntax) -> MoveCards:
        cards_node, target = node.children
        cards = self.values.value(scope, cards_node)
        if isinstance(cards, Amount | SumOver):
            self.values.fail(scope, cards_node, "which", "how many? a number or `all` goes before them")
        if cards.type.kind != "card":
            self.values.fail(
                scope, cards_node, "wrong-type", f"cards can be moved like this, and this is {cards.type.a()}"
            )
        zone = self.values.value(scope, target.children[0], Type("zone"))
        return MoveCards(self._where(scope, node), cards, zone, target.data == "at_bottom")

    def _draw(self, scope: Scope, node: Syntax) -> Draw:
        amount_node, noun_node, source_node, target_node, token = node.children
        noun, _, noun_token = self.values.noun(noun_node)
        if noun.kind != "card":
            self.values.fail(scope, noun_token, "wrong-type", "only cards are drawn")
        amount = self.values.number(scope, amount_node)
        source = self.values.value(scope, source_node, Type("zone"))
        if not isinstance(source, Const):
            self.values.fail(scope, source_node, "wrong-type", "cards are drawn from one zone that is known beforehand")
        targets: tuple[Expr, ...]
        if (
            isinstance(target_node, Tree)
            and target_node.data == "of"
            and getattr(target_node.children[1], "data", "") == "each"
        ):
            targets = tuple(
                self.values.member(scope, target_node.children[0], constant(seat, Type("seat")), target_node)
                for seat in range(len(self.symbols.seats))
            )
            for target in targets:
                self.values.fitted(scope, target_node, target, Type("zone"))
        else:
            target = self.values.value(scope, target_node, Type("zone"))
            if target.type.optional:  # nothing is drawn to nothing
                amount = Conditional(amount, is_something([target]), constant(0, NUMBER), type=NUMBER)
            targets = (present(target),)
        name = self._bind(scope, token, Type("card", optional=True)) if token is not None else None
        zone = next(
            (zone for zone in self.symbols.rulebook.zones if self.symbols.zone_index[zone.id] == source.value), None
        )
        if zone is None or zone.per is not None:
            message = "cards are drawn from a zone that is there once; say `move top card of …`"
            self.values.fail(scope, source_node, "wrong-type", message)
        return Draw(self._where(scope, node), amount, source, targets, name, zone.id)

    def _shuffle(self, scope: Scope, node: Syntax) -> Shuffle:
        return Shuffle(self._where(scope, node), self.values.value(scope, node.children[0], Type("zone")))

    def _reveal(self, scope: Scope, node: Syntax) -> Reveal:
        cards_node, to = node.children
        cards = self.values.value(scope, cards_node)
        if cards.type == Type("zone"):
            cards = Cards(cards)
        cards = self.values.fitted(scope, cards_node, cards, Type("card", many=True))
        seat = None if isinstance(to, Tree) and to.data == "everyone" else self.values.seat(scope, to)
        return Reveal(self._where(scope, node), cards, seat)

    def _carry_out(self, scope: Scope, node: Syntax) -> Carry:
        card = self.values.value(scope, node.children[0], Type("card"))
        return Carry(self._where(scope, node), card, self.values.you(scope, node))

    def _note(self, scope: Scope, node: Syntax) -> Note:
        card = self.values.value(scope, node.children[0], Type("card"))
        return Note(self._where(scope, node), card, str(node.children[1]), self.values.you(scope, node))
