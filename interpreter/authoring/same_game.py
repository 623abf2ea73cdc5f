"""Comparison of two rulebooks for equality, regardless of their folders and names."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.errors import Location
from interpreter.rulebook.model import Rulebook, Text

_FILE_FIELDS = frozenset({"id", "folder", "digest", "where", "overlays", "variants", "warnings", "omits", "covers"})
"""Fields of a rulebook that describe the rulebook itself and its files."""
_TRANSLATION_FIELDS = frozenset({"texts", "labels", "phrases", "phrasebooks"})
"""Fields with texts in other languages, which variants can't change."""
_UNORDERED_FIELDS = frozenset({"edges", "start"})
"""Fields whose order has no meaning."""


@dataclasses.dataclass(frozen=True, slots=True)
class GameDifference:
    """A part in which two games differ, and its position in the second game, or in the first if only that has it."""

    name: str
    where: Location


def first_difference(one: Rulebook, other: Rulebook, compare_titles: bool) -> GameDifference | None:
    """Return the first part in which two games differ; None if they are equal.

    Trailing blanks of texts are ignored. `compare_titles`: compare the games' own titles, too.
    """
    for field in dataclasses.fields(Rulebook):
        if field.name in _FILE_FIELDS | _TRANSLATION_FIELDS or (field.name == "title" and not compare_titles):
            continue
        mine, its = getattr(one, field.name), getattr(other, field.name)
        if field.name == "words":
            mine, its = (sorted(words, key=lambda word: word.title) for words in (mine, its))
        if _plain_data(mine) != _plain_data(its):
            return _locate_difference(field.name.replace("_", " "), mine, its, Location(other.folder))
    return None


def _locate_difference(name: str, one: Any, other: Any, otherwise: Location) -> GameDifference:
    """Return the first differing item of a sequence, or the whole value if it isn't one."""
    if isinstance(one, (tuple, list)) and isinstance(other, (tuple, list)):
        for at in range(max(len(one), len(other))):
            mine, its = one[at : at + 1], other[at : at + 1]
            if _plain_data(mine) != _plain_data(its):
                thing = (its or mine)[0]
                called = getattr(thing, "id", None) or getattr(thing, "title", None)
                return GameDifference(f"{name}/{called or at + 1}", getattr(thing, "where", otherwise))
    return GameDifference(name, getattr(other, "where", None) or getattr(one, "where", None) or otherwise)


def _plain_data(value: Any, name: str = "") -> Any:
    """Return a part of a rulebook as plain data for comparison."""
    if isinstance(value, (Text, str)):
        return value.rstrip()
    if dataclasses.is_dataclass(value):
        return dict(_fields(value))
    if isinstance(value, Mapping):
        return {key: _plain_data(each) for key, each in value.items()}
    if isinstance(value, (tuple, list)):
        items = [_plain_data(each) for each in value]
        return sorted(items, key=repr) if name in _UNORDERED_FIELDS else items
    return type(value).__name__, value


def _fields(value: Any) -> Iterator[tuple[str, Any]]:
    for field in dataclasses.fields(value):
        if field.name not in _FILE_FIELDS - {"id"}:
            yield field.name, _plain_data(getattr(value, field.name), field.name)
