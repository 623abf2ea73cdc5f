"""What all nodes of the catalogue have in common: parts, a type, and the facts that are asked of them."""

from __future__ import annotations

from dataclasses import field
from enum import Enum
from typing import Any, ClassVar, TypeVar

from interpreter.language.frozen import Branch
from interpreter.language.ir.types import Said, Type

Aspect = str | tuple[str, Any]
"""Something of a match that can change: "cards", "pieces", ("pieces", kind), a cell by its operation and name; and
"chance", "trial" (the one under way) and, of what depends on the whole table, "anything"."""
NOWHERE: frozenset[Aspect] = frozenset()


class Work(Enum):
    """How much work an operation makes, beside that of its parts, in looks at one thing of a set."""

    LOOK = "one look"
    SCAN = "a look at each thing of its last part"


E = TypeVar("E")
"""What a part is: an expression."""


class Node(Branch[E]):
    """A value or condition of a type. `said`: of conditions and sets, where they are written.

    Its metaclass is the usual one: with ABCMeta, each case of a `match` over nodes takes three times as long, and mypy
    refuses a node without its facts all the same.

    Each node has a method `looks_at`: what of a match its value depends on, beside its parts and the texts that it
    speaks of.
    """

    PARTS: ClassVar[tuple[str, ...]] = ("Expr",)
    OTHERS: ClassVar[frozenset[str]] = frozenset(
        {"Type", "Said | None", "Local", "Any", "str", "str | None", "int", "bool"}
        | {"tuple[str, ...]", "tuple[Any, ...]", "tuple[tuple[int, ...], ...]"}
    )
    work: ClassVar[Work] = Work.LOOK

    type: Type = field(kw_only=True)
    said: Said | None = field(default=None, compare=False, repr=False, kw_only=True)


class Plain(Node[E]):
    """A value that depends on its parts, on what is printed, and on nothing else."""

    def looks_at(self) -> frozenset[Aspect]:
        return NOWHERE


class Look(Node[E]):
    """A look into a zone, or into several."""

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset({"cards"})
