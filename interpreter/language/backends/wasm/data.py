"""Constants of a game as bytes: words, and lists of them, each list once."""

from __future__ import annotations

from collections.abc import Iterable
from struct import pack, unpack
from typing import Any

from interpreter.language.executable import NIL, Unfit


def bits_of(fraction: float) -> int:
    """The word that stands for a number with a point."""
    (word,) = unpack("<q", pack("<d", fraction))
    return int(word)


class Data:
    """The constants, from an address on, in so many bytes."""

    def __init__(self, address: int, size: int) -> None:
        self._first = address
        self._size = size
        self._bytes = bytearray()
        self._lists: dict[tuple[int, ...], int] = {}
        self._texts: dict[str, int] = {}
        self.empty = self.list(())

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts so far, by number."""
        return tuple(self._texts)

    @property
    def content(self) -> bytes:
        """All of it so far."""
        return bytes(self._bytes)

    def word(self, value: Any) -> int:
        """A constant as a word: nothing, a truth value, a number, also one with a point, a text by its number, or a
        list by its address."""
        if value is None:
            return NIL
        if isinstance(value, float):
            return bits_of(value)
        if isinstance(value, str):
            return self._texts.setdefault(value, len(self._texts))
        if isinstance(value, frozenset):
            return self.list(sorted(value))
        if isinstance(value, tuple | list | range):
            return self.list(value)
        return int(value)

    def list(self, members: Iterable[Any]) -> int:
        """The address of a list."""
        words = tuple(self.word(member) for member in members)
        if words not in self._lists:
            self._lists[words] = self.place(pack(f"<q{len(words)}q", len(words), *words))
        return self._lists[words]

    def place(self, content: bytes) -> int:
        """The address of some bytes. Raises Unfit if there is no room for them."""
        address = self._first + len(self._bytes)
        self._bytes += content
        if len(self._bytes) > self._size:
            raise Unfit("its tables are too long")
        return address

    def text(self) -> str:
        """The data segment."""
        escaped = "".join(f"\\{byte:02x}" for byte in self._bytes)
        return f'(data (i32.const {self._first}) "{escaped}")\n'
