"""Constants of a game as bytes: words and lists of words, with equal lists stored once."""

from __future__ import annotations

from collections.abc import Iterable
from struct import pack, unpack
from typing import Any

from interpreter.language.executable import NIL, NotCompilable


def bits_of(fraction: float) -> int:
    """Return the word with the bits of a floating-point number."""
    (word,) = unpack("<q", pack("<d", fraction))
    return int(word)


class Data:
    """Constant data from an address on, up to a size in bytes."""

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
        """The bytes so far."""
        return bytes(self._bytes)

    def word(self, value: Any) -> int:
        """Return a constant as a word.

        A text is represented by its number and a list by its address.
        """
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
        """Return the address of a list."""
        words = tuple(self.word(member) for member in members)
        if words not in self._lists:
            self._lists[words] = self.place(pack(f"<q{len(words)}q", len(words), *words))
        return self._lists[words]

    def place(self, content: bytes) -> int:
        """Return the address of some bytes.

        Raises:
            Unfit: They don't fit.
        """
        address = self._first + len(self._bytes)
        self._bytes += content
        if len(self._bytes) > self._size:
            raise NotCompilable("its tables are too long")
        return address

    def text(self) -> str:
        """Return the data segment."""
        escaped = "".join(f"\\{byte:02x}" for byte in self._bytes)
        return f'(data (i32.const {self._first}) "{escaped}")\n'
