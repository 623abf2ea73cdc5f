"""What a text looks at that lies face down: for tables, which must not see more than their seat."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.language.symbols import Symbols
from interpreter.language.tree import Expr, Local, Term, substituted
from interpreter.rulebook.model import Bot

LOOKS = frozenset({"cards", "cards_in", "top"})
"""Operations that look into a zone, or into several."""
COUNTS = frozenset({"count", "exists"})
"""Operations that need no faces: how many cards there are, all see."""


class Sight:
    """What a bot can see. An event that is tried (`would change something`) is tried with the cards as they lie."""

    def __init__(self, symbols: Symbols, term_of: Callable[[int], Term], bot: Bot) -> None:
        self._faces = symbols.faces
        self._everyone = symbols.everyone
        self._term_of = term_of
        self._seat = None if bot.seat is None else symbols.seats.index(bot.seat)
        self._open = {number for zone in bot.sees for number in symbols.zones_from(symbols.zone_index[zone])}

    def looks_at_hidden(self, expr: Expr, you: Local, counted: bool = False) -> bool:
        """Whether an expression, asked by the seat `you`, depends on the faces of cards in a zone that the seat does
        not see into. `counted`: only how many things there are matters.
        """
        if expr.op in LOOKS and not (counted and expr.op != "top"):
            return not self._sees_into(expr.args[0], you)
        if expr.op == "term":
            term = self._term_of(expr.data)
            if term.body is not None:
                inside = substituted(term.body, dict(zip(term.arguments, expr.args, strict=False)))
                return self.looks_at_hidden(inside, you, counted)
        return any(self.looks_at_hidden(arg, you, expr.op in COUNTS) for arg in expr.args)

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
