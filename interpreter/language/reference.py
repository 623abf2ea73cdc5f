"""The reference of the effect language: the wordings, the meaning and examples of each form.

Forms come from the grammar, facts about statements from the catalogue of operations, meanings and examples from
`reading/forms.yaml`.

Words that a game adds to the effect language, with their wordings, meanings, and places of definition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, get_args, get_type_hints

from interpreter.language.analysis import Analysis
from interpreter.language.ir.statement_nodes import ExitScope, StatementFacts, StatementNode
from interpreter.language.ir.statements import PLAIN_STATEMENTS, Signature
from interpreter.language.reading.forms import CoreForms, Slot, Wording, WordingGroup, WordingPart, core_forms
from interpreter.language.reading.patterns import HOLE
from interpreter.language.resolving.vocabulary import HANDLERS
from interpreter.language.symbols import (
    DeckAdjective,
    FaceAdjective,
    FlagAdjective,
    SharedValue,
    StateAdjective,
    ValueAdjective,
)
from interpreter.rulebook.model import GAME_NUMBER, Attribute, Rulebook, Title
from interpreter.support.errors import Location
from interpreter.support.package_data import read_package_yaml

OPEN_SLOTS = frozenset(
    {"expr", "val", "or_e", "and_e", "not_e", "sum", "prod", "unary", "filtered", "chain", "atom", "num"}
)
"""Slots of the grammar that accept any value; each form describes its own."""


@dataclass(frozen=True, slots=True)
class FormEntry:
    """A form of the language.

    Attributes:
        name: Its name in the grammar.
        wordings: Its wordings, with holes in capitals.
        holes: Words for the holes that accept any value, from left to right.
        result_type: Type of its value, if it has one.
        meaning: Its meaning.
        examples: Examples of its use.
        facts: Facts about a statement.
        search_words: Further search terms.
    """

    name: str
    wordings: tuple[str, ...]
    holes: tuple[str, ...]
    result_type: str | None
    meaning: str
    examples: tuple[str, ...]
    facts: tuple[str, ...]
    search_words: str = ""


@dataclass(frozen=True, slots=True)
class FormChapter:
    """A group of related forms with a title."""

    title: str
    entries: tuple[FormEntry, ...]


@dataclass(frozen=True, slots=True)
class LanguageReference:
    """The reference of all forms.

    Attributes:
        holes: Meanings of the words in capitals.
        chapters: The forms by chapter.
        nested_forms: Forms that are written out within others.
        preferred_words: Preferred spellings of some words of the grammar; the lexer takes both.
    """

    holes: dict[str, str]
    chapters: tuple[FormChapter, ...]
    nested_forms: frozenset[str]
    preferred_words: dict[str, str]

    @property
    def entries(self) -> dict[str, FormEntry]:
        """Entries of all chapters by name."""
        return {entry.name: entry for chapter in self.chapters for entry in chapter.entries}


@cache
def build_reference() -> LanguageReference:
    """Return all forms of the language, without those of any game.

    Raises:
        ValueError: `forms.yaml` does not match the grammar.
    """
    data: dict[str, Any] = read_package_yaml(files("interpreter.language.reading") / "forms.yaml")
    writer = _FormWriter(core_forms(), data["stand for themselves"], data["read better"])
    chapters = [
        FormChapter(group["title"], tuple(_entry(name, each, writer) for name, each in group["forms"].items()))
        for group in data["groups"]
    ]
    return LanguageReference(data["holes"], tuple(chapters), frozenset(writer.inside), data["read better"])


def _entry(name: str, said: dict[str, Any], writer: _FormWriter) -> FormEntry:
    holes = tuple(said.get("holes", ()))
    written = (said["written"],) if "written" in said else writer.written(name, holes)
    examples = tuple(each.rstrip("\n") for each in said.get("examples") or [said["example"]])
    return FormEntry(
        name, written, holes, said.get("gives"), said["does"], examples, tuple(_facts(name)), said.get("also", "")
    )


class _FormWriter:
    """A formatter of the grammar's wordings for readers.

    `nested_forms` collects forms that were written out in others.
    """

    def __init__(self, core: CoreForms, always: dict[str, str], better: dict[str, str]) -> None:
        """Set up the formatter.

        Args:
            core: The forms of the grammar.
            always: Fixed texts for slots, the same in every form.
            better: Preferred spellings of some words of the grammar.
        """
        self._core = core
        self._always = always
        self._better = better
        self.inside: set[str] = set()

    def written(self, name: str, holes: tuple[str, ...]) -> tuple[str, ...]:
        """Return the wordings of a form.

        Raises:
            ValueError: The form has other holes than these, or doesn't exist.
        """
        if name not in self._core.forms:
            raise ValueError(f"the grammar has no form `{name}`")
        left = list(holes)
        found = []
        for wording in self._core.forms[name].wordings:
            try:
                found.append(self._text(wording, lambda: left.pop(0)))
            except IndexError:
                raise ValueError(f"the form `{name}` has more holes than forms.yaml says") from None
        if left:
            raise ValueError(f"the form `{name}` has fewer holes than forms.yaml says")
        return tuple(found)

    def _text(self, wording: Wording, hole: Callable[[], str]) -> str:
        said = " ".join(self._part(part, hole, len(wording) > 1) for part in wording)
        for plain, better in self._better.items():
            said = said.replace(plain, better)
        return said.replace(" ,", ",").replace(" :", ":").replace(" 's", "'s").replace("( ", "(").replace(" )", ")")

    def _part(self, part: WordingPart, hole: Callable[[], str], has_neighbours: bool) -> str:
        """Format one part of a wording; `has_neighbours` is True if the wording has other parts."""
        match part:
            case str():
                return part
            case Slot(rule) if rule in self._always:
                return self._always[rule]
            case Slot(rule) if rule in OPEN_SLOTS:
                return hole()
            case Slot(rule):
                return _one_of([self._text(way, hole) for way in self._ways(rule)], has_neighbours)
            case WordingGroup(ways, "*"):
                spread = [way for each in ways for way in self._spread(each)]
                return " ".join(f"[{self._text(way, hole)}]" for way in spread)
            case WordingGroup(ways, sign):
                said = [self._text(way, hole) for way in ways]
                return f"[{_one_of(said, False)}]" if sign else _one_of(said, has_neighbours)

    def _ways(self, rule: str) -> Iterator[Wording]:
        for name in self._core.rules[rule]:
            self.inside.add(name)
            yield from self._core.forms[name].wordings

    def _spread(self, wording: Wording) -> Iterator[Wording]:
        match wording:
            case (Slot(rule),) if rule not in self._always:
                yield from self._ways(rule)
            case _:
                yield wording


def _one_of(ways: list[str], beside: bool) -> str:
    if not any(" " in way for way in ways):
        return "|".join(ways)
    said = " | ".join(ways)
    return f"({said})" if beside and len(ways) > 1 else said


def _facts(name: str) -> Iterator[str]:
    """Yield the facts that the catalogue of operations has about a statement, as sentences."""
    if name not in HANDLERS.statements:
        return
    made = PLAIN_STATEMENTS.get(name) or get_type_hints(HANDLERS.statements[name])["return"]
    known: list[StatementFacts] = [each.facts for each in get_args(made) or (made,) if issubclass(each, StatementNode)]
    facts = known[0]
    if facts.asks and facts.exits is not ExitScope.GAME:
        yield "A seat may decide here."
    if facts.exits is not None:
        yield f"It {'leaves' if facts.always_exits else 'may leave'} {facts.exits.value}."
    if facts.is_skippable:
        yield "It is skipped if a thing that it uses is nothing."
    if facts.needs_precondition:
        yield "It is tested in advance whether it can be done."


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
        kind: One of HEADINGS.
        wordings: Its wordings.
        description: Its type or a short description.
        where: The place of its definition.
        thing: Kind and id of what the word names in a text, as in `NameUse`.
        title: Its printed title.
    """

    kind: str
    wordings: tuple[str, ...]
    description: str
    where: Location
    thing: tuple[str, str]
    title: Title | None = None


