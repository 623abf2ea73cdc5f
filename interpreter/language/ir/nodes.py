"""What all nodes of the catalogue have in common: parts, a type, and the facts that are asked of them."""

from __future__ import annotations

from dataclasses import field
from enum import Enum
from typing import ClassVar, Literal, TypeVar

from interpreter.language.frozen import Branch
from interpreter.language.ir.types import NUMBER, Local, Said, Type

Aspect = str | tuple[str, str | int | Local]
"""Something of a match that can change: "cards", "pieces", ("pieces", kind), a cell by its operation and name; and
"chance", "trial" (the one under way), "omission" (what is left out of it, which nothing changes) and, of what depends
on the whole table, "anything"."""
NOWHERE: frozenset[Aspect] = frozenset()


class Work(Enum):
    """How much work an operation makes, beside that of its parts, in looks at one thing of a set."""

    LOOK = "one look; if it is a set, as SCAN"
    SCAN = "a look at each thing of its last part"
    LOOP = "that of its other parts for each thing of its first part"
    WORD = "that of a word of the vocabulary"


class Size(Enum):
    """How many things a set can have at most that an operation makes."""

    KIND = "as many as there are of the kind"
    PART = "so, and no more than its first part, of which it is a part"
    LIST = "as many as a list can have"


Datum = int | str | None
"""A number, or a thing by its number; a truth value; a word; nothing."""
Sign = Literal["+", "-"]
Comparison = Literal["==", "<", ">", "<=", ">="]
Extreme = Literal["highest", "lowest"]
Way = Literal["neighbour", "entrance"]
E = TypeVar("E")
"""What a part is: an expression."""


class Node(Branch[E]):
    """A value or condition of a type. `said`: of conditions and sets, where they are written.

    Its metaclass is the usual one: with ABCMeta, each case of a `match` over nodes takes three times as long, and mypy
    refuses a node without its facts all the same.

    Each states its `work`; of sets, their `size`, and whether they may be `lists`, in which a thing may stand twice; of
    numbers, whether one `grows`: added up over and over, it may be more than so many times what its parts ever are
    together. It has a method `looks_at`: what of a match its value depends on, beside its parts and the texts that it
    speaks of.
    """

    PARTS: ClassVar[tuple[str, ...]] = ("Expr",)
    OTHERS: ClassVar[frozenset[str]] = frozenset(
        {"Type", "Said | None", "Local", "Datum", "Datum | tuple[int, ...]", "str", "str | None", "int", "bool"}
        | {"tuple[str, ...]", "tuple[Datum, ...]", "tuple[tuple[int, ...], ...]"}
        | {"Sign", "Comparison", "Extreme", "Way"}
    )
    work: ClassVar[Work]
    size: ClassVar[Size]
    lists: ClassVar[bool]
    grows: ClassVar[bool]

    type: Type = field(kw_only=True)
    said: Said | None = field(default=None, compare=False, repr=False, kw_only=True)

    def __init_subclass__(
        cls, *, work: Work | None, size: Size = Size.KIND, lists: bool = False, grows: bool | None = None
    ) -> None:
        """`work` is None for what several kinds of expressions have in common. Raises TypeError for a number of which
        it isn't stated whether it grows."""
        super().__init_subclass__()
        if work is not None:
            cls.work, cls.size, cls.lists, cls.grows = work, size, lists, bool(grows)
            if grows is None and getattr(cls, "type", None) == NUMBER:
                raise TypeError(f"{cls.__name__} is a number, and does not say whether it grows")


class Plain(Node[E], work=None):
    """A value that depends on its parts, on what is printed, and on nothing else."""

    def looks_at(self) -> frozenset[Aspect]:
        return NOWHERE


class Look(Node[E], work=None):
    """A look into a zone, or into several."""

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset({"cards"})


class Printed(Plain[E], work=None):
    """What is printed. Each has a method `most`: how many things it can be at most."""


class Spoken(Node[E], work=None):
    """A value that depends on its parts, and on texts that it speaks of."""

    def looks_at(self) -> frozenset[Aspect]:
        return NOWHERE
