"""Sentences that rules tell players: they reveal nothing, neither by their values nor by being told or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from interpreter.language.checking.information_flow import SecretFinder, is_open_zone
from interpreter.language.checking.preconditions import Preconditions
from interpreter.language.checking.telling_paths import (
    CardFacts,
    Known,
    PathFinder,
    ReachedStatement,
    Shown,
    ZoneNumbers,
    card_origins,
    has_sentence,
    is_covered,
    without_order,
    zones_of,
)
from interpreter.language.ir.builders import bound_name, descendants_of, local, statements_in, substitute
from interpreter.language.ir.expressions import (
    Cards,
    Const,
    Expr,
    IsPlayable,
    OwnPlace,
    OwnZones,
    Ref,
    VariableValue,
    WouldChange,
)
from interpreter.language.ir.nodes import ZoneRead
from interpreter.language.ir.statements import (
    ActAs,
    Assign,
    CallPhrase,
    CallRoutine,
    CarryOutEvent,
    ForEach,
    Let,
    ListChange,
    Must,
    Routine,
    Statement,
    Tell,
)
from interpreter.language.ir.types import Local
from interpreter.language.routines import Routines
from interpreter.language.symbols import Symbols
from interpreter.rulebook.model import Text
from interpreter.support.errors import Location, Problem


def _names_in(expr: Expr) -> Iterator[Local]:
    return (part.local for part in descendants_of(expr) if isinstance(part, Ref))


def _is_card(name: Local) -> bool:
    return name.type.kind == "card" and not name.type.many


def _named_values(statements: Iterable[Statement]) -> dict[Local, Expr]:
    """Return the values from which the names of a text come, but for single cards: they are known or not themselves."""
    found: dict[Local, Expr] = {}
    for statement in statements:
        match statement:
            case Let(name=name, value=value) | ForEach(name=name, things=value) | ActAs(name=name, seat=value):
                if not _is_card(name):
                    found[name] = value
    return found


def _cards_behind(values: Iterable[Expr], named: Mapping[Local, Expr]) -> list[Expr]:
    """Return the single cards in names and variables on which values in a text depend, also through other names.

    `named`: the values of the text's names.
    """
    found: dict[Expr, None] = {}
    waiting, seen = [part for value in values for part in descendants_of(value)], set[Local]()
    inside = set[Local | None]()
    while waiting:
        part = waiting.pop(0)
        inside.add(bound_name(part))
        if _is_card_variable(part):
            found[part] = None
        elif isinstance(part, Ref) and _is_card(part.local) and part.local not in inside:
            found[local(part.local)] = None
        elif isinstance(part, Ref) and part.local in named and part.local not in seen:
            seen.add(part.local)
            waiting += descendants_of(named[part.local])
    return list(found)


def _is_card_variable(expr: Expr) -> bool:
    return isinstance(expr, VariableValue) and expr.type.kind == "card" and not expr.type.many


def _is_open_to_checks(expr: Expr) -> bool:
    """Return True if all cards in variables of an expression can be found before it is evaluated."""
    return not any(
        isinstance(part, VariableValue)
        and part.type.kind == "card"
        and (part.type.many or any(isinstance(each, Ref) for whole in part.parts for each in descendants_of(whole)))
        for part in descendants_of(expr)
    )


def cards_behind_telling(statement: Tell, routine: Routine) -> list[Expr]:
    """Return the single cards on which the values of a sentence depend, or whether it is told."""
    finder = PathFinder(lambda each: each is statement)
    named = _named_values(statements_in(routine.body))
    found = _cards_behind(statement.values, named)
    for reached in finder.find(routine.body, (routine.you, *routine.parameters))[0]:
        found += _masks(reached, named)
    return list(dict.fromkeys(found))


def _masks(reached: ReachedStatement, named: Mapping[Local, Expr]) -> list[Expr]:
    """Return the single cards behind the conditions of a statement that have a value there."""
    behind = _cards_behind([each.expr for each in reached.conditions], named)
    return [card for card in behind if set(_names_in(card)) <= reached.names]


@dataclass(frozen=True, slots=True)
class _Secret:
    """Something hidden on which it depends if a sentence is told.

    Attributes:
        expr: The zone, card, name, variable or condition.
        where: Place of the sentence, or of the call, that stands under the condition.
        text: The text that contains it.
        is_told: True for a sentence.
    """

    expr: Expr
    where: Location
    text: Text
    is_told: bool


@dataclass(frozen=True, slots=True)
class _ToldSentence:
    """A sentence as reached from the start of a text: what it gives away, and what is shown before it."""

    secrets: frozenset[_Secret] = frozenset()
    known: Known = field(default_factory=Known)


@dataclass(frozen=True, slots=True)
class _TextFacts:
    """Facts about one text that are worked out once.

    Attributes:
        routine: The text's routine.
        statements: Its statements, including nested ones.
        named: The values from which its names come, but for single cards.
        origins: The values from which its names of single cards come.
    """

    routine: Routine
    statements: tuple[Statement, ...]
    named: dict[Local, Expr]
    origins: dict[Local, Expr]

    @classmethod
    def of(cls, routine: Routine) -> _TextFacts:
        """Work out the facts about a routine's text."""
        statements = tuple(statements_in(routine.body))
        return cls(routine, statements, _named_values(statements), card_origins(routine.body))


