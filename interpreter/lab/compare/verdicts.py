"""Verdicts on differences: significant, within the margin, or neither."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from math import sqrt
from typing import Literal, Protocol

from interpreter.lab.stats.intervals import (
    BettingConfidenceSequence,
    Interval,
    Moments,
    anytime_mean_difference,
    normal_quantile,
    paired_difference,
)

Verdict = Literal["different", "within", "undecided"]
"""Result of a comparison: a significant difference, a difference within the margin, or neither so far."""
TUNED = 3.0
"""Sum of squares at which the intervals are narrowest, for a margin of 1; their half-width is then 0.7 margins."""
TRY_FACTOR, MOST_TRIES = 1.2, 40
"""Factor between the sample sizes tried to extrapolate a verdict, and the number of tries."""


class DifferenceEstimator(Protocol):
    """Protocol of an estimator of differences between two arms with paired games."""

    def share(self, up: int, down: int, of: int) -> Interval:
        """Return the interval of the change of a share; `up` games have the property only after, `down` only before."""

    def mean(self, before: Moments, after: Moments) -> Interval:
        """Return the interval of the change of the mean of a number that each game has."""


class AnytimeDifferences:
    """Estimator whose intervals hold at all looks simultaneously; `within` is the margin as a share."""

    def __init__(self, within: float, alpha: float) -> None:
        tuned = TUNED / within**2
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
        estimate = after.mean - before.mean
        return Interval(estimate, estimate - reach, estimate + reach)


@lru_cache(maxsize=8)
def anytime_differences(within: float, alpha: float) -> AnytimeDifferences:
    """Return the estimator for a margin and an error rate; it is cached."""
    return AnytimeDifferences(within, alpha)


def verdict(found: Iterable[Interval], within: float) -> Verdict:
    """Return the verdict on several differences that belong together.

    It is `within` if all intervals lie inside the margin, and `different` if one excludes 0 and is not inside the
    margin.
    """
    outside = [each for each in found if not _inside(each, within)]
    if not outside:
        return "within"
    if not all(each.contains(0) for each in outside):
        return "different"
    return "undecided"


def _inside(interval: Interval, within: float) -> bool:
    return -within <= interval.low and interval.high <= within


def is_precise_enough(found: Collection[Interval], within: float) -> bool:
    """Return whether there is a verdict and the largest difference is known to half its size, or to the margin."""
    said = verdict(found, within)
    largest = max(found, key=lambda each: abs(each.estimate))
    return said == "within" or (said == "different" and largest.half_width <= max(within, abs(largest.estimate) / 2))


def factor_to_verdict(found: Callable[[float], Collection[Interval]], within: float) -> float | None:
    """Return the factor on the number of games at which a verdict is expected; None if it is very large.

    `found` returns the differences for a factor, if the results stay the same.
    """
    times = 1.0
    for _ in range(MOST_TRIES):
        if verdict(found(times), within) != "undecided":
            return times
        times *= TRY_FACTOR
    return None
