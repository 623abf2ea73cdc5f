"""Mentions of things in scenarios, and in all effect texts of a game, its variants and its scenarios."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from interpreter.authoring.lookup import Thing
from interpreter.authoring.references.mentions import Mention, Mentions, MentionSite, mention_in_text, rule_texts
from interpreter.language.analysis import Analysis
from interpreter.language.ir.statements import Signature
from interpreter.language.ir.types import Local, Type
from interpreter.language.resolving.scope import Scope
from interpreter.language.symbols import Symbols
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.model import Text
from interpreter.rulebook.overlays.lines import source_lines
from interpreter.rulebook.overlays.overlays import combinations_of, variants_of
from interpreter.rulebook.scenarios.expectations import (
    REFERENCE_KINDS,
    Expectation,
    ExpectedCondition,
    ExpectedDecider,
    ExpectedEnd,
    ExpectedLogEntry,
    ExpectedOptions,
    ExpectedTableChoice,
    ExpectedView,
)
from interpreter.rulebook.scenarios.given import GivenPosition
from interpreter.rulebook.scenarios.scenario_files import Scenario, read_scenarios
from interpreter.rulebook.source.nodes import ProblemPlace
from interpreter.support.errors import Location, RulebookError, errors_of

LOG_FIELD_KINDS = {**REFERENCE_KINDS, "piece": "pieces"}


def mentions_in_scenario(scenario: Scenario, mentions: Mentions) -> Iterator[Mention]:
    """Yield the mentions in a scenario; parts that can't be read are skipped. `mentions`: those of its game."""
    place = MentionSite("scenario", scenario.name, scenario.where)
    resolver, given = mentions.analysis.resolver, scenario.given
    resolver.name_uses.clear()
    read_scenario_texts(scenario, mentions.analysis)
    yield from (mention_in_text(place, meant) for meant in resolver.name_uses.values())
    symbols = mentions.analysis.symbols
    found = [*_given(given, symbols), *(_key(answer.key, answer.where, symbols) for answer in scenario.answers)]
    found += [(("seat", answer.seat), answer.where) for answer in scenario.answers]
    found += [each for then in scenario.expected for each in _expected(then, symbols)]
    for thing, where in found:
        if thing is not None:
            yield Mention(place, thing, where, None)


def read_scenario_texts(scenario: Scenario, analysis: Analysis) -> list[Text]:
    """Read the texts of a scenario into the resolver, as far as possible, and return them."""
    given, resolver = scenario.given, analysis.resolver
    conditions = [then.condition for then in scenario.expected if isinstance(then, ExpectedCondition)]
    if given.begin is not None:
        you = Local("you", Type("seat", optional=given.turn is None))
        with suppress(RulebookError):
            analysis.read_routine(Signature("begin", given.begin, (), you))
    for condition in conditions:
        with suppress(RulebookError):
            scope = Scope(condition)
            resolver.condition(scope, resolver.syntax(scope))
    return conditions if given.begin is None else [given.begin, *conditions]


LocatedThing = tuple[Thing | None, Location]


def _key(key: str, where: Location, symbols: Symbols) -> LocatedThing:
    """Return the thing that an option's key or an id stands for, with its position."""
    name = symbols.names.get(key.partition(" of ")[0])
    return (None if name is None else (name.kind, name.id)), where


def _given(given: GivenPosition, symbols: Symbols) -> Iterator[LocatedThing]:
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


def _where(spot: ProblemPlace) -> Location:
    return spot if isinstance(spot, Location) else spot.where


def _expected(then: Expectation, symbols: Symbols) -> Iterator[LocatedThing]:
    match then:
        case ExpectedOptions(_, keys) | ExpectedTableChoice(keys):
            yield from (_key(key, then.where, symbols) for key in keys)
        case ExpectedView(_, _, ids):
            yield from (_key(thing_id, then.where, symbols) for thing_id in ids)
        case ExpectedDecider(seat):
            yield ("seat", str(seat)), then.where
        case ExpectedEnd(winners):
            yield from ((("seat", str(seat)), then.where) for seat in winners or ())
        case ExpectedLogEntry(_, fields):
            for field, value in fields:
                if field in LOG_FIELD_KINDS and isinstance(value, str):
                    yield (LOG_FIELD_KINDS[field], value), then.where
                elif field in ("from", "to") and isinstance(value, str):
                    yield _key(value, then.where, symbols)
        case ExpectedCondition():
            pass


GameKey = tuple[tuple[str, ...], int]
"""The variants in effect, and the number of players."""


@dataclass(slots=True)
class TextMentions:
    """Things mentioned in the texts of a game, by position.

    `read_lines` has the starts of all text lines that were read.
    """

    things: dict[Location, set[Thing]] = field(default_factory=dict)
    read_lines: set[Location] = field(default_factory=set)

    def add(self, mentions: Mentions) -> None:
        """Add the mentions of a game."""
        book = mentions.analysis.rulebook
        self.read_lines |= {line.where for _, text in rule_texts(book) for line in source_lines(text)}
        for mention in mentions.entries:
            if mention.line is not None:
                self.things.setdefault(mention.where, set()).add(mention.thing)

    def add_scenario(self, scenario: Scenario, mentions: Mentions) -> None:
        """Add the mentions of a scenario."""
        if scenario.given.begin is not None:
            self.read_lines.add(scenario.given.begin.where)
        self.read_lines |= {then.condition.where for then in scenario.expected if isinstance(then, ExpectedCondition)}
        for mention in mentions_in_scenario(scenario, mentions):
            if mention.line is not None:
                self.things.setdefault(mention.where, set()).add(mention.thing)


def collect_text_mentions(base: Mentions) -> TextMentions:
    """Return the things mentioned in all texts: the game, its variants alone and combined, and its scenarios.

    Raises:
        RulebookError: A variant or scenario can't be read.
    """
    book = base.analysis.rulebook
    reading = TextMentions()
    reading.add(base)
    games: dict[GameKey, Mentions] = {((), len(book.seats)): base}

    def at(variants: tuple[str, ...], players: int) -> Mentions:
        """Return the mentions of the game with these variants and players, read at most once."""
        if (variants, players) not in games:
            games[variants, players] = Mentions(load_rulebook(book.folder, players, variants))
            reading.add(games[variants, players])
        return games[variants, players]

    overlays, problems = variants_of(book.folder)
    scenarios, more = read_scenarios(book)
    if wrong := errors_of((*problems, *more)):
        raise RulebookError(wrong)
    for variants in combinations_of(overlays):
        at(variants, len(book.seats))
    for scenario in scenarios:
        reading.add_scenario(scenario, at(scenario.variants, scenario.players or len(book.seats)))
    return reading
