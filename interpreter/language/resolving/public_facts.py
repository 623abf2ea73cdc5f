"""Public facts about hidden cards that a rulebook states: of each card in a zone, and of every position."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.language.ir.builders import local
from interpreter.language.ir.expressions import (
    Const,
    Expr,
    IsPlayable,
    OwnPlace,
    OwnZones,
    Random,
    TermCall,
    WouldChange,
)
from interpreter.language.ir.nodes import ZoneRead
from interpreter.language.ir.types import Local, Type, kind_named
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Scope
from interpreter.rulebook.model import Text, Zone
from interpreter.support.errors import Problem, RulebookError

UNCERTAIN_OPERATIONS = (Random, IsPlayable, WouldChange)
"""Operations whose result does not depend on the position alone."""


@dataclass(frozen=True, slots=True)
class ZoneFact:
    """A fact about each card in the zones with these numbers. `owner` is the seat or space whose zone it is."""

    text: Text
    zones: range
    owner: Local
    it: Local
    condition: Expr


@dataclass(frozen=True, slots=True)
class CertainCondition:
    """A condition that holds at every decision. `reads` are the zones that it reads; None if they may be any."""

    text: Text
    condition: Expr
    reads: frozenset[int] | None


class PublicFactReader:
    """A reader of these texts of one rulebook. It raises RulebookError for a text that is wrong."""

    def __init__(self, resolver: Resolver) -> None:
        self._symbols = resolver.symbols
        self._resolver = resolver

    def zone_fact(self, zone: Zone, text: Text) -> ZoneFact:
        """Read the fact that a zone states about its cards."""
        per = zone.per[0] if zone.per in (("seat",), ("space",)) else ""
        name = {"seat": "seat", "space": self._symbols.nouns["space"].one}.get(per, "")
        owner, it = Local(name, Type(kind_named(per or "seat"))), Local("it", Type("card"))
        condition = self._condition(Scope(text, {name: owner} if name else {}, it=local(it)))
        for part in self._parts(condition):
            if isinstance(part, ZoneRead) and not self._is_open(part.parts[0]):
                message = "`holds` speaks of one card by what lies open; what is so of several is said under `certain`"
                raise RulebookError(Problem(text.where, "looks-at-cards", message))
        return ZoneFact(text, self._symbols.zones_from(self._symbols.zone_index[zone.id]), owner, it, condition)

    def certain_condition(self, text: Text) -> CertainCondition:
        """Read a condition under `certain_condition`."""
        condition = self._condition(Scope(text))
        reads: set[int] | None = set()
        for part in self._parts(condition):
            if part.type.kind == "zone" and reads is not None:
                zones = self._zones(part)
                reads = None if zones is None else reads | zones
        return CertainCondition(text, condition, None if reads is None else frozenset(reads))

    def _condition(self, scope: Scope) -> Expr:
        condition = self._resolver.read(scope, self._resolver.condition)
        for part in self._parts(condition):
            if isinstance(part, UNCERTAIN_OPERATIONS):
                message = "what is always so can't depend on chance, nor on what could be played"
                raise RulebookError(Problem(scope.text.where, "not-certain", message))
        return condition

    def _parts(self, expr: Expr) -> list[Expr]:
        """Return the expression with all its parts, including those of words of the vocabulary that it uses."""
        found: list[Expr] = []
        waiting, seen = [expr], set[int]()
        while waiting:
            part = waiting.pop()
            found.append(part)
            waiting += part.parts
            if isinstance(part, TermCall) and part.word not in seen:
                seen.add(part.word)
                waiting.append(self._resolver.term_of(part.word).body)
        return found

    def _zones(self, zone: Expr) -> set[int] | None:
        if isinstance(zone, Const):
            return set(zone.members)
        return set(self._symbols.zones_from(zone.first)) if isinstance(zone, OwnPlace | OwnZones) else None

    def _is_open(self, zone: Expr) -> bool:
        zones = self._zones(zone)
        return zones is not None and all(self._symbols.faces[number] == self._symbols.everyone_mask for number in zones)
