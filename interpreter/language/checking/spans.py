"""Abstract values: a range of numbers, a set of possible things, or a set with a range of sizes."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, prod
from typing import Any, NamedTuple

from interpreter.language.ir.types import Local


class Span(NamedTuple):
    """A range of numbers, both ends included."""

    low: float
    high: float

    def __or__(self, other: Span) -> Span:
        return Span(min(self.low, other.low), max(self.high, other.high))


class Things(NamedTuple):
    """Possible values of a thing, or of a set of `low` to `high` things.

    `among` has the candidates, with None for nothing. It is None itself if any thing of the kind is possible.
    """

    among: frozenset[Any] | None
    low: float = 1
    high: float = 1

    def __or__(self, other: Things) -> Things:
        among = None if self.among is None or other.among is None else self.among | other.among
        return Things(among, min(self.low, other.low), max(self.high, other.high))

    @property
    def whole(self) -> bool:
        """True if it is a set whose members are all known."""
        return self.among is not None and self.low == len(self.among)


Value = Span | Things
Known = dict[Local, Value]
"""Abstract values of local names."""

ANY, MAYBE, YES, NO = Span(-inf, inf), Span(0, 1), Span(1, 1), Span(0, 0)


def span(value: Value) -> Span:
    """Return the range of a number, or the full range for another value."""
    return value if isinstance(value, Span) else ANY


def hull(numbers: Sequence[Any]) -> Span:
    """Return the smallest range that contains some numbers, or the full range if there are none."""
    return Span(min(numbers), max(numbers)) if numbers else ANY


def among_of(places: Value) -> frozenset[Any]:
    """Return the candidates of a value; none if they are not known."""
    return (places.among or frozenset()) if isinstance(places, Things) else frozenset()


def fitted(among: frozenset[Any] | None, low: float, high: float) -> Things:
    """Return a set whose maximum size is limited to the number of candidates."""
    return Things(among, low, high if among is None else min(high, len(among)))


def times(one: float, other: float) -> float:
    """Return the product of two numbers, where 0 times infinity is 0."""
    return 0 if one == 0 or other == 0 else prod((one, other))
