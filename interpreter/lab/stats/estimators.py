"""Simultaneous intervals for shares and means of several rows, for a single look and for any number of looks."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Protocol

from interpreter.lab.stats.intervals import (
    ALPHA,
    BettingConfidenceSequence,
    Interval,
    Moments,
    anytime_mean,
    bonferroni,
    clopper_pearson,
    mean_interval_of_moments,
    normal_quantile,
    sidak,
)

TUNED = 1.0
"""Sum of squares at which the intervals are narrowest, for a half-width of 1: that of an even share is then 1."""


class ShareEstimator(Protocol):
    """Protocol of an estimator of shares and means."""

    def share(self, times: int, of: int, parts: int) -> Interval:
        """Return the interval of a share; `parts` is the number of shares per row that hold simultaneously."""

    def mean(self, moments: Moments) -> Interval:
        """Return the interval of the mean of a number that each case has."""

    def sample_size(self, parts: int) -> int:
        """Return the number of cases after which no interval of a share is wider than wanted, whatever the share."""


class FixedSampleEstimator:
    """Estimator for a single look, after a number of cases that does not depend on the results.

    Intervals of shares are exact, since some rows describe rare events. All rows hold simultaneously (Šidák). `reach`
    is the largest acceptable half-width.
    """

    def __init__(self, rows: int, reach: float) -> None:
        self._rows = rows
        self._reach = reach

    def share(self, times: int, of: int, parts: int) -> Interval:
        """Return the exact interval of a share; see `ShareEstimator`."""
        return clopper_pearson(times, of, sidak(ALPHA, self._rows * parts))

    def mean(self, moments: Moments) -> Interval:
        """Return Student's interval of a mean; see `ShareEstimator`."""
        return mean_interval_of_moments(moments, sidak(ALPHA, self._rows))

    def sample_size(self, parts: int) -> int:
        """Return the sample size that is needed; see `ShareEstimator`."""
        cases = max(1, ceil((normal_quantile(sidak(ALPHA, self._rows * parts)) / (2 * self._reach)) ** 2))
        while self.share(cases // 2, cases, parts).half_width > self._reach:
            cases += max(1, cases // 500)
        return cases


class AnytimeEstimator:
    """Estimator for any number of looks: its intervals hold at all looks and for all rows at once (Bonferroni).

    `reach` is the half-width at which the intervals are narrowest.
    """

    def __init__(self, rows: int, reach: float) -> None:
        self._rows = rows
        self._reach = reach

    def share(self, times: int, of: int, parts: int) -> Interval:
        """Return the always-valid interval of a share; see `ShareEstimator`."""
        return _share(self._rows * parts, self._reach, times, of)

    def mean(self, moments: Moments) -> Interval:
        """Return the always-valid interval of a mean; see `ShareEstimator`."""
        return anytime_mean(moments, round(4 * TUNED / self._reach**2), bonferroni(ALPHA, self._rows))

    def sample_size(self, parts: int) -> int:
        """Return the sample size that is needed; see `ShareEstimator`."""
        return self.sample_size_for(0.5, parts)

    def sample_size_for(self, share: float, parts: int, target: float | None = None) -> int:
        """Return the sample size at which the interval of a share is narrow enough or excludes a target."""

        def is_enough(cases: int) -> bool:
            found = self.share(round(share * cases), cases, parts)
            return found.half_width <= self._reach or (target is not None and not found.contains(target))

        low, high = 1, 2
        while not is_enough(high):
            low, high = high, 2 * high
        while high - low > max(1, high / 1000):
            middle = (low + high) // 2
            low, high = (low, middle) if is_enough(middle) else (middle, high)
        return high


@lru_cache(maxsize=64)
def _bets(rows: int, reach: float) -> BettingConfidenceSequence:
    return BettingConfidenceSequence(0, 1, TUNED / reach**2, bonferroni(ALPHA, rows))


@lru_cache(maxsize=4096)
def _share(rows: int, reach: float, times: int, of: int) -> Interval:
    """Return the interval of a share; results are cached."""
    return _bets(rows, reach).interval({1: times, 0: of - times})
