"""Information flow: dependences of texts on secrets.

Tables must not use more than their seat sees, and reasons must not reveal more than a seat knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from interpreter.language.execution.ready_tables import CardDependencies
from interpreter.language.ir.builders import descendants_of, substitute
from interpreter.language.ir.expressions import (
    ArgBest,
    Best,
    Cards,
    CardsIn,
    Const,
    Count,
    Every,
    Exists,
    Expr,
    Filter,
    Intersection,
    IsPlayable,
    OwnPlace,
    OwnZones,
    Prefer,
    Ref,
    SameMembers,
    SetLoop,
    Some,
    SumBest,
    SumOver,
    TermCall,
    Union,
    VariableValue,
    WouldChange,
)
from interpreter.language.ir.nodes import ZoneRead
from interpreter.language.ir.statements import (
    Term,
)
from interpreter.language.ir.types import Local, Type
from interpreter.language.symbols import Symbols
from interpreter.rulebook.model import SHOWN, Bot

COUNT_OPERATIONS = (Count, Exists)
"""Operations that need only the number of cards, which is public."""
UNORDERED_OPERATIONS = (Count, Exists, Some, Every, SumOver, SumBest, Best, SameMembers)
"""Operations on a set to which its order doesn't matter."""
SUBSETS = (Filter, Union, Intersection)
"""Operations that give the same members of sets in any order."""
Secret = ZoneRead[Expr] | VariableValue | IsPlayable | WouldChange
"""Expressions that may depend on a secret."""
SECRETS = (ZoneRead, VariableValue, IsPlayable, WouldChange)

MOST_KEPT = 5_000
"""Largest number of expressions whose secrets are kept."""


class SecretFinder:
    """Finds secrets in expressions, including the vocabulary words that they use."""

    def __init__(self, term_of: Callable[[int], Term], symbols: Symbols) -> None:
        self._term_of = term_of
        self._open_dice = {die for die, seats in enumerate(symbols.die_sight) if seats == symbols.everyone_mask}
        self._looking: dict[int, bool] = {}
        self._kept: dict[int, tuple[Expr, tuple[Secret, ...]]] = {}

    def secrets_in(
        self, expr: Expr, counted: bool = False, open_names: frozenset[Local] = frozenset()
    ) -> Iterator[Secret]:
        """Yield the parts of an expression that may depend on a secret.

        These are looks into zones, variables and events that are tried. `counted`: only the number of things matters.
        `open_names`: the names of dice that everyone sees.
        """
        only_counted = counted and isinstance(expr, Cards | CardsIn)
        if isinstance(expr, SECRETS) and not only_counted and not self._shows_open_die(expr, open_names):
            yield expr
        if isinstance(expr, TermCall) and self._looks(expr.word):
            term = self._term_of(expr.word)
            if term.depth is not None:
                yield from self._secrets_of_recursive(expr, term)
                return
            inside = substitute(term.body, dict(zip(term.all_parameters, expr.args, strict=False)))
            yield from self.secrets_in(inside, counted, open_names)
            return
        if isinstance(expr, SetLoop) and self._are_open_dice(expr.things, open_names):
            open_names |= {expr.it}
        for part in expr.parts:
            yield from self.secrets_in(part, isinstance(expr, COUNT_OPERATIONS), open_names)

    def _secrets_of_recursive(self, call: TermCall, term: Term) -> Iterator[Secret]:
        """Yield all secrets of a word that uses itself, for any arguments."""
        for part in descendants_of(term.body):
            if isinstance(part, SECRETS):
                yield part
            elif isinstance(part, TermCall) and part.word != call.word:
                yield from self.secrets_in(part)
        for arg in call.args:
            yield from self.secrets_in(arg)

    def _shows_open_die(self, expr: Secret, open_names: frozenset[Local]) -> bool:
        """Return whether an expression is what a die shows of a kind that is rolled before everyone's eyes."""
        is_face = isinstance(expr, VariableValue) and expr.variable == SHOWN
        return is_face and self._are_open_dice(expr.parts[0], open_names)

    def _are_open_dice(self, dice: Expr, open_names: frozenset[Local]) -> bool:
        match dice:
            case Const(type=Type(kind="die")):
                return self._open_dice.issuperset(dice.members)
            case Ref(local=name):
                return name in open_names
            case Filter(things=things) | Prefer(things=things) | ArgBest(things=things):
                return self._are_open_dice(things, open_names)
            case Union(left=left, right=right):
                return self._are_open_dice(left, open_names) and self._are_open_dice(right, open_names)
        return False

    def ordered_in(self, expr: Expr, is_set: bool = False) -> Iterator[Expr]:
        """Yield the zones in which the order of cards matters to an expression. `is_set`: its own order doesn't."""
        if isinstance(expr, TermCall):
            term = self._term_of(expr.word)
            if term.depth is not None:
                parts = [*descendants_of(term.body), *expr.args]
                calls = (part for part in parts if isinstance(part, TermCall) and part.word != expr.word)
                yield from (part.parts[0] for part in parts if isinstance(part, ZoneRead))
                yield from chain.from_iterable(map(self.ordered_in, calls))
                return
            inside = substitute(term.body, dict(zip(term.all_parameters, expr.args, strict=False)))
            yield from self.ordered_in(inside, is_set)
            return
        if isinstance(expr, ZoneRead) and not (is_set and isinstance(expr, Cards | CardsIn)):
            yield expr.parts[0]
        is_inside = isinstance(expr, UNORDERED_OPERATIONS) or (is_set and isinstance(expr, SUBSETS))
        for part in expr.parts:
            is_member = isinstance(expr, SetLoop) and part is not expr.things
            yield from self.ordered_in(part, is_inside and not is_member)

    def first_in(self, expr: Expr, is_secret: Callable[[Secret], bool]) -> Secret | None:
        """Return the first part of an expression that is secret; None if there is none."""
        return next(filter(is_secret, self.secrets_in(expr)), None)

    def is_hidden(self, expr: Expr, sees_variable: Callable[[str], bool], sees_zone: Callable[[Expr], bool]) -> bool:
        """Return True if an expression depends on a variable, or on a zone's cards, that somebody can't see.

        Its secrets are kept, because the same expressions are asked about again and again.
        """

        def is_secret(part: Secret) -> bool:
            if isinstance(part, IsPlayable | WouldChange):
                return False
            return not (sees_variable(part.variable) if isinstance(part, VariableValue) else sees_zone(part.parts[0]))

        if id(expr) not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[id(expr)] = expr, tuple(self.secrets_in(expr))
        return any(map(is_secret, self._kept[id(expr)][1]))

    def is_open(self, zone: Expr, symbols: Symbols) -> bool:
        """Return True if everyone sees the cards in a zone, or in each of several zones."""
        return is_open_zone(zone, symbols)

    def is_hidden_from_some(self, expr: Expr, symbols: Symbols, with_trials: bool = False) -> bool:
        """Return True if an expression depends on a variable, or on a zone's cards, that not everyone sees.

        `with_trials`: or on an event that is tried.
        """
        if with_trials and any(isinstance(each, IsPlayable | WouldChange) for each in self.secrets_in(expr)):
            return True

        def is_open(zone: Expr) -> bool:
            return is_open_zone(zone, symbols)

        return self.is_hidden(expr, lambda name: symbols.variables[name].visible == "everyone", is_open)

    def _looks(self, word: int) -> bool:
        """Return whether the definition of a word contains one of SECRETS."""
        if word not in self._looking:
            self._looking[word] = False  # for a word that uses itself
            self._looking[word] = self._has_looks(self._term_of(word).body)
        return self._looking[word]

    def _has_looks(self, expr: Expr) -> bool:
        if isinstance(expr, SECRETS) or (isinstance(expr, TermCall) and self._looks(expr.word)):
            return True
        return any(map(self._has_looks, expr.parts))


