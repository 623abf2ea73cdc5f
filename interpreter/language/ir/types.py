"""Types of values, local names, and source locations."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from interpreter.rulebook.model import Text
from interpreter.support.errors import Location
from interpreter.support.noun_forms import plural_of

Kind = Literal[
    "number", "condition", "text", "seat", "side", "space", "box", "die", "place", "card", "zone", "direction", "piece",
    "kind", "value", "column", "row", "pair", "subset", "nothing",
]  # fmt: skip
"""Kind of a single value.

A `value` is a word of an enumeration, a `place` is a space or a box. A `piece` is known by its kind, its state, its
owner and its place; its number is the offset of the cell that counts such pieces.
"""
_KINDS: dict[str, Kind] = {kind: kind for kind in get_args(Kind)}


def kind_named(name: str) -> Kind:
    """Return the kind with this name in a rulebook."""
    return _KINDS[name]


class Type(NamedTuple):
    """The type of a value: a set if `many`, possibly nothing if `optional`."""

    kind: Kind
    many: bool = False
    optional: bool = False

    def description(self) -> str:
        """Return the type in words."""
        names = {"value": "word", "kind": "kind of piece"}
        name = names.get(self.kind, self.kind)
        many = "kinds of piece" if self.kind == "kind" else plural_of(name)
        return f"set of {many}" if self.many else name

    def with_article(self) -> str:
        """Return the type in words, with its article."""
        return "nothing" if self.kind == "nothing" else f"a {self.description()}"

    def is_assignable_to(self, wanted: Type) -> bool:
        """Return whether a value of this type can be used where another is wanted.

        A single thing can be used as a set of one.
        """
        if self.kind == "nothing":
            return wanted.optional or wanted.many
        if self.many and not wanted.many:
            return False
        if wanted.kind == "number":
            return self == NUMBER or (wanted.optional and self == MAYBE_NUMBER)
        if wanted.kind == "place":
            return self.kind in ("space", "box", "place")
        return self.kind == wanted.kind


NUMBER = Type("number")
MAYBE_NUMBER = Type("number", optional=True)
CONDITION = Type("condition")
BOARD_LINES: tuple[Kind, ...] = ("column", "row")
"""Kinds of lines of a board that have a name; where a number is needed, they are their number."""
NOTHING = Type("nothing", optional=True)
SEAT = Type("seat")
DIRECTION = Type("direction")
CARD = Type("card")
CARDS = Type("card", many=True)
SPACES = Type("space", many=True)


class Local:
    """A name that is local to one text: a parameter, a `let`, a chosen thing, `it` or `you`. Compared by identity.

    `let`: location of the `let` that binds the name, which can then be assigned to. `column`: the column one of whose
    listed values the name stands for, if that is known.
    """

    __slots__ = ("column", "let_location", "name", "type")

    def __init__(self, name: str, value_type: Type, let: Location | None = None, column: str = "") -> None:
        self.name = name
        self.type = value_type
        self.let_location = let
        self.column = column

    def __repr__(self) -> str:
        return f"Local({self.name})"


class SeatChoices(Local):
    """A name for what several seats have chosen at the same time; `by_seat` has the name of each seat's choice."""

    __slots__ = ("by_seat",)

    def __init__(self, name: str, value_type: Type, by_seat: tuple[Local, ...]) -> None:
        super().__init__(name, value_type)
        self.by_seat = by_seat


WayOut = Literal["", "stop", "none"]
"""Effect of declining a choice: the rest of the block is skipped, or nothing is chosen."""


class SourceRange(NamedTuple):
    """Source range in a text: first and last line and column, all counted from 1."""

    text: Text
    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def where(self) -> Location:
        """The start of the range."""
        return self.text.place_at(self.line, self.column)

    @property
    def words(self) -> str:
        """The source text of the range on one line."""
        lines = self.text.splitlines()[self.line - 1 : self.end_line]
        lines[-1] = lines[-1][: self.end_column - 1]
        lines[0] = lines[0][self.column - 1 :]
        return " ".join(" ".join(lines).split())


def kind_of_sort(sort: str) -> str:
    """Return the kind of pieces of a sort, which is a kind or a kind in one state."""
    return sort.rpartition(" ")[2]
