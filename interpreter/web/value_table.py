"""A table of values without repetitions, for documents in which most values occur many times.

In an encoded value, a list stands for one entry: `[7]` is entry 7 of the table. Short texts, numbers, flags and None
stand for themselves. An entry is a long text, or a list or mapping of encoded values.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

LONG_TEXT = 16
"""Texts with at least so many characters are entries."""

Encoded = Any
"""An encoded value: a list with the number of an entry, or a scalar."""


class ValueTable:
    """The entries of the values that were added so far."""

    def __init__(self, ambiguous: Collection[type] = ()) -> None:
        """Begin a table.

        Args:
            ambiguous: Data classes of which two instances can be equal although one has True and the other has 1.
        """
        self._numbers: dict[Any, int] = {}
        self._entries: list[Any] = []
        self._known: dict[Any, Encoded] = {}
        self._ambiguous = frozenset(ambiguous)

    def add(self, value: Any) -> Encoded:
        """Return a value encoded, with its parts in the table. It is plain data, or an immutable data class."""
        if is_dataclass(value):
            return self._add_instance(value)
        if isinstance(value, Mapping):
            named = {name: self.add(part) for name, part in value.items()}
            return self._entry((*named, *map(_key, named.values())), named)
        if isinstance(value, list | tuple):
            parts = [self.add(part) for part in value]
            return self._entry((None, *map(_key, parts)), parts)
        if isinstance(value, str) and len(value) >= LONG_TEXT:
            return self._entry(value, value)
        return value

    def to_json(self) -> str:
        """Return all entries, a line for each."""
        lines = (json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in self._entries)
        return "[\n" + ",\n".join(lines) + "\n]"

    def _add_instance(self, value: Any) -> Encoded:
        kind: Any = type(value)
        try:
            known = None if kind in self._ambiguous else self._known.get(value)
        except TypeError:  # it contains a mapping
            return self.add({name: getattr(value, name) for name in _names(kind)})
        if known is None:
            known = self.add({name: getattr(value, name) for name in _names(kind)})
            if kind not in self._ambiguous:
                self._known[value] = known
        return known

    def _entry(self, key: Any, entry: Any) -> list[int]:
        number = self._numbers.setdefault(key, len(self._entries))
        if number == len(self._entries):
            self._entries.append(entry)
        return [number]


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _key(part: Encoded) -> Any:
    """Return an encoded value as a part of a key: flags and numbers are different, and so are entries and numbers."""
    return tuple(part) if isinstance(part, list) else (part, type(part))
