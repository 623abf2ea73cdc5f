"""Intervals of shares and means, and of their differences, for a single look and for any number of looks."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, sqrt
from typing import Protocol

from interpreter.lab.stats.intervals import (
    ALPHA,
    BettingConfidenceSequence,
    Interval,
    Moments,
    anytime_mean,
    anytime_mean_difference,
    bonferroni,
    clopper_pearson,
    mean_interval_of_moments,
    normal_quantile,
    paired_difference,
    sidak,
    unseen_reach,
)

SHARE_TUNING = 1.0
"""Sum of squares at which the intervals are narrowest, for a half-width of 1: that of an even share is then 1."""
DIFFERENCE_TUNING = 3.0
"""The same for differences, for a margin of 1; their half-width is then 0.7 margins."""


class ShareEstimator(Protocol):
    """Protocol of an estimator of shares and means of several rows, whose intervals hold simultaneously."""

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
        return anytime_mean(moments, round(4 * SHARE_TUNING / self._reach**2), bonferroni(ALPHA, self._rows))

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
    return BettingConfidenceSequence(0, 1, SHARE_TUNING / reach**2, bonferroni(ALPHA, rows))


@lru_cache(maxsize=4096)
def _share(rows: int, reach: float, times: int, of: int) -> Interval:
    """Return the interval of a share; results are cached."""
    return _bets(rows, reach).interval({1: times, 0: of - times})


class DifferenceEstimator(Protocol):
    """Protocol of an estimator of differences between two arms with paired games."""

    def share(self, up: int, down: int, of: int) -> Interval:
        """Return the interval of the change of a share; `up` games have the property only after, `down` only before."""

    def mean(self, before: Moments, after: Moments) -> Interval:
        """Return the interval of the change of the mean of a number that each game has."""


class AnytimeDifferences:
    """Estimator whose intervals hold at all looks simultaneously; `within` is the margin as a share."""

    def __init__(self, within: float, alpha: float) -> None:
        tuned = DIFFERENCE_TUNING / within**2
        self._alpha = alpha
        self._bets = BettingConfidenceSequence(-1, 1, tuned, alpha)
        self._games = max(1, round(2 * tuned))

    def share(self, up: int, down: int, of: int) -> Interval:
        """Return the always-valid interval of a change of a share; see `DifferenceEstimator`."""
        return _of_pairs(self._bets, up, down, of)

    def mean(self, before: Moments, after: Moments) -> Interval:
        """Return the always-valid interval of a change of a mean; see `DifferenceEstimator`."""
        return anytime_mean_difference(before, after, self._games, self._alpha)


@lru_cache(maxsize=256)
def _of_pairs(bets: BettingConfidenceSequence, up: int, down: int, of: int) -> Interval:
    """Return the always-valid interval of a change of a share; results are cached."""
    return bets.interval({1: up, 0: of - up - down, -1: down})


class FixedSampleDifferences:
    """Estimator of fixed-sample intervals, for a single look."""

    def __init__(self, alpha: float) -> None:
        self._alpha = alpha

    def share(self, up: int, down: int, of: int) -> Interval:
        """Return the fixed-sample interval of a change of a share; see `DifferenceEstimator`."""
        return paired_difference(up, down, of, self._alpha)

    def mean(self, before: Moments, after: Moments) -> Interval:
        """Return the fixed-sample interval of a change of a mean; see `DifferenceEstimator`."""
        reach = normal_quantile(self._alpha) * sqrt(before.variance / before.count + after.variance / after.count)
        reach += unseen_reach(before, self._alpha) + unseen_reach(after, self._alpha)
        estimate = after.mean - before.mean
        return Interval(estimate, estimate - reach, estimate + reach)


@lru_cache(maxsize=8)
def anytime_differences(within: float, alpha: float) -> AnytimeDifferences:
    """Return the estimator for a margin and an error rate; it is cached."""
    return AnytimeDifferences(within, alpha)
