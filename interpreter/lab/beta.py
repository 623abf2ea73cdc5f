"""The distribution of a share that is not known, from which the exact bounds of shares come."""

from __future__ import annotations

from math import exp, lgamma, log, log1p

TINY = 1e-300
PRECISION = 1e-14
NEAR = 1e-10
MOST_STEPS = 200
MOST_TERMS = 10_000


def below(x: float, a: float, b: float) -> float:
    """The regularized incomplete beta function: how likely it is that a beta distribution with `a` and `b`, which are
    above 0, gives less than `x`, from 0 to 1 (DLMF 8.17.22, by W. J. Lentz's way to work out a continued fraction)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - below(1 - x, b, a)
    whole = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    upper, lower = 1.0, 1 - (a + b) * x / (a + 1)
    lower = 1 / (lower or TINY)
    found = lower
    for term in range(1, MOST_TERMS):
        at = a + 2 * term
        for part in (term * (b - term) * x / ((at - 1) * at), -(a + term) * (a + b + term) * x / (at * (at + 1))):
            lower = 1 / (1 + part * lower or TINY)
            upper = 1 + part / upper or TINY
            found *= upper * lower
        if abs(upper * lower - 1) < PRECISION:
            break
    return whole * found


def quantile_of(share: float, a: float, b: float) -> float:
    """The x of which a beta distribution gives less with the probability `share` (Newton's way; by halving where that
    leads too far)."""
    low, high = 0.0, 1.0
    at = a / (a + b)
    scale = lgamma(a + b) - lgamma(a) - lgamma(b)
    for _ in range(MOST_STEPS):
        off = below(at, a, b) - share
        low, high = (at, high) if off < 0 else (low, at)
        slope = exp(scale + (a - 1) * log(at) + (b - 1) * log1p(-at))
        following = at - off / slope if slope > TINY else low
        if not low < following < high:
            following = (low + high) / 2
        if abs(following - at) <= NEAR * at:
            return following
        at = following
    return at
