"""Search for an id in the data of a YAML file: in values, keys, paths and option keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml

from interpreter.authoring.yaml_spans import YamlText, entry
from interpreter.rulebook.changes import BEFORE
from interpreter.rulebook.files import FOLDERS, SINGLE
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.schema import schema_of

PROSE = frozenset(
    {"title", "about", "alone", "name", "rule", "one", "many", "rows", "columns", "language", "sentences", "messages"}
)
"""Keys whose values are text for people or aren't ids."""
NAMES_BY_KEY = frozenset({"names", "labels", "titles", "conflicts", "source"})
"""Mappings with ids as keys and words for people as values."""
FORMS_BY_KEY = frozenset({"nouns", "adjectives"})
"""Mappings with ids as keys and forms by gender or case as values."""
WORDINGS = frozenset({"say", "before", "after", "instead of"})
"""Keys whose values are wordings of the vocabulary."""
PATHS = frozenset({"at", "remove"})
"""Keys whose values are paths."""
TYPES = frozenset({"is", "list", "of", "for", "face", "past its ends", "attributes"})
"""Keys whose single value is a type, a noun or a word of the format."""
LABELS = frozenset({"answers", "label", "reason", "what", "offer", "told"})
"""Keys whose values are labels defined in texts."""
OPTIONS = frozenset({"choose", "key", "options are", "options has", "options lacks", "table keeps", "when"})
"""Keys whose values are options: things or labels."""
CHOSEN = frozenset({"seat", "side", "space", "box", "card"})
"""Kinds of things that can be options."""
NOT_LABELLED = frozenset(
    {"card", "space", "box", "seat", "side", "zone", "track", "variable", "deck", "pieces", "group", "bot"}
)
"""Kinds of things whose ids aren't labels."""
_KINDS = (*SINGLE, *FOLDERS.values())
_PATH = re.compile(rf"(?:{BEFORE})?[^\s#\"]+(?:/[^/#\"]+)+")
_KEY_OF_OPTION = re.compile(r"[a-z0-9_]+(?: of [a-z0-9_]+)+")
_VIEW = re.compile(r"view of [a-z0-9_]+ (?:has|lacks)")


@dataclass(frozen=True, slots=True)
class Scalar:
    """A scalar of a YAML file with its path of keys; list indices aren't part of the path.

    Attributes:
        is_key: True if the scalar is a mapping key itself.
        single: True if it is the value of the last key, not an item of a list under it.
    """

    node: yaml.ScalarNode
    keys: tuple[str, ...]
    is_key: bool
    single: bool

    @property
    def last(self) -> str:
        """The last key of the path; empty at the top of the file."""
        return self.keys[-1] if self.keys else ""

    @property
    def wording(self) -> bool:
        """True if the scalar is a wording, a label or a path, which may contain a wording."""
        return not self.is_key and self.last in WORDINGS | PATHS | LABELS

    @property
    def prose(self) -> bool:
        """True if the scalar is text for people."""
        above = self.keys[-2] if len(self.keys) > 1 else ""
        if not FORMS_BY_KEY.isdisjoint(self.keys[:-1]) or "glossary" in self.keys:
            return True
        if self.is_key:
            return self.last in PROSE
        return self.last in PROSE or above in PROSE or self.last == "source" or above in NAMES_BY_KEY


def scalars(text: YamlText, kind: str) -> Iterator[Scalar]:
    """Yield all scalars of a file except the keys of the format itself."""
    yield from _within(text.root, (), _resolved([schema_of(kind)]))


def has_noun(text: YamlText, id: str) -> bool:
    """Return True if a file declares a noun for things with this id."""
    nodes: list[yaml.Node | None] = [text.root]
    while nodes:
        node = nodes.pop()
        if isinstance(node, yaml.MappingNode):
            own = entry(node, "id")
            if isinstance(own, yaml.ScalarNode) and own.value == id and entry(node, "noun") is not None:
                return True
            nodes += [value for _, value in node.value]
        elif isinstance(node, yaml.SequenceNode):
            nodes += node.value
    return False


def ids_in(scalar: Scalar, kind: str, id: str, text_columns: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Yield the spans of an id within the value of a scalar: start and end index."""
    value = str(scalar.node.value)
    if scalar.prose or _is_other(scalar, kind, text_columns):
        return
    if value == id:
        yield 0, len(id)
    elif _PATH.fullmatch(value):
        yield from (found.span() for found in re.finditer(rf"(?<=/){re.escape(id)}(?![^/=])", value))
    elif _KEY_OF_OPTION.fullmatch(value) or _VIEW.fullmatch(value):
        yield from (found.span() for found in re.finditer(rf"(?<![^ ]){re.escape(id)}(?![^ ])", value))


def text_columns(book: Rulebook) -> frozenset[str]:
    """Return the names of the columns that hold free text."""
    tables = [book.map.columns, *(deck.attributes for deck in book.decks), *(group.attributes for group in book.groups)]
    return frozenset(name for columns in tables for name, column in columns.items() if column.kind == "text")


def _is_other(scalar: Scalar, kind: str, text_columns: frozenset[str]) -> bool:
    """Return True if the path of keys rules out that a scalar is the id of a thing of this kind."""
    if scalar.is_key:
        return scalar.last == "labels" and kind in NOT_LABELLED
    if scalar.last in LABELS | WORDINGS | text_columns or scalar.last in ("of", "for"):
        return True
    if kind not in CHOSEN and (scalar.last in OPTIONS or (len(scalar.keys) > 1 and scalar.keys[-2] == "when")):
        return True
    if kind in ("group", "pieces") and scalar.last in ("is", "list"):
        return True
    return scalar.single and (scalar.last in TYPES or scalar.keys[-2:-1] == ("attributes",))


def _within(node: Any, keys: tuple[str, ...], schemas: list[Any] | None, single: bool = False) -> Iterator[Scalar]:
    """Yield the scalars in a node. `schemas`: the schemas that may apply to it; None if unknown."""
    if isinstance(node, yaml.ScalarNode):
        yield Scalar(node, keys, False, single)
    elif isinstance(node, yaml.SequenceNode):
        below = None if schemas is None else [each["items"] for each in schemas if "items" in each]
        for item in node.value:
            yield from _within(item, keys, _resolved(below))
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            known = None if schemas is None else [each["properties"] for each in schemas if "properties" in each]
            fields = _all_fields() if known is None else frozenset(name for each in known for name in each)
            if key.value not in fields:
                yield Scalar(key, keys, True, False)
            yield from _within(value, (*keys, key.value), _below(schemas, key.value), True)


def _below(schemas: list[Any] | None, key: str) -> list[Any] | None:
    """Return the schemas that may apply to the value of a key; None if unknown."""
    found = []
    for each in schemas or ():
        if key in each.get("properties", {}):
            found.append(each["properties"][key])
        elif isinstance(each.get("additionalProperties"), dict):
            found.append(each["additionalProperties"])
    return _resolved(found or None)


def _resolved(schemas: list[Any] | None) -> list[Any] | None:
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
