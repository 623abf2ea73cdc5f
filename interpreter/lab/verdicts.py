"""What is said of some differences: that they are there, that they are too small to matter, or neither."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from math import sqrt
from typing import Literal, Protocol

from interpreter.lab.intervals import Bets, Interval, Moments, always_of_means, paired, quantile

Verdict = Literal["different", "within", "undecided"]
TUNED = 3.0
"""The sum of squares near which intervals are narrowest, for a margin of 1: there an interval reaches 0.7 margins."""
EACH_TRY, MOST_TRIES = 1.2, 40
"""By how much more games it is tried what would settle a question, and how often."""


class Method(Protocol):
    """How differences between two sides are estimated; both have played the same games."""

    def share(self, up: int, down: int, of: int) -> Interval:
        """Of the shares of games in which something is so; in `up` games it is so only after, in `down` only before."""

    def mean(self, before: Moments, after: Moments) -> Interval:
        """Of the means of a number that each game has."""


class AtAllLooks:
    """Intervals that hold at all looks together, however many there are. `within`: the margin, as a share."""

    def __init__(self, within: float, alpha: float) -> None:
        tuned = TUNED / within**2
        self._alpha = alpha
        self._bets = Bets(-1, 1, tuned, alpha)
        self._games = max(1, round(2 * tuned))

    def share(self, up: int, down: int, of: int) -> Interval:
        """See Method."""
        return _of_pairs(self._bets, up, down, of)

    def mean(self, before: Moments, after: Moments) -> Interval:
        """See Method."""
        return always_of_means(before, after, self._games, self._alpha)


@lru_cache(maxsize=256)
def _of_pairs(bets: Bets, up: int, down: int, of: int) -> Interval:
    """What is asked for again is worked out once."""
    return bets.interval({1: up, 0: of - up - down, -1: down})


class AtOneLook:
    """Plain intervals, for the one who looks once."""

    def __init__(self, alpha: float) -> None:
        self._alpha = alpha

    def share(self, up: int, down: int, of: int) -> Interval:
        """See Method."""
        return paired(up, down, of, self._alpha)

    def mean(self, before: Moments, after: Moments) -> Interval:
        """See Method."""
        reach = quantile(self._alpha) * sqrt(before.variance / before.count + after.variance / after.count)
        estimate = after.mean - before.mean
        return Interval(estimate, estimate - reach, estimate + reach)


@lru_cache(maxsize=8)
def at_all_looks(within: float, alpha: float) -> AtAllLooks:
    """What is worked out for a margin once."""
    return AtAllLooks(within, alpha)


def verdict(found: Iterable[Interval], within: float) -> Verdict:
    """Of the differences that belong together: within if all are inside the margin for sure, different if one is not 0
    for sure and may be outside it."""
    outside = [each for each in found if not _inside(each, within)]
    if not outside:
        return "within"
    if not all(each.holds(0) for each in outside):
        return "different"
    return "undecided"


def _inside(interval: Interval, within: float) -> bool:
    return -within <= interval.low and interval.high <= within


def is_enough(found: Collection[Interval], within: float) -> bool:
    """Whether there is a verdict, and a difference that was found is known to its half, or to the margin."""
    said = verdict(found, within)
    largest = max(found, key=lambda each: abs(each.estimate))
    return said == "within" or (said == "different" and largest.reach <= max(within, abs(largest.estimate) / 2))


def settled_after(found: Callable[[float], Collection[Interval]], within: float) -> float | None:
    """With how many times as many games there would be a verdict if all goes on as before, or None, if not with very
    many; `found` gives the differences with so many times as many."""
    times = 1.0
    for _ in range(MOST_TRIES):
        if verdict(found(times), within) != "undecided":
            return times
        times *= EACH_TRY
    return None
