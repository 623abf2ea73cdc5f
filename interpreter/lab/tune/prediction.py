"""Prediction of what the deciding players will find, from what the cheap players found.

A change moves a figure between strong players about as much as between cheap ones, up to a common factor and an error
of its own. Both are estimated from the changes that strong players have played, and each estimate is drawn towards the
prediction as far as its own games leave it open (empirical Bayes). The linear link of a cheap study and an expensive
one is that of M. Kennedy and A. O'Hagan, Predicting the output from a complex computer code when fast approximations
are available, 2000.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, sqrt

FACTOR, FACTOR_VARIANCE = 1.0, 1.0
"""Factor between the changes that is expected before any games, and its variance."""
ERROR_SHARE, ERROR_GAMES = 0.05, 4.0
"""Error of a prediction that is expected before any games, relative to the scale, and the weight of that guess."""
LEAST_ERROR = 0.01
"""Smallest error of a prediction, relative to the scale."""


@dataclass(frozen=True, slots=True)
class ChangeEvidence:
    """Findings about a change.

    Attributes:
        cheap: Change of the figure between the cheap players.
        mean: Mean of the figure between the deciding players; None if they haven't played it.
        variance: Variance of this mean.
    """

    cheap: float
    mean: float | None = None
    variance: float = 0.0


@dataclass(frozen=True, slots=True)
class Belief:
    """Belief about a figure: a normal distribution."""

    mean: float
    deviation: float

    def chance(self, low: float, high: float) -> float:
        """Return the probability that the figure lies in a range."""
        return self._below(high) - self._below(low)

    def _below(self, value: float) -> float:
        return 0.5 * (1 + erf((value - self.mean) / (self.deviation * sqrt(2))))


def beliefs(findings: Sequence[ChangeEvidence], scale: float) -> list[Belief]:
    """Return a belief for each change.

    Args:
        findings: Findings about each change; the deciding players have played at least one.
        scale: Scale of the figure: 1 for a share, the present mean for a length.
    """
    guess = (ERROR_SHARE * scale) ** 2
    error = guess
    for _ in range(3):
        link = _fit(findings, error)
        error = _error(findings, link, guess, (LEAST_ERROR * scale) ** 2)
    link = _fit(findings, error)
    return [_belief(each, link, error) for each in findings]


@dataclass(frozen=True, slots=True)
class _Link:
    """Line from changes between cheap players to figures between strong ones, with the covariance of its terms."""

    level: float
    factor: float
    level_variance: float
    factor_variance: float
    covariance: float

    def at(self, cheap: float) -> float:
        return self.level + self.factor * cheap

    def variance_at(self, cheap: float) -> float:
        return max(0.0, self.level_variance + 2 * cheap * self.covariance + cheap**2 * self.factor_variance)


def _fit(findings: Sequence[ChangeEvidence], error: float) -> _Link:
    """Fit the line by weighted least squares; the factor has a prior, the level has none."""
    weights = [(1 / (each.variance + error), each.cheap, each.mean) for each in findings if each.mean is not None]
    a = sum(weight for weight, _, _ in weights)
    b = sum(weight * cheap for weight, cheap, _ in weights)
    d = sum(weight * cheap**2 for weight, cheap, _ in weights) + 1 / FACTOR_VARIANCE
    p = sum(weight * mean for weight, _, mean in weights)
    q = sum(weight * cheap * mean for weight, cheap, mean in weights) + FACTOR / FACTOR_VARIANCE
    whole = a * d - b * b
    return _Link((d * p - b * q) / whole, (a * q - b * p) / whole, d / whole, a / whole, -b / whole)


def _error(findings: Sequence[ChangeEvidence], link: _Link, guess: float, least: float) -> float:
    """Return the variance of the error of predictions, by moments."""
    total, weight = ERROR_GAMES * guess, ERROR_GAMES
    for each in findings:
        if each.mean is not None:
            share = guess / (guess + each.variance)
            total += share * ((each.mean - link.at(each.cheap)) ** 2 - each.variance)
            weight += share
    return max(least, total / weight)


def _belief(found: ChangeEvidence, link: _Link, error: float) -> Belief:
    mean, variance = link.at(found.cheap), error + link.variance_at(found.cheap)
    if found.mean is not None:
        own = max(found.variance, 1e-12)
        mean, variance = (mean * own + found.mean * variance) / (own + variance), own * variance / (own + variance)
    return Belief(mean, sqrt(variance))
