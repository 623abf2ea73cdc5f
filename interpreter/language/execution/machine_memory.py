"""Typed memory of machine code: rows, lists and structs at addresses, and the primitives of the runtime.

A type describes a part of the memory to mypy; to the translator (wasm/subset.py), which makes loads and
stores of it; and to Python, which can run the same source on any buffer of the same layout (`Host.bind`).

A word has 8 bytes. It holds a whole number, a floating-point number or an address.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    NamedTuple,
    NoReturn,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

WORD = 8
"""Bytes of a word."""
T = TypeVar("T")
S = TypeVar("S")
Kind = Any
"""A type of what a word or an address stands for: `int`, `float`, or a pointer type such as `List[int]`."""
INLINE = 1
"""Length in `Annotated` of a struct that lies within another one; the length of a row is its number of elements."""


class StoppedError(Exception):
    """Stop of a run in Python, where machine code would trap."""


class Pointer:
    """An address in memory, with the type of what is there."""

    __slots__ = ("address",)

    def __init__(self, address: int) -> None:
        self.address = address


class Row(Pointer, Generic[T]):
    """Words one after the other, by index from 0. Its elements may be addresses of other things."""

    __slots__ = ("_kind",)
    _first: ClassVar = 0

    def __init__(self, address: int, kind: Kind = int) -> None:
        super().__init__(address)
        self._kind = kind

    def __getitem__(self, at: int) -> T:
        return host.load(self._kind, self.address_of(at))  # type: ignore[no-any-return]

    def __setitem__(self, at: int, value: T) -> None:
        host.store(self._kind, self.address_of(at), value)

    def address_of(self, at: int) -> int:
        """Return the address of an element."""
        return self.address + self._first + WORD * at


class List(Row[T]):
    """A list: its length in a word, then its members."""

    __slots__ = ()
    _first = WORD

    @property
    def length(self) -> int:
        """Number of members."""
        return host.words[self.address]

    @length.setter
    def length(self, size: int) -> None:
        host.words[self.address] = size


Words = List[int]


class Table(Pointer, Generic[T]):
    """Structs or lists of equal size, one after the other, by index from 0."""

    __slots__ = ("_kind",)

    def __init__(self, address: int, kind: Kind) -> None:
        super().__init__(address)
        self._kind = kind

    def __getitem__(self, at: int) -> T:
        found: T = point(plain(self._kind), self.address + host.layouts.size(self._kind) * at)
        return found


class Struct(Pointer):
    """Words with names and types, in the order of their annotations.

    A field that is `Annotated` with a length lies within the struct: another struct (`INLINE`), or a row, table or list
    of that length. A name in place of the length stands for a number that is known for each game.

    A subclass that has the fields as slots keeps them in a Python object instead of the memory, with lists of Python as
    rows and tables. The same source runs on both.
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        for name in vars(cls).get("__annotations__", ()):
            setattr(cls, name, _FieldAccess(name))


class _FieldAccess:
    """Descriptor of a field of a struct in the memory of the host."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, struct: Struct, owner: type) -> Any:
        field = host.layouts.field(type(struct), self._name)
        return host.load(field.kind, struct.address + field.offset, field.is_inline)

    def __set__(self, struct: Struct, value: Any) -> None:
        field = host.layouts.field(type(struct), self._name)
        host.store(field.kind, struct.address + field.offset, value)


def row(values: Sequence[T]) -> Row[T]:
    """Return a list of Python that takes the place of a row."""
    return list(values)  # type: ignore[return-value]


def table(structs: Sequence[S]) -> Table[S]:
    """Return a list of Python that takes the place of a table."""
    return structs  # type: ignore[return-value]


class ListStruct(Struct):
    """A list whose members have names and types of their own."""

    __slots__ = ()
    length: int


class Numbers:
    """Numbers and addresses that are known when a game is compiled, by name."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            return point(hints(type(self))[name], host.layouts.known[name.upper()])


class Registers:
    """Global registers of machine code, by name."""


class Field(NamedTuple):
    """A field of a struct: its offset in bytes and its type; `is_inline` if it lies within the struct."""

    offset: int
    kind: Kind
    is_inline: bool


class Layouts:
    """Offsets and sizes of structs, given the numbers that are known for a game."""

    def __init__(self, known: Mapping[str, int]) -> None:
        self.known = known
        self._fields: dict[type[Struct], tuple[dict[str, Field], int]] = {}
        self._by_name: dict[tuple[type[Struct], str], Field] = {}

    def fields(self, struct: type[Struct]) -> dict[str, Field]:
        """Return the fields of a struct."""
        return self._laid_out(struct)[0]

    def field(self, struct: type[Struct], name: str) -> Field:
        """Return a field. Raises AttributeError if there is none of that name."""
        found = self._by_name.get((struct, name))
        if found is None:
            if name not in self.fields(struct):
                raise AttributeError(f"{struct.__name__} has no field {name}")
            found = self._by_name[struct, name] = self.fields(struct)[name]
        return found

    def size(self, kind: Kind) -> int:
        """Return the number of bytes of a struct, or of something with a length."""
        if not hasattr(kind, "__metadata__"):
            return self._laid_out(kind)[1] if isinstance(kind, type) and issubclass(kind, Struct) else WORD
        (length,) = kind.__metadata__
        count: int = self.known[length] if isinstance(length, str) else length
        origin = origin_of(plain(kind))
        if origin is Table:
            return count * self.size(element(plain(kind)))
        if issubclass(origin, Row):
            return WORD * count + (WORD if origin is List else 0)
        return self.size(origin)

    def _laid_out(self, struct: type[Struct]) -> tuple[dict[str, Field], int]:
        if struct not in self._fields:
            offset, found = 0, {}
            for name, kind in hints(struct).items():
                found[name] = Field(offset, plain(kind), hasattr(kind, "__metadata__"))
                offset += self.size(kind) if found[name].is_inline else WORD
            self._fields[struct] = found, offset
        return self._fields[struct]


