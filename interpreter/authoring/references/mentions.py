"""Mentions of things by place in a game's texts, data and scenarios, and the chains of phrases that lead to them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Literal

from interpreter.authoring.lookup import Thing
from interpreter.language.bot_programs import resolve_bots
from interpreter.language.ir.statements import Signature
from interpreter.language.ir.types import Local, Type
from interpreter.language.resolving.hooks import plain
from interpreter.language.resolving.resolved_texts import ResolvedTexts
from interpreter.language.resolving.resolver import SIDE_OF, NameUse
from interpreter.language.resolving.scope import Scope
from interpreter.language.sentence_holes import PlayerSentences
from interpreter.language.symbols import Symbols
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.model import Bot, Rulebook, Text
from interpreter.rulebook.overlays.lines import source_lines
from interpreter.rulebook.overlays.overlays import combinations_of, variants_of
from interpreter.rulebook.scenarios.expectations import (
    REFERENCE_FIELDS,
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

SiteKind = Literal[
    "card", "phrase", "condition", "value", "bend", "track", "zone", "sequence", "row", "printed", "variant", "scenario"
]
"""Kinds of places; `printed` is data without text."""
COLUMN_KINDS = {"seat": "seat", "side": "side", "space": "space", "card": "card", "box": "box", "values": "adjective"}
"""The kind of thing that each kind of column refers to."""


@dataclass(frozen=True, slots=True)
class MentionSite:
    """A place that can mention things.

    `word` is the first wording of the vocabulary entry whose body is at this place; None for other places.
    """

    kind: SiteKind
    label: str
    where: Location
    word: str | None = None


def rule_texts(book: Rulebook) -> Iterator[tuple[MentionSite, Text]]:
    """Yield all texts of a game with their places; copies of a card share one."""
    seen: set[Location] = set()
    for card in book.cards:
        if card.event is not None and card.event.where not in seen:
            seen.add(card.event.where)
            yield MentionSite("card", card.title["en"], card.where), card.event
    groups: dict[str, SiteKind] = {"do": "phrase", "when": "condition", "means": "value"}
    for word in book.words:
        yield MentionSite(groups[word.kind], word.title, word.where, word.title), word.body
    for track in book.tracks:
        for trigger in track.triggers:
            steps = ", ".join(map(str, trigger.steps))
            way = "raised to" if trigger.direction == "raised" else "lowered from"
            yield MentionSite("track", f"{track.title['en']}, {way} {steps}", trigger.where), trigger.do
    for zone in book.zones:
        for what, text in (("when empty", zone.when_empty), ("holds", zone.holds)):
            if text is not None:
                yield MentionSite("zone", f"{zone.title['en']}, {what}", zone.where), text
    yield from _of_the_sequence(book)
    for bend in book.bends:
        place = MentionSite("bend", f"{bend.kind} {bend.phrase}", bend.where, str(bend.phrase))
        yield from ((place, text) for text in (bend.when, bend.do) if text is not None)
    for bot in book.bots:
        yield from _of_a_bot(bot)


def _of_the_sequence(book: Rulebook) -> Iterator[tuple[MentionSite, Text]]:
    single = (("start", book.start, None), ("score", book.score, None), ("side", book.side, SIDE_OF))
    for label, text, word in single:
        if text is not None:
            yield MentionSite("sequence", label, text.where, word), text
    for text in book.certain:
        yield MentionSite("sequence", "certain", text.where), text
    for number, watch in enumerate(book.watches, start=1):
        place = MentionSite("sequence", f"watch {number}", watch.where)
        yield from ((place, text) for text in (watch.when, watch.do))


def _of_a_bot(bot: Bot) -> Iterator[tuple[MentionSite, Text]]:
    if bot.when is not None:
        yield MentionSite("row", f"{bot.title['en']}, when", bot.when.where), bot.when
    for table in bot.tables:
        for number, row in enumerate(table.rows, start=1):
            if row.text is not None:
                label = f"{bot.title['en']}: {table.title['en']}, row {number}"
                yield MentionSite("row", label, row.where), row.text


def _joined_spaces(book: Rulebook) -> Iterator[tuple[MentionSite, Thing]]:
    for box in book.boxes:
        place = MentionSite("printed", f"{box.title['en']}, joins", box.where)
        yield from ((place, ("space", space)) for space in box.joins or ())


def data_mentions(book: Rulebook) -> Iterator[tuple[MentionSite, Thing]]:
    """Yield the things mentioned outside of texts, with their places."""
    columns = {deck.id: deck.attributes for deck in book.decks}
    groups = {group.id: group.attributes for group in book.groups}
    printed = [(card.title, card.where, columns[card.deck], card.attributes) for card in book.cards]
    printed += [(space.title, space.where, book.map.all_attributes, space.attributes) for space in book.map.spaces]
    printed += [(box.title, box.where, groups.get(box.group or "", {}), box.attributes) for box in book.boxes]
    printed += [(kind.title, kind.where, book.kind_attributes, kind.attributes) for kind in book.pieces]
    for title, where, known, values in printed:
        for name, value in values.items():
            if known[name].kind in COLUMN_KINDS and isinstance(value, str):
                yield (
                    MentionSite("printed", f"{title['en']}, {name}", where),
                    (COLUMN_KINDS[known[name].kind], value),
                )
            elif value is True:
                yield MentionSite("printed", title["en"], where), ("column", name)
    spaces = {space.id for space in book.map.spaces}
    for kind in book.pieces:
        place = MentionSite("printed", f"{kind.title['en']}, start", kind.where)
        yield from ((place, ("space" if each.place in spaces else "box", each.place)) for each in kind.start)
    yield from _joined_spaces(book)
    for track in book.tracks:
        place = MentionSite("printed", track.title["en"], track.where)
        yield from ((place, ("seat", each.seat)) for each in track.triggers if each.seat is not None)
    for zone in book.zones:
        place = MentionSite("printed", f"{zone.title['en']}, starts with", zone.where)
        yield from ((place, ("deck", deck)) for deck in zone.starts_with)
    for bot in book.bots:
        place = MentionSite("printed", bot.title["en"], bot.where)
        yield from ((place, ("zone", zone)) for zone in bot.sees)
        yield from [(place, ("seat", bot.seat))] if bot.seat is not None else []
    for variable in book.variables:
        noun = variable.kind.removeprefix("list of ")
        for thing in variable.start if isinstance(variable.start, tuple) else (variable.start,):
            if isinstance(thing, str) and noun in COLUMN_KINDS:
                yield MentionSite("printed", f"{variable.id}, start", variable.where), (noun, thing)


Chain = tuple[str, ...]
"""Words of the vocabulary, each of which uses the next one."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention of a thing at `where`; `line` is the line of the text, or None for a mention in data."""

    site: MentionSite
    thing: Thing
    where: Location
    line: str | None


