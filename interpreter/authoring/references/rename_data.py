"""Search for an id in the data of a YAML file: in values, keys, paths and option keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml

from interpreter.authoring.yaml_spans import YamlText, entry
from interpreter.rulebook.building.attributes import ATTRIBUTE_KINDS
from interpreter.rulebook.building.player_texts import SENTENCE_SECTIONS
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.overlays.changes import BEFORE
from interpreter.rulebook.schema.compiled_schema import schema_of
from interpreter.rulebook.source.files import FOLDERS, SINGLE_KINDS

PROSE_KEYS = frozenset(
    {"title", "about", "alone", "name", "rule", "one", "many", "rows", "columns", "language", "sentences", "messages"}
    | {"author", "version", "licence", "homepage", "needs"}
)
"""Keys whose values are text for people or aren't ids."""
NAMES_BY_KEY = frozenset({"names", "labels", "titles", "conflicts", "source"})
"""Mappings with ids as keys and words for people as values."""
FORMS_BY_KEY = frozenset({"nouns", "adjectives"})
"""Mappings with ids as keys and forms by gender or case as values."""
WORDING_KEYS = frozenset({"say", "before", "after", "instead of"})
"""Keys whose values are wordings of the vocabulary."""
PATH_KEYS = frozenset({"at", "remove"})
"""Keys whose values are paths."""
TYPE_KEYS = frozenset({"is", "list", "of", "for", "face", "past its ends", "attributes"})
"""Keys whose single value is a type, a noun or a word of the format."""
LABEL_KEYS = frozenset({"answers", "label", "reason", "what", "offer", "told", "says"})
"""Keys whose values are labels defined in texts."""
OPTION_KEYS = frozenset({"choose", "key", "options are", "options has", "options lacks", "table keeps", "when"})
"""Keys whose values are options: things or labels."""
CHOOSABLE_KINDS = frozenset({"seat", "side", "space", "box", "die", "card", "adjective"})
"""Kinds of things that can be options."""
ANY_DIE = "die"
"""The word for all dice where data name the kind of thing that a variable is or is kept for."""
UNLABELLED_KINDS = frozenset(
    {
        *("card", "space", "box", "seat", "side", "zone", "track", "variable", "deck", "pieces", "group", "bot"),
        *("die", "dice", "noun"),
    }
)
"""Kinds of things whose ids aren't labels."""
_COLUMN_SECTIONS = (("attributes",), ("piece attributes",))
"""Mappings whose values are types of columns."""
_KINDS = (*SINGLE_KINDS, *FOLDERS.values())
_PATH = re.compile(rf"(?:{BEFORE})?[^\s#\"]+(?:/[^/#\"]+)+")
_KEY_OF_OPTION = re.compile(r"[a-z0-9_]+(?: of [a-z0-9_]+)+")
_VIEW = re.compile(r"view of [a-z0-9_]+ (?:has|lacks)")


@dataclass(frozen=True, slots=True)
class KeyedScalar:
    """A scalar of a YAML file with its path of keys; list indices aren't part of the path.

    Attributes:
        is_key: True if the scalar is a mapping key itself.
        is_single: True if it is the value of the last key, not an item of a list under it.
    """

    node: yaml.ScalarNode
    keys: tuple[str, ...]
    is_key: bool
    is_single: bool

    @property
    def last_key(self) -> str:
        """The last key of the path; empty at the top of the file."""
        return self.keys[-1] if self.keys else ""

    @property
    def is_wording(self) -> bool:
        """True if the scalar is a wording, a label or a path, which may contain a wording."""
        if self.is_key:
            return self.last_key == "words"  # of translations
        return self.last_key in WORDING_KEYS | PATH_KEYS | LABEL_KEYS

    @property
    def is_prose(self) -> bool:
        """True if the scalar is text for people."""
        above = self.keys[-2] if len(self.keys) > 1 else ""
        if not FORMS_BY_KEY.isdisjoint(self.keys[:-1]) or "glossary" in self.keys:
            return True
        section = self.keys[1:2] if self.keys[:1] == ("add",) else self.keys[:1]
        if not self.is_key and section and section[0] in SENTENCE_SECTIONS:  # their holes are texts
            return True
        if self.is_key:
            return self.last_key in PROSE_KEYS or self.keys == ("tell",)  # a sentence, in English
        return self.last_key in PROSE_KEYS or above in PROSE_KEYS or self.last_key == "source" or above in NAMES_BY_KEY


def scalars(text: YamlText, kind: str) -> Iterator[KeyedScalar]:
    """Yield all scalars of a file except the keys of the format itself."""
    yield from _scalars_in(text.root, (), _expanded_schemas([schema_of(kind)]))


def has_noun(text: YamlText, thing_id: str) -> bool:
    """Return True if a file declares a noun for things with this id."""
    nodes: list[yaml.Node | None] = [text.root]
    while nodes:
        node = nodes.pop()
        if isinstance(node, yaml.MappingNode):
            own = entry(node, "id")
            if isinstance(own, yaml.ScalarNode) and own.value == thing_id and entry(node, "noun") is not None:
                return True
            nodes += [value for _, value in node.value]
        elif isinstance(node, yaml.SequenceNode):
            nodes += node.value
    return False


