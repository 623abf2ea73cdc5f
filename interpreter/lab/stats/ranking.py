"""Ranked effects: estimates that allow for the selection of the largest ones, and the ranks that each may have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, fsum, log, sqrt
from statistics import median

from interpreter.lab.stats.intervals import Interval

SCALE_STEP = 2.0
"""Factor from one standard deviation of a mixture's distributions to the next."""
SMALLEST_SCALE = 0.25
"""Smallest standard deviation above 0, as a part of the smallest standard error."""
FEW = 3
"""Number of effects from which their mean is estimated; that of fewer is taken for 0."""
MOST_ROUNDS, NEAR = 100, 1e-4
"""Maximum number of rounds of the EM algorithm, and the change of the weights at which it ends."""


@dataclass(frozen=True, slots=True)
class RankRange:
    """The ranks that an effect may have by size; 1 is the largest."""

    first: int
    last: int


def rank_ranges(intervals: Sequence[Interval]) -> list[RankRange]:
    """Return the ranks that effects may have by size, whatever their signs.

    All ranges hold whenever all intervals do (M. Klein, T. Wright, J. Wieczorek, A joint confidence region for an
    overall ranking of populations, 2020).
    """
    least = [max(0.0, each.low, -each.high) for each in intervals]
    most = [max(-each.low, each.high) for each in intervals]
    return [
        RankRange(1 + sum(other > high for other in least), len(intervals) - sum(other < low for other in most))
        for low, high in zip(least, most, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Prior:
    """A mixture of normal distributions with the same mean: their standard deviations and weights."""

    mean: float
    scales: tuple[float, ...]
    weights: tuple[float, ...]

    def joint(self, estimate: float, error: float) -> list[float]:
        """Return the joint density of an estimate and each distribution, up to a constant factor."""
        off = (estimate - self.mean) ** 2
        variances = [error * error + scale * scale for scale in self.scales]
        return [
            weight * exp(-off / variance / 2) / sqrt(variance)
            for weight, variance in zip(self.weights, variances, strict=True)
        ]

    def log_likelihood(self, estimates: Sequence[float], errors: Sequence[float]) -> float:
        """Return the logarithm of the likelihood, up to a constant."""
        return fsum(log(fsum(self.joint(*each)) or 1e-300) for each in zip(estimates, errors, strict=True))

    def posterior_mean(self, estimate: float, error: float) -> float:
        """Return the posterior mean of an effect."""
        joint = self.joint(estimate, error)
        parts = (part * scale**2 / (scale**2 + error**2) for part, scale in zip(joint, self.scales, strict=True))
        kept = fsum(parts) / whole if (whole := fsum(joint)) else 1.0
        return self.mean + kept * (estimate - self.mean)


def shrunken_estimates(estimates: Sequence[float], errors: Sequence[float]) -> list[float]:
    """Return the posterior means of effects, given their estimates and positive standard errors (empirical Bayes).

    The largest of many estimates is too large on average, because chance has helped it to its rank. The prior of the
    effects is estimated from all of them: a normal distribution (B. Efron, C. Morris, Data analysis using Stein's
    estimator, 1975; its spread by R. DerSimonian, N. Laird, Meta-analysis in clinical trials, 1986), or a mixture, if
    a few effects are much larger than that (M. Stephens, False discovery rates: a new deal, 2017). The mixture must be
    better by G. Schwarz's criterion (1978) for one more parameter.
    """
    if not estimates:
        return []
    prior = _normal_prior(estimates, errors)
    mixture = _mixture_prior(estimates, errors, median(estimates) if len(estimates) >= FEW else 0.0)
    gain = mixture.log_likelihood(estimates, errors) - prior.log_likelihood(estimates, errors)
    if gain > log(len(estimates)) / 2:
        prior = mixture
    return [prior.posterior_mean(*each) for each in zip(estimates, errors, strict=True)]


def _normal_prior(estimates: Sequence[float], errors: Sequence[float]) -> _Prior:
    """Return a normal distribution, fitted by moments; around 0 if there are too few effects for a mean."""
    weights = [1 / error**2 for error in errors]
    whole = fsum(weights)
    if len(estimates) < FEW:
        spread = fsum(weight * each**2 for weight, each in zip(weights, estimates, strict=True)) - len(estimates)
        return _Prior(0.0, (sqrt(max(0.0, spread / whole)),), (1.0,))
    mean = fsum(weight * each for weight, each in zip(weights, estimates, strict=True)) / whole
    off = fsum(weight * (each - mean) ** 2 for weight, each in zip(weights, estimates, strict=True))
    spread = max(0.0, (off - len(estimates) + 1) / (whole - fsum(weight**2 for weight in weights) / whole))
    weights = [1 / (error**2 + spread) for error in errors]
    mean = fsum(weight * each for weight, each in zip(weights, estimates, strict=True)) / fsum(weights)
    return _Prior(mean, (sqrt(spread),), (1.0,))


def _mixture_prior(estimates: Sequence[float], errors: Sequence[float], mean: float) -> _Prior:
    """Return a mixture of normal distributions around a mean, fitted by the EM algorithm."""
    largest = max(abs(estimate - mean) for estimate in estimates)
    scales = [0.0, SMALLEST_SCALE * min(errors)]
    while scales[-1] < largest:
        scales.append(SCALE_STEP * scales[-1])
    prior = _Prior(mean, tuple(scales), (1 / len(scales),) * len(scales))
    fits = [prior.joint(*each) for each in zip(estimates, errors, strict=True)]
    weights = [1.0] * len(scales)
    for _ in range(MOST_ROUNDS):
        shares = [0.0] * len(scales)
        for fit in fits:
            joint = [weight * one for weight, one in zip(weights, fit, strict=True)]
            whole = fsum(joint) or 1.0
            for at, value in enumerate(joint):
                shares[at] += value / whole
        before, weights = weights, [share / len(fits) for share in shares]
        if max(abs(one - other) for one, other in zip(before, weights, strict=True)) < NEAR:
            break
    return _Prior(mean, tuple(scales), tuple(weights))
