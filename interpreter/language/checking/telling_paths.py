"""Paths to statements: the conditions under which each is reached, and what has been shown to everyone before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import and_

from interpreter.language.ir.builders import has_local, local, statements_in
from interpreter.language.ir.expressions import AsSet, Cards, CardsIn, Const, Count, Expr, OwnPlace, OwnZones, Ref
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
    Statement,
    StopRule,
    Tell,
    WhileLoop,
)
from interpreter.language.ir.types import NUMBER, Local

Shown = frozenset[Expr]
"""Zones and single cards that everyone has seen."""
LOOPS = (ForEach, Repeat, WhileLoop)


@dataclass(frozen=True, slots=True)
class ReachedStatement:
    """A statement, with the path on which it is reached.

    Attributes:
        statement: The statement.
        conditions: Conditions, sets and numbers that decide if it is reached, and how often.
        names: Names that have a value there.
        shown: Zones and single cards that have been shown to everyone before.
    """

    statement: Statement
    conditions: tuple[Expr, ...]
    names: frozenset[Local]
    shown: Shown


@dataclass(frozen=True, slots=True)
class _Path:
    conditions: tuple[Expr, ...] = ()
    names: frozenset[Local] = frozenset()
    shown: Shown = frozenset()


class PathFinder:
    """Finder of the paths to the statements of one text.

    Args:
        is_wanted: Tells which statements are to be found.
        is_open: Tells which zones everyone sees.
        shown_by: Returns what the texts show that a statement starts, in the names of its own text.
    """

    def __init__(
        self,
        is_wanted: Callable[[Statement], bool],
        is_open: Callable[[Expr], bool],
        shown_by: Callable[[Statement], Shown],
    ) -> None:
        self._is_wanted = is_wanted
        self._is_open = is_open
        self._shown_by = shown_by
        self._leaving: dict[type[Statement], tuple[Expr, ...]] = {}
        self._reached: list[ReachedStatement] = []

    def find(self, body: Block, names: Iterable[Local] = ()) -> tuple[list[ReachedStatement], Shown]:
        """Return the statements wanted, and what has been shown at the end of the text."""
        self._leaving, self._reached = {StopRule: (), LeaveLoop: ()}, []
        shown = self._block(body, _Path(names=frozenset(names)))
        return self._reached, shown

    def _block(self, block: Block, path: _Path) -> Shown:
        """Walk through a block, and return what has been shown at its end."""
        begun = path.conditions
        for statement in block:
            if self._is_wanted(statement):
                self._reached.append(ReachedStatement(statement, path.conditions, path.names, path.shown))
            if isinstance(statement, StopRule | LeaveLoop):
                self._leaving[type(statement)] += path.conditions
            shown = self._after(statement, path)
            conditions = path.conditions
            if isinstance(statement, OnlyIf):
                conditions = (*conditions, statement.condition)
            left = (*self._leaving[StopRule], *self._leaving[LeaveLoop])
            conditions = (*conditions, *(each for each in dict.fromkeys(left) if each not in conditions))
            names = path.names | _named_after(statement)
            path = _Path(conditions, names, shown)
        assert path.conditions[: len(begun)] == begun
        return path.shown

    def _after(self, statement: Statement, path: _Path) -> Shown:
        """Walk through the blocks of a statement, and return what has been shown after it."""
        match statement:
            case If():
                return self._branches(statement, path)
            case Must(inner=inner):
                return self._block((inner,), path)
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
                return frozenset(each for each in path.shown if not has_local(each, name))
        return path.shown | self._own_shown(statement) | self._shown_by(statement)

    def _branches(self, statement: If, path: _Path) -> Shown:
        ends: list[Shown] = []
        for condition, block in statement.branches:
            path = self._inside(path, (condition,))
            ends.append(self._block(block, path))
        return _common([*ends, self._block(statement.otherwise or (), path)])

    def _loop(self, body: Block, path: _Path) -> Shown:
        """Walk through the body of a loop twice: what leaves it decides if it begins again."""
        outer, self._leaving[LeaveLoop] = self._leaving[LeaveLoop], ()
        before = len(self._reached)
        self._block(body, path)
        del self._reached[before:]
        left = (*self._leaving[LeaveLoop], *self._leaving[StopRule])
        shown = self._block(body, self._inside(path, left))
        self._leaving[LeaveLoop] = outer
        return shown

    @staticmethod
    def _inside(path: _Path, conditions: Iterable[Expr], *names: Local) -> _Path:
        new = tuple(each for each in dict.fromkeys(conditions) if each not in path.conditions)
        return _Path((*path.conditions, *new), path.names | set(names), path.shown)

    def _own_shown(self, statement: Statement) -> Shown:
        """Return what a statement itself shows to everyone."""
        match statement:
            case Reveal(cards=cards, seat=None):
                return frozenset(_shown_with(cards))
            case MoveCards(cards=cards, target=target) if self._is_open(target):
                return frozenset(_shown_with(cards))
            case Draw(name=Local() as name, receiving=targets) if all(map(self._is_open, targets)):
                return frozenset([local(name)])
            case MoveTopCard(name=Local() as name, target=target) if self._is_open(target):
                return frozenset([local(name)])
        return frozenset()


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


def _common(ends: list[Shown]) -> Shown:
    return reduce(and_, ends)


def _without_name(shown: Shown, name: Local) -> Shown:
    """Return what is shown after a loop: a zone of the member of the round stands for those of all owners."""
    return frozenset(
        OwnZones(each.first, local(name), type=each.type)
        if isinstance(each, OwnPlace) and has_local(each, name)
        else each
        for each in shown
    )


def _named_after(statement: Statement) -> frozenset[Local]:
    """Return the names that have a value from a statement on."""
    if isinstance(statement, Let | Choose | Draw | MoveTopCard) and statement.name is not None:
        return frozenset([statement.name])
    return frozenset()


def is_covered(zone_or_card: Expr, shown: Shown) -> bool:
    """Return True if a zone or a single card has been shown: itself, or the zones of all owners."""
    if zone_or_card in shown:
        return True
    firsts = {each.first for each in shown if isinstance(each, OwnZones)}
    return isinstance(zone_or_card, OwnPlace | OwnZones) and zone_or_card.first in firsts


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
            case Let(name=name, value=value) | ForEach(name=name, things=value) | Choose(name=name, options=value):
                found[name] = value
            case Draw(name=Local() as name, source=source):
                found[name] = Cards(source)
    return {name: value for name, value in found.items() if name.type.kind == "card"}