def collect_glossary(analysis: Analysis) -> list[GlossaryEntry]:
    """All words of a game and of its variants, in the order of HEADINGS."""
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
                case SharedValue(_, attributes):
                    said = f"{kind}: {' or '.join(attributes)}"
                    column = symbols.attributes[attributes[0]][kind]
                    yield GlossaryEntry("adjective", (word,), said, column.where, ("adjective", word))
                case DeckAdjective(deck):
                    yield GlossaryEntry(
                        "adjective", (word,), "card: its deck", decks[deck].where, ("deck", deck), decks[deck].title
                    )
                case FaceAdjective():
                    dice = next(each for each in book.dice if word in each.words.values())
                    yield GlossaryEntry("adjective", (word,), "die: its face", dice.where, ("adjective", word))
                case StateAdjective():
                    kinds = [each for each in book.pieces if word in each.states]
                    states = ", ".join(each.noun.many for each in kinds)
                    yield GlossaryEntry("adjective", (word,), f"a state of {states}", kinds[0].where, ("state", word))


def _columns(book: Rulebook) -> Iterator[GlossaryEntry]:
    columns: list[tuple[str, dict[str, Attribute]]] = [(book.map.noun.one, book.map.all_attributes)]
    columns += [(group.noun.one, group.attributes) for group in book.groups]
    columns += [("card", deck.attributes) for deck in book.decks]
    columns.append(("kind", book.kind_attributes))
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
    for variable in (each for each in book.variables if each.id != GAME_NUMBER):
        written, thing = (_indexed_wording(variable.id, variable.per),), ("variable", variable.id)
        yield GlossaryEntry(
            "variable", written, variable.kind.replace("value", variable.column), variable.where, thing, variable.title
        )
    for zone in book.zones:
        written = (_indexed_wording(zone.id, zone.per),)
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
