"""Words that a game adds to the effect language, with their wordings, meanings, and places of definition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.errors import Location
from interpreter.language.analysis import Analysis
from interpreter.language.ir.statements import Signature
from interpreter.language.reading.patterns import HOLE
from interpreter.language.symbols import DeckAdjective, FlagAdjective, StateAdjective, ValueAdjective
from interpreter.rulebook.model import Attribute, Rulebook, Title

HEADINGS = {
    "phrase": "Phrases",
    "condition": "Conditions",
    "value": "Values",
    "flag": "Flags",
    "adjective": "Adjectives",
    "column": "Columns",
    "track": "Tracks",
    "variable": "Variables",
    "zone": "Zones",
    "box": "Boxes",
    "pieces": "Pieces",
    "group": "Groups of boxes",
    "seat": "Seats",
    "side": "Sides",
    "space": "Spaces",
    "card": "Cards",
}
"""Headings by kind of word, in the order of the listing."""


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """A word that a game adds to the effect language.

    Attributes:
        kind: One of CHAPTERS.
        wordings: Its wordings.
        description: Its type or a short description.
        where: The place of its definition.
        thing: Kind and id of what the word names in a text, as in `Meant`.
        title: Its printed title.
    """

    kind: str
    wordings: tuple[str, ...]
    description: str
    where: Location
    thing: tuple[str, str]
    title: Title | None = None


def collect_glossary(analysis: Analysis) -> list[GlossaryEntry]:
    """All words of a game and of its variants, in the order of CHAPTERS."""
    found = [*_vocabulary(analysis), *_adjectives(analysis), *_columns(analysis.rulebook), *_kept(analysis.rulebook)]
    order = list(HEADINGS)
    return sorted([*found, *_things(analysis.rulebook)], key=lambda word: order.index(word.kind))


def _vocabulary(analysis: Analysis) -> Iterator[GlossaryEntry]:
    kinds = {"do": "phrase", "when": "condition", "means": "value"}
    for number, word in enumerate(analysis.rulebook.words):
        kind, gives = kinds[word.kind], ""
        if word.kind == "do":
            signature = analysis.phrases[number]
        else:
            signature = analysis.terms.declared[number]
            term = analysis.terms.all.get(number)  # None if it can't be read
            gives = term.type.description() if term is not None and kind == "value" else ""
        written = tuple(_with_types(say, signature) for say in word.says)
        yield GlossaryEntry(kind, written, gives, word.where, ("word", word.title))


def _with_types(say: str, signature: Signature) -> str:
    types = {hole.name: hole.type.description() for hole in signature.parameters}
    return HOLE.sub(lambda hole: f"{{{hole[1]}: {types[hole[1]]}}}", say)


def _adjectives(analysis: Analysis) -> Iterator[GlossaryEntry]:
    book, symbols = analysis.rulebook, analysis.symbols
    decks = {deck.id: deck for deck in book.decks}
    flags = {flag.id: flag for flag in book.flags}
    for word, meanings in symbols.adjectives.items():
        for kind, meaning in meanings.items():
            match meaning:
                case FlagAdjective(flag):
                    yield GlossaryEntry("flag", (word,), f"of each {flags[flag].of}", flags[flag].where, ("flag", flag))
                case ValueAdjective(attribute, value):
                    said = f"{kind} without {attribute}" if value is None else f"{kind}: {attribute}"
                    column = symbols.attributes[attribute][kind]
                    thing = ("column", attribute) if value is True else ("adjective", word)
                    yield GlossaryEntry("adjective", (word,), said, column.where, thing)
                case DeckAdjective(deck):
                    yield GlossaryEntry(
                        "adjective", (word,), "card: its deck", decks[deck].where, ("deck", deck), decks[deck].title
                    )
                case StateAdjective():
                    kinds = [each for each in book.pieces if word in each.states]
                    states = ", ".join(each.noun.many for each in kinds)
                    yield GlossaryEntry("adjective", (word,), f"a state of {states}", kinds[0].where, ("state", word))


def _columns(book: Rulebook) -> Iterator[GlossaryEntry]:
    columns: list[tuple[str, dict[str, Attribute]]] = [(book.map.noun.one, book.map.all_attributes)]
    columns += [(group.noun.one, group.attributes) for group in book.groups]
    columns += [("card", deck.attributes) for deck in book.decks]
    for noun, attributes in columns:
        for each in attributes.values():
            kind = " or ".join(each.values) if each.kind == "values" else each.kind
            yield GlossaryEntry("column", (f"{each.id} of {noun.upper()}",), kind, each.where, ("column", each.id))


def _kept(book: Rulebook) -> Iterator[GlossaryEntry]:
    """Words for things that hold a value: tracks, variables, zones, boxes."""
    for track in book.tracks:
        written = (f"{track.id} of SEAT", f"your {track.id}") if track.per_seat else (track.id,)
        own = tuple(seat_track for seat_track, _ in track.names.values())
        between = f"number from {track.low} to {track.high}"
        yield GlossaryEntry("track", (*written, *own), between, track.where, ("track", track.id), track.title)
        for name in track.gives:
            yield GlossaryEntry(
                "value", (f"{name} of SEAT",), f"number, by the step of {track.id}", track.where, ("gives", name)
            )
    for variable in book.variables:
        written, thing = (_indexed_wording(variable.id, variable.per),), ("variable", variable.id)
        yield GlossaryEntry("variable", written, variable.kind, variable.where, thing, variable.title)
    for zone in book.zones:
        written = (_indexed_wording(zone.id, (zone.per,) if zone.per else ()),)
        yield GlossaryEntry("zone", written, "zone", zone.where, ("zone", zone.id), zone.title)
    for box in book.boxes:
        group = "box" if box.group is None else f"box, one of the group {box.group}"
        written = (_indexed_wording(box.id, ("seat",) if box.per_seat else ()),)
        yield GlossaryEntry("box", written, group, box.where, ("box", box.id), box.title)


def _indexed_wording(word: str, per: tuple[str, ...]) -> str:
    return " of ".join((word, " in ".join(each.upper() for each in per))) if per else word


def _things(book: Rulebook) -> Iterator[GlossaryEntry]:
    for piece in book.pieces:
        yield GlossaryEntry(
            "pieces", (piece.noun.one, piece.noun.many), "pieces", piece.where, ("pieces", piece.id), piece.title
        )
    for group in book.groups:
        yield GlossaryEntry("group", (group.noun.one, group.noun.many), "boxes", group.where, ("group", group.id))
    for kind, things in (("seat", book.seats), ("side", book.sides), ("space", book.map.spaces), ("card", book.cards)):
        for thing in things:
            yield GlossaryEntry(kind, (thing.id,), kind, thing.where, (kind, thing.id), thing.title)
