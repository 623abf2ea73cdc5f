"""What all nodes of the catalogue have in common: parts, a type, and the facts that are asked of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from typing import Any, ClassVar, Generic, Self, TypeVar, dataclass_transform

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


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Frozen:
    """Makes its subclasses frozen dataclasses, whose parts are the fields declared to be expressions."""

    part_names: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        made: Any = dataclass(frozen=True)(cls)
        cls.part_names = tuple(each.name for each in fields(made) if "Expr" in str(each.type))


class Node(Frozen, Generic[E]):
    """A value or condition of a type. `said`: of conditions and sets, where they are written.

    Its metaclass is the usual one: with ABCMeta, each case of a `match` over nodes takes three times as long, and mypy
    refuses a node without its facts all the same.
    """

    work: ClassVar[Work] = Work.LOOK

    type: Type = field(kw_only=True)
    said: Said | None = field(default=None, compare=False, repr=False, kw_only=True)

    @abstractmethod
    def looks_at(self) -> frozenset[Aspect]:
        """What of a match the value depends on, beside its parts and the texts that it speaks of."""

    @property
    def parts(self) -> tuple[E, ...]:
        """The expressions in it, in the order in which they are declared."""
        found: list[E] = []
        for name in self.part_names:
            part = getattr(self, name)
            if isinstance(part, tuple):
                found += part
            elif part is not None:
                found.append(part)
        return tuple(found)

    def with_parts(self, change: Callable[[E], E]) -> Self:
        """The same operation on other parts."""
        changes: dict[str, Any] = {}
        for name in self.part_names:
            part = getattr(self, name)
            if isinstance(part, tuple):
                parts = tuple(change(each) for each in part)
                if any(new is not old for new, old in zip(parts, part, strict=True)):
                    changes[name] = parts
            elif part is not None and (new := change(part)) is not part:
                changes[name] = new
        return replace(self, **changes) if changes else self


class Plain(Node[E]):
    """A value that depends on its parts, on what is printed, and on nothing else."""

    def looks_at(self) -> frozenset[Aspect]:
        return NOWHERE


class Look(Node[E]):
    """A look into a zone, or into several."""

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset({"cards"})
