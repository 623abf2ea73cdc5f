"""What a value is, the names that live inside one text, and where something is written."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from interpreter.errors import Where
from interpreter.rulebook.model import Text

Kind = Literal[
    "number", "condition", "text", "seat", "side", "space", "box", "place", "card", "zone", "value", "nothing"
]
"""What one thing is. A `value` is a word of an enumeration, a `place` a space or a box."""
_KINDS: dict[str, Kind] = {kind: kind for kind in get_args(Kind)}


def kind_named(name: str) -> Kind:
    """The kind that a rulebook, or one of its nouns, calls so."""
    return _KINDS[name]


class Type(NamedTuple):
    """What a value is. `many`: a set of them. `optional`: may also be nothing."""

    kind: Kind
    many: bool = False
    optional: bool = False

    def shown(self) -> str:
        names = {"value": "word", "condition": "condition", "nothing": "nothing"}
        name = names.get(self.kind, self.kind)
        return f"set of {name}s" if self.many else name

    def a(self) -> str:
        """The name with its article."""
        return "nothing" if self.kind == "nothing" else f"a {self.shown()}"

    def fits(self, wanted: Type) -> bool:
        """Whether a value of this type can stand where another is wanted; a single thing can stand for a set of one."""
        if self.kind == "nothing":
            return wanted.optional or wanted.many
        if self.many and not wanted.many:
            return False
        if wanted.kind == "number":
            return self == NUMBER or (wanted.optional and self == MAYBE_NUMBER)
        if wanted.kind == "place":
            return self.kind in ("space", "box")
        return self.kind == wanted.kind


NUMBER = Type("number")
MAYBE_NUMBER = Type("number", optional=True)
CONDITION = Type("condition")
NOTHING = Type("nothing", optional=True)
SEAT = Type("seat")
CARD = Type("card")
CARDS = Type("card", many=True)


class Local:
    """A name that lives inside one text: a hole, a `let`, something chosen, `it`, `you`. Compared by identity.

    `let`: where the name was made by a `let`, so that it can be set to something else.
    """

    __slots__ = ("let", "name", "type")

    def __init__(self, name: str, type: Type, let: Where | None = None) -> None:
        self.name = name
        self.type = type
        self.let = let

    def __repr__(self) -> str:
        return f"Local({self.name})"


WayOut = Literal["", "stop", "none"]
"""How a choice can be declined, and what is then done: nothing more of the block, or nothing is chosen."""


class Said(NamedTuple):
    """Where something stands in a text: from which line and column to which, all from 1."""

    text: Text
    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def where(self) -> Where:
        return self.text.at(self.line, self.column)

    @property
    def words(self) -> str:
        """What is written there, on one line."""
        lines = self.text.splitlines()[self.line - 1 : self.end_line]
        lines[-1] = lines[-1][: self.end_column - 1]
        lines[0] = lines[0][self.column - 1 :]
        return " ".join(" ".join(lines).split())


def kind_of_sort(sort: str) -> str:
    """The kind of pieces of a sort, which may be one of their states."""
    return sort.rpartition(" ")[2]
