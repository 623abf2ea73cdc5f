"""Immutable tree nodes whose children are derived from their field declarations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, ClassVar, Generic, Self, TypeVar, dataclass_transform

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
