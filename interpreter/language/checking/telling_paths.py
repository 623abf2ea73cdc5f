"""Paths to statements: the conditions under which each is reached, and what has been shown to everyone before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_
from typing import NamedTuple

from interpreter.language.ir.builders import TRUE, descendants_of, has_local, local, statements_in
from interpreter.language.ir.expressions import (
    AsSet,
    Cards,
    CardsIn,
    Const,
    Count,
    Expr,
    OwnPlace,
    OwnZones,
    Pairs,
    Ref,
)
from interpreter.language.ir.nodes import ZoneRead
from interpreter.language.ir.statements import (
    ActAs,
    Assign,
    Block,
    Choose,
    Draw,
    Either,
    ForEach,
    If,
    LeaveLoop,
    Let,
    ListChange,
    May,
    MoveCards,
    MoveTopCard,
    Must,
    OnlyIf,
    Repeat,
    Reveal,
    Shuffle,
    Statement,
    StopRule,
    Tell,
    WhileLoop,
)
from interpreter.language.ir.types import NUMBER, Local

Shown = frozenset[Expr]
"""Zones and single cards that everyone has seen."""
ZoneNumbers = frozenset[int]


@dataclass(frozen=True, slots=True)
class Known:
    """Zones and cards that everyone has seen at a place of a text.

    Attributes:
        shown: Zones and single cards that have been shown to everyone. A zone is no longer among them once cards come
            into it, or leave it, that not everyone has seen. Once it is shuffled, the set of its cards takes its
            place: which they are is still known, their order isn't.
        entered: Numbers of the zones with which the former has happened since the text began.
        shuffled: Numbers of the zones that have been shuffled since the text began.
        taken: Cards that callers name, and that have left their zones unseen: the caller knows which zones.
    """

    shown: Shown = frozenset()
    entered: ZoneNumbers = frozenset()
    shuffled: ZoneNumbers = frozenset()
    taken: Shown = frozenset()

    def and_then(self, later: Known, numbers_of: Callable[[Expr], ZoneNumbers]) -> Known:
        """Return what everyone has seen after something that shows cards, moves others, and shuffles zones."""
        kept = (each for each in self.shown if later.entered.isdisjoint(numbers_of(each)))
        shown = (each if later.shuffled.isdisjoint(numbers_of(each)) else without_order(each) for each in kept)
        entered, shuffled = self.entered | later.entered, self.shuffled | later.shuffled
        return Known(later.shown.union(shown), entered, shuffled, self.taken | later.taken)

    def __and__(self, other: Known) -> Known:
        """Return what everyone has seen in either of two cases."""
        either = self.shown | other.shown
        both = (each for each in either if is_covered(each, self.shown) and is_covered(each, other.shown))
        entered, shuffled = self.entered | other.entered, self.shuffled | other.shuffled
        return Known(frozenset(both), entered, shuffled, self.taken | other.taken)


class PathCondition(NamedTuple):
    """A condition, set or number, and what everyone has seen where it is evaluated."""

    expr: Expr
    shown: Shown


@dataclass(frozen=True, slots=True)
class CardFacts:
    """Facts about zones and about the texts that statements start.

    Attributes:
        is_open: Tells which zones everyone sees.
        numbers_of: Returns the numbers of the zones that an expression may stand for; none for a card.
        after: Returns what the texts that a statement starts show, in the names of its own text, and which zones
            they change.
        secrets_in: Returns the zones and variables that a condition reads and not everyone sees.
        possible: Returns the condition under which a due statement can be carried out.
    """

    is_open: Callable[[Expr], bool] = lambda _: False
    numbers_of: Callable[[Expr], ZoneNumbers] = lambda _: frozenset()
    after: Callable[[Statement], Known] = lambda _: Known()
    secrets_in: Callable[[Expr], Iterable[Expr]] = lambda _: ()
    possible: Callable[[Must], Expr] = lambda _: TRUE


@dataclass(frozen=True, slots=True)
class ReachedStatement:
    """A statement, with the path on which it is reached.

    Attributes:
        statement: The statement.
        conditions: Conditions, sets and numbers that decide if it is reached, and how often.
        names: Names that have a value there.
        known: What has been shown to everyone before.
    """

    statement: Statement
    conditions: tuple[PathCondition, ...]
    names: frozenset[Local]
    known: Known


@dataclass(frozen=True, slots=True)
class _Path:
    conditions: tuple[PathCondition, ...] = ()
    names: frozenset[Local] = frozenset()
    known: Known = Known()


class PathFinder:
    """Finder of the paths to the statements of one text.

    Args:
        is_wanted: Tells which statements are to be found.
        facts: Facts about zones and called texts; by default nothing is ever shown.
    """

    def __init__(self, is_wanted: Callable[[Statement], bool], facts: CardFacts | None = None) -> None:
        self._is_wanted = is_wanted
        self._facts = facts or CardFacts()
        self._leaving: dict[type[Statement], tuple[PathCondition, ...]] = {}
        self._reached: list[ReachedStatement] = []
        self._origins: dict[Local, Expr] = {}
        self._looped: dict[Local, Expr] = {}

    def find(self, body: Block, names: Iterable[Local] = ()) -> tuple[list[ReachedStatement], Known]:
        """Return the statements wanted, and what has been shown at the end of the text."""
        self._leaving, self._reached = {StopRule: (), LeaveLoop: ()}, []
        self._origins = card_origins(body)
        self._looped = {each.name: each.things for each in statements_in(body) if isinstance(each, ForEach)}
        known = self._block(body, _Path(names=frozenset(names)))
        return self._reached, known

    def _block(self, block: Block, path: _Path) -> Known:
        """Walk through a block, and return what has been shown at its end."""
        begun = path.conditions
        for statement in block:
            if self._is_wanted(statement):
                self._reached.append(ReachedStatement(statement, path.conditions, path.names, path.known))
            if isinstance(statement, StopRule | LeaveLoop):
                self._leaving[type(statement)] += path.conditions
            known = self._after(statement, path)
            only = (statement.condition,) if isinstance(statement, OnlyIf) else ()
            path = self._inside(path, only, *_named_after(statement))
            path = _with(path, (*self._leaving[StopRule], *self._leaving[LeaveLoop]))
            path = _Path(path.conditions, path.names, known)
        assert path.conditions[: len(begun)] == begun
        return path.known

    def _after(self, statement: Statement, path: _Path) -> Known:
        """Walk through the blocks of a statement, and return what has been shown after it."""
        match statement:
            case If():
                return self._branches(statement, path)
            case Must(inner=inner, otherwise=None):
                return self._block((inner,), path)
            case Must(inner=inner, otherwise=tuple() as otherwise):
                inside = self._inside(path, (self._facts.possible(statement),))
                return _common([self._block((inner,), inside), self._block(otherwise, inside)])
            case ActAs(name=name, seat=seat, body=body):
                under = (seat,) if seat.type.optional else ()
                return self._block(body, self._inside(path, under, name))
            case Either(options=options):
                return _common([self._block(each, path) for _, each in options])
            case May(body=body, otherwise=otherwise):
                return _common([self._block(body, path), self._block(otherwise, path)])
            case ForEach(name=name, things=things, body=body):
                return _without_name(self._loop(body, self._inside(path, (_rounds(things),), name)), name)
            case Repeat(times=value, body=body) | WhileLoop(condition=value, body=body):
                return self._loop(body, self._inside(path, (value,)))
            case Assign(cell=Ref(local=name)) | ListChange(name=Local() as name):
                shown = frozenset(each for each in path.known.shown if not has_local(each, name))
                return replace(path.known, shown=shown)
        if isinstance(statement, Shuffle):
            return path.known.and_then(Known(shuffled=self._facts.numbers_of(statement.zone)), self._facts.numbers_of)
        entered = frozenset[int]().union(*map(self._facts.numbers_of, self._entered(statement, path.known.shown)))
        entered |= self._left(statement, path)
        own = Known(self._own_shown(statement), entered, taken=self._taken_by(statement))
        known = path.known.and_then(own, self._facts.numbers_of)
        after = self._facts.after(statement)
        left = frozenset[int]().union(*map(self._sources, after.taken))
        known = known.and_then(Known(entered=left), self._facts.numbers_of)
        return known.and_then(after, self._facts.numbers_of)

    def _branches(self, statement: If, path: _Path) -> Known:
        ends: list[Known] = []
        for condition, block in statement.branches:
            path = self._inside(path, (condition,))
            ends.append(self._block(block, path))
        return _common([*ends, self._block(statement.otherwise or (), path)])

    def _loop(self, body: Block, path: _Path) -> Known:
        """Walk through the body of a loop twice: what leaves it decides if it begins again, and it may change zones."""
        outer, self._leaving[LeaveLoop] = self._leaving[LeaveLoop], ()
        before = len(self._reached)
        again = path.known & self._block(body, path)
        del self._reached[before:]
        left = (*self._leaving[LeaveLoop], *self._leaving[StopRule])
        known = self._block(body, _with(_Path(path.conditions, path.names, again), left))
        self._leaving[LeaveLoop] = outer
        return known

    @staticmethod
    def _inside(path: _Path, conditions: Iterable[Expr], *names: Local) -> _Path:
        inside = _with(path, [PathCondition(each, path.known.shown) for each in conditions])
        return _Path(inside.conditions, path.names | set(names), path.known)

    def _entered(self, statement: Statement, shown: Shown) -> Iterator[Expr]:
        """Yield the zones into which a statement may bring cards that not everyone has seen."""
        if isinstance(statement, MoveCards):
            moved = tuple(_shown_with(statement.cards))
            if moved and all(is_covered(each, shown) or self._facts.is_open(each) for each in moved):
                return
        for field in statement.facts.into:
            zones = getattr(statement, field)
            yield from zones if isinstance(zones, tuple) else (zones,)

    def _left(self, statement: Statement, path: _Path) -> ZoneNumbers:
        """Return the zones from which a statement may take cards without everyone knowing which."""
        match statement:
            case MoveTopCard(source=source, target=target) if not self._facts.is_open(target):
                return self._facts.numbers_of(source)
            case Draw(source=source, receiving=targets) if not all(map(self._facts.is_open, targets)):
                return self._facts.numbers_of(source)
            case MoveCards(cards=cards, target=target) if not self._facts.is_open(target):
                moved, shown = tuple(_shown_with(cards)), path.known.shown
                if isinstance(cards, Cards | CardsIn) or (moved and all(is_covered(each, shown) for each in moved)):
                    return frozenset()
                return frozenset() if self._is_determined(cards, path) else self._sources(cards)
        return frozenset()

    def _is_determined(self, cards: Expr, path: _Path) -> bool:
        """Return True for the cards of rounds through whole zones, under conditions that read nothing else hidden.

        Whoever knows these zones knows which cards leave them.
        """
        names = [part.local for part in descendants_of(cards) if isinstance(part, Ref)]
        rounds = [self._looped.get(name) for name in names]
        zones = [each.parts[0] for each in rounds if isinstance(each, Cards | CardsIn)]
        secrets = [secret for condition in path.conditions for secret in self._facts.secrets_in(condition.expr)]
        return 0 < len(zones) == len(names) and all(
            secret in zones or is_covered(secret, path.known.shown) for secret in secrets
        )

    def _sources(self, cards: Expr) -> ZoneNumbers:
        """Return the zones from which cards may come, as far as the text tells."""
        found, waiting, seen = frozenset[int](), [cards], set[Local]()
        while waiting:
            for part in descendants_of(waiting.pop()):
                match part:
                    case ZoneRead(parts=(zone, *_)):
                        found |= self._facts.numbers_of(zone)
                    case Ref(local=name) if name in self._origins and name not in seen:
                        seen.add(name)
                        waiting.append(self._origins[name])
        return found

    def _taken_by(self, statement: Statement) -> Shown:
        """Return the cards named by the caller that a statement moves to where not everyone sees them."""
        if not isinstance(statement, MoveCards) or self._facts.is_open(statement.target):
            return frozenset()
        parts = descendants_of(statement.cards)
        return frozenset(each for each in parts if isinstance(each, Ref) and each.local not in self._origins)

    def _own_shown(self, statement: Statement) -> Shown:
        """Return what a statement itself shows to everyone."""
        match statement:
            case Reveal(cards=cards, seat=None):
                return frozenset(_shown_with(cards))
            case MoveCards(cards=cards, target=target) if self._facts.is_open(target):
                return frozenset(_shown_with(cards))
            case Draw(name=Local() as name, receiving=targets) if all(map(self._facts.is_open, targets)):
                return frozenset([local(name)])
            case MoveTopCard(name=Local() as name, target=target) if self._facts.is_open(target):
                return frozenset([local(name)])
        return frozenset()


def _with(path: _Path, conditions: Iterable[PathCondition]) -> _Path:
    """Return a path with more conditions."""
    new = (each for each in dict.fromkeys(conditions) if each not in path.conditions)
    return _Path((*path.conditions, *new), path.names, path.known)


def _shown_with(cards: Expr) -> Iterator[Expr]:
    """Yield the zones whose cards are all in a set, or a single card."""
    match cards:
        case Cards(zone=zone) | CardsIn(zones=zone):
            yield zone
        case AsSet(thing=card):
            yield card
        case Ref(local=name) if not name.type.many:
            yield local(name)
        case _ if not cards.type.many:
            yield cards


def _rounds(things: Expr) -> Expr:
    """Return the number of rounds of a loop: that of the cards in a zone is public."""
    return Count(things, type=NUMBER) if isinstance(things, Cards | CardsIn) else things


def _common(ends: list[Known]) -> Known:
    return reduce(and_, ends)


def _without_name(known: Known, name: Local) -> Known:
    """Return what is shown after a loop: a zone of the member of the round stands for those of all owners."""

    def for_all(shown: Expr) -> Expr:
        match shown:
            case Cards(zone=zone):
                return without_order(for_all(zone))
            case OwnPlace(first=first, whose=Ref(local=owner)) if owner is name:
                return OwnZones(first, local(name), type=shown.type)
        return shown

    return replace(known, shown=frozenset(map(for_all, known.shown)))


def _named_after(statement: Statement) -> frozenset[Local]:
    """Return the names that have a value from a statement on."""
    if isinstance(statement, Choose) and statement.parts_of_pair:
        return frozenset(statement.parts_of_pair)
    if isinstance(statement, Let | Choose | Draw | MoveTopCard) and statement.name is not None:
        return frozenset([statement.name])
    return frozenset()


def is_covered(zone_or_card: Expr, shown: Shown) -> bool:
    """Return True if a zone or a single card has been shown: itself, or the zones of all owners.

    A set of the cards in a zone has been shown, too, if only their order isn't known any more.
    """
    if isinstance(zone_or_card, Cards):
        return is_covered(
            zone_or_card.zone, frozenset(each.zone if isinstance(each, Cards) else each for each in shown)
        )
    if zone_or_card in shown:
        return True
    firsts = {each.first for each in shown if isinstance(each, OwnZones)}
    return isinstance(zone_or_card, OwnPlace | OwnZones) and zone_or_card.first in firsts


def without_order(zone_or_card: Expr) -> Expr:
    """Return the set of the cards in a zone; a card, or such a set, as it is."""
    return Cards(zone_or_card) if zone_or_card.type.kind == "zone" else zone_or_card


def has_sentence(block: Block) -> bool:
    """Return True if a block tells players something."""
    return any(isinstance(each, Tell) for each in statements_in(block))


def zones_of(zone: Expr) -> tuple[Expr, ...]:
    """Return constant zones one by one, any others as they are."""
    if isinstance(zone, Const):
        return tuple(Const(number, type=zone.type._replace(many=False)) for number in zone.members)
    return (zone,)


def card_origins(block: Block) -> dict[Local, Expr]:
    """Return the values from which the names of single cards in a text come."""
    found: dict[Local, Expr] = {}
    for statement in statements_in(block):
        match statement:
            case Choose(options=Pairs() as pairs, parts_of_pair=(first, second)):
                found |= {first: pairs.things, pairs.it: pairs.things, second: pairs.seconds}
            case Let(name=name, value=value) | ForEach(name=name, things=value) | Choose(name=name, options=value):
                found[name] = value
            case Draw(name=Local() as name, source=source):
                found[name] = Cards(source)
    return {name: value for name, value in found.items() if name.type.kind == "card"}
