"""Uses of a thing in a game: the cards, phrases, tables, variants and scenarios that mention it, directly or not.

Things of a game that the paths of a variant lead to: what it changes, replaces, removes or adds to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from interpreter.authoring.lookup import ResolvedName, resolve_name
from interpreter.authoring.references.mentions import Chain, Mention, Mentions, MentionSite, mentions_in_scenario
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.building.ids import DECLARED_IN
from interpreter.rulebook.model import Rulebook, Variant
from interpreter.rulebook.overlays.changes import BEFORE
from interpreter.rulebook.overlays.overlays import variants_of
from interpreter.rulebook.scenarios.scenario_files import read_scenarios
from interpreter.rulebook.source.files import FolderFile, read_files, source_file
from interpreter.rulebook.source.nodes import Problems, YamlMapping, YamlScalar
from interpreter.rulebook.source.yaml_reader import read_yaml
from interpreter.support.errors import Location, RulebookError

KINDS_BY_LIST = {field: "pieces" if kind == "piece" else kind for kind, (_, field) in DECLARED_IN.items()}
"""Kind of thing by the first part of a path; `words` are handled separately."""


def path_mentions(variant: Variant, book: Rulebook) -> Iterator[Mention]:
    """Yield the mentions in the paths of a variant's file. `book`: the game without the variant."""
    file = FolderFile("variant", "variant", variant.where.file, variant.where.file)
    texts, _ = read_files([file], book.folder, Problems())
    for found, text in texts.values():
        root = read_yaml(source_file(found, text), text, Problems())
        if isinstance(root, YamlMapping):
            company = root.get_mapping("with")
            parts = [
                root,
                *(part for part in (company.values.values() if company else ()) if isinstance(part, YamlMapping)),
            ]
            for part in parts:
                yield from _in_part(part, variant, book)


def _in_part(part: YamlMapping, variant: Variant, book: Rulebook) -> Iterator[Mention]:
    for verb in ("change", "replace", "remove"):
        for item in part.list_items(verb):
            spot = item.values.get("at") if isinstance(item, YamlMapping) else item
            if isinstance(spot, YamlScalar):
                yield from _at(spot, f"{verb} {spot.data}", variant, book)
    added = part.get_mapping("add")
    for key in added.keys.values() if added else ():
        line = f"add {key.data}" if key.data.startswith(BEFORE) else f"add to {key.data}"
        yield from _at(key, line, variant, book)


def _at(spot: YamlScalar, line: str, variant: Variant, book: Rulebook) -> Iterator[Mention]:
    beginning, _, rest = str(spot.data).removeprefix(BEFORE).partition("/")
    place = MentionSite("variant", variant.title["en"], spot.where)
    if beginning in KINDS_BY_LIST and rest:
        yield Mention(place, (KINDS_BY_LIST[beginning], rest.partition("/")[0]), spot.where, line)
    for word in book.words if beginning == "words" else ():
        if any(f"{rest}/".startswith(f"{say}/") for say in word.says):
            yield Mention(place, ("word", word.title), spot.where, line)


@dataclass(frozen=True, slots=True)
class ThingUse:
    """A use of a thing.

    Attributes:
        where: Position of the mention.
        line: Line of the text; None for a mention in data.
        chain: Chain of words through which the thing is used; empty if it is mentioned itself.
    """

    site: MentionSite
    where: Location
    line: str | None
    chain: Chain = ()


@dataclass(frozen=True, slots=True)
class ThingUses:
    """The meaning of a name and all its uses: direct ones first, each in the order of the game's files."""

    name: ResolvedName
    uses: tuple[ThingUse, ...]


def uses_of(book: Rulebook, wanted: str) -> ThingUses:
    """Return the uses of a thing in a game with its variants in effect; without any, also in the game's own variants.

    Raises:
        RulebookError: The name has no meaning in the game, or the rules can't be read.
    """
    mentions = Mentions(book)
    meant = resolve_name(mentions.texts, wanted)
    found = [*_all_uses(mentions.entries, mentions, meant)]
    plain = load_rulebook(book.folder, len(book.seats)) if book.overlays else book
    for overlay in book.overlays:
        found += _direct_uses(path_mentions(overlay, plain), meant)
    if not book.overlays:
        found += _variant_uses(book, meant)
    found += _scenario_uses(book, mentions, meant)
    direct = [use for use in found if not use.chain]
    return ThingUses(meant, (*direct, *(use for use in found if use.chain)))


def _all_uses(found: Iterable[Mention], mentions: Mentions, meant: ResolvedName) -> Iterator[ThingUse]:
    """Yield the uses among mentions: direct ones, one per line, then the shortest chain of each other place."""
    found = list(found)
    direct = list(_direct_uses(found, meant))
    yield from direct
    places = {use.site for use in direct}
    chains = mentions.chains(meant.related)
    ways: dict[MentionSite, tuple[Mention, Chain]] = {}
    for mention in found:
        kind, thing_id = mention.thing
        if kind == "word" and thing_id in chains and mention.site not in places and mention.site.word != thing_id:
            known = ways.get(mention.site)
            if known is None or len(chains[thing_id]) < len(known[1]):
                ways[mention.site] = mention, chains[thing_id]
    for place, (mention, chain) in ways.items():
        yield ThingUse(place, mention.where, mention.line, chain)


def _direct_uses(found: Iterable[Mention], meant: ResolvedName) -> Iterator[ThingUse]:
    seen: set[tuple[MentionSite, int]] = set()
    for mention in found:
        line = 0 if mention.site.kind == "scenario" else mention.where.line
        if mention.thing in meant.related and (mention.site, line) not in seen:
            seen.add((mention.site, line))
            yield ThingUse(mention.site, mention.where, mention.line)


def _variant_uses(book: Rulebook, meant: ResolvedName) -> Iterator[ThingUse]:
    """Yield the uses in the game's own variants, each by itself; variants that can't be read are skipped."""
    for variant in variants_of(book.folder)[0]:
        yield from _direct_uses(path_mentions(variant, book), meant)
        if variant.alone is not None:
            continue
        try:
            mentions = Mentions(load_rulebook(book.folder, len(book.seats), [variant.id]))
        except RulebookError:
            continue
        for use in _all_uses(mentions.entries, mentions, meant):
            if use.where.file == variant.where.file:
                place = replace(use.site, kind="variant", label=f"{variant.title['en']}: {use.site.label}")
                yield replace(use, site=place)


def _scenario_uses(book: Rulebook, mentions: Mentions, meant: ResolvedName) -> Iterator[ThingUse]:
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
        yield from _all_uses(mentions_in_scenario(scenario, games[wanted].texts), games[wanted], meant)
