"""Expression nodes without parts: constants, words and local names."""

from __future__ import annotations

from typing import Any

from interpreter.language.ir.nodes import Aspect, Datum, ExprNode, PrintedValue, PureNode, Work
from interpreter.language.ir.types import Local


class Const(PrintedValue[Any], work=Work.LOOK):
    """A constant; a set is a tuple of things."""

    value: Datum | tuple[int, ...]

    @property
    def members(self) -> tuple[int, ...]:
        """The members of a set; a single thing counts as a set of one, and nothing as the empty set."""
        if isinstance(self.value, tuple):
            return self.value
        return () if self.value is None else (self.number,)

    @property
    def number(self) -> int:
        """The value of a number, or the number of a thing."""
        assert isinstance(self.value, int)
        return self.value

    def most(self) -> int:
        """Return the size of the set, at least 1."""
        return max(1, len(self.value)) if isinstance(self.value, tuple) else 1


class EnumWord(PureNode[Any], work=Work.LOOK):
    """A word of an enumeration."""

    word: str


class Ref(ExprNode[Any], work=Work.LOOK, lists=True, grows=True):
    """The value of a local name."""

    local: Local

    def looks_at(self) -> frozenset[Aspect]:
        """Return the local name as the aspect read."""
        return frozenset({("local", self.local)})
