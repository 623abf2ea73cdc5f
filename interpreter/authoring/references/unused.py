"""Words, variables, flags and zones that a game declares and nothing uses, as warnings."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.authoring.lookup import Thing
from interpreter.authoring.references.mentions import Mentions, TextMentions, collect_text_mentions
from interpreter.matches.match import Game
from interpreter.rulebook.model import Rulebook
from interpreter.support.errors import WARNING, Location, Problem, RulebookError


def find_unused(game: Game) -> tuple[Problem, ...]:
    """Return a warning for each word, variable, flag and zone that no text of a game mentions.

    Texts of tables, variants and scenarios count; a word that only its own body mentions is unused. With variants in
    effect there are no warnings: the game's own are told without them.
    """
    book, analysis = game.rulebook, game.program.analysis
    bodies = {word.title: word.body.where for word in book.words}
    uses = analysis.resolver.name_uses.values()
    named = {(each.kind, each.id) for each in uses if each.kind != "word" or each.text.where != bodies.get(each.id)}
    idle = [each for each in _declared(book) if each[0] not in named]
    if not idle or book.overlays:
        return ()
    try:
        mentioned = _mentioned(collect_text_mentions(Mentions(book)))
    except RulebookError:  # what is wrong with the variants or scenarios is told elsewhere
        return ()
    return tuple(
        analysis.diagnostics.with_excerpt(Problem(where, "never-used", message, severity=WARNING))
        for thing, where, message in idle
        if thing not in mentioned
    )


def _declared(book: Rulebook) -> Iterator[tuple[Thing, Location, str]]:
    """Yield what a game declares to be used in texts, with its place and the warning that nothing does."""
    hands = {kind.id for deck in book.decks if deck.hands is not None for kind in deck.hands.kinds}
    for word in book.words:
        if word.title not in hands:
            yield ("word", word.title), word.where, f"nothing uses the wording `{word.title}`"
    for variable in book.declared_variables:
        yield ("variable", variable.id), variable.where, f"no rule reads or changes the variable `{variable.id}`"
    for flag in book.flags:
        yield ("flag", flag.id), flag.where, f"no rule gives the flag `{flag.id}`, or asks for it"
    for zone in book.zones:
        if not zone.starts_with:
            yield ("zone", zone.id), zone.where, f"no rule names the zone `{zone.id}`, so that no card gets there"


def _mentioned(texts: TextMentions) -> set[Thing]:
    """Return the things that texts mention, except words in their own bodies."""
    entries = [mention for each in texts.games.values() for mention in each.entries]
    in_games = {mention.where for mention in entries}
    of_bends = {mention.thing for mention in entries if mention.site.kind == "bend"}
    found = of_bends | {mention.thing for mention in entries if mention.thing != ("word", mention.site.word)}
    return found.union(*(things for where, things in texts.things.items() if where not in in_games))
