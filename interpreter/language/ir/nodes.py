"""Base classes of nodes: immutable trees whose children are derived from their field declarations, and expressions.

Expressions have a type and the facts that analyses need.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from enum import Enum
from operator import attrgetter
from typing import Any, ClassVar, Generic, Literal, Self, TypeVar, dataclass_transform

from interpreter.language.ir.types import NUMBER, Local, SourceRange, Type

Child = TypeVar("Child")
"""Type of a child node."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class FrozenNode:
    """Base class that makes its subclasses frozen dataclasses.

    Attributes:
        PARTS: Declared types of child fields. A child field may also be optional or a tuple of one of these.
        OTHERS: Declared types of all other fields. Any other declaration raises TypeError when the class is created,
            lest a child be overlooked.
        part_names: Names of the child fields.
    """

    PARTS: ClassVar[tuple[str, ...]] = ()
    OTHERS: ClassVar[frozenset[str]] = frozenset()
    part_names: ClassVar[tuple[str, ...]] = ()
    _compared: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # only `__init__` is generated: the other methods of a dataclass would take most of the start-up time
        cls.__doc__ = cls.__doc__ or cls.__name__  # otherwise a dataclass computes its signature
        made: Any = dataclass(init=False, eq=False, repr=False)(cls)
        made.__init__ = _generate_init(fields(made))
        cls._compared = tuple(each.name for each in fields(made) if each.compare)
        if cls.PARTS:
            parts = {form for word in cls.PARTS for form in (word, f"{word} | None", f"tuple[{word}, ...]")}
            cls.part_names = tuple(name for name, _ in cls.fields_declared(*parts))
            for each in fields(made):
                if each.type not in parts and each.type not in cls.OTHERS:
                    raise TypeError(f"{cls.__name__}.{each.name}: no walk knows what {each.type} is")

    @classmethod
    def fields_declared(cls, *types: str) -> tuple[tuple[str, str], ...]:
        """Names and declared types of the fields with one of these declarations."""
        made: Any = cls
        return tuple((each.name, str(each.type)) for each in fields(made) if each.type in types)

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def replace(self, **changes: Any) -> Self:
        """Return a copy with some fields replaced.

        Raises:
            TypeError: The node has no field of this name.
        """
        own, other = self.__dict__, object.__new__(self.__class__)
        other.__dict__.update(own, **changes)
        if len(other.__dict__) > len(own):
            raise TypeError(f"{self.__class__.__name__} has no {', '.join(changes.keys() - own.keys())}")
        return other

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if other.__class__ is not self.__class__:
            return False
        own, others = self.__dict__, other.__dict__
        return all(own[name] == others[name] for name in self._compared)

    def __hash__(self) -> int:
        own = self.__dict__
        return hash((self.__class__, *(own[name] for name in self._compared)))

    def __repr__(self) -> str:
        return f"{self.__class__.__name__}({', '.join(f'{name}={self.__dict__[name]!r}' for name in self._compared)})"


def _generate_init(declared_fields: tuple[Field[Any], ...]) -> Any:
    """Generate the `__init__` of a frozen dataclass with these fields.

    Raises:
        TypeError: A field is not an argument, or has a default factory.
    """
    for each in declared_fields:
        if not each.init or each.default_factory is not MISSING:
            raise TypeError(f"{each.name}: a node's field is given, or has a default that never changes")
    written: dict[str, Any] = {f"_{each.name}": each.default for each in declared_fields if each.default is not MISSING}
    given = {
        each.name: f"{each.name}=_{each.name}" if f"_{each.name}" in written else each.name for each in declared_fields
    }
    unnamed = [given[each.name] for each in declared_fields if not each.kw_only]
    named = [given[each.name] for each in declared_fields if each.kw_only]
    head = ", ".join(["self", *unnamed, *(["*"] if named else []), *named])
    body = "\n".join([*(f"    _set(self, {each.name!r}, {each.name})" for each in declared_fields), "    return None"])
    written["_set"] = object.__setattr__
    exec(f"def __init__({head}):\n{body}", written)
    return written["__init__"]


class TreeNode(FrozenNode, Generic[Child]):
    """A node with child nodes."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        made: Any = cls
        names = cls.part_names
        if not names:
            made.parts = ()
        elif len(names) > 1 and all(each.type in cls.PARTS for each in fields(made) if each.name in names):
            made.parts = property(attrgetter(*names))
        else:
            made.parts = TreeNode.parts

    @property
    def parts(self) -> tuple[Child, ...]:
        """Child nodes, in the order of their declaration."""
        found: list[Child] = []
        for name in self.part_names:
            part = getattr(self, name)
            if isinstance(part, tuple):
                found += part
            elif part is not None:
                found.append(part)
        return tuple(found)

    def map_parts(self, change: Callable[[Child], Child]) -> Self:
        """Return a copy with each child replaced by `change(child)`; the node itself if nothing changes."""
        changes: dict[str, Any] = {}
        for name in self.part_names:
            part = getattr(self, name)
            if isinstance(part, tuple):
                parts = tuple(change(each) for each in part)
                if any(new is not old for new, old in zip(parts, part, strict=True)):
                    changes[name] = parts
            elif part is not None and (new := change(part)) is not part:
                changes[name] = new
        return self.replace(**changes) if changes else self


Aspect = str | tuple[str, str | int | Local]
"""A part of the state of a match that can change.

It is "cards", "pieces", ("pieces", kind), ANY_PIECES, "positions" (those that are remembered), or a cell as a pair of
operation and name. Others are "chance", "trial" (the current trial run), "omission" (things left out of the match,
which never change) and "anything" for dependence on the whole state.
"""
NOWHERE: frozenset[Aspect] = frozenset()
ANY_PIECES: Aspect = ("pieces", "*")
"""The pieces of a kind that isn't known: whatever reads the pieces of some kind reads it, too."""


class Work(Enum):
    """Cost model of an operation, without its parts, in looks at one thing of a set."""

    LOOK = "one look; if it is a set, as SCAN"
    SCAN = "a look at each thing of its last part"
    LOOP = "that of its other parts for each thing of its first part"
    MAP = "a look at each space of the map and at each of its neighbours"
    ROUTE = "a look at each way on from each set of boxes that a route may lead over"
    WORD = "that of a word of the vocabulary"


class Size(Enum):
    """Bound on the size of the set that an operation returns."""

    KIND = "as many as there are of the kind"
    PART = "at most the size of its first part, of which it is a subset"
    LIST = "as many as a list can have"


Datum = int | str | None
"""A number, a thing by its number, a truth value, a word, or nothing."""
Sign = Literal["+", "-"]
Rounding = Literal["down", "up"]
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
        | {"tuple[str, ...]", "tuple[Datum, ...]", "tuple[int, ...]", "tuple[bool, ...]", "tuple[tuple[int, ...], ...]"}
        | {"Sign", "Comparison", "Extreme", "Rounding", "Way", "ExprNode[Any] | WrittenForm | None"}
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
            if not hasattr(cls, "reads") and cls.looks_at is ExprNode.looks_at:
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
