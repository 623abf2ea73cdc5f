"""What has happened in a match, entry by entry: only added to, and shared by all positions on the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Entry = tuple[Any, ...]
"""An entry of a log."""


class Log:
    """A number of entries from the beginning of a list that copies share.

    Adding an entry costs the same however long the log is. A copy that goes another way than one before it gets a list
    of its own, so that no log is ever changed by another.
    """

    __slots__ = ("_entries", "_length")

    def __init__(self, entries: list[Entry] | None = None) -> None:
        self._entries = [] if entries is None else entries
        self._length = len(self._entries)

    def append(self, entry: Entry) -> None:
        if self._length != len(self._entries):  # somebody else has gone on from here
            self._entries = self._entries[: self._length]
        self._entries.append(entry)
        self._length += 1

    def copy(self) -> Log:
        """A log that goes on by itself; until then the two have the same entries."""
        other = object.__new__(Log)
        other._entries = self._entries
        other._length = self._length
        return other

    def part(self, start: int, end: int | None = None) -> list[Entry]:
        """The entries from number `start` on, up to number `end` or the last."""
        return self._entries[start : self._length if end is None else min(end, self._length)]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.part(0))