@dataclass(frozen=True, slots=True)
class _ValueFlow:
    """A name that gets a value.

    Attributes:
        name: The name.
        sources: The names in the value.
        is_secret: True if the value is hidden whatever these names stand for.
    """

    name: Local
    sources: frozenset[Local]
    is_secret: bool


class ToldSecrets:
    """Search for sentences to all players that give away what some can't see, by their values or by being told.

    Single cards in names and variables are excepted: a sentence about them is logged for the seats that know them. So
    is what was shown to everyone before, on the same path.
    """

    def __init__(self, routines: Routines, secrets: SecretFinder, symbols: Symbols) -> None:
        self._routines = routines
        self._texts: list[_TextFacts] = []
        self._secrets = secrets
        self._symbols = symbols
        self._hidden: set[Local] = set()
        self._telling: set[int] = set()
        self._reached: dict[int, list[ReachedStatement]] = {}
        self._known: dict[int, Known] = {}
        self._facts = CardFacts(self._is_open, self._numbers_of, self._after, self._hidden_parts, self._possible)
        self._preconditions = Preconditions(symbols, routines)
        self._sentences: dict[int, frozenset[_ToldSentence]] = {}

    def _possible(self, must: Must) -> Expr:
        """Return the condition under which a due statement can be carried out."""
        named, condition = self._preconditions.test((must.replace(otherwise=None),))
        for name, value in reversed(named):
            condition = substitute(condition, {name: value})
        return condition

    def problems(self) -> Iterator[Problem]:
        """Yield the holes whose value is a secret, and the sentences that give one away by being told or not."""
        self._telling = {number for number, each in enumerate(self._routines.all) if has_sentence(each.body)}
        if not self._telling:
            return
        self._texts = [_TextFacts.of(routine) for routine in self._routines.all]
        self._add_callers()
        for number in self._telling:
            self._known_after(number)
        flows = list(self._value_flows())
        while self._spread(flows):
            pass
        for number in sorted(self._telling):
            yield from self._holes(self._texts[number])
        yield from self._conditions()

    def _holes(self, text: _TextFacts) -> Iterator[Problem]:
        for statement in text.statements:
            if isinstance(statement, Tell):
                for value, where in zip(statement.values, statement.holes, strict=True):
                    if self._is_hidden(value):
                        message = "this is told to all players, and some of them can't see all of it"
                        yield Problem(where, "hidden", message, excerpt=text.routine.text.excerpt(where))

    def _conditions(self) -> Iterator[Problem]:
        """Yield the sentences that no text shows before what they depend on."""
        called = {
            number
            for caller in self._telling
            for path in self._reached[caller]
            for number in self._started_by(path.statement)
        }
        found: dict[Location, _Secret] = {}
        for number in sorted(self._telling):
            if number not in called:
                unused = set(self._routines.all[number].parameters)  # nobody gives them a value
                for sentence in self._sentences_of(number):
                    secrets = (each for each in sentence.secrets if unused.isdisjoint(_names_in(each.expr)))
                    found |= {secret.where: secret for secret in secrets}
        for where in sorted(found):
            secret = found[where]
            told = "this is told" if secret.is_told else "players are told something here"
            message = (
                f"it depends on {self._described(secret.expr)} if {told}, and some players can't see that: "
                "reveal it to everyone before, or tell the sentence in any case"
            )
            yield Problem(where, "hidden", message, excerpt=secret.text.excerpt(where))

    def _described(self, secret: Expr) -> str:
        match secret:
            case Ref(local=name):
                return f"`{name.name}`"
            case VariableValue(variable=variable):
                return f"`{variable}`"
            case Cards(zone=zone):
                return self._described(zone)
            case Const(value=int() as number) | OwnPlace(first=number) | OwnZones(first=number):
                zones = self._symbols.zone_index.items()
                named = (zone for zone, first in zones if number in self._symbols.zones_from(first))
                return f"the cards in `{next(named)}`"
        return "hidden cards"

    def _sentences_of(self, number: int) -> frozenset[_ToldSentence]:
        """Return the sentences of a text and of those that it starts; one while the text is being worked out."""
        if number not in self._sentences:
            self._sentences[number] = frozenset([_ToldSentence()])
            text = self._texts[number]
            found = {each for path in self._reached[number] for each in self._sentences_at(path, text)}
            self._sentences[number] = frozenset(
                replace(each, secrets=frozenset(self._outside(each.secrets, text))) for each in found
            )
        return self._sentences[number]

    def _sentences_at(self, path: ReachedStatement, text: _TextFacts) -> Iterator[_ToldSentence]:
        """Yield the sentences to which a statement leads, in the names of its text."""
        if isinstance(path.statement, Tell):
            masks = [each for each in _masks(path, text.named) if not self._is_secret_variable(each)]
            secrets = (each for each in self._behind_path(path, path.known.shown, text) if each.expr not in masks)
            yield _ToldSentence(frozenset(secrets), path.known)
        for number in self._started_by(path.statement):
            known = self._arguments(number, path.statement)
            for sentence in self._sentences_of(number):
                after = path.known.and_then(_in_names(sentence.known, known), self._numbers_of)
                passed = (each for secret in sentence.secrets for each in self._passed_on(secret, known, text))
                own = self._behind_path(path, after.shown, text)
                before = path.known.and_then(replace(sentence.known, shown=frozenset()), self._numbers_of)
                kept = (each for each in passed if not self._is_covered(each.expr, before.shown, text))
                yield _ToldSentence(frozenset([*own, *kept]), after)

    def _behind_path(self, path: ReachedStatement, shown: Shown, text: _TextFacts) -> Iterator[_Secret]:
        """Yield the secrets that a statement gives away by being reached, unless they have been shown."""
        statement = path.statement
        for condition, shown_then in path.conditions:
            for expr in self._secrets_behind(condition, text):
                if not _is_shown_by_event(expr, statement) and not self._is_covered(expr, shown | shown_then, text):
                    yield _Secret(expr, statement.where, text.routine.text, isinstance(statement, Tell))

    def _passed_on(self, secret: _Secret, known: Mapping[Local, Expr], text: _TextFacts) -> Iterator[_Secret]:
        """Yield a secret of a text in the names of its caller."""
        if isinstance(secret.expr, Ref) and secret.expr.local in known:
            for expr in self._secrets_behind(known[secret.expr.local], text):
                yield replace(secret, expr=expr)
        else:
            yield replace(secret, expr=substitute(secret.expr, known))

    def _outside(self, secrets: Iterable[_Secret], text: _TextFacts) -> Iterator[_Secret]:
        """Yield secrets with the zones from which a text's cards come instead of the names of these cards."""
        for secret in secrets:
            origin = text.origins.get(secret.expr.local) if isinstance(secret.expr, Ref) else None
            if origin is None:
                yield secret
            else:
                yield from (replace(secret, expr=expr) for expr in self._secrets_behind(origin, text))

    def _is_covered(self, secret: Expr, shown: Shown, text: _TextFacts) -> bool:
        """Return True if something hidden has been shown, or the zone from which a card comes."""
        if is_covered(secret, shown):
            return True
        origin = text.origins.get(secret.local) if isinstance(secret, Ref) else None
        return origin is not None and all(is_covered(each, shown) for each in self._secrets_behind(origin, text))

    def _secrets_behind(self, condition: Expr, text: _TextFacts) -> Iterator[Expr]:
        """Yield the zones, single cards, names and variables that a condition reads and some seats can't see."""
        yield from (local(name) for name in _names_in(condition) if name in self._hidden)
        if not _is_open_to_checks(condition):
            yield condition
        ordered = frozenset(self._secrets.ordered_in(condition))
        for part in self._secrets.secrets_in(condition):
            match part:
                case IsPlayable() | WouldChange():
                    yield part
                case VariableValue():
                    if _is_card_variable(part) or self._is_secret_variable(part):
                        yield part
                case _:
                    hidden = (zone for zone in zones_of(part.parts[0]) if not is_open_zone(zone, self._symbols))
                    yield from hidden if part.parts[0] in ordered else map(without_order, hidden)
        yield from _cards_behind([condition], text.named)

    def _is_secret_variable(self, expr: Expr) -> bool:
        return isinstance(expr, VariableValue) and self._symbols.variables[expr.variable].visible != "everyone"

    def _hidden_parts(self, expr: Expr) -> Iterator[Expr]:
        """Yield the zones and variables that a condition reads and not everyone sees, and events that it tries."""
        for part in self._secrets.secrets_in(expr):
            if not isinstance(part, ZoneRead):
                if not isinstance(part, VariableValue) or self._is_secret_variable(part):
                    yield part
            elif not is_open_zone(part.parts[0], self._symbols):
                yield part.parts[0]

    def _is_hidden(self, expr: Expr) -> bool:
        return not self._hidden.isdisjoint(_names_in(expr)) or self._is_secret(expr)

    def _is_secret(self, expr: Expr) -> bool:
        """Return True if a value is hidden whatever its names stand for."""
        return not _is_open_to_checks(expr) or self._secrets.is_hidden_from_some(expr, self._symbols, with_trials=True)

    def _value_flows(self) -> Iterator[_ValueFlow]:
        """Yield the names that get a value."""
        for text in self._texts:
            for name, value in text.named.items():
                yield _ValueFlow(name, frozenset(_names_in(value)), self._is_secret(value))
            for statement in text.statements:
                for given, value in self._passed(statement):
                    if given is not None and not _is_card(given):
                        is_secret = bool(_cards_behind([value], text.named)) or self._is_secret(value)
                        yield _ValueFlow(given, frozenset(_names_in(value)), is_secret)

    def _spread(self, flows: Iterable[_ValueFlow]) -> bool:
        """Mark the names that get a hidden value, or get one under a hidden condition; return True if one is new."""
        before = len(self._hidden)
        for flow in flows:
            if flow.is_secret or not self._hidden.isdisjoint(flow.sources):
                self._hidden.add(flow.name)
        for number, paths in self._reached.items():
            for path in paths:
                name = _assigned_name(path.statement)
                if name is not None and any(self._behind_path(path, path.known.shown, self._texts[number])):
                    self._hidden.add(name)
        return len(self._hidden) > before

    def _passed(self, statement: Statement) -> Iterator[tuple[Local | None, Expr]]:
        """Yield names that get a value of other names, away from where these are known."""
        match statement:
            case Assign(cell=Ref(local=name), amount=value) | ListChange(name=name, item=value):
                yield name, value
            case CallPhrase(args=args) | CallRoutine(args=args):
                called = self._routines.all[self._routines.callee(statement)]
                yield from zip(called.parameters, args, strict=False)

    # -- texts that texts start

    def _started_by(self, statement: Statement) -> list[int]:
        """Return the texts with sentences that a statement may start."""
        return sorted(self._telling.intersection(self._may_start(statement)))

    def _may_start(self, statement: Statement) -> Iterable[int]:
        """Return the texts that a statement may start; all events, if it carries out one."""
        if isinstance(statement, CarryOutEvent):
            return [each for each in self._routines.event if each is not None]
        return self._routines.started_by(statement)

    def _add_callers(self) -> None:
        """Add the texts that start one with a sentence, and those that start these."""
        started = [{each for part in text.statements for each in self._may_start(part)} for text in self._texts]
        before = 0
        while len(self._telling) > before:
            before = len(self._telling)
            self._telling |= {number for number, others in enumerate(started) if not self._telling.isdisjoint(others)}

    def _known_after(self, number: int) -> Known:
        """Find the paths in a text, and return what it shows; nothing for a text that is being worked out."""
        if number not in self._known:
            self._known[number] = Known()
            routine = self._routines.all[number]
            finder = PathFinder(self._is_wanted, self._facts)
            self._reached[number], self._known[number] = finder.find(routine.body, (routine.you, *routine.parameters))
        return self._known[number]

    def _is_wanted(self, statement: Statement) -> bool:
        return isinstance(statement, Tell) or _assigned_name(statement) is not None or bool(self._started_by(statement))

    def _after(self, statement: Statement) -> Known:
        """Return what the texts that a statement starts show, and which zones they change."""
        if isinstance(statement, CallPhrase | CallRoutine):
            number = self._routines.callee(statement)
            return _in_names(self._known_after(number), self._arguments(number, statement))
        started = self._routines.event if isinstance(statement, CarryOutEvent) else self._routines.started_by(statement)
        after = [self._known_after(number) for number in dict.fromkeys(started) if number is not None]
        return Known(
            entered=frozenset[int]().union(*(each.entered for each in after)),
            shuffled=frozenset[int]().union(*(each.shuffled for each in after)),
        )

    def _is_open(self, zone: Expr) -> bool:
        return is_open_zone(zone, self._symbols)

    def _numbers_of(self, zone: Expr) -> ZoneNumbers:
        """Return the numbers of the zones that an expression may stand for; none for a card."""
        match zone:
            case Cards(zone=inside):
                return self._numbers_of(inside)
            case Const() if zone.type.kind == "zone":
                return frozenset(zone.members)
            case OwnPlace(first=first) | OwnZones(first=first):
                return frozenset(self._symbols.zones_from(first))
            case _ if zone.type.kind == "zone":
                return frozenset(range(self._symbols.zone_count))
        return frozenset()

    def _arguments(self, number: int, statement: Statement) -> dict[Local, Expr]:
        """Return the values of the names of a text that a statement starts, in the names of the caller."""
        called = self._routines.all[number]
        match statement:
            case CallPhrase(args=args, you=you) | CallRoutine(args=args, you=you):
                return {called.you: you, **dict(zip(called.parameters, args, strict=False))}
            case CarryOutEvent(you=you):
                return {called.you: you}
        return {}


def _in_names(known: Known, values: Mapping[Local, Expr]) -> Known:
    """Return what a text shows in the names of its caller."""
    shown, taken = (frozenset(substitute(each, values) for each in cards) for cards in (known.shown, known.taken))
    return replace(known, shown=shown, taken=taken)


def _is_shown_by_event(expr: Expr, statement: Statement) -> bool:
    """Return True for a card whose event is carried out, and for the test if it can be: carrying it out shows both."""
    if not isinstance(statement, CarryOutEvent):
        return False
    card = local(statement.card.local) if isinstance(statement.card, Ref) else statement.card
    return expr == card or (isinstance(expr, IsPlayable | WouldChange) and expr.card == statement.card)


def _assigned_name(statement: Statement) -> Local | None:
    match statement:
        case Assign(cell=Ref(local=name)) | ListChange(name=Local() as name):
            return name
    return None
