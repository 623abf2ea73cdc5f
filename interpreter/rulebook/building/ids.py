"""The ids of a game: declarations, and checks of references."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import TypedDict

from interpreter.rulebook.model import FactSource, Title
from interpreter.rulebook.source.joined_items import separate_items
from interpreter.rulebook.source.nodes import (
    MOST_SUGGESTIONS,
    ProblemPlace,
    Problems,
    YamlMapping,
    YamlNode,
    YamlScalar,
)
from interpreter.rulebook.text import is_title
from interpreter.support.errors import Location
from interpreter.support.name_lists import list_first, list_known
from interpreter.support.similar_words import closest_match, edit_distance

_ID = re.compile(r"[a-z][a-z0-9_]{0,63}", re.ASCII)
_LINE_END = re.compile(r"\s*\n\s*")

_WORDS = """
    a an the and or not if otherwise where with without is are has have do does no all every each other another some
    only you your it its in of to from by as at be than let may must either up stop none yes nothing nobody everyone
    seat space card box number true false
    seats spaces cards enemy opponent event first highest lowest longest sum exactly random top bottom room
    neighbour neighbours entrance entrances closed
"""
RESERVED = frozenset(_WORDS.split())
"""Words of the effect language and keys of options, which would be ambiguous as ids."""
_VERBS = """
    add choose draw end exchange gain lower make move note pay raise refill replace reveal roll set shuffle take tell
"""
STATEMENT_VERBS = frozenset(_VERBS.split())
"""Verbs with which statements of the effect language begin, without those with which phrases of a game often do."""

MOST_IDS_LISTED = 12
"""Maximum number of ids that a message about an unknown one lists."""
EACH = "each"
"""The word for every seat, in place of one of them."""
EVERY_SEAT = frozenset(["all", "every", "everyone", "everybody", "both", "any", "seat", "seats", "player", "players"])
"""Words that people write for it."""
SHORT_NAME = 5
"""Length of ids that are listed unless one differs in a single letter: `south` isn't suggested for `north`."""
NO_SIDES = "there are no sides in this game: list them under `sides` in game.yaml"