def hints(struct: type) -> dict[str, Kind]:
    """Return the types of the fields of a struct, those of its bases first, with their lengths."""
    if struct not in _HINTS:
        _HINTS[struct] = get_type_hints(struct, include_extras=True)
    return _HINTS[struct]


_HINTS: dict[type, dict[str, Kind]] = {}


def plain(kind: Kind) -> Kind:
    """Return a type without its length."""
    return kind.__origin__ if hasattr(kind, "__metadata__") else kind


@cache
def origin_of(kind: Kind) -> Any:
    """Return the class of a type, such as `List` of `List[int]`."""
    return get_origin(kind) or kind


@cache
def element(kind: Kind) -> Kind:
    """Return the type of the elements of a row, list or table."""
    return get_args(kind)[0]


def point(kind: Kind, word: int) -> Any:
    """Return a word as a value of a type."""
    if kind in (int, bool):
        return word
    return kind(word) if origin_of(kind) is kind else origin_of(kind)(word, element(kind))


class Host:
    """The memory on which the runtime runs in Python, and the compiled rules that it calls.

    Attributes:
        words: The words of the memory, by the address of their first byte.
        rules: Functions that stand for generated code, by name: `segment`, `playable`, `certain`, `judged`, `score`.
    """

    def __init__(self) -> None:
        self.bind(bytearray(), Layouts({}), {})

    def bind(self, memory: Any, layouts: Layouts, rules: Mapping[str, Callable[..., int]]) -> None:
        """Set the memory, the layouts of its structs for the game, and its rules."""
        self.bytes = memoryview(memory).cast("B")
        self.words = MemoryWords(self.bytes.cast("q"))
        self.layouts = layouts
        self.rules = rules
        self._floats = self.bytes.cast("d")

    def load(self, kind: Kind, address: int, is_inline: bool = False) -> Any:
        """Return the value at an address, or the thing that lies there if it is inline."""
        if kind is float:
            return self._floats[address // WORD]
        return point(kind, address if is_inline else self.words[address])

    def store(self, kind: Kind, address: int, value: Any) -> None:
        """Set the value at an address."""
        if kind is float:
            self._floats[address // WORD] = value
        else:
            self.words[address] = value.address if isinstance(value, Pointer) else value


class MemoryWords:
    """Words of the memory, by the address of their first byte."""

    def __init__(self, words: memoryview) -> None:
        self._words = words

    def __getitem__(self, address: int) -> int:
        return self._words[address // WORD]

    def __setitem__(self, address: int, word: int) -> None:
        self._words[address // WORD] = wrapped(word)


host = Host()


class _HostWords:
    """The words of the bound memory."""

    def __getitem__(self, address: int) -> int:
        return host.words[address]

    def __setitem__(self, address: int, word: int) -> None:
        host.words[address] = word


words = _HostWords()

# -- primitives


def wrapped(number: int) -> int:
    """Return a number as a word of 64 bits with a sign. In machine code every number is one."""
    return ((number + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)


def shifted(word: int, by: int) -> int:
    """Shift right, filling with zeros."""
    return wrapped((word & ((1 << 64) - 1)) >> by)


def quotient(word: int, by: int) -> int:
    """Divide, rounding towards zero."""
    return abs(word) // abs(by) * (1 if (word < 0) == (by < 0) else -1)


def remainder(word: int, by: int) -> int:
    """Return the remainder, with the sign of the dividend."""
    return word - by * quotient(word, by)


def copy(target: int, source: int, size: int) -> None:
    """Copy `size` bytes between addresses; the ranges may overlap."""
    host.bytes[target : target + size] = bytes(host.bytes[source : source + size])


def stop() -> NoReturn:
    """Stop the run. The game is then played by Python, which can report the error."""
    raise StoppedError


def segment(number: int, frame: Pointer) -> int:
    """Run a segment; return the number of the next one, or the code that stops the match (see executable)."""
    return host.rules["segment"](number, frame.address)


def playable(card: int, you: int) -> int:
    """Return 1 if a seat can play a card's event, else 0."""
    return host.rules["playable"](card, you)


def certain(number: int) -> int:
    """Return the value of a condition that the rules declare to be certain."""
    return host.rules["certain"](number)


def judged(judge: int, seat: int, candidate: int) -> int:
    """Return the value that a table row gives a candidate."""
    return host.rules["judged"](judge, seat, candidate)


def score(seat: int) -> int:
    """Return the score of a seat."""
    return host.rules["score"](seat)
