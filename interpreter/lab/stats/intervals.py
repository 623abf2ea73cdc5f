"""Confidence intervals for shares, means and differences in closed form, and corrections for multiple comparisons.

`alpha` is the error rate of an interval: 0.05 for one that contains the true value in 95 of 100 runs.

The beta distribution, from which exact confidence bounds of shares are derived.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, fsum, inf, lgamma, log, log1p, sqrt
from statistics import NormalDist

TINY = 1e-300
BETA_PRECISION = 1e-14
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
        if abs(upper * lower - 1) < BETA_PRECISION:
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


ALPHA = 0.05
NORMAL = NormalDist()
SMALL_SAMPLE = 30
"""Sample size below which large-sample methods are not used, since all values may be equal by chance."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its lower and upper bound."""

    estimate: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def contains(self, value: float) -> bool:
        """Return whether the interval contains a value."""
        return self.low <= value <= self.high

    def clipped(self, least: float, most: float) -> Interval:
        """Return the interval clipped to the possible values."""
        return Interval(*(min(max(each, least), most) for each in (self.estimate, self.low, self.high)))

    def scaled(self, factor: float) -> Interval:
        """Return the interval scaled by a factor."""
        return Interval(factor * self.estimate, factor * self.low, factor * self.high)


def normal_quantile(alpha: float) -> float:
    """Return the two-sided critical value of the normal distribution: 1.96 for 0.05."""
    return NORMAL.inv_cdf(1 - alpha / 2)


def wilson(times: float, of: int, alpha: float = ALPHA) -> Interval:
    """Return Wilson's interval of a share.

    `of` is not 0; a shared win may count as a fraction. (E. B. Wilson, Probable inference, the law of succession, and
    statistical inference, 1927.)
    """
    z = normal_quantile(alpha)
    share, z2 = times / of, z * z
    middle, reach = share + z2 / (2 * of), z * sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    low, high = (middle - reach) / (1 + z2 / of), (middle + reach) / (1 + z2 / of)
    return Interval(share, max(0.0, low) if times else 0.0, min(1.0, high) if times < of else 1.0)


def joint_shares(
    counts: Sequence[int], of: int, method: Callable[[int, int, float], Interval] = wilson, alpha: float = ALPHA
) -> list[Interval]:
    """Return the intervals of the shares in a table. All hold together, by default in 95 of 100 runs (Šidák).

    Two shares that add up to 1 need one interval: one share is what the other leaves. `counts` are the numbers of
    cases, and `of` is the number of all cases, not 0. `method` makes a single interval; its arguments are a number of
    cases, that of all cases, and the error rate. `alpha` is the error rate of the whole table.
    """
    rows = 1 if len(counts) == 2 and sum(counts) == of else len(counts)
    return [method(times, of, sidak(alpha, rows)) for times in counts]


def independent_difference(before: tuple[int, int], after: tuple[int, int], alpha: float = ALPHA) -> Interval:
    """Return the interval of the difference of two shares from independent cases, after minus before.

    Each share is given as a number of cases and of all cases. (R. G. Newcombe, Interval estimation for the difference
    between independent proportions, 1998, method 10.)
    """
    return difference_of(wilson(*before, alpha), wilson(*after, alpha))


def difference_of(was: Interval, now: Interval) -> Interval:
    """Return the interval of the difference of two independent estimates, second minus first.

    It has the error rate of theirs. (G. Y. Zou, A. Donner, Construction of confidence limits about effect measures,
    2008: the method of variance estimates recovery.)
    """
    estimate = now.estimate - was.estimate
    low = sqrt((now.estimate - now.low) ** 2 + (was.high - was.estimate) ** 2)
    high = sqrt((now.high - now.estimate) ** 2 + (was.estimate - was.low) ** 2)
    return Interval(estimate, estimate - low, estimate + high)


@lru_cache(maxsize=4096)
def student_quantile(alpha: float, freedom: int) -> float:
    """Return the two-sided critical value of Student's t distribution with at least 1 degree of freedom.

    It is computed from the beta distribution (M. Abramowitz, I. A. Stegun, Handbook of mathematical functions, 1964,
    26.7.1 and 26.5.27).
    """
    part = beta_quantile(alpha, freedom / 2, 0.5)
    return sqrt(freedom * (1 - part) / part)


@lru_cache(maxsize=4096)
def clopper_pearson(times: float, of: float, alpha: float = ALPHA) -> Interval:
    """Return the exact interval of a share: each bound is wrong with a probability of at most `alpha` / 2.

    `of` is not 0; a shared win may count as a fraction. (C. J. Clopper, E. S. Pearson, The use of confidence or
    fiducial limits illustrated in the case of the binomial, 1934.)
    """
    low = beta_quantile(alpha / 2, times, of - times + 1) if times else 0.0
    high = beta_quantile(1 - alpha / 2, times + 1, of - times) if times < of else 1.0
    return Interval(times / of, low, high)