def id_spans(scalar: KeyedScalar, kind: str, thing_id: str, text_columns: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Yield the spans of an id within the value of a scalar: start and end index."""
    value = str(scalar.node.value)
    if kind == "column" and "title" in scalar.keys[-2:]:  # of cards that are made from the values of columns
        yield from (found.span() for found in re.finditer(rf"(?<={{){re.escape(thing_id)}(?=}})", value))
    if scalar.is_prose or _is_other(scalar, kind, text_columns):
        return
    if value == thing_id:
        yield 0, len(thing_id)
    elif _PATH.fullmatch(value):
        yield from (found.span() for found in re.finditer(rf"(?<=/){re.escape(thing_id)}(?![^/=])", value))
    elif _KEY_OF_OPTION.fullmatch(value) or _VIEW.fullmatch(value):
        yield from (found.span() for found in re.finditer(rf"(?<![^ ]){re.escape(thing_id)}(?![^ ])", value))


def text_columns(book: Rulebook) -> frozenset[str]:
    """Return the names of the columns that hold free text."""
    tables = [
        book.map.all_attributes,
        book.kind_attributes,
        *(deck.attributes for deck in book.decks),
        *(group.attributes for group in book.groups),
    ]
    return frozenset(name for columns in tables for name, column in columns.items() if column.kind == "text")


def _is_other(scalar: KeyedScalar, kind: str, text_columns: frozenset[str]) -> bool:
    """Return True if the path of keys rules out that a scalar is the id of a thing of this kind."""
    if scalar.is_key:
        return scalar.last_key == "labels" and kind in UNLABELLED_KINDS
    if kind == "pieces" and scalar.keys[-3::2] == ("kinds", "of"):
        return False
    if kind == "dice" and scalar.last_key in ("of", "for", "is", "list"):
        return scalar.last_key != "of" and scalar.node.value == ANY_DIE
    if scalar.last_key in LABEL_KEYS | WORDING_KEYS | text_columns or scalar.last_key in ("of", "for"):
        return True
    if kind not in CHOOSABLE_KINDS and (
        scalar.last_key in OPTION_KEYS or (len(scalar.keys) > 1 and scalar.keys[-2] == "when")
    ):
        return True
    if kind in ("group", "pieces") and scalar.last_key in ("is", "list"):
        return True
    if kind == "column" and (scalar.last_key in ("is", "list") or scalar.keys[-2:-1] in _COLUMN_SECTIONS):
        return scalar.node.value in ATTRIBUTE_KINDS
    return scalar.is_single and (scalar.last_key in TYPE_KEYS or scalar.keys[-2:-1] == ("attributes",))


def _scalars_in(
    node: Any, keys: tuple[str, ...], schemas: list[Any] | None, single: bool = False
) -> Iterator[KeyedScalar]:
    """Yield the scalars in a node. `schemas`: the schemas that may apply to it; None if unknown."""
    if isinstance(node, yaml.ScalarNode):
        yield KeyedScalar(node, keys, False, single)
    elif isinstance(node, yaml.SequenceNode):
        below = None if schemas is None else [each["items"] for each in schemas if "items" in each]
        for item in node.value:
            yield from _scalars_in(item, keys, _expanded_schemas(below))
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            known = None if schemas is None else [each["properties"] for each in schemas if "properties" in each]
            fields = _all_fields() if known is None else frozenset(name for each in known for name in each)
            if key.value not in fields:
                yield KeyedScalar(key, keys, True, False)
            yield from _scalars_in(value, (*keys, key.value), _value_schemas(schemas, key.value), True)


def _value_schemas(schemas: list[Any] | None, key: str) -> list[Any] | None:
    """Return the schemas that may apply to the value of a key; None if unknown."""
    found = []
    for each in schemas or ():
        if key in each.get("properties", {}):
            found.append(each["properties"][key])
        elif isinstance(each.get("additionalProperties"), dict):
            found.append(each["additionalProperties"])
    return _expanded_schemas(found or None)


def _expanded_schemas(schemas: list[Any] | None) -> list[Any] | None:
    """Return schemas with references and alternatives expanded; None if they don't describe any content."""
    if schemas is None:
        return None
    found: list[Any] = []
    waiting = list(schemas)
    while waiting:
        each = waiting.pop()
        if "$ref" in each:
            waiting.append(_definitions()[each["$ref"].removeprefix("#/$defs/")])
        waiting += [*each.get("oneOf", ()), *each.get("anyOf", ())]
        found.append(each)
    inside = ("properties", "items", "additionalProperties")
    return found if any(key in each for each in found for key in inside) else None


@cache
def _definitions() -> dict[str, Any]:
    """Return the shared definitions of all schemas by name."""
    return {name: each for kind in _KINDS for name, each in schema_of(kind).get("$defs", {}).items()}


@cache
def _all_fields() -> frozenset[str]:
    """Return the names of all fields of the format."""
    found: set[str] = set()
    waiting: list[Any] = [schema_of(kind) for kind in _KINDS]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            fields = each.get("properties")
            if isinstance(fields, dict):
                found |= set(fields)
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each
    return frozenset(found)