class Mentions:
    """All mentions of things in a game's rules, including its variants in effect."""

    def __init__(self, book: Rulebook) -> None:
        """Collect the mentions. Raise RulebookError for rules that can't be read."""
        self.texts = ResolvedTexts(book)
        self.texts.read()
        resolve_bots(self.texts)
        sentences = PlayerSentences(self.texts, is_recording=True)
        deque(sentences.problems(), maxlen=0)  # reads every hole
        self.holes = sentences.holes
        self._titles = {plain(say): word.title for word in book.words for say in word.says}
        self.entries = [*self._in_texts(book), *self._in_bends(book)]
        self.entries += [Mention(place, thing, place.where, None) for place, thing in data_mentions(book)]
        self._inside: dict[str, set[Thing]] = {}
        for mention in self.entries:
            if mention.site.word is not None:
                self._inside.setdefault(mention.site.word, set()).add(mention.thing)

    def _in_texts(self, book: Rulebook) -> Iterator[Mention]:
        meant: dict[Location, list[NameUse]] = {}
        for each in self.texts.resolver.name_uses.values():
            meant.setdefault(each.text.where, []).append(each)
        texts = list(rule_texts(book))
        inner = meant.keys() - {text.where for _, text in texts} - self.holes.keys()
        for place, text in texts:
            if place.word is not None:
                place = replace(place, word=self._titles.get(plain(place.word), place.word))
            for where in (text.where, *(each for each in inner if is_inside(each, text))):
                yield from (mention_in_text(place, each) for each in meant.get(where, ()))
        for where in self.holes:
            place = MentionSite("sequence", "words for players", where)
            yield from (mention_in_text(place, each) for each in meant.get(where, ()))

    def _in_bends(self, book: Rulebook) -> Iterator[Mention]:
        for bend in book.bends:
            title = self._titles[plain(bend.phrase)]
            place = MentionSite("bend", f"{bend.kind} {bend.phrase}", bend.where, title)
            yield Mention(place, ("word", title), bend.phrase.where, None)

    def chains(self, things: Iterable[Thing]) -> dict[str, Chain]:
        """Return the words that use any of the things, each with its shortest chain; it begins with the word itself."""
        wanted = set(things)
        chains: dict[str, Chain] = {word: (word,) for word, inside in self._inside.items() if inside & wanted}
        last = list(chains)
        while last:
            more: dict[str, Chain] = {}
            for word, inside in self._inside.items():
                below = next((each for each in last if ("word", each) in inside), None)
                if below is not None and word not in chains and ("word", word) not in wanted:
                    more[word] = (word, *chains[below])
            chains |= more
            last = list(more)
        return chains