DECLARED_IN = {
    "seat": ("game", "seats"),
    "side": ("game", "sides"),
    "space": ("map", "spaces"),
    "piece": ("pieces", "pieces"),
    "box": ("pieces", "boxes"),
    "group": ("pieces", "groups"),
    "die": ("pieces", "dice"),
    "dice": ("pieces", "dice"),
    "noun": ("pieces", "kinds"),
    "track": ("tracks", "tracks"),
    "zone": ("zones", "zones"),
    "deck": ("cards", "decks"),
    "card": ("cards", "cards"),
    "variable": ("vocabulary", "variables"),
    "flag": ("vocabulary", "flags"),
}
"""The file and the list in which things are declared, by kind. Variants name the lists in their paths."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """A thing that has an id, with the node that declares it."""

    kind: str
    spot: YamlNode
    node: YamlMapping | None


@dataclass(frozen=True, slots=True)
class VariantChange:
    """The place in a variant at which it changes or removes something."""

    where: Location
    is_removal: bool


class IdTable:
    """All ids of a game.

    Attributes:
        incomplete_kinds: Kinds of files of which something was left out because of a mistake. An unknown reference to
            such a thing isn't reported, because it may follow from that mistake.
        removed_ids: Ids that variants remove, with the variant's id.
        changed_steps: Steps of the paths at which variants change something, with the first change.
        seats: Ids of the seats that play.
        all_seats: Ids of the seats in a game with the most players. In a game for three, p5 is no mistake if the game
            has a p5 with more players.
        listing_columns: Names of the columns that list their values.
    """

    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.incomplete_kinds: set[str] = set()
        self.removed_ids: dict[str, str] = {}
        self.changed_steps: dict[str, VariantChange] = {}
        self.seats: tuple[str, ...] = ()
        self.all_seats: tuple[str, ...] = ()
        self.space_noun: str | None = None
        self.listing_columns: tuple[str, ...] = ()
        self._things: dict[str, Declaration] = {}
        self._of_kind: dict[str, dict[str, Declaration]] = {kind: {} for kind in DECLARED_IN}

    def declare(self, kind: str, spot: YamlNode, node: YamlMapping | None, name: str | None = None) -> None:
        """Declare an id, which stands at `spot`; report it if it is malformed or already taken."""
        text = str(spot.data) if name is None else name
        if not check_id(text, spot, self.problems):
            return
        first = self._things.get(text)
        if first is not None:
            where = "" if first.spot.source is spot.source else f" of {first.spot.source.path}"
            message = f"the id `{text}` is used twice; the first is in line {first.spot.line}{where} ({first.kind})"
            self.problems.add(spot, "id-twice", message)
            if kind == "seat":
                self.incomplete_kinds.add("game")  # references to the other seat would be reported
            return
        self._things[text] = Declaration(kind, spot, node)
        self._of_kind[kind][text] = self._things[text]

    def note_change(self, steps: Iterable[str], change: VariantChange) -> None:
        """Keep a variant's change of what is at a path."""
        for step in steps:
            self.changed_steps.setdefault(step, change)

    def is_declared(self, name: str) -> bool:
        """Return whether anything in the game has this id."""
        return name in self._things

    def of_kind(self, kind: str) -> dict[str, Declaration]:
        """Return the declarations of a kind, by id."""
        return self._of_kind[kind]

    @property
    def has_sides(self) -> bool:
        """True if the game declares sides, or may do so in a file that could not be read."""
        return bool(self._of_kind["side"]) or "game" in self.incomplete_kinds

    def declaring_node(self, kind: str, name: str) -> YamlMapping | None:
        """Return the mapping that declares a thing, or None."""
        declared = self._of_kind[kind].get(name)
        return declared.node if declared else None

    def check_reference(self, spot: YamlNode, name: object, *kinds: str, also: Iterable[str] = ()) -> bool:
        """True if `name` is the id of a thing of one of the kinds; report it if not.

        False without a report if the thing may have been left out because of another mistake.

        Args:
            spot: The place of the reference.
            name: The id.
            kinds: The kinds that are possible here.
            also: Words that can stand in place of an id, for the suggestion.
        """
        groups = [self.all_seats if kind == "seat" else self._of_kind[kind] for kind in kinds]
        if isinstance(name, str) and any(name in group for group in groups):
            return True
        if any(DECLARED_IN[kind][0] in self.incomplete_kinds for kind in kinds):
            return False
        what = " or ".join(kinds)
        if not isinstance(name, str):
            self.problems.add(spot, "wrong-type", f"the id of a {what} is expected here, not {describe(name)}")
            return False
        message = f"there is no {what} with the id `{name}`"
        other = self._things.get(name)
        is_removed = other is None and name in self.removed_ids
        if other is not None:
            message += f" (`{name}` is a {other.kind})"
        elif is_removed:
            remover = self.removed_ids[name]
            message += f"; the variant `{remover}` removes it, and has to remove or change what names it, too"
        known = [*chain(*groups), *also]
        meant = self._meant(name, kinds, known)
        if meant is None and known and not is_removed:
            first = f"; there are {list_first(known, MOST_IDS_LISTED)}" if len(kinds) == 1 else ""
            message += list_known(known, MOST_IDS_LISTED) or first
        elif not known and len(kinds) == 1 and name not in self.removed_ids:
            file, section = DECLARED_IN[what]
            message += f"; none is declared, as an entry of `{section}` in {file}.yaml"
        code, replaced = f"unknown-{kinds[0]}", spot.word_span(name)
        if (items := separate_items(spot, name, known.__contains__)) is not None:
            message = f"each {what} is an entry of its own in a list"
            self.problems.add(spot, code, message, wordings=items[:1], replaced=items[1])
            return False
        self.problems.add(spot, code, message, suggestion=meant, replaced=replaced, names_variant=is_removed)
        return False

    def _meant(self, name: str, kinds: Iterable[str], known: list[str]) -> str | None:
        if len(self.problems) >= MOST_SUGGESTIONS:
            return None
        if name.casefold() in EVERY_SEAT and EACH in known:
            return EACH
        for kind in kinds:
            for other, declared in self._of_kind[kind].items():
                if declared.node is not None and is_title(name, _titles(declared.node)):
                    return other
        meant = closest_match(name, known)
        if meant is None or len(known) > MOST_IDS_LISTED or len(name) > SHORT_NAME:
            return meant
        return meant if edit_distance(name, meant, 1) is not None else None


