"""Sets of things, what is chosen among them, and what is counted or taken out of them."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from interpreter.errors import nearest
from interpreter.language.ir.expressions import (
    ArgBest,
    Around,
    Best,
    Cards,
    CardsIn,
    Compare,
    Const,
    Count,
    Equal,
    Expr,
    Filter,
    First,
    Flag,
    IsWord,
    LongestLine,
    Meet,
    Only,
    Prefer,
    Random,
    Row,
    SumBest,
    SumOver,
    TopCard,
)
from interpreter.language.ir.making import FALSE, TRUE, constant, local, negation
from interpreter.language.ir.types import NUMBER, Local, Type
from interpreter.language.resolving.optional import safe
from interpreter.language.resolving.pieces import Pieces, adjective_words
from interpreter.language.resolving.scope import Scope, Syntax
from interpreter.language.symbols import Noun


class Sets(Pieces):
    """Gives sets their meaning."""

    # -- sets

    def noun(self, node: Syntax) -> tuple[Noun, str, Token]:
        """The noun of a `noun`, `singular` or `plural` node, its id, and its token."""
        while isinstance(node, Tree):
            node = node.children[0]
        id = self.grammar.noun_of[node.type]
        return self.symbols.nouns[id], id, node

    def _np(self, scope: Scope, node: Syntax) -> Expr:
        det, plurp, of, within = node.children
        adjectives, plural = plurp.children
        return self.noun_phrase(scope, node, det, adjectives, plural, of, within)

    def noun_phrase(
        self, scope: Scope, node: Syntax, det: Syntax, adjectives: Syntax, noun_node: Syntax, of: Syntax, within: Syntax
    ) -> Expr:
        noun, id, token = self.noun(noun_node)
        if noun.kind == "pieces":
            if str(token) in self.symbols.names and (det, adjectives, of, within) == (None,) * 4:
                return self.named(scope, token)  # a thing whose id is what pieces are called, too
            return self._amount(scope, node, noun, det, adjectives, of, within)
        base = self.told(scope, node, self._base_set(scope, node, noun, id, det, of, within))
        for word in adjective_words(adjectives):
            it = Local("it", base.type._replace(many=False))
            condition = self._is_adjective(scope, word, local(it), noun.kind)
            base = self._filtered(base, it, self.told(scope, word, condition))
        if det is not None and det.data == "other":
            it = Local("it", base.type._replace(many=False))
            mine = (of and self.value(scope, of)) or (self.you(scope, node) if noun.kind == "seat" else scope.it)
            if mine is not None:
                base = self._filtered(base, it, negation(Equal(local(it), mine)))
        return base

    def _base_set(
        self, scope: Scope, node: Syntax, noun: Noun, id: str, det: Syntax, of: Syntax, within: Syntax
    ) -> Expr:
        type = Type(noun.kind, many=True)
        whose = None
        if det is not None and det.data in ("your", "enemy"):
            you = self.you(scope, node)
            whose = you if det.data == "your" else self._other(scope, node, you)
        elif of is not None and not (det is not None and det.data == "other"):
            whose = self.value(scope, of)
        if id in ("neighbour", "entrance"):
            if whose is None or whose.type.kind != "space":
                self.fail(scope, node, "whose", f"`{noun.many}` needs a space: `{noun.many} of SPACE`")
            base = safe(Around(id, whose, type=type))
            if within is None:
                return base
            area = self.fitted(scope, within, self.value(scope, within), type)
            return Meet(base, area, type=type)
        if noun.kind == "box":
            assert noun.group is not None
            if whose is None:
                base = constant(self.symbols.group_boxes(noun.group), type)
            else:
                if whose.type.kind != "seat":
                    self.fail(scope, node, "wrong-type", f"`{noun.many} of` needs a seat here")
                rows = tuple(self.symbols.group_boxes(noun.group, seat) for seat in range(len(self.symbols.seats)))
                if isinstance(whose, Const) and whose.value is not None:
                    base = constant(rows[whose.value], type)
                else:
                    base = safe(Row(rows, whose, type=type))
        elif noun.kind == "card":
            if within is None:
                self.fail(scope, node, "which", "which cards? say where they are: `cards in ZONE`")
            place = self.value(scope, within)
            if place.type.kind == "zone" and not place.type.many:
                base = safe(Cards(place))
            elif place.type.kind == "zone":
                base = CardsIn(place)
            elif place.type.kind == "card" and place.type.many:
                base = place
            else:
                self.fail(scope, within, "wrong-type", f"cards are in a zone, and this is {place.type.a()}")
            return base
        else:
            size = self.symbols.size_of(noun.kind)
            base = constant(tuple(range(size)), type)
        if within is not None:
            area = self.fitted(scope, within, self.value(scope, within), type)
            everything = noun.kind != "box" and isinstance(base, Const)
            base = area if everything else Meet(base, area, type=type)
        return base

    def _filtered(self, base: Expr, it: Local, condition: Expr) -> Expr:
        """The members of a set that meet a condition; worked out now if everything about it is known."""
        if isinstance(base, Const) and isinstance(condition, Const):
            return base if condition.value else constant((), base.type)
        if isinstance(base, Const) and isinstance(condition, IsWord):
            table, value = condition.table, condition.value
            return constant(tuple(thing for thing in base.value if table[thing] == value), base.type)
        return Filter(base, it, condition, type=base.type._replace(optional=False))

    def _is_adjective(self, scope: Scope, word: Any, thing: Expr, kind: str) -> Expr:
        """The condition that a thing is what the adjective says."""
        meaning = self.symbols.adjectives.get(str(word), {}).get(kind)
        if meaning is None:
            candidates = [known for known, kinds in self.symbols.adjectives.items() if kind in kinds]
            meant = nearest(str(word), candidates)
            self.fail(scope, word, "wrong-type", f"a {kind} can't be `{word}`", f"`{meant}`" if meant else None)
        if meaning[0] == "flag":
            return safe(Flag(meaning[1], thing))
        if meaning[0] == "attribute":
            table, value = self.symbols.table(kind, meaning[1]), meaning[2]
        elif meaning[0] == "deck":
            table, value = tuple(card.deck for card in self.symbols.rulebook.cards), meaning[1]
        else:
            table, value = tuple(space.closed for space in self.symbols.rulebook.map.spaces), True
        if isinstance(thing, Const) and thing.value is not None:
            return TRUE if table[thing.value] == value else FALSE
        return safe(IsWord(table, value, thing))

    def has_item(self, scope: Scope, thing: Expr, item: Syntax, subject: Syntax) -> Expr:
        """The condition that a place (or a zone) has so many of some things."""
        quantity, det, nounp, of = item.children
        adjectives, noun_node = nounp.children
        noun, _, _ = self.noun(noun_node)
        if noun.kind == "pieces":
            if thing.type.kind not in ("space", "box") or thing.type.many:
                self.fail(scope, subject, "wrong-type", f"{thing.type.a()} has no {noun.many}")
            amount = self.amount_in(thing, scope, item, noun, det, adjectives, of)
        elif noun.kind == "card" and thing.type.kind == "zone" and not thing.type.many:
            cards = safe(Cards(thing))
            for word in adjective_words(adjectives):
                it = Local("it", Type("card"))
                cards = self._filtered(cards, it, self._is_adjective(scope, word, local(it), "card"))
            amount = Count(cards)
        else:
            self.fail(scope, item, "wrong-type", f"{thing.type.a()} can't have {noun.many}")
        if quantity is None:
            return Compare(">", amount, constant(0, NUMBER))
        if quantity.data == "none_of":
            return Compare("==", amount, constant(0, NUMBER))
        sign = {"exactly": "==", "at_least": ">=", "at_most": "<="}[quantity.data]
        return Compare(sign, amount, self.number(scope, quantity.children[0]))

    # -- choosing among a set

    def pick(self, scope: Scope, node: Syntax) -> tuple[Expr, str]:
        """The set that a `choose`, `for each`, `every` or `some` goes through, and the noun's singular."""
        head, *parts = node.children
        det, nounp, of, within = head.children
        adjectives, noun_node = nounp.children
        noun, _, _ = self.noun(noun_node)
        if noun.kind == "pieces":
            self.fail(scope, head, "wrong-type", f"{noun.many} are all alike: choose the place where they are")
        base = self.told(scope, head, self.noun_phrase(scope, head, det, adjectives, noun_node, of, within))
        for part in parts:
            if part is not None:
                base = self._part(scope, base, part)
        return self.told(scope, node, base), noun.one

    def _part(self, scope: Scope, base: Expr, part: Syntax) -> Expr:
        it = Local("it", base.type._replace(many=False))
        inside = scope.inner(it=local(it))
        if part.data == "where_part":
            return self._filtered(base, it, self.condition(inside, part.children[0]))
        if part.data == "preferably":
            return Prefer(base, it, self.condition(inside, part.children[-1]), type=base.type)
        condition = self.has_item(inside, local(it), part.children[0], part)
        if part.data == "without":
            condition = negation(condition)
        return self._filtered(base, it, self.told(scope, part, condition))

    def _filter(self, scope: Scope, node: Syntax) -> Expr:
        base = self.set_of(scope, node.children[0])
        part = node.children[1]
        assert isinstance(part, Tree)
        return self._part(scope, base, part)

    def _argbest(self, scope: Scope, node: Syntax) -> Expr:
        base_node, extreme, value_node = node.children
        base = self.set_of(scope, base_node)
        it = Local("it", base.type._replace(many=False))
        value = self.number(scope.inner(it=local(it)), value_node)
        return ArgBest(base, it, value, extreme.data, type=base.type)

    def _over(self, scope: Scope, set_node: Syntax, value_node: Syntax) -> tuple[Expr, Expr, Local]:
        base = self.set_of(scope, set_node)
        it = Local("it", base.type._replace(many=False))
        return base, self.number(scope.inner(it=local(it)), value_node), it

    def _count(self, scope: Scope, node: Syntax) -> Expr:
        return Count(self.set_of(scope, node.children[0]))

    def _sum_over(self, scope: Scope, node: Syntax) -> Expr:
        base, value, it = self._over(scope, node.children[1], node.children[0])
        return SumOver(base, it, value)

    def _sum_best(self, scope: Scope, node: Syntax) -> Expr:
        most, extreme, value_node, set_node = node.children
        base, value, it = self._over(scope, set_node, value_node)
        return SumBest(base, it, value, self.number(scope, most), extreme.data)

    def _best(self, scope: Scope, node: Syntax) -> Expr:
        extreme, value_node, set_node = node.children
        base, value, it = self._over(scope, set_node, value_node)
        return Best(base, it, value, extreme.data)

    def _first(self, scope: Scope, node: Syntax) -> Expr:
        base = self.set_of(scope, node.children[0])
        return First(base, type=base.type._replace(many=False, optional=True))

    def _only(self, scope: Scope, node: Syntax) -> Expr:
        base = self.set_of(scope, node.children[0])
        return Only(base, type=base.type._replace(many=False, optional=True))

    def _top_card(self, scope: Scope, node: Syntax) -> Expr:
        noun, _, token = self.noun(node.children[0])
        if noun.kind != "card":
            self.fail(scope, token, "wrong-type", "only cards lie on top of something: `top card of ZONE`")
        return safe(TopCard(self.value(scope, node.children[1], Type("zone"))))

    def _longest_line(self, scope: Scope, node: Syntax) -> Expr:
        word, set_node, space_node = node.children
        if str(word) != "line":
            self.fail(scope, word, "syntax", f"`{word}` can't stand here", "`line`")
        if self.symbols.rulebook.map.grid is None:
            self.fail(scope, node, "no-grid", "only a map that is a `grid` has lines")
        spaces = self.value(scope, set_node, Type("space", many=True))
        space = self.value(scope, space_node, Type("space"))
        return safe(LongestLine(spaces, space))

    def _random(self, scope: Scope, node: Syntax) -> Expr:
        if not scope.may_try:
            self.fail(scope, node, "cannot-try", "chance can only be asked in a phrase or an event, outside `where`")
        base = self.set_of(scope, node.children[0])
        return Random(base, type=base.type._replace(many=False, optional=True))
