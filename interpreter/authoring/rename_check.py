"""Whether a game in which a thing has another id is the same game but for that name."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.authoring.mentions import Mentions
from interpreter.authoring.named import Thing
from interpreter.authoring.rename_texts import Reading
from interpreter.errors import Problem, Where
from interpreter.rulebook.model import Rulebook, Text

_LEFT_OUT = frozenset({"folder", "digest", "where", "overlays", "warnings", "title", "noun", "source"})
"""What a rulebook says of its files, and what is for people only."""


def other_meaning(
    old: Mentions, old_texts: Reading, new: Mentions, new_texts: Reading, names: Mapping[str, str]
) -> Problem | None:
    """Where the second game means something else than the first one with the new names; None if it does nowhere."""
    mine, theirs = old.analysis.rulebook, new.analysis.rulebook
    told, other = _by_line(old_texts, mine.folder, names), _by_line(new_texts, theirs.folder, {})
    for place in sorted(told.keys() | other.keys()):
        if sorted(told.get(place, ())) != sorted(other.get(place, ())):
            file, line = place
            return Problem(Where(f"{mine.folder}{file}", line, 1), "", "another thing would be meant here")
    for ours, its in zip(_parts(mine), _parts(theirs), strict=True):
        if _as_plain(ours[1], names) != _as_plain(its[1], {}):
            return Problem(Where(mine.folder), "", f"the {ours[0]} would be others")
    return None


def _by_line(reading: Reading, folder: str, names: Mapping[str, str]) -> dict[tuple[str, int], list[Thing]]:
    """What is named in each line of a folder's files, with new names."""
    found: dict[tuple[str, int], list[Thing]] = {}
    for where, things in reading.things.items():
        if where.file.startswith(folder):
            place = where.file.removeprefix(folder), where.line
            found.setdefault(place, []).extend((kind, names.get(id, id)) for kind, id in things)
    return found


def _parts(book: Rulebook) -> Iterator[tuple[str, Any]]:
    for part in dataclasses.fields(book):
        if part.name not in _LEFT_OUT:
            yield part.name.replace("_", " "), getattr(book, part.name)


def _as_plain(value: Any, names: Mapping[str, str]) -> Any:
    """What a part of a rulebook says, with new names; without what is for people only, and without texts: what these
    mean is compared by line."""
    if isinstance(value, Text):
        return None
    if isinstance(value, str):
        return names.get(value, value)
    if dataclasses.is_dataclass(value):
        parts = [part.name for part in dataclasses.fields(value) if part.name not in _LEFT_OUT]
        return [_as_plain(getattr(value, name), names) for name in parts]
    if isinstance(value, Mapping):
        return [(_as_plain(key, names), _as_plain(each, names)) for key, each in value.items()]
    if isinstance(value, (tuple, list)):
        return [_as_plain(each, names) for each in value]
    if isinstance(value, (set, frozenset)):
        return sorted(repr(_as_plain(each, names)) for each in value)
    return value
