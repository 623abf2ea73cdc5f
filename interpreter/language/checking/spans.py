"""Abstract values: a range of numbers, a set of possible things, or a set with a range of sizes."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, inf, isinf, prod
from typing import Any, NamedTuple

from interpreter.language.ir.nodes import Rounding
from interpreter.language.ir.types import Local


class NumberRange(NamedTuple):
    """A range of numbers, both ends included."""

    low: float
    high: float

    def __or__(self, other: NumberRange) -> NumberRange:
        return NumberRange(min(self.low, other.low), max(self.high, other.high))


class ThingSet(NamedTuple):
    """Possible values of a thing, or of a set of `low` to `high` things.

    `candidates` has the candidates, with None for nothing. It is None itself if any thing of the kind is possible.
    """

    candidates: frozenset[Any] | None
    low: float = 1
    high: float = 1

    def __or__(self, other: ThingSet) -> ThingSet:
        among = None if self.candidates is None or other.candidates is None else self.candidates | other.candidates
        return ThingSet(among, min(self.low, other.low), max(self.high, other.high))

    @property
    def is_exact(self) -> bool:
        """True if it is a set whose members are all known."""
        return self.candidates is not None and self.low == len(self.candidates)


AbstractValue = NumberRange | ThingSet
Environment = dict[Local, AbstractValue]
"""Abstract values of local names."""

ANY, MAYBE, YES, NO = NumberRange(-inf, inf), NumberRange(0, 1), NumberRange(1, 1), NumberRange(0, 0)


def to_range(value: AbstractValue) -> NumberRange:
    """Return the range of a number, or the full range for another value."""
    return value if isinstance(value, NumberRange) else ANY


def hull(numbers: Sequence[Any]) -> NumberRange:
    """Return the smallest range that contains some numbers, or the full range if there are none."""
    return NumberRange(min(numbers), max(numbers)) if numbers else ANY


def candidates_of(places: AbstractValue) -> frozenset[Any]:
    """Return the candidates of a value; none if they are not known."""
    return (places.candidates or frozenset()) if isinstance(places, ThingSet) else frozenset()


def bounded_set(among: frozenset[Any] | None, low: float, high: float) -> ThingSet:
    """Return a set whose maximum size is limited to the number of candidates."""
    return ThingSet(among, low, high if among is None else min(high, len(among)))


def quotient_range(dividend: NumberRange, divisor: NumberRange, rounding: Rounding) -> NumberRange:
    """Return the range of a rounded quotient. The divisor is positive: any other one stops the match."""
    divisors = max(divisor.low, 1), max(divisor.high, 1)
    found = [_quotient(one, other, rounding) for one in dividend for other in divisors]
    return NumberRange(min(found), max(found))


def _quotient(dividend: float, divisor: float, rounding: Rounding) -> float:
    """Return a rounded quotient, where infinity divided by infinity is infinity."""
    exact = dividend if isinf(dividend) else dividend / divisor
    return exact if isinf(exact) else floor(exact) if rounding == "down" else ceil(exact)


def product(one: float, other: float) -> float:
    """Return the product of two numbers, where 0 times infinity is 0."""
    return 0 if one == 0 or other == 0 else prod((one, other))
