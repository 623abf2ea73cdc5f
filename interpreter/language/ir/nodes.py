"""Base classes of all IR expressions: parts, types, and the facts that analyses need."""

from __future__ import annotations

from dataclasses import field
from enum import Enum
from typing import Any, ClassVar, Literal, TypeVar

from interpreter.language.frozen import TreeNode
from interpreter.language.ir.types import NUMBER, Local, SourceRange, Type

Aspect = str | tuple[str, str | int | Local]
"""A part of the state of a match that can change.

It is "cards", "pieces", ("pieces", kind), or a cell as a pair of operation and name. Others are "chance", "trial" (the
current trial run), "omission" (things left out of the match, which never change) and "anything" for dependence on the
whole state.
"""
NOWHERE: frozenset[Aspect] = frozenset()


class Work(Enum):
    """Cost model of an operation, without its parts, in looks at one thing of a set."""

    LOOK = "one look; if it is a set, as SCAN"
    SCAN = "a look at each thing of its last part"
    LOOP = "that of its other parts for each thing of its first part"
    WORD = "that of a word of the vocabulary"


class Size(Enum):
    """Bound on the size of the set that an operation returns."""

    KIND = "as many as there are of the kind"
    PART = "so, and no more than its first part, of which it is a part"
    LIST = "as many as a list can have"


Datum = int | str | None
"""A number, a thing by its number, a truth value, a word, or nothing."""
Sign = Literal["+", "-"]
Comparison = Literal["==", "<", ">", "<=", ">="]
Extreme = Literal["highest", "lowest"]
Way = Literal["neighbour", "entrance"]
E = TypeVar("E")
"""Type of a part: an expression."""


class WrittenForm(TreeNode[Any]):
    """Base class of the forms in which an expression can be written; see `written.py`."""


class ExprNode(TreeNode[E]):
    """Base class of expressions: a value or condition with a type.

    The metaclass is the usual one. With ABCMeta, each case of a `match` over nodes takes three times as long, and mypy
    rejects a node without its facts anyway.

    Attributes:
        reads: Aspects of the state on which every value of the class depends.
        cell: Field with the name of a cell on which the value depends.
        work: Cost model of the operation.
        size: Bound on the size of the set, if it returns one.
        lists: True if it may return a list, in which a thing can occur twice.
        grows: True if a number that is accumulated repeatedly may grow faster than in proportion to the values of its
            parts.
        type: Type of the value.
        source_range: Source location of conditions and sets.
        written: How it is written, if the operation doesn't show that.
    """

    PARTS: ClassVar[tuple[str, ...]] = ("Expr",)
    OTHERS: ClassVar[frozenset[str]] = frozenset(
        {"Type", "SourceRange | None", "Local", "Datum", "Datum | tuple[int, ...]", "str", "str | None", "int", "bool"}
        | {"tuple[str, ...]", "tuple[Datum, ...]", "tuple[tuple[int, ...], ...]"}
        | {"Sign", "Comparison", "Extreme", "Way", "ExprNode[Any] | WrittenForm | None"}
    )
    reads: ClassVar[frozenset[Aspect]]
    cell: ClassVar[str | None] = None
    work: ClassVar[Work]
    size: ClassVar[Size]
    lists: ClassVar[bool]
    grows: ClassVar[bool]

    type: Type = field(kw_only=True)
    source_range: SourceRange | None = field(default=None, compare=False, repr=False, kw_only=True)
    written: ExprNode[Any] | WrittenForm | None = field(default=None, compare=False, repr=False, kw_only=True)

    def __init_subclass__(
        cls,
        *,
        work: Work | None,
        size: Size = Size.KIND,
        lists: bool = False,
        grows: bool | None = None,
        reads: tuple[Aspect, ...] | None = None,
        cell: str | None = None,
    ) -> None:
        """Set the facts of a class of expressions.

        `work` is None for a common base class. Raises TypeError for a class that does not declare on what it depends,
        and for a number that does not declare whether it grows.
        """
        super().__init_subclass__()
        if reads is not None or cell is not None:
            cls.reads, cls.cell = frozenset(reads or ()), cell
        if work is not None:
            if not hasattr(cls, "reads") and "looks_at" not in vars(cls):
                raise TypeError(f"{cls.__name__} does not say on what it depends")
            cls.work, cls.size, cls.lists, cls.grows = work, size, lists, bool(grows)
            if grows is None and getattr(cls, "type", None) == NUMBER:
                raise TypeError(f"{cls.__name__} is a number, and does not say whether it grows")

    def looks_at(self) -> frozenset[Aspect]:
        """Return the aspects of the state on which it depends, apart from its parts and the texts it refers to."""
        return self.reads if self.cell is None else frozenset({(self.cell, getattr(self, self.cell))})


class PureNode(ExprNode[E], work=None, reads=()):
    """Value that depends on its parts and on printed values alone."""


class ZoneRead(ExprNode[E], work=None, reads=("cards",)):
    """Value that depends on the cards in one or several zones."""


class PrintedValue(PureNode[E], work=None):
    """Printed value; a method `most` returns the maximum number of things in it."""


class TextReference(ExprNode[E], work=None, reads=()):
    """Value that depends on its parts and on texts that it refers to."""
