"""Look-up of things in a game by id, title, noun or wording, as an author types them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.language.reading.patterns import HOLE, PIECE, PLAIN_WORD
from interpreter.language.resolving.resolved_texts import ResolvedTexts
from interpreter.language.symbols import (
    DeckAdjective,
    FaceAdjective,
    FlagAdjective,
    SharedValue,
    StateAdjective,
    Symbols,
    ValueAdjective,
    attributes_of,
)
from interpreter.rulebook.model import Rulebook
from interpreter.support.errors import Location, Problem, RulebookError
from interpreter.support.name_lists import quote_names
from interpreter.support.similar_words import closest_match

Thing = tuple[str, str]
"""A kind and an id, as in `NameUse`."""
KIND_PHRASES = {
    "gives": "what a track gives",
    "adjective": "a word of a column",
    "state": "a state of pieces",
    "pieces": "a kind of pieces",
    "group": "a group of boxes",
    "noun": "a noun for several kinds of pieces",
    "dice": "a kind of dice",
    "word": "a word of the vocabulary",
}
"""Printed names of kinds of things; other kinds are printed as they are."""


@dataclass(frozen=True, slots=True)
class ResolvedName:
    """The things that a name refers to.

    Attributes:
        label: Name and kinds, for messages.
        things: The things with this name.
        related: The same things with their parts whose uses count too: outputs of a track, words of a column.
    """

    label: str
    things: frozenset[Thing]
    related: frozenset[Thing]


def resolve_name(texts: ResolvedTexts, wanted: str) -> ResolvedName:
    """Return the things that a name refers to. Raise RulebookError for an unknown or ambiguous name."""
    known: dict[str, list[tuple[str, Thing]]] = {}
    for name, thing in thing_names(texts):
        known.setdefault(_normalized_name(name), []).append((name, thing))
    asked = _normalized_name(wanted)
    found = known.get(asked) or [
        each
        for name, each_known in known.items()
        for each in each_known
        if each[1][0] == "word" and f" {asked} " in f" {name} "
    ]
    found = found or _matching_wordings(texts, asked)
    things = frozenset(thing for _, thing in found)
    if not things or (asked not in known and len(things) > 1):
        meant = [name for name, _ in found]
        message = "nothing in this game has this name"
        if meant:
            message = f"this can mean several words of the game: {quote_names(sorted(set(meant)))}"
        names = {plain: each[0][0] for plain, each in known.items()}
        suggestion = None if meant else names.get(closest_match(asked, names) or "")
        raise RulebookError(Problem(Location(f"uses {wanted}"), "unknown-name", message, suggestion))
    kinds = sorted({KIND_PHRASES.get(kind, f"a {kind}") for kind, _ in things})
    return ResolvedName(f"{found[0][0]}, {' and '.join(kinds)}", things, things | set(_related_things(texts, things)))


def _matching_wordings(texts: ResolvedTexts, asked: str) -> list[tuple[str, Thing]]:
    """Return the wordings that match a phrase with filled holes; those with the most literal text win."""
    fits: dict[int, list[tuple[str, Thing]]] = {}
    for each in texts.rulebook.words:
        for say in each.says:
            if HOLE.search(say) and re.fullmatch(_wording_pattern(say), asked):
                fits.setdefault(len(HOLE.sub("", say)), []).append((str(say), ("word", each.title)))
    return fits[max(fits)] if fits else []


def _wording_pattern(say: str) -> str:
    """Return a regular expression that matches a wording with its holes filled."""
    parts = []
    for piece in PIECE.findall(_normalized_name(say)):
        word = PLAIN_WORD.match(piece)
        parts.append(".+" if HOLE.fullmatch(piece) or word is None else rf"{word[1]}(?:e?s)?" if word[2] else word[1])
    return " ".join(parts)


def thing_names(texts: ResolvedTexts) -> Iterator[tuple[str, Thing]]:
    """Yield each name of each thing in a game: titles as printed, nouns, ids and wordings."""
    book = texts.rulebook
    yield from _titled_names(book)
    yield from _declared_names(book)
    for column in texts.symbols.attributes:
        yield column, ("column", column)
    yield from _adjective_names(texts.symbols)
    for translated in book.texts.values():
        for thing_id, printed in translated.items():
            if (named := texts.symbols.names.get(thing_id)) is not None:
                yield printed, (named.kind, named.id)
    for each in book.words:
        for say in each.says:
            yield str(say), ("word", each.title)
            yield " ".join(HOLE.sub(" ", say).split()), ("word", each.title)


def _titled_names(book: Rulebook) -> Iterator[tuple[str, Thing]]:
    """Yield titles and ids of the things that have a title as printed."""
    for kind, things in book.titled_things.items():
        for thing in things if kind != "piece" else ():
            yield from ((title, (kind, thing.id)) for title in thing.title.values())
            yield thing.id, (kind, thing.id)


def _declared_names(book: Rulebook) -> Iterator[tuple[str, Thing]]:
    """Yield the names of kinds of pieces and of dice, parts of tracks, variables and groups."""
    for piece in book.pieces:
        for name in (*piece.title.values(), piece.noun.one, piece.noun.many, piece.id):
            yield name, ("pieces", piece.id)
    for several in book.kind_groups:
        yield from ((name, ("noun", several.id)) for name in (several.noun.one, several.noun.many, several.id))
    for dice in book.dice:
        for name in (*dice.title.values(), dice.noun.one, dice.noun.many, dice.id):
            yield name, ("dice", dice.id)
        for die in dice.dice:
            yield from ((name, ("die", die.id)) for name in (*die.title.values(), die.id))
    for track in book.tracks:
        for thing_id, title in track.names.values():
            yield from ((name, ("track", track.id)) for name in (*title.values(), thing_id))
        yield from ((name, ("gives", name)) for name in track.gives)
    for variable in book.variables:
        yield from ((title, ("variable", variable.id)) for title in (variable.title or {}).values())
        yield variable.id, ("variable", variable.id)
    for group in book.groups:
        yield from ((name, ("group", group.id)) for name in (group.noun.one, group.noun.many, group.id))


def _adjective_names(symbols: Symbols) -> Iterator[tuple[str, Thing]]:
    """Yield the names of flags, values of columns, decks and states that are adjectives."""
    titles = symbols.titles
    yield from ((word, ("adjective", word)) for word in symbols.rulebook.table_results)
    for word, meanings in symbols.adjectives.items():
        for meaning in meanings.values():
            match meaning:
                case FlagAdjective(flag):
                    yield word, ("flag", flag)
                case ValueAdjective(_, value) | SharedValue(value, _) if value is not True:
                    yield word, ("adjective", word)
                    yield from (
                        (title, ("adjective", word)) for title in symbols.adjective_titles if titles.get(title) == word
                    )
                case FaceAdjective():
                    yield word, ("adjective", word)
                case DeckAdjective(deck):
                    yield word, ("deck", deck)
                case StateAdjective():
                    yield word, ("state", word)


def _related_things(texts: ResolvedTexts, things: frozenset[Thing]) -> Iterator[Thing]:
    for kind, thing_id in things:
        if kind == "track":
            yield from (("gives", name) for name in texts.symbols.track(thing_id).gives)
        if kind == "column":
            for word, meanings in texts.symbols.adjectives.items():
                columns = [attribute for each in meanings.values() for attribute in attributes_of(each)]
                yield from [("adjective", word)] if thing_id in columns else []


def _normalized_name(name: str) -> str:
    """Return a name for comparison: lower-case, with blanks for underscores."""
    return " ".join(name.casefold().replace("_", " ").split())
