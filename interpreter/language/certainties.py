"""What everybody knows of hidden cards because the rulebook says so: what a zone `holds`, what is `certain`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from interpreter.errors import Problem, RulebookError
from interpreter.language.resolve import Resolver
from interpreter.language.resolve_names import Scope
from interpreter.language.symbols import Symbols
from interpreter.language.tree import Expr, Local, Term, Type, local
from interpreter.rulebook.model import Text

Parse = Callable[[Text, str], Any]
SEES = frozenset({"cards", "top"})
"""Operations that look into a zone."""
TRIES = frozenset({"random", "playable", "would_change"})
"""Operations whose result is no matter of what lies where."""


@dataclass(frozen=True, slots=True)
class Holds:
    """What is known of each card in the zones with these numbers. `seat`: the owner of the zone, by this name."""

    text: Text
    zones: range
    per_seat: bool
    seat: Local
    it: Local
    condition: Expr


@dataclass(frozen=True, slots=True)
class Certain:
    """A condition that holds at every decision. `reads`: the zones that it looks into; None: it may be any."""

    text: Text
    condition: Expr
    reads: frozenset[int] | None


class Reader:
    """Reads these texts of one rulebook. Raises RulebookError for one that is wrong."""

    def __init__(self, symbols: Symbols, values: Resolver, parse: Parse, term_of: Callable[[int], Term]) -> None:
        self._symbols = symbols
        self._values = values
        self._parse = parse
        self._term_of = term_of

    def holds(self, zone: Any) -> Holds:
        """What a zone says that it holds."""
        text: Text = zone.holds
        seat, it = Local("seat", Type("seat")), Local("it", Type("card"))
        names = {"seat": seat} if zone.per_seat else {}
        condition = self._condition(Scope(text, names, it=local(it)))
        for part in self._parts(condition):
            if part.op in SEES and not self._is_open(part.args[0]):
                message = "`holds` speaks of one card by what lies open; what is so of several is said under `certain`"
                raise RulebookError(Problem(text.where, "looks-at-cards", message))
        first = self._symbols.zone_index[zone.id]
        count = len(self._symbols.seats) if zone.per_seat else 1
        return Holds(text, range(first, first + count), zone.per_seat, seat, it, condition)

    def certain(self, text: Text) -> Certain:
        """A condition under `certain`."""
        condition = self._condition(Scope(text))
        reads: set[int] | None = set()
        for part in self._parts(condition):
            if part.type.kind == "zone" and reads is not None:
                zones = self._zones(part)
                reads = None if zones is None else reads | zones
        return Certain(text, condition, None if reads is None else frozenset(reads))

    def _condition(self, scope: Scope) -> Expr:
        condition = self._values.condition(scope, self._parse(scope.text, "value").children[0])
        for part in self._parts(condition):
            if part.op in TRIES:
                message = "what is always so can't depend on chance, nor on what could be played"
                raise RulebookError(Problem(scope.text.where, "not-certain", message))
        return condition

    def _parts(self, expr: Expr) -> list[Expr]:
        """The expression with all that is in it, also through the words of the vocabulary."""
        found, waiting, seen = [], [expr], set()
        while waiting:
            part = waiting.pop()
            found.append(part)
            waiting += part.args
            if part.op == "term" and part.data not in seen:
                seen.add(part.data)
                body = self._term_of(part.data).body
                waiting += [] if body is None else [body]
        return found

    def _zones(self, zone: Expr) -> set[int] | None:
        if zone.op == "const":
            return {zone.data}
        if zone.op == "own":
            return set(range(zone.data, zone.data + len(self._symbols.seats)))
        return None

    def _is_open(self, zone: Expr) -> bool:
        zones = self._zones(zone)
        return zones is not None and all(self._symbols.faces[number] == self._symbols.everyone for number in zones)
