"""From a syntax tree to statements that say what is done next: branches, loops, who acts, the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Tree

from interpreter.errors import Where
from interpreter.language.ir.expressions import Const, Expr, Filter, In, InOrder, Only
from interpreter.language.ir.making import TRUE, constant, local
from interpreter.language.ir.statements import As, Block, End, ForEach, If, Leave, Let, OnlyIf, Repeat, Stop, While
from interpreter.language.ir.types import Local, Type
from interpreter.language.resolving.binding import Binder
from interpreter.language.resolving.scope import Scope, Syntax

FOR_PARTS = {"as_name": "as", "as_you": "as you", "in_order": "in player order", "again": "again and again"}
"""What may stand behind the commas of `for each`, by the names of the grammar."""


class ControlStatements(Binder):
    """Gives the flow of control its meaning."""

    def _if_(self, scope: Scope, node: Syntax) -> If:
        condition, block, *rest = node.children
        branches = [(self.values.condition(scope, condition), self._block(scope.inner(), block))]
        otherwise: Block | None = None
        for at, part in enumerate(rest):
            assert isinstance(part, Tree)
            if part.data == "otherwise":
                if at != len(rest) - 1:
                    self.values.fail(scope, rest[at + 1], "syntax", "nothing can follow the last `otherwise:`")
                otherwise = self._block(scope.inner(), part.children[0])
            else:
                test, block = part.children
                branches.append((self.values.condition(scope, test), self._block(scope.inner(), block)))
        return If(self._where(scope, node), branches, otherwise)

    def _for_each(self, scope: Scope, node: Syntax) -> ForEach | If:
        pick, *parts, block = node.children
        where = self._where(scope, node)
        things, noun = self.values.pick(scope, pick)
        token: Any = noun
        said: set[str] = set()
        for part in parts:
            assert isinstance(part, Tree)
            if part.data in said:
                words = FOR_PARTS[part.data]
                self.values.fail(scope, part, "duplicate", f"`{words}` is said twice of one loop")
            said.add(part.data)
            if part.data == "as_name":
                token = part.children[0]
            if part.data == "as_you" and things.type.kind != "seat":
                self.values.fail(scope, part, "wrong-type", "only a seat acts: `as you` needs seats")
            if part.data != "in_order":
                continue
            if things.type.kind != "seat":
                self.values.fail(scope, part, "wrong-type", "only seats have a player order")
            if part.children and part.children[0] is not None:
                start = self.values.seat(scope, part.children[0])
                things = InOrder(things, start, type=things.type)
        first: list[Let] = []
        if "again" in said and isinstance(things, InOrder) and not isinstance(things.start, Const):
            start = things.start  # where the first round begins, all rounds do
            first = [Let(where, Local("start", start.type), start)]
            things = replace(things, start=local(first[0].name))
        inside = scope.inner()
        name = self._bind(inside, token, things.type._replace(many=False))
        if "as_you" in said:
            body: Block = [self._acting(inside, where, local(name), block)]
        else:
            body = self._block(inside, block)
        loop = ForEach(where, name, things, body, "again" in said)
        return If(where, [(TRUE, [*first, loop])], None) if first else loop

    def _repeat(self, scope: Scope, node: Syntax) -> Repeat:
        times, block = node.children
        return Repeat(self._where(scope, node), self.values.number(scope, times), self._block(scope.inner(), block))

    def _while_(self, scope: Scope, node: Syntax) -> While:
        condition, block = node.children
        return While(
            self._where(scope, node), self.values.condition(scope, condition), self._block(scope.inner(), block)
        )

    def _as_seat(self, scope: Scope, node: Syntax) -> As:
        seat_node, block = node.children
        return self._acting(scope, self._where(scope, node), self.values.seat(scope, seat_node), block)

    def _acting(self, scope: Scope, where: Where, seat: Expr, block: Syntax) -> As:
        """The block, done by that seat."""
        name = Local("you", Type("seat"))
        return As(where, name, seat, self._block(scope.inner(you=local(name)), block))

    def _only_if(self, scope: Scope, node: Syntax) -> OnlyIf:
        return OnlyIf(self._where(scope, node), self.values.condition(scope, node.children[0]))

    def _leave(self, scope: Scope, node: Syntax) -> Leave:
        return Leave(self._where(scope, node))

    def _stop(self, scope: Scope, node: Syntax) -> Stop:
        return Stop(self._where(scope, node))

    def _end_game(self, scope: Scope, node: Syntax) -> End:
        winners_node, reason = node.children[0], str(node.children[1] or "end")
        winners = self.values.value(scope, winners_node)
        if winners.type.kind != "side":
            winners = self.values.fitted(scope, winners_node, winners, Type("seat", many=True))
            return End(self._where(scope, node), winners, reason)
        side = Only(winners, type=Type("side", optional=True)) if winners.type.many else winners
        it = Local("it", Type("seat"))
        own = self.values.side_of(scope, winners_node, local(it))
        those = self.values.fitted(scope, winners_node, winners, Type("side", many=True))
        test = In(own, those)
        seats = constant(tuple(range(len(self.symbols.seats))), Type("seat", many=True))
        on_it = Filter(seats, it, test, type=seats.type)
        return End(self._where(scope, node), on_it, reason, side)

    def _end_nobody(self, scope: Scope, node: Syntax) -> End:
        return End(self._where(scope, node), None, str(node.children[0] or "end"))
