"""Pieces: which ones a noun means, whose they are, and how many there are in a place."""

from __future__ import annotations

from lark import Token, Tree

from interpreter.errors import nearest
from interpreter.language.ir.expressions import Amount, Const, Expr, SumOver
from interpreter.language.ir.making import local
from interpreter.language.ir.types import Local
from interpreter.language.resolving.members import Members
from interpreter.language.resolving.optional import safe
from interpreter.language.resolving.scope import Scope, Syntax
from interpreter.language.symbols import Noun


class Pieces(Members):
    """Gives amounts of pieces their meaning."""

    def _owner(self, scope: Scope, node: Syntax, det: Syntax, of: Syntax) -> Expr | None:
        if det is not None:
            if det.data == "other":
                self.fail(scope, node, "wrong-type", "`other` can't stand before pieces: say whose")
            you = self.you(scope, node)
            return you if det.data == "your" else self._other(scope, node, you)
        return self.seat(scope, of) if of is not None else None

    def pieces(
        self, scope: Scope, node: Syntax, noun: Noun, det: Syntax, adjectives: Syntax, of: Syntax
    ) -> tuple[tuple[str, ...], Expr | None]:
        """The sorts of pieces that a noun and its states mean, and whose: with an owner, only those that somebody can
        own."""
        owner = self._owner(scope, node, det, of)
        kinds = [self.symbols.pieces[kind] for kind in noun.pieces]
        if owner is not None:
            kinds = [kind for kind in kinds if kind.owned]
            if not kinds:
                self.fail(scope, node, "wrong-type", f"{noun.many} belong to nobody: leave out whose they are")
        states = adjective_words(adjectives)
        for word in states:
            self.check_state(scope, noun, word)
        if len({str(word) for word in states}) > 1:
            self.fail(scope, states[1], "wrong-type", f"a piece that is {states[0]} can't be {states[1]} as well")
        sorts = tuple(
            sort
            for kind in kinds
            for sort, state in zip(self.symbols.sorts[kind.id], kind.states or ("",), strict=True)
            if not states or state == states[0]
        )
        return sorts, owner

    def check_state(self, scope: Scope, noun: Noun, word: Token) -> None:
        """Refuse a word that is no state of these pieces."""
        known = [state for kind in noun.pieces for state in self.symbols.pieces[kind].states]
        if not known:
            self.fail(scope, word, "wrong-type", f"{noun.many} have no states in this game, so none is `{word}`")
        if word not in known:
            meant = nearest(str(word), known)
            message = f"`{word}` is no state of {noun.many}; they are {' or '.join(dict.fromkeys(known))}"
            self.fail(scope, word, "wrong-type", message, f"`{meant}`" if meant else None)

    def check_nobodys(
        self, scope: Scope, node: Syntax, sorts: tuple[str, ...], owner: Expr | None, place: Expr
    ) -> None:
        """Refuse to speak of a seat's pieces where those of whoever takes them are nobody's."""
        kinds = {self.symbols.pieces[sort].owner for sort in sorts}
        if owner is None or kinds != {"taker"} or not isinstance(place, Const) or place.type.kind != "box":
            return
        if place.value is not None and self.symbols.holders[place.value] == len(self.symbols.seats):
            many = self.symbols.pieces[sorts[0]].noun.many
            box = self.symbols.shown["place"][place.value]
            message = f"the {many} in `{box}` are nobody's until somebody takes them: leave out whose they are"
            self.fail(scope, node, "whose", message)

    def in_boxes(self, scope: Scope, node: Syntax, sorts: tuple[str, ...]) -> tuple[str, ...]:
        """Those of the sorts that boxes can hold: of pieces with states, the first state only."""
        kinds = dict.fromkeys(self.symbols.pieces[sort].id for sort in sorts)
        held = tuple(sort for kind in kinds if (sort := self.symbols.sorts[kind][0]) in sorts)
        if not held:
            kind = self.symbols.pieces[sorts[0]]
            message = f"in boxes {kind.noun.many} are all {kind.states[0]}"
            self.fail(scope, node, "state-in-box", message)
        return held

    def _amount(
        self, scope: Scope, node: Syntax, noun: Noun, det: Syntax, adjectives: Syntax, of: Syntax, within: Syntax
    ) -> Expr:
        if within is None:
            self.fail(scope, node, "which", f"how many {noun.many} where? say `{noun.many} in PLACE`")
        place = self.value(scope, within)
        if place.type.kind not in ("space", "box"):
            self.fail(scope, within, "wrong-type", f"pieces are in spaces and boxes, and this is {place.type.a()}")
        return self.amount_in(place, scope, node, noun, det, adjectives, of)

    def amount_in(
        self, place: Expr, scope: Scope, node: Syntax, noun: Noun, det: Syntax, adjectives: Syntax, of: Syntax
    ) -> Expr:
        """How many pieces of a noun there are in a place, or in several."""
        sorts, owner = self.pieces(scope, node, noun, det, adjectives, of)
        self.check_nobodys(scope, node, sorts, owner, place)
        if place.type.kind == "box":
            sorts = self.in_boxes(scope, node, sorts)
        return self.amount(sorts, owner, place)

    def amount(self, sorts: tuple[str, ...], owner: Expr | None, place: Expr) -> Expr:
        """How many pieces there are in a place, or in several."""
        if place.type.many:
            it = Local("it", place.type._replace(many=False))
            return SumOver(place, it, self.amount(sorts, owner, local(it)))
        return safe(Amount(sorts, place, owner))


def adjective_words(node: Syntax) -> list[Token]:
    if node is None:
        return []
    return [token for part in node.children for token in (adjective_words(part) if isinstance(part, Tree) else [part])]
