"""Intervals for shares and means of several rows that hold together, for the one who looks once, and for the one who
looks whenever they like."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Protocol

from interpreter.lab.intervals import (
    ALPHA,
    Bets,
    Interval,
    Moments,
    always_of_mean,
    bonferroni,
    clopper_pearson,
    of_moments,
    quantile,
    sidak,
)

TUNED = 1.0
"""The sum of squares near which intervals are narrowest, for a reach of 1: there one of an even share reaches 1."""


class Looking(Protocol):
    """How shares and means are estimated."""

    def share(self, times: int, of: int, parts: int) -> Interval:
        """A share of some cases; `parts` is how many shares of each row hold together."""

    def mean(self, moments: Moments) -> Interval:
        """The mean of a number that each case has."""

    def cases(self, parts: int) -> int:
        """After how many cases no share reaches further than wanted, whatever it is."""


class Once:
    """Plain intervals: one look, after a number of cases that does not depend on them; those of shares are exact, for
    of many rows some are of what hardly ever happens. `rows` of them hold together (Šidák); `reach`: how far they may
    reach."""

    def __init__(self, rows: int, reach: float) -> None:
        self._rows = rows
        self._reach = reach

    def share(self, times: int, of: int, parts: int) -> Interval:
        """See Looking."""
        return clopper_pearson(times, of, sidak(ALPHA, self._rows * parts))

    def mean(self, moments: Moments) -> Interval:
        """See Looking."""
        return of_moments(moments, sidak(ALPHA, self._rows))

    def cases(self, parts: int) -> int:
        """See Looking."""
        cases = max(1, ceil((quantile(sidak(ALPHA, self._rows * parts)) / (2 * self._reach)) ** 2))
        while self.share(cases // 2, cases, parts).reach > self._reach:
            cases += max(1, cases // 500)
        return cases


class Always:
    """Intervals that hold at all looks together, however many there are; `rows` of them together (Bonferroni).
    `reach`: where they are narrowest."""

    def __init__(self, rows: int, reach: float) -> None:
        self._rows = rows
        self._reach = reach

    def share(self, times: int, of: int, parts: int) -> Interval:
        """See Looking."""
        return _share(self._rows * parts, self._reach, times, of)

    def mean(self, moments: Moments) -> Interval:
        """See Looking."""
        return always_of_mean(moments, round(4 * TUNED / self._reach**2), bonferroni(ALPHA, self._rows))

    def cases(self, parts: int) -> int:
        """See Looking."""
        return self.until(0.5, parts)

    def until(self, share: float, parts: int, target: float | None = None) -> int:
        """After how many cases the interval of such a share reaches no further than wanted, or leaves a target out."""

        def is_enough(cases: int) -> bool:
            found = self.share(round(share * cases), cases, parts)
            return found.reach <= self._reach or (target is not None and not found.holds(target))

        low, high = 1, 2
        while not is_enough(high):
            low, high = high, 2 * high
        while high - low > max(1, high / 1000):
            middle = (low + high) // 2
            low, high = (low, middle) if is_enough(middle) else (middle, high)
        return high


@lru_cache(maxsize=64)
def _bets(rows: int, reach: float) -> Bets:
    return Bets(0, 1, TUNED / reach**2, bonferroni(ALPHA, rows))


@lru_cache(maxsize=4096)
def _share(rows: int, reach: float, times: int, of: int) -> Interval:
    """What is asked for again is worked out once."""
    return _bets(rows, reach).interval({1: times, 0: of - times})