def is_open_zone(zone: Expr, symbols: Symbols) -> bool:
    """Return True if everyone sees the cards in a zone, or in each of several zones; False for a card."""
    match zone:
        case Const() if zone.type.kind == "zone":
            return all(symbols.faces[number] == symbols.everyone_mask for number in zone.members)
        case OwnPlace(first) | OwnZones(first):
            return symbols.faces[first] == symbols.everyone_mask
    return False


class BotVisibility:
    """Visibility of cards and variables for a bot.

    An event that is tried (`would change something`) is tried with the actual cards.
    """

    def __init__(self, symbols: Symbols, secrets: SecretFinder, bot: Bot) -> None:
        self._faces = symbols.faces
        self._everyone = symbols.everyone_mask
        self._variables = symbols.variables
        self._secrets = secrets
        self._seat = None if bot.seat is None else symbols.seats.index(bot.seat)
        self._open = {number for zone in bot.sees for number in symbols.zones_from(symbols.zone_index[zone])}

    def first_hidden_in(self, expr: Expr, you: Local) -> Secret | None:
        """Return the part of an expression that depends on something hidden from the seat `you`; None if there is none.

        That is a zone whose faces the seat does not see, or a variable with a card that not everyone sees.
        """

        def is_secret(look: Secret) -> bool:
            if isinstance(look, IsPlayable | WouldChange):
                return False
            if isinstance(look, VariableValue):
                return look.type.kind == "card" and self._variables[look.variable].visible != "everyone"
            return not self._sees_into(look.parts[0], you)

        return self._secrets.first_in(expr, is_secret)

    def _sees_into(self, zone: Expr, you: Local) -> bool:
        """Return whether the bot sees the cards of a zone, or of each of several zones."""
        if isinstance(zone, Const):
            return all(map(self._is_open, zone.members))
        if not isinstance(zone, OwnPlace):
            return False
        own = isinstance(zone.whose, Ref) and zone.whose.local is you
        return self._is_open(zone.first) or (self._faces[zone.first] == 1 and own)

    def _is_open(self, zone: int) -> bool:
        face = self._faces[zone]
        return zone in self._open or face == self._everyone or (self._seat is not None and bool(face >> self._seat & 1))


def card_dependences(exprs: Iterable[Expr], you: Expr, symbols: Symbols, secrets: SecretFinder) -> CardDependencies:
    """Return the cards on which expressions of the seat `you` depend; `slots` are not set."""
    zones, own = set[int](), set[int]()
    anywhere = secret = False

    def note(look: Secret) -> bool:
        nonlocal anywhere, secret
        match look:
            case VariableValue():
                secret = secret or symbols.variables[look.variable].visible != "everyone"
            case IsPlayable() | WouldChange():
                anywhere = True
            case _:
                match look.parts[0]:
                    case Const() as known:
                        zones.update(known.members)
                    case OwnPlace(first, whose) if whose == you:
                        own.add(first)
                    case OwnPlace(first) | OwnZones(first):
                        zones.update(symbols.zones_from(first))
                    case _:
                        anywhere = True
        return False

    for expr in exprs:
        secrets.first_in(expr, note)
    hidden = any(variable.visible != "everyone" for variable in symbols.variables.values())
    return CardDependencies(
        frozenset(zones), frozenset(own), any_zone=anywhere, reads_secret=secret or (anywhere and hidden)
    )