def unseen_share_bound(of: int, alpha: float = ALPHA) -> float:
    """Return the upper bound of the share of a kind of case that did not occur in a sample of this size."""
    return clopper_pearson(0, of, alpha).high


@dataclass(frozen=True, slots=True)
class Moments:
    """Sample size, mean and variance of a set of values."""

    count: int
    mean: float
    variance: float

    @classmethod
    def from_counts(cls, counts: Mapping[float, int] | Mapping[int, int]) -> Moments:
        """Return the moments of counted values, whatever their order.

        `counts` maps each value to its number of occurrences; at least one is positive.
        """
        values = [(value, times) for value, times in counts.items() if times]
        number = sum(times for _, times in values)
        if len(values) == 1:
            return cls(number, values[0][0], 0.0)
        mean = fsum(value * times for value, times in values) / number
        squares = fsum(times * (value - mean) ** 2 for value, times in values)
        return cls(number, mean, squares / max(1, number - 1))


def mean_interval_of_moments(moments: Moments, alpha: float = ALPHA) -> Interval:
    """Return Student's interval of the mean of independent values.

    It is unbounded for a single value, and for a few values that are all equal; for many, see `unseen_reach`. (Student,
    The probable error of a mean, 1908.)
    """
    if moments.count < (2 if moments.variance else SMALL_SAMPLE):
        return Interval(moments.mean, -inf, inf)
    reach = student_quantile(alpha, moments.count - 1) * sqrt(moments.variance / moments.count)
    reach += unseen_reach(moments, alpha)
    return Interval(moments.mean, moments.mean - reach, moments.mean + reach)


def unseen_reach(moments: Moments, alpha: float) -> float:
    """Return the half-width that values which are all equal add to the interval of a mean; 0 for others.

    Equal values have no variance, and yet others may be rare. The reach allows for the largest share of them that would
    hardly have gone unseen, each between 0 and twice the common value, or 1 away from it. It holds at all looks
    together, because a value that is unseen at one look was unseen at all looks before.
    """
    if moments.variance:
        return 0.0
    return unseen_share_bound(moments.count, alpha) * max(1.0, abs(moments.mean))


def mean_interval(values: Iterable[float]) -> Interval:
    """Return Student's interval of the mean of some values, at least one."""
    return mean_interval_of_moments(Moments.from_counts(Counter(values)))


def bounded_mean_interval(counts: Mapping[float, int], least: float, most: float, alpha: float = ALPHA) -> Interval:
    """Return the interval of the mean of counted values that lie between two bounds.

    If there are few values, or all are equal, it is widened to allow for values at the bounds that did not occur in the
    sample.
    """
    moments = Moments.from_counts(counts)
    found = mean_interval_of_moments(moments, alpha)
    if moments.count < SMALL_SAMPLE or not moments.variance:
        reach = found.half_width if moments.variance else 0.0
        found = _with_unseen(found.estimate, least, most, unseen_share_bound(moments.count, alpha), reach)
    return found.clipped(least, most)


def _with_unseen(middle: float, least: float, most: float, share: float, reach: float) -> Interval:
    """Return the interval that allows for `reach`, and for a share of values that did not occur in the sample."""
    low, high = middle - share * (middle - least), middle + share * (most - middle)
    return Interval(middle, min(low, middle - reach), max(high, middle + reach))


def cluster_interval(rounds: Sequence[float], each: int, alpha: float = ALPHA) -> Interval:
    """Return the interval of a share of cases that come in clusters, whose cases may be correlated.

    It is the exact interval for the effective sample size (E. L. Korn, B. I. Graubard, Confidence intervals for
    proportions with small expected number of positive counts estimated from survey data, 1998). If all clusters are
    equal, each counts as one case.

    Args:
        rounds: Share in each cluster.
        each: Number of cases in a cluster.
        alpha: Error rate.
    """
    found = Moments.from_counts(Counter(rounds))
    number, share = found.count, found.mean
    if not found.variance:
        return clopper_pearson(share * number, number, alpha)
    cases = share * (1 - share) / (found.variance / number)
    cases *= (student_quantile(alpha, number * each - 1) / student_quantile(alpha, number - 1)) ** 2
    cases = min(cases, number * each)
    return clopper_pearson(share * cases, cases, alpha)


