"""The expressions that have no parts: what is known, and what a local name stands for."""

from __future__ import annotations

from typing import Any

from interpreter.language.ir.nodes import Aspect, Datum, Node, Plain, Printed, Work
from interpreter.language.ir.types import Local


class Const(Printed[Any], work=Work.LOOK):
    """What is known: a set is a tuple of things."""

    value: Datum | tuple[int, ...]

    @property
    def members(self) -> tuple[int, ...]:
        """The things of a set; a thing alone is one of itself, or none if it is nothing."""
        if isinstance(self.value, tuple):
            return self.value
        return () if self.value is None else (self.number,)

    @property
    def number(self) -> int:
        """The number that it is, or that the thing has which it is."""
        assert isinstance(self.value, int)
        return self.value

    def most(self) -> int:
        return max(1, len(self.value)) if isinstance(self.value, tuple) else 1


class Word(Plain[Any], work=Work.LOOK):
    """A word of an enumeration."""

    word: str


class Ref(Node[Any], work=Work.LOOK, lists=True, grows=True):
    """What a local name stands for."""

    local: Local

    def looks_at(self) -> frozenset[Aspect]:
        return frozenset({("local", self.local)})