def _titles(node: YamlMapping) -> list[str]:
    title = node.get_plain("title")
    if isinstance(title, str):
        return [title]
    return [name for name in title.values() if isinstance(name, str)] if isinstance(title, dict) else []


def is_id(text: str) -> bool:
    """True if a text has the form of an id."""
    return _ID.fullmatch(text) is not None


def _id_like(text: str) -> str | None:
    """Return the id that was probably meant by a text: without accents, capitals, blanks and signs."""
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    suggestion = re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_")
    return suggestion if plain.isascii() and is_id(suggestion) and suggestion not in RESERVED else None


def check_id(text: str, spot: ProblemPlace, problems: Problems) -> bool:
    """True if a text can be an id; report it if not."""
    if not is_id(text):
        strange = next((letter for letter in text if not letter.isascii()), None)
        if len(text) > 64:
            problems.add(spot, "bad-id", "an id has at most 64 letters")
            return False
        message = "an id is made of small letters, digits and _, and begins with a letter"
        if strange is not None:
            message = f"{message}; this one has {unicodedata.name(strange, f'U+{ord(strange):04X}')}"
        problems.add(spot, "bad-id", message, suggestion=_id_like(text))
        return False
    if text in RESERVED:
        problems.add(spot, "reserved-id", f"`{text}` is a word of the language and can't be an id")
        return False
    return True


def describe(value: object) -> str:
    """Return a description of a plain value's type in plain words."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "a flag"
    if isinstance(value, (int, float)):
        return "a number"
    if isinstance(value, str):
        return "text"
    return "a list" if isinstance(value, list) else "a mapping"


class NamedFields(TypedDict):
    """Fields of every thing that has an id."""

    id: str
    title: Title
    where: Location


class SourcedFields(NamedFields):
    """Fields of every thing that has an id and a source."""

    source: FactSource


def named_fields(node: YamlMapping) -> NamedFields:
    """Return the fields of a thing with an id."""
    return {"id": node.data["id"], "title": title_of(node, node.data["id"]), "where": node.values["id"].where}


def sourced_fields(node: YamlMapping, names: IdTable) -> SourcedFields:
    """Return the fields of a thing with an id and a source."""
    return {**named_fields(node), "source": declared_source(node, names.problems)}


def title_of(node: YamlMapping, fallback: str) -> Title:
    """Return the title of a thing by language; without one, its id with blanks."""
    return as_title(node.get_plain("title"), fallback)


def on_one_line(text: str) -> str:
    """Return a text with its line ends, as YAML has them after `|`, replaced by blanks."""
    return _LINE_END.sub(" ", text.strip("\n"))


def as_title(value: object, fallback: str) -> Title:
    """Return a printed name by language, each on one line; without a value, the fallback as words."""
    if isinstance(value, str):
        return {"en": on_one_line(value)}
    if isinstance(value, dict):
        return {str(language): on_one_line(str(text)) for language, text in value.items()}
    words = fallback.replace("_", " ")
    return {"en": words[:1].upper() + words[1:]}


def declared_source(node: YamlMapping, problems: Problems) -> FactSource:
    """Return the source of a thing's facts.

    A field that the thing doesn't have is reported, unless it was reported already as misspelt or wrong.
    """
    value = node.values.get("source")
    if isinstance(value, YamlMapping):
        for field, key in value.keys.items():
            taken_out = node.damaged and closest_match(field, node.values) is None
            if field not in node.values and not taken_out and not closest_match(field, node.removed_keys):
                message = f"the source names a field `{field}` that isn't here"
                problems.add(key, "unknown-field", message, field, node.values)
        return dict(value.data)
    return value.data if isinstance(value, YamlScalar) else None