def ratio_interval(above: Sequence[float], below: Sequence[float]) -> Interval | None:
    """Return the interval of the ratio of two means of paired values, for a ratio from 0 to 1.

    It uses linearization, a large-sample method (W. G. Cochran, Sampling techniques, 1977, 6.4), and is at least wide
    enough to allow for values that did not occur in the sample. It is None if the values `below` are all 0.
    """
    number, whole = len(below), fsum(below)
    if not whole:
        return None
    ratio = fsum(above) / whole
    if number < 2:
        return Interval(ratio, 0, 1).clipped(0, 1)
    rest = fsum((a - ratio * b) ** 2 for a, b in zip(above, below, strict=True))
    reach = student_quantile(ALPHA, number - 1) * sqrt(rest / (number - 1) * number) / whole
    return _with_unseen(min(max(ratio, 0.0), 1.0), 0, 1, unseen_share_bound(number, ALPHA), reach).clipped(0, 1)


def paired_difference(up: int, down: int, of: int, alpha: float = ALPHA) -> Interval:
    """Return the interval of the difference of two shares of the same `of` cases. For a single look.

    The exact intervals of the two discordant counts are combined with their correlation (G. Y. Zou, A. Donner,
    Construction of confidence limits about effect measures, 2008). The result holds for small samples and small
    `alpha`, too.

    Args:
        up: Number of cases that have only the second property.
        down: Number of cases that have only the first property.
        of: Number of all cases.
        alpha: Error rate.
    """
    first, second = clopper_pearson(up, of, alpha), clopper_pearson(down, of, alpha)
    more, less = first.estimate, second.estimate
    odds = more * less / ((1 - more) * (1 - less)) if more < 1 and less < 1 else 0.0
    together = 2 * sqrt(odds)  # the counts exclude each other, so both bounds may be wrong at once
    falls = more - first.low, second.high - less
    climbs = first.high - more, less - second.low
    low, high = (sqrt(one * one + other * other + together * one * other) for one, other in (falls, climbs))
    return Interval(more - less, max(-1.0, more - less - low), min(1.0, more - less + high))


def approximate_paired_difference(up: int, down: int, of: int, alpha: float = ALPHA) -> Interval:
    """Return a large-sample approximation of `paired_difference` that is cheap to compute.

    Half a case is added to each of the four counts (A. Agresti, Y. Min, Simple improved confidence intervals for
    comparing matched proportions, 2005).
    """
    more = of + 2
    middle = (up - down) / more
    reach = normal_quantile(alpha) * sqrt(max(0.0, (up + down + 1) / more - middle * middle) / more)
    estimate = (up - down) / of
    return Interval(estimate, max(-1.0, min(estimate, middle - reach)), min(1.0, max(estimate, middle + reach)))


def sign_test(up: int, down: int) -> float:
    """Return the two-sided p-value of the exact sign test for discordant pairs.

    (Q. McNemar, Note on the sampling error of the difference between correlated proportions, 1947.)
    """
    less, both = min(up, down), up + down
    return min(1.0, 2 * beta_cdf(0.5, both - less, less + 1)) if both else 1.0


def anytime_mean_difference(before: Moments, after: Moments, tuned: int, alpha: float = ALPHA) -> Interval:
    """Return an always-valid interval of the difference of two means, after minus before.

    This is an asymptotic confidence sequence, narrowest near `tuned` cases (I. Waudby-Smith, D. Arbour, R. Sinha, E. H.
    Kennedy, A. Ramdas, Time-uniform central limit theory and asymptotic confidence sequences, 2024, theorem 2.2 with
    the choice of rho in its appendix). Both arms have the same number of cases.
    """
    spread = sqrt(before.variance + after.variance)
    reach = spread * _reach_of_mean(min(before.count, after.count), tuned, alpha)
    reach += unseen_reach(before, alpha) + unseen_reach(after, alpha)
    estimate = after.mean - before.mean
    return Interval(estimate, estimate - reach, estimate + reach)


def anytime_mean(moments: Moments, tuned: int, alpha: float = ALPHA) -> Interval:
    """Return an always-valid interval of one mean, as `anytime_mean_difference`; it is unbounded for few cases."""
    if moments.count < SMALL_SAMPLE:
        return Interval(moments.mean, -inf, inf)
    reach = sqrt(moments.variance) * _reach_of_mean(moments.count, tuned, alpha) + unseen_reach(moments, alpha)
    return Interval(moments.mean, moments.mean - reach, moments.mean + reach)


def _reach_of_mean(number: int, tuned: int, alpha: float) -> float:
    """Return the half-width of the always-valid interval of a mean of values with variance 1."""
    part = -2 * log(alpha)
    rate = (part + log(part + 1)) / tuned
    grown = number * rate + 1
    return sqrt(2 * grown / (number * number * rate) * log(sqrt(grown) / alpha))


MIN_STAKE_RATIO = 1 / 40
"""Ratio of the smallest stake to the usual one."""
MAX_LOSS = 0.95
"""Largest fraction of its money that a bet can lose."""
STAKE_RATIO = 1.25
UNIFORM_SHARE = 0.1
"""Fraction of the money spread evenly over all stakes, for values that vary much less than expected."""


