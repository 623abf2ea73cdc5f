"""What a value can be: a number from here to there, a thing that is one of some, a set of so many of these."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, prod
from typing import Any, NamedTuple

from interpreter.language.ir.types import Local


class Span(NamedTuple):
    """A number from `low` to `high`."""

    low: float
    high: float

    def __or__(self, other: Span) -> Span:
        return Span(min(self.low, other.low), max(self.high, other.high))


class Things(NamedTuple):
    """A thing that is one of `among` (None among them: or nothing), or a set of `low` to `high` of these. `among` is
    None if it could be anything of its kind."""

    among: frozenset[Any] | None
    low: float = 1
    high: float = 1

    def __or__(self, other: Things) -> Things:
        among = None if self.among is None or other.among is None else self.among | other.among
        return Things(among, min(self.low, other.low), max(self.high, other.high))

    @property
    def whole(self) -> bool:
        """Whether it is a set of which all members are known."""
        return self.among is not None and self.low == len(self.among)


Value = Span | Things
Known = dict[Local, Value]
"""What is known of names."""

ANY, MAYBE, YES, NO = Span(-inf, inf), Span(0, 1), Span(1, 1), Span(0, 0)


def span(value: Value) -> Span:
    return value if isinstance(value, Span) else ANY


def hull(numbers: Sequence[Any]) -> Span:
    return Span(min(numbers), max(numbers)) if numbers else ANY


def among_of(places: Value) -> frozenset[Any]:
    return (places.among or frozenset()) if isinstance(places, Things) else frozenset()


def fitted(among: frozenset[Any] | None, low: float, high: float) -> Things:
    """A set of these, whose size is no larger than they are many."""
    return Things(among, low, high if among is None else min(high, len(among)))


def times(one: float, other: float) -> float:
    return 0 if one == 0 or other == 0 else prod((one, other))
