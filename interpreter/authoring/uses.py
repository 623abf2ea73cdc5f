"""Uses of a thing in a game: the cards, phrases, tables, variants and scenarios that mention it, directly or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from interpreter.authoring.mentions import Chain, Mention, Mentions
from interpreter.authoring.named import Named, named
from interpreter.authoring.places import Place
from interpreter.authoring.scenario_mentions import named_in
from interpreter.authoring.variant_paths import named_in_paths
from interpreter.errors import RulebookError, Where
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.overlays import variants_of
from interpreter.rulebook.scenarios import read_scenarios


@dataclass(frozen=True, slots=True)
class Use:
    """A use of a thing.

    Attributes:
        where: Position of the mention.
        line: Line of the text; None for a mention in data.
        through: Chain of words through which the thing is used; empty if it is mentioned itself.
    """

    place: Place
    where: Where
    line: str | None
    through: Chain = ()


@dataclass(frozen=True, slots=True)
class Uses:
    """The meaning of a name and all its uses: direct ones first, each in the order of the game's files."""

    named: Named
    uses: tuple[Use, ...]


def uses_of(book: Rulebook, wanted: str) -> Uses:
    """Return the uses of a thing in a game with its variants in effect; without any, also in the game's own variants.

    Raises:
        RulebookError: The name has no meaning in the game, or the rules can't be read.
    """
    mentions = Mentions(book)
    meant = named(mentions.analysis, wanted)
    found = [*_uses(mentions.all, mentions, meant)]
    plain = load_rulebook(book.folder, len(book.seats)) if book.overlays else book
    for overlay in book.overlays:
        found += _named(named_in_paths(overlay, plain), meant)
    if not book.overlays:
        found += _in_variants(book, meant)
    found += _in_scenarios(book, mentions, meant)
    direct = [use for use in found if not use.through]
    return Uses(meant, (*direct, *(use for use in found if use.through)))


def _uses(found: Iterable[Mention], mentions: Mentions, meant: Named) -> Iterator[Use]:
    """Yield the uses among mentions: direct ones, one per line, then the shortest chain of each other place."""
    found = list(found)
    direct = list(_named(found, meant))
    yield from direct
    places = {use.place for use in direct}
    chains = mentions.chains(meant.all)
    ways: dict[Place, tuple[Mention, Chain]] = {}
    for mention in found:
        kind, id = mention.thing
        if kind == "word" and id in chains and mention.place not in places and mention.place.word != id:
            known = ways.get(mention.place)
            if known is None or len(chains[id]) < len(known[1]):
                ways[mention.place] = mention, chains[id]
    for place, (mention, chain) in ways.items():
        yield Use(place, mention.where, mention.line, chain)


def _named(found: Iterable[Mention], meant: Named) -> Iterator[Use]:
    seen: set[tuple[Place, int]] = set()
    for mention in found:
        line = 0 if mention.place.group == "scenario" else mention.where.line
        if mention.thing in meant.all and (mention.place, line) not in seen:
            seen.add((mention.place, line))
            yield Use(mention.place, mention.where, mention.line)


def _in_variants(book: Rulebook, meant: Named) -> Iterator[Use]:
    """Yield the uses in the game's own variants, each by itself; variants that can't be read are skipped."""
    for variant in variants_of(book.folder)[0]:
        yield from _named(named_in_paths(variant, book), meant)
        if variant.alone is not None:
            continue
        try:
            mentions = Mentions(load_rulebook(book.folder, len(book.seats), [variant.id]))
        except RulebookError:
            continue
        for use in _uses(mentions.all, mentions, meant):
            if use.where.file == variant.where.file:
                place = replace(use.place, group="variant", label=f"{variant.title['en']}: {use.place.label}")
                yield replace(use, place=place)


def _in_scenarios(book: Rulebook, mentions: Mentions, meant: Named) -> Iterator[Use]:
    """Yield the uses in the game's scenarios; with variants in effect, only in scenarios with the same variants."""
    books: dict[tuple[str, ...], Rulebook] = {}
    scenarios, _ = read_scenarios(book, books=books)
    games: dict[tuple[tuple[str, ...], int | None], Mentions] = {(book.variants, None): mentions}
    for scenario in scenarios:
        wanted = scenario.variants, scenario.players
        if scenario.mistakes or (book.variants and scenario.variants != book.variants):
            continue
        try:
            if wanted not in games:
                other = books[scenario.variants]
                if scenario.players not in (None, len(other.seats)):
                    other = load_rulebook(book.folder, scenario.players, scenario.variants)
                games[wanted] = Mentions(other)
        except RulebookError:
            continue
        yield from _uses(named_in(scenario, games[wanted]), games[wanted], meant)
