"""What a text looks at that is secret: for tables, which must not see more than their seat, and for reasons, which must
not tell a seat more than it knows."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.language.symbols import Symbols
from interpreter.language.tree import Expr, Local, Term, substituted
from interpreter.rulebook.model import Bot

LOOKS = frozenset({"cards", "cards_in", "top"})
"""Operations that look into a zone, or into several."""
COUNTS = frozenset({"count", "exists"})
"""Operations that need no faces: how many cards there are, all see."""


def secret_in(
    expr: Expr, is_secret: Callable[[Expr], bool], term_of: Callable[[int], Term], counted: bool = False
) -> Expr | None:
    """The first part of an expression that is secret, if it depends on one. `is_secret` is asked about each look into
    zones (LOOKS) and each `variable` in it; `counted`: only how many things there are matters."""
    look = expr.op in LOOKS and not (counted and expr.op != "top")
    if (look or expr.op == "variable") and is_secret(expr):
        return expr
    if expr.op == "term":
        term = term_of(expr.data)
        if term.body is not None:
            inside = substituted(term.body, dict(zip(term.arguments, expr.args, strict=False)))
            return secret_in(inside, is_secret, term_of, counted)
    found = (secret_in(arg, is_secret, term_of, expr.op in COUNTS) for arg in expr.args)
    return next((part for part in found if part is not None), None)


class Sight:
    """What a bot can see. An event that is tried (`would change something`) is tried with the cards as they lie."""

    def __init__(self, symbols: Symbols, term_of: Callable[[int], Term], bot: Bot) -> None:
        self._faces = symbols.faces
        self._everyone = symbols.everyone
        self._variables = symbols.variables
        self._term_of = term_of
        self._seat = None if bot.seat is None else symbols.seats.index(bot.seat)
        self._open = {number for zone in bot.sees for number in symbols.zones_from(symbols.zone_index[zone])}

    def hidden_in(self, expr: Expr, you: Local) -> Expr | None:
        """The part of an expression, asked by the seat `you`, that depends on the faces of cards in a zone that the
        seat does not see into, or on a card in a variable that nobody sees; None if there is none."""

        def is_secret(look: Expr) -> bool:
            if look.op == "variable":
                return look.type.kind == "card" and self._variables[look.data].visible != "everyone"
            return not self._sees_into(look.args[0], you)

        return secret_in(expr, is_secret, self._term_of)

    def _sees_into(self, zone: Expr, you: Local) -> bool:
        """Whether the bot sees the cards of a zone, or of each of several."""
        if zone.op == "const":
            zones = zone.data if isinstance(zone.data, tuple) else (zone.data,)
            return all(self._is_open(number) for number in zones)
        if zone.op != "own":
            return False
        whose = zone.args[0]
        return self._is_open(zone.data) or (self._faces[zone.data] == 1 and whose.op == "local" and whose.data is you)

    def _is_open(self, zone: int) -> bool:
        face = self._faces[zone]
        return zone in self._open or face == self._everyone or (self._seat is not None and bool(face >> self._seat & 1))
