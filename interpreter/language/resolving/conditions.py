"""Conditions: what joins them, comparisons, and what can be asked of things."""

from __future__ import annotations

from collections.abc import Callable

from lark import Tree

from interpreter.errors import nearest
from interpreter.language.ir.expressions import (
    And,
    Cards,
    CardsIn,
    Compare,
    Const,
    Equal,
    Every,
    Exists,
    Expr,
    In,
    Or,
    Playable,
    Room,
    Same,
    Some,
    Track,
    Union,
    Word,
    WouldChange,
)
from interpreter.language.ir.making import FALSE, TRUE, constant, local, negation
from interpreter.language.ir.types import CONDITION, NOTHING, NUMBER, Local, Type
from interpreter.language.resolving.arithmetic import Sums
from interpreter.language.resolving.optional import THINGS, safe
from interpreter.language.resolving.scope import Scope, Syntax
from interpreter.rulebook.model import Attribute

SIGNS = {"ge": ">=", "le": "<=", "gt": ">", "lt": "<"}


class Conditions(Sums):
    """Gives conditions their meaning."""

    def _or_e(self, scope: Scope, node: Syntax) -> Expr:
        left, right = self.value(scope, node.children[0]), self.value(scope, node.children[1])
        if left.type == CONDITION and right.type == CONDITION:
            return Or(left, right)
        if left.type.kind == right.type.kind and left.type.kind in THINGS:
            left, right = self.set_of(scope, node.children[0]), self.set_of(scope, node.children[1])
            if isinstance(left, Const) and isinstance(right, Const):
                return constant(tuple(dict.fromkeys(left.value + right.value)), left.type)
            return Union(left, right, type=left.type._replace(many=True))
        self.fail(
            scope,
            node,
            "wrong-type",
            f"`or` joins two conditions or two sets, not {left.type.a()} and {right.type.a()}",
        )
        return None

    def _and_e(self, scope: Scope, node: Syntax) -> Expr:
        left, right = self.value(scope, node.children[0]), self.value(scope, node.children[1])
        if left.type == CONDITION and right.type == CONDITION:
            return And(left, right)
        hint = "`A or B` for the things of both" if left.type.kind == right.type.kind else None
        self.fail(scope, node, "wrong-type", "`and` joins two conditions", hint)
        return None

    def _not_e(self, scope: Scope, node: Syntax) -> Expr:
        return negation(self.condition(scope, node.children[0]))

    def _compare(self, scope: Scope, node: Syntax) -> Expr:
        left, how, right = node.children
        return self._comparison(scope, node, left, SIGNS[how.data], right)

    def _compare_sign(self, scope: Scope, node: Syntax) -> Expr:
        left, sign, right = node.children
        return self._comparison(scope, node, left, str(sign), right)

    def _comparison(self, scope: Scope, node: Syntax, left: Syntax, sign: str, right: Syntax) -> Expr:
        for side in (left, right):
            self._check_where(scope, side)
        return Compare(sign, self.number(scope, left), self.number(scope, right))

    def _check_where(self, scope: Scope, node: Syntax) -> None:
        """A `where` with and/or inside a comparison swallows what the author meant to stand outside it."""
        if isinstance(node, Tree) and node.data in ("filter", "count"):
            part = node.children[-1]
            if isinstance(part, Tree) and part.data == "where_part" and part.children[0].data in ("and_e", "or_e"):
                self.fail(scope, part, "parentheses", "put parentheses to say what belongs to `where`")
            if isinstance(part, Tree) and part.data == "filter":
                self._check_where(scope, part)

    def _is_(self, scope: Scope, node: Syntax) -> Expr:
        return self._equality(scope, node)

    def _is_not(self, scope: Scope, node: Syntax) -> Expr:
        return negation(self._equality(scope, node))

    def _equality(self, scope: Scope, node: Syntax) -> Expr:
        left = self.value(scope, node.children[0])
        right = self.value(scope, node.children[1])
        if isinstance(right, Word):
            columns = self._columns(node.children[0])
            if any(column.none == right.word for column in columns):
                return Equal(left, constant(None, NOTHING))
            if left.type.kind == "value":
                self._check_word(scope, node, columns, right.word)
        return self._equals(scope, node, left, right, node.children[1])

    def _columns(self, node: Syntax) -> list[Attribute]:
        """What an attribute of something can be, if it is one, for each kind of thing that has it."""
        if not isinstance(node, Tree) or node.data not in ("of", "your_name"):
            return []
        return list(self.symbols.attributes.get(str(node.children[0]), {}).values())

    def _equals(self, scope: Scope, node: Syntax, left: Expr, right: Expr, right_node: Syntax) -> Expr:
        if (
            isinstance(right, Word)
            and left.type.kind in ("space", "card", "box", "seat", "side")
            and not left.type.many
        ):
            token = right_node
            while isinstance(token, Tree):
                token = token.children[0]
            return self._is_adjective(scope, token, left, left.type.kind)
        if left.type.many != right.type.many:
            self.fail(scope, node, "wrong-type", "one thing and a set are compared; say `is in`", "`is in`")
        if left.type.many:
            self.fail(scope, node, "wrong-type", "two sets are compared by `are exactly`", "`are exactly`")
        kinds = {left.type.kind, right.type.kind}
        if kinds in ({"number"}, {"condition"}):
            self.in_range(scope, node, left, right)
            return Compare("==", left, right)
        if len(kinds) > 1 and "nothing" not in kinds:
            self.fail(scope, node, "wrong-type", f"{left.type.a()} is never {right.type.a()}")
        if isinstance(left, Const) and isinstance(right, Const):
            return TRUE if left.value == right.value else FALSE
        return Equal(left, right)

    def in_range(self, scope: Scope, node: Syntax, cell: Expr, value: Expr) -> None:
        """Refuse a number that a track never reaches."""
        if isinstance(cell, Track) and isinstance(value, Const) and isinstance(value.value, int):
            track = self.symbols.track(cell.track)
            if not track.low <= value.value <= track.high:
                message = f"{value.value} is out of range: `{track.id}` goes from {track.low} to {track.high}"
                self.fail(scope, node, "out-of-range", message)

    def _check_word(self, scope: Scope, node: Syntax, columns: list[Attribute], word: str) -> None:
        """`colour of s is warm`: a word that the attribute never has."""
        values = [value for column in columns for value in column.values]
        if columns and word not in values:
            meant = nearest(word, values)
            message = f"`{columns[0].id}` is never `{word}`"
            self.fail(scope, node, "wrong-type", message, f"`{meant}`" if meant else None)

    def _member(self, scope: Scope, node: Syntax, left: Expr, set_node: Syntax) -> Expr:
        if left.type.many:
            self.fail(scope, node, "wrong-type", "one thing is in a set, and this is a set: use `every … is in …`")
        right = self.value(scope, set_node)
        if right.type.kind == "zone" and not right.type.many:
            right = safe(Cards(right))
        elif right.type.kind == "zone" and left.type.kind == "card":
            right = CardsIn(right)
        right = self.fitted(scope, set_node, right, left.type._replace(many=True))
        return In(left, right)

    def _is_exactly(self, scope: Scope, node: Syntax) -> Expr:
        """Whether two sets have the same members, in whatever order."""
        left_node, right_node = node.children
        for side in node.children:
            self._check_where(scope, side)
        left = self._cards_of(self.value(scope, left_node))
        if not left.type.many:
            self.fail(scope, left_node, "wrong-type", "`exactly` is said of a set, and this is one thing: say `is`")
        right = self._cards_of(self.value(scope, right_node))
        return Same(left, self.fitted(scope, right_node, right, left.type))

    def _is_not_exactly(self, scope: Scope, node: Syntax) -> Expr:
        return negation(self._is_exactly(scope, node))

    def _cards_of(self, things: Expr) -> Expr:
        """A zone, or several, as the cards there; anything else as it is."""
        if things.type.kind != "zone":
            return things
        if things.type.many:
            return CardsIn(things)
        return safe(Cards(things))

    def _is_in(self, scope: Scope, node: Syntax) -> Expr:
        return self._member(scope, node, self.value(scope, node.children[0]), node.children[1])

    def _is_not_in(self, scope: Scope, node: Syntax) -> Expr:
        return negation(self._is_in(scope, node))

    def _has(self, scope: Scope, node: Syntax) -> Expr:
        subject, item = node.children
        return self.has_item(scope, self.value(scope, subject), item, subject)

    def _has_not(self, scope: Scope, node: Syntax) -> Expr:
        return negation(self._has(scope, node))

    def _room(self, scope: Scope, node: Syntax) -> Expr:
        """`PLACE has room for N PIECES`."""
        subject, item = node.children
        quantity, det, nounp, of = item.children
        noun, _, token = self.noun(nounp.children[1])
        if noun.kind != "pieces" or len(noun.pieces) != 1:
            self.fail(scope, token, "wrong-type", "`room for` needs one kind of piece")
        _, owner = self.pieces(scope, item, noun, det, nounp.children[0], of)
        if owner is None and self.symbols.pieces[noun.pieces[0]].owned:
            self.fail(scope, token, "whose", f"whose {noun.many}? say `your {noun.many}` or `{noun.many} of SEAT`")
        if quantity is not None and not quantity.children:
            self.fail(scope, item, "wrong-type", "say how many there has to be room for")
        amount = constant(1, NUMBER) if quantity is None else self.number(scope, quantity.children[0])
        place = self.value(scope, subject, Type("place"))
        return safe(Room(noun.pieces[0], place, amount, owner))

    def _no_room(self, scope: Scope, node: Syntax) -> Expr:
        return negation(self._room(scope, node))

    def _quantified(self, scope: Scope, node: Syntax, test: Callable[[Scope, Expr], Expr]) -> Expr:
        quantifier, pick = node.children[0], node.children[1]
        base, _ = self.pick(scope, pick)
        it = Local("it", base.type._replace(many=False))
        condition = test(scope.inner(it=local(it)), local(it))
        return Some(base, it, condition) if quantifier.data == "some" else Every(base, it, condition)

    def _q_is(self, scope: Scope, node: Syntax) -> Expr:
        last = node.children[2]
        return self._quantified(
            scope, node, lambda inside, it: self._equals(inside, node, it, self.value(inside, last), last)
        )

    def _q_is_not(self, scope: Scope, node: Syntax) -> Expr:
        last = node.children[2]
        return self._quantified(
            scope, node, lambda inside, it: negation(self._equals(inside, node, it, self.value(inside, last), last))
        )

    def _q_in(self, scope: Scope, node: Syntax) -> Expr:
        return self._quantified(scope, node, lambda inside, it: self._member(inside, node, it, node.children[2]))

    def _q_not_in(self, scope: Scope, node: Syntax) -> Expr:
        return self._quantified(
            scope, node, lambda inside, it: negation(self._member(inside, node, it, node.children[2]))
        )

    def _q_has(self, scope: Scope, node: Syntax) -> Expr:
        item = node.children[2]
        return self._quantified(scope, node, lambda inside, it: self.has_item(inside, it, item, node))

    def _there_is(self, scope: Scope, node: Syntax) -> Expr:
        things, _ = self.pick(scope, node.children[0])
        return Exists(things)

    def _there_is_no(self, scope: Scope, node: Syntax) -> Expr:
        return negation(self._there_is(scope, node))

    def _playable(self, scope: Scope, node: Syntax) -> Expr:
        card = self.value(scope, node.children[0], Type("card"))
        return safe(Playable(card, self.you(scope, node)))

    def _would_change(self, scope: Scope, node: Syntax) -> Expr:
        """`the event of CARD would change something`, perhaps besides raising a track."""
        if not scope.may_try:
            message = (
                "what an event would change can only be asked in a phrase, outside `where` and vocabulary conditions"
            )
            self.fail(scope, node, "cannot-try", message)
        card_node, track_node = node.children
        card, you = self.value(scope, card_node, Type("card")), self.you(scope, node)
        if track_node is None:
            return safe(WouldChange(card, you, None, None))
        track = self.value(scope, track_node)
        if not isinstance(track, Track):
            self.fail(scope, track_node, "wrong-type", f"a track is raised, and this is {track.type.a()}")
        return safe(WouldChange(card, you, track.track, track.seat))

    def _would_not_change(self, scope: Scope, node: Syntax) -> Expr:
        return negation(self._would_change(scope, node))

    def _not_playable(self, scope: Scope, node: Syntax) -> Expr:
        return negation(self._playable(scope, node))
