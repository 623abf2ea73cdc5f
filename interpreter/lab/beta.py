"""The beta distribution, from which exact confidence bounds of shares are derived."""

from __future__ import annotations

from math import exp, lgamma, log, log1p

TINY = 1e-300
PRECISION = 1e-14
NEAR = 1e-10
MOST_STEPS = 200
MOST_TERMS = 10_000


def beta_cdf(x: float, a: float, b: float) -> float:
    """Return the regularized incomplete beta function I_x(a, b): the probability of a value below `x`.

    Both `a` and `b` are positive. The continued fraction is DLMF 8.17.22, evaluated by the method of W. J. Lentz.
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_cdf(1 - x, b, a)
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


def beta_quantile(share: float, a: float, b: float) -> float:
    """Return the quantile of a beta distribution: the x below which it lies with the probability `share`.

    Newton's method, with bisection where a step leaves the bracket.
    """
    low, high = 0.0, 1.0
    at = a / (a + b)
    scale = lgamma(a + b) - lgamma(a) - lgamma(b)
    for _ in range(MOST_STEPS):
        off = beta_cdf(at, a, b) - share
        low, high = (at, high) if off < 0 else (low, at)
        slope = exp(scale + (a - 1) * log(at) + (b - 1) * log1p(-at))
        following = at - off / slope if slope > TINY else low
        if not low < following < high:
            following = (low + high) / 2
        if abs(following - at) <= NEAR * at:
            return following
        at = following
    return at