def is_inside(where: Location, text: Text) -> bool:
    """Return True if a place is inside a text, such as that of a hole in a sentence."""
    return where.file == text.where.file and text.position_of(where.line, where.column) is not None


def mention_in_text(place: MentionSite, meant: NameUse) -> Mention:
    """Return the mention of a meaning found in a text. If YAML folded the line, it is quoted as the file has it."""
    text, where = meant.text, meant.where
    line = text.excerpt(where) if text.first_joined_line is not None else None
    return Mention(place, (meant.kind, meant.id), where, (line or text.split("\n")[meant.line - 1]).strip())


LOG_FIELD_KINDS = {field: "pieces" if field == "piece" else field for field in REFERENCE_FIELDS}


def mentions_in_scenario(scenario: Scenario, texts: ResolvedTexts) -> Iterator[Mention]:
    """Yield the mentions in a scenario; parts that can't be read are skipped. `texts`: those of its game."""
    place = MentionSite("scenario", scenario.name, scenario.where)
    resolver, given = texts.resolver, scenario.given
    resolver.name_uses.clear()
    read_scenario_texts(scenario, texts)
    yield from (mention_in_text(place, meant) for meant in resolver.name_uses.values())
    symbols = texts.symbols
    found = [*_given(given, symbols), *(_key(answer.key, answer.where, symbols) for answer in scenario.answers)]
    found += [(("seat", answer.seat), answer.where) for answer in scenario.answers]
    found += [each for then in scenario.expected for each in _expected(then, symbols)]
    for thing, where in found:
        if thing is not None:
            yield Mention(place, thing, where, None)


def read_scenario_texts(scenario: Scenario, texts: ResolvedTexts) -> list[Text]:
    """Read the texts of a scenario into the resolver, as far as possible, and return them."""
    given, resolver = scenario.given, texts.resolver
    if given.begin is not None:
        you = Local("you", Type("seat", optional=given.turn is None))
        with suppress(RulebookError):
            texts.read_routine(Signature("begin", given.begin, (), you))
    for condition in scenario.conditions:
        with suppress(RulebookError):
            scope = Scope(condition)
            resolver.condition(scope, resolver.syntax(scope))
    return scenario.texts


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

    Attributes:
        things: The things by position.
        read_lines: The starts of all text lines that were read.
        games: The mentions in the game, with each set of variants that was read.
        books: Rulebooks with the usual number of players, by variants.
        scenarios: The scenarios that were read.
    """

    things: dict[Location, set[Thing]] = field(default_factory=dict)
    read_lines: set[Location] = field(default_factory=set)
    games: dict[GameKey, Mentions] = field(default_factory=dict)
    books: dict[tuple[str, ...], Rulebook] = field(default_factory=dict)
    scenarios: tuple[Scenario, ...] = ()

    def add(self, mentions: Mentions) -> None:
        """Add the mentions of a game."""
        book = mentions.texts.rulebook
        self.read_lines |= {line.where for _, text in rule_texts(book) for line in source_lines(text)}
        self.read_lines |= mentions.holes.keys()
        for mention in mentions.entries:
            if mention.line is not None:
                self.things.setdefault(mention.where, set()).add(mention.thing)

    def add_scenario(self, scenario: Scenario, texts: ResolvedTexts) -> None:
        """Add the mentions of a scenario. `texts`: those of its game."""
        self.read_lines |= {text.where for text in scenario.texts}
        for mention in mentions_in_scenario(scenario, texts):
            if mention.line is not None:
                self.things.setdefault(mention.where, set()).add(mention.thing)


def collect_text_mentions(base: Mentions) -> TextMentions:
    """Return the things mentioned in all texts: the game, its variants alone and combined, and its scenarios.

    Raises:
        RulebookError: A variant or scenario can't be read.
    """
    book = base.texts.rulebook
    games: dict[GameKey, Mentions] = {((), len(book.seats)): base}
    reading = TextMentions(games=games)
    reading.add(base)

    def at(variants: tuple[str, ...], players: int) -> Mentions:
        """Return the mentions of the game with these variants and players, read at most once."""
        if (variants, players) not in games:
            read = books.get(variants)
            if read is None or len(read.seats) != players:
                read = load_rulebook(book.folder, players, variants)
            games[variants, players] = Mentions(read)
            reading.add(games[variants, players])
        return games[variants, players]

    overlays, problems = variants_of(book.folder)
    books = reading.books
    reading.scenarios, more = read_scenarios(book, books=books)
    if wrong := errors_of((*problems, *more)):
        raise RulebookError(wrong)
    for variants in combinations_of(overlays):
        at(variants, len(book.seats))
    for scenario in reading.scenarios:
        reading.add_scenario(scenario, at(scenario.variants, scenario.players or len(book.seats)).texts)
    return reading
