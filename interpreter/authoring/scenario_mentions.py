"""Mentions of things in scenarios: in their positions, answers and expectations."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from interpreter.authoring.mentions import Mention, Mentions, mention_of
from interpreter.authoring.named import Thing
from interpreter.authoring.places import Place
from interpreter.errors import RulebookError, Where
from interpreter.language.analysis import Analysis
from interpreter.language.ir.statements import Signature
from interpreter.language.ir.types import Local, Type
from interpreter.language.resolving.scope import Scope
from interpreter.language.symbols import Symbols
from interpreter.rulebook.expectations import KINDS, Decides, Holds, Logged, Options, Over, TableKeeps, Then, View
from interpreter.rulebook.given import Given
from interpreter.rulebook.model import Text
from interpreter.rulebook.nodes import Spot
from interpreter.rulebook.scenarios import Scenario

LOGGED = {**KINDS, "piece": "pieces"}


def named_in(scenario: Scenario, mentions: Mentions) -> Iterator[Mention]:
    """Yield the mentions in a scenario; parts that can't be read are skipped. `mentions`: those of its game."""
    place = Place("scenario", scenario.name, scenario.where)
    resolver, given = mentions.analysis.resolver, scenario.given
    resolver.meant.clear()
    read_in(scenario, mentions.analysis)
    yield from (mention_of(place, meant) for meant in resolver.meant.values())
    symbols = mentions.analysis.symbols
    found = [*_given(given, symbols), *(_key(answer.key, answer.where, symbols) for answer in scenario.answers)]
    found += [(("seat", answer.seat), answer.where) for answer in scenario.answers]
    found += [each for then in scenario.expected for each in _expected(then, symbols)]
    for thing, where in found:
        if thing is not None:
            yield Mention(place, thing, where, None)


def read_in(scenario: Scenario, analysis: Analysis) -> list[Text]:
    """Read the texts of a scenario into the resolver, as far as possible, and return them."""
    given, resolver = scenario.given, analysis.resolver
    conditions = [then.condition for then in scenario.expected if isinstance(then, Holds)]
    if given.begin is not None:
        you = Local("you", Type("seat", optional=given.turn is None))
        with suppress(RulebookError):
            analysis.read(Signature("begin", given.begin, (), you))
    for condition in conditions:
        with suppress(RulebookError):
            scope = Scope(condition)
            resolver.condition(scope, resolver.syntax(scope))
    return conditions if given.begin is None else [given.begin, *conditions]


Found = tuple[Thing | None, Where]


def _key(key: str, where: Where, symbols: Symbols) -> Found:
    """Return the thing that an option's key or an id stands for, with its position."""
    name = symbols.names.get(key.partition(" of ")[0])
    return (None if name is None else (name.kind, name.id)), where


def _given(given: Given, symbols: Symbols) -> Iterator[Found]:
    for pieces in given.pieces:
        yield ("pieces", pieces.kind), _where(pieces.spot)
        yield _key(pieces.place, _where(pieces.spot), symbols)
    for track in given.tracks:
        yield ("track", track.track), _where(track.spot)
    for variable in given.variables:
        yield ("variable", variable.variable), _where(variable.spot)
        values = variable.value if isinstance(variable.value, tuple) else (variable.value,)
        yield from (_key(str(each), _where(variable.spot), symbols) for each in (*variable.keys, *values))
    for flag in given.flags:
        yield ("flag", flag.flag), _where(flag.spot)
        yield _key(flag.thing, _where(flag.spot), symbols)
    for zone in given.zones:
        yield ("zone", zone.zone), _where(zone.spot)
        yield from ((("card", card), _where(zone.spot)) for card in zone.cards)


def _where(spot: Spot) -> Where:
    return spot if isinstance(spot, Where) else spot.where


def _expected(then: Then, symbols: Symbols) -> Iterator[Found]:
    match then:
        case Options(_, keys) | TableKeeps(keys):
            yield from (_key(key, then.where, symbols) for key in keys)
        case View(_, _, ids):
            yield from (_key(id, then.where, symbols) for id in ids)
        case Decides(seat):
            yield ("seat", str(seat)), then.where
        case Over(winners):
            yield from ((("seat", str(seat)), then.where) for seat in winners or ())
        case Logged(_, fields):
            for field, value in fields:
                if field in LOGGED and isinstance(value, str):
                    yield (LOGGED[field], value), then.where
                elif field in ("from", "to") and isinstance(value, str):
                    yield _key(value, then.where, symbols)
        case Holds():
            pass
