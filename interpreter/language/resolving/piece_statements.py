"""From a syntax tree to statements about pieces: moved from place to place, made to be in another state."""

from __future__ import annotations

from lark import Token

from interpreter.language.ir.expressions import Const, Expr, Own
from interpreter.language.ir.making import constant
from interpreter.language.ir.statements import ChangeState, MovePieces
from interpreter.language.ir.types import NUMBER, Type
from interpreter.language.resolving.binding import Binder
from interpreter.language.resolving.scope import Scope, Syntax


class PieceStatements(Binder):
    """Gives the statements about pieces their meaning."""

    def _pieces(self, scope: Scope, node: Syntax) -> tuple[tuple[str, ...], Expr | None]:
        det, nounp, of = node.children
        noun, _, token = self.values.noun(nounp.children[1])
        if noun.kind != "pieces":
            self.values.fail(scope, token, "wrong-type", f"`{token}` are not pieces")
        return self.values.pieces(scope, node, noun, det, nounp.children[0], of)

    def _move_pieces(self, scope: Scope, node: Syntax) -> MovePieces:
        amount_node, pieces, source, target = node.children
        sorts, owner = self._pieces(scope, pieces)
        amount = self.values.number(scope, amount_node)
        return self._moved(scope, node, amount, pieces, sorts, owner, source, target)

    def _move_all(self, scope: Scope, node: Syntax) -> MovePieces:
        pieces, source, target = node.children
        sorts, owner = self._pieces(scope, pieces)
        return self._moved(scope, node, None, pieces, sorts, owner, source, target)

    def _moved(
        self,
        scope: Scope,
        node: Syntax,
        amount: Expr | None,
        pieces: Syntax,
        sorts: tuple[str, ...],
        owner: Expr | None,
        source: Syntax,
        target: Syntax,
    ) -> MovePieces:
        place = Type("place")
        start, end = self.values.value(scope, source, place), self.values.value(scope, target, place)
        taken = any(self.symbols.pieces[sort].owner == "taker" for sort in sorts)
        taker = None
        if taken and owner is None and start.type.kind == "box":
            owner = self._holder(start)
            if owner is None and end.type.kind == "space":
                taker = self.values.you(scope, node)
        if amount is not None:
            self._check_whose(scope, node, sorts, owner, taken and start.type.kind == "box")
        self.values.check_nobodys(scope, pieces, sorts, owner, start)
        if start.type.kind == "box":
            sorts = self.values.in_boxes(scope, pieces, sorts)
        elif amount is not None:
            self._check_one_state(scope, pieces, sorts)
        return MovePieces(self._where(scope, node), amount, sorts, owner, start, end, taker)

    def _holder(self, box: Expr) -> Expr | None:
        """The seat whose box it is, if that is known."""
        if isinstance(box, Own):
            return box.whose
        seats = len(self.symbols.seats)
        if isinstance(box, Const) and box.value is not None and self.symbols.holders[box.value] < seats:
            return constant(self.symbols.holders[box.value], Type("seat"))
        return None

    def _check_whose(
        self, scope: Scope, node: Syntax, sorts: tuple[str, ...], owner: Expr | None, taken: bool = False
    ) -> None:
        """Refuse pieces of which it is not said whose they are. `taken`: they are taken out of a box, as nobody's."""
        owners = {self.symbols.pieces[sort].owner for sort in sorts} - {None}
        if owner is None and owners - ({"taker"} if taken else set()):
            self.values.fail(scope, node, "whose", "whose pieces? say `your` or `of SEAT`")

    def _check_one_state(self, scope: Scope, node: Syntax, sorts: tuple[str, ...]) -> None:
        for kind in (self.symbols.pieces[sort] for sort in sorts):
            if kind.states and all(sort in sorts for sort in self.symbols.sorts[kind.id]):
                which = " or ".join(f"`{state} {kind.noun.many}`" for state in kind.states)
                self.values.fail(scope, node, "which", f"which of the {kind.noun.many}? say {which}")

    def _make_pieces(self, scope: Scope, node: Syntax) -> ChangeState:
        amount_node, pieces, place, word = node.children
        digits = isinstance(amount_node, Token) and amount_node.type == "NUMBER"
        amount = constant(int(amount_node), NUMBER) if digits else self.values.number(scope, amount_node)
        return self._changed_state(scope, node, amount, pieces, place, word)

    def _make_all_pieces(self, scope: Scope, node: Syntax) -> ChangeState:
        pieces, place, word = node.children
        return self._changed_state(scope, node, None, pieces, place, word)

    def _changed_state(
        self, scope: Scope, node: Syntax, amount: Expr | None, pieces: Syntax, place: Syntax, word: Token
    ) -> ChangeState:
        sorts, owner = self._pieces(scope, pieces)
        noun, _, _ = self.values.noun(pieces.children[1].children[1])
        self.values.check_state(scope, noun, word)
        where = self.values.value(scope, place, Type("place"))
        if where.type.kind == "box":
            kind = self.symbols.pieces[sorts[0]]
            self.values.fail(scope, place, "state-in-box", f"in boxes {kind.noun.many} are all {kind.states[0]}")
        if amount is not None:
            self._check_whose(scope, node, sorts, owner)
        state = str(word)
        others = [sort for sort in sorts if state in self.symbols.pieces[sort].states]
        others = [sort for sort in others if not sort.startswith(f"{state} ")]
        if not others:
            self.values.fail(scope, word, "wrong-type", f"these {noun.many} are `{word}` already")
        return ChangeState(self._where(scope, node), amount, tuple(others), owner, where, state)