class BettingConfidenceSequence:
    """Confidence sequence for the mean of independent values between `least` and `most`, based on betting.

    It is valid at all looks simultaneously, however many there are and whenever one stops. It also holds for few values
    and for values that hardly vary.

    The bets are fair if the mean is m: each value multiplies the money of the bettor by 1 + stake * (value - m). If m
    is the mean, the money reaches 1 / alpha times the initial amount in at most alpha of all runs (Ville's inequality
    for non-negative martingales). Each m against which that much is earned is excluded.

    The money is divided among several stakes according to a normal distribution. For many values this is the normal
    mixture of H. Robbins (Statistical methods related to the law of the iterated logarithm, 1970); for few values it is
    exact (I. Waudby-Smith, A. Ramdas, Estimating means of bounded random variables by betting, 2024).

    It is narrowest, about 1.55 times as wide as a fixed-sample interval, where the sum of squared deviations from the
    mean is `tuned`.
    """

    def __init__(self, least: int, most: int, tuned: float, alpha: float = ALPHA) -> None:
        part = -2 * log(alpha)
        usual = sqrt((part + log(part + 1)) / tuned)
        greatest = MAX_LOSS / ((most - least) / 2)
        smallest = min(usual * MIN_STAKE_RATIO, greatest / STAKE_RATIO)
        steps = int(log(greatest / smallest) / log(STAKE_RATIO)) + 1
        self._stakes = [smallest * (greatest / smallest) ** (step / steps) for step in range(steps + 1)]
        normal = [stake * exp(-((stake / usual) ** 2) / 2) for stake in self._stakes]
        whole, each = sum(normal), UNIFORM_SHARE / len(normal)
        self._money = [log((1 - UNIFORM_SHARE) * share / whole + each) for share in normal]
        self._enough = log(2 / alpha)  # half of alpha on either side
        self._least = least
        self._most = most

    def interval(self, counts: Mapping[int, int]) -> Interval:
        """Return the interval of the mean of counted values.

        `counts` maps each value to its number of occurrences; at least one is positive.
        """
        mean = sum(value * times for value, times in counts.items()) / sum(counts.values())
        values = {value: times for value, times in counts.items() if times}
        low = self._bound(mean, values, self._least)
        mirrored = {-value: times for value, times in values.items()}
        return Interval(mean, low, -self._bound(-mean, mirrored, -self._most))

    def _bound(self, mean: float, counts: Mapping[int, int], least: float) -> float:
        """Return the smallest m that bets on greater values do not exclude."""
        outside, inside = least, mean
        left, right = (self._earned(at, counts, least) - self._enough for at in (outside, inside))
        if left < 0:
            return least
        for _ in range(MOST_TRIES):
            if inside - outside < PRECISION:
                break
            at = outside + (inside - outside) * left / (left - right)
            at = min(max(at, outside + PRECISION / 4), inside - PRECISION / 4)
            found = self._earned(at, counts, least) - self._enough
            if found < 0:
                inside, right, left = at, found, left / 2
            else:
                outside, left, right = at, found, right / 2
        return outside

    def _earned(self, mean: float, counts: Mapping[int, int], least: float) -> float:
        """Return the logarithm of the money after bets on a greater mean than this one."""
        most = MAX_LOSS / (mean - least) if mean > least else inf
        offsets = [(value - mean, times) for value, times in counts.items()]
        logs = []
        for stake, money in zip(self._stakes, self._money, strict=True):
            stake = min(stake, most)
            logs.append(money + sum([times * log1p(stake * offset) for offset, times in offsets]))
        best = max(logs)
        return best + log(sum(exp(each - best) for each in logs))


MOST_TRIES = 60
PRECISION = 1e-7
"""Precision of the bounds; they are rounded outwards."""


def bonferroni(alpha: float, rows: int) -> float:
    """Return the error rate of each of several intervals so that all hold simultaneously, whatever their dependence.

    (C. E. Bonferroni, 1936.)
    """
    return alpha / max(1, rows)


def sidak(alpha: float, rows: int) -> float:
    """Return a slightly larger error rate than `bonferroni`, for two-sided intervals around normal estimates.

    (Z. Šidák, Journal of the American Statistical Association 62, 1967.)
    """
    return 1 - exp(log1p(-alpha) / max(1, rows))


def benjamini_hochberg(p_values: Sequence[float], rate: float = ALPHA) -> list[bool]:
    """Return which of several hypotheses are rejected at a false discovery rate of at most `rate`.

    (Y. Benjamini, Y. Hochberg, Controlling the false discovery rate, 1995.)
    """
    ranked = sorted(p_values)
    passed = [p for rank, p in enumerate(ranked, 1) if p <= rate * rank / len(ranked)]
    limit = passed[-1] if passed else -inf
    return [p <= limit for p in p_values]
