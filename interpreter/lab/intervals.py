"""Intervals for shares, means and differences, in closed forms, and what becomes of them where many are looked at.

`alpha` is how often an interval may be wrong: 0.05 for one that holds the truth in 95 of 100 runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, fsum, inf, log, log1p, sqrt
from statistics import NormalDist

from interpreter.lab.beta import below, quantile_of

ALPHA = 0.05
NORMAL = NormalDist()
FEW = 30
"""Fewer values than that may be all alike by chance, and are too few for what holds for large numbers."""


@dataclass(frozen=True, slots=True)
class Interval:
    """What is estimated, and between what it lies."""

    estimate: float
    low: float
    high: float

    @property
    def reach(self) -> float:
        """Half its width."""
        return (self.high - self.low) / 2

    def holds(self, value: float) -> bool:
        """Whether the value is one that it allows."""
        return self.low <= value <= self.high

    def within(self, least: float, most: float) -> Interval:
        """The same without what can't be."""
        return Interval(*(min(max(each, least), most) for each in (self.estimate, self.low, self.high)))

    def times(self, factor: float) -> Interval:
        """The same in other units."""
        return Interval(factor * self.estimate, factor * self.low, factor * self.high)


def quantile(alpha: float) -> float:
    """So many standard deviations on each side leave out `alpha` of a normal distribution: 1.96 for 0.05."""
    return NORMAL.inv_cdf(1 - alpha / 2)


def wilson(times: float, of: int, alpha: float = ALPHA) -> Interval:
    """The interval of a share (E. B. Wilson, Probable inference, the law of succession, and statistical inference,
    1927). `of` is not 0; a shared win may count as a part of one."""
    z = quantile(alpha)
    share, z2 = times / of, z * z
    middle, reach = share + z2 / (2 * of), z * sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    low, high = (middle - reach) / (1 + z2 / of), (middle + reach) / (1 + z2 / of)
    return Interval(share, max(0.0, low) if times else 0.0, min(1.0, high) if times < of else 1.0)


@lru_cache(maxsize=4096)
def student(alpha: float, freedom: int) -> float:
    """As `quantile` for Student's distribution with so many degrees of freedom, at least 1 (by the beta distribution:
    M. Abramowitz, I. A. Stegun, Handbook of mathematical functions, 1964, 26.7.1 and 26.5.27)."""
    part = quantile_of(alpha, freedom / 2, 0.5)
    return sqrt(freedom * (1 - part) / part)


@lru_cache(maxsize=4096)
def clopper_pearson(times: float, of: float, alpha: float = ALPHA) -> Interval:
    """The exact interval of a share: neither bound is wrong in more than half of `alpha` (C. J. Clopper, E. S. Pearson,
    The use of confidence or fiducial limits illustrated in the case of the binomial, 1934). `of` is not 0; a shared win
    may count as a part of one."""
    low = quantile_of(alpha / 2, times, of - times + 1) if times else 0.0
    high = quantile_of(1 - alpha / 2, times + 1, of - times) if times < of else 1.0
    return Interval(times / of, low, high)


def unseen(of: int, alpha: float = ALPHA) -> float:
    """What share of all cases there may be of a kind that is not among so many."""
    return clopper_pearson(0, of, alpha).high


@dataclass(frozen=True, slots=True)
class Moments:
    """How many values there are, their mean and their variance."""

    count: int
    mean: float
    variance: float

    @classmethod
    def of(cls, counts: Mapping[float, int] | Mapping[int, int]) -> Moments:
        """Of values that were counted: value to how often, at least once in all. Their order makes no difference."""
        values = [(value, times) for value, times in counts.items() if times]
        number = sum(times for _, times in values)
        if len(values) == 1:
            return cls(number, values[0][0], 0.0)
        mean = fsum(value * times for value, times in values) / number
        squares = fsum(times * (value - mean) ** 2 for value, times in values)
        return cls(number, mean, squares / max(1, number - 1))


def of_moments(moments: Moments, alpha: float = ALPHA) -> Interval:
    """The interval of the mean of independent values (Student, The probable error of a mean, 1908); of one alone, or of
    a few that are all alike, nothing is known."""
    if moments.count < (2 if moments.variance else FEW):
        return Interval(moments.mean, -inf, inf)
    reach = student(alpha, moments.count - 1) * sqrt(moments.variance / moments.count)
    return Interval(moments.mean, moments.mean - reach, moments.mean + reach)


def of_mean(values: Iterable[float], alpha: float = ALPHA) -> Interval:
    """The same of values, at least one, that were not counted."""
    return of_moments(Moments.of(Counter(values)), alpha)


def of_bounded(counts: Mapping[float, int], least: float, most: float, alpha: float = ALPHA) -> Interval:
    """The same of values that were counted, and lie between two bounds. Where they are few, or all alike, it reaches as
    far as it would if those of a kind that is not among them were at the bounds."""
    moments = Moments.of(counts)
    found = of_moments(moments, alpha)
    if moments.count < FEW or not moments.variance:
        reach = found.reach if moments.variance else 0.0
        found = _with_unseen(found.estimate, least, most, unseen(moments.count, alpha), reach)
    return found.within(least, most)


def _with_unseen(middle: float, least: float, most: float, share: float, reach: float) -> Interval:
    """The interval that reaches as far as `reach`, and as far as values of a kind that is not among those there are may
    move it, of which there may be this share."""
    low, high = middle - share * (middle - least), middle + share * (most - middle)
    return Interval(middle, min(low, middle - reach), max(high, middle + reach))


def of_rounds(rounds: Sequence[float], each: int, alpha: float = ALPHA) -> Interval:
    """The interval of a share of cases that come in rounds of so many, which may have to do with each other; `rounds`
    has the share of each. It is the exact one for as many cases of their own as say the same (E. L. Korn, B. I.
    Graubard, Confidence intervals for proportions with small expected number of positive counts estimated from survey
    data, 1998); where no round differs from another, each is one case."""
    found = Moments.of(Counter(rounds))
    number, share = found.count, found.mean
    if not found.variance:
        return clopper_pearson(share * number, number, alpha)
    cases = share * (1 - share) / (found.variance / number)
    cases *= (student(alpha, number * each - 1) / student(alpha, number - 1)) ** 2
    cases = min(cases, number * each)
    return clopper_pearson(share * cases, cases, alpha)


def of_ratio(above: Sequence[float], below: Sequence[float], alpha: float = ALPHA) -> Interval | None:
    """The interval of the mean of some values in proportion to that of others that belong to them, where this is from 0
    to 1 (by linearization, which is for many of them: W. G. Cochran, Sampling techniques, 1977, 6.4); None if these are
    all 0. It is never narrower than those that are of a kind which is not among them allow."""
    number, whole = len(below), fsum(below)
    if not whole:
        return None
    ratio = fsum(above) / whole
    if number < 2:
        return Interval(ratio, 0, 1).within(0, 1)
    rest = fsum((a - ratio * b) ** 2 for a, b in zip(above, below, strict=True))
    reach = student(alpha, number - 1) * sqrt(rest / (number - 1) * number) / whole
    return _with_unseen(min(max(ratio, 0.0), 1.0), 0, 1, unseen(number, alpha), reach).within(0, 1)


def paired(up: int, down: int, of: int, alpha: float = ALPHA) -> Interval:
    """The interval of the difference of two shares of the same `of` cases, of which `up` have only the second, and
    `down` only the first: their exact intervals put together, with what they have to do with each other (G. Y. Zou,
    A. Donner, Construction of confidence limits about effect measures, 2008). It holds for few cases and small `alpha`,
    too. For one look."""
    first, second = clopper_pearson(up, of, alpha), clopper_pearson(down, of, alpha)
    more, less = first.estimate, second.estimate
    odds = more * less / ((1 - more) * (1 - less)) if more < 1 and less < 1 else 0.0
    together = 2 * sqrt(odds)  # who has one has not the other, so that both bounds may be wrong at once
    falls = more - first.low, second.high - less
    climbs = first.high - more, less - second.low
    low, high = (sqrt(one * one + other * other + together * one * other) for one, other in (falls, climbs))
    return Interval(more - less, max(-1.0, more - less - low), min(1.0, more - less + high))


def roughly_paired(up: int, down: int, of: int, alpha: float = ALPHA) -> Interval:
    """As `paired`, quickly, for large numbers: half a case is added to each of the four counts (A. Agresti, Y. Min,
    Simple improved confidence intervals for comparing matched proportions, 2005)."""
    more = of + 2
    middle = (up - down) / more
    reach = quantile(alpha) * sqrt(max(0.0, (up + down + 1) / more - middle * middle) / more)
    estimate = (up - down) / of
    return Interval(estimate, max(-1.0, min(estimate, middle - reach)), min(1.0, max(estimate, middle + reach)))


def sign_test(up: int, down: int) -> float:
    """How often chance alone has cases that differ go so far in one direction, if each is as likely (Q. McNemar, Note
    on the sampling error of the difference between correlated proportions, 1947; exact)."""
    less, both = min(up, down), up + down
    return min(1.0, 2 * below(0.5, both - less, less + 1)) if both else 1.0


def always_of_means(before: Moments, after: Moments, tuned: int, alpha: float = ALPHA) -> Interval:
    """The interval of the difference of two means, after minus before, whenever one looks: a confidence sequence for
    large numbers of cases, the same on both sides, narrowest near `tuned` cases (I. Waudby-Smith, D. Arbour, R. Sinha,
    E. H. Kennedy, A. Ramdas, Time-uniform central limit theory and asymptotic confidence sequences, 2024, theorem 2.2
    with the choice of rho in its appendix)."""
    spread = sqrt(before.variance + after.variance)
    reach = spread * _reach_of_mean(min(before.count, after.count), tuned, alpha)
    estimate = after.mean - before.mean
    return Interval(estimate, estimate - reach, estimate + reach)


def always_of_mean(moments: Moments, tuned: int, alpha: float = ALPHA) -> Interval:
    """The interval of one mean whenever one looks, as `always_of_means`; of few cases nothing is known."""
    if moments.count < FEW:
        return Interval(moments.mean, -inf, inf)
    reach = sqrt(moments.variance) * _reach_of_mean(moments.count, tuned, alpha)
    return Interval(moments.mean, moments.mean - reach, moments.mean + reach)


def _reach_of_mean(number: int, tuned: int, alpha: float) -> float:
    """How far the interval of a mean of values with the variance 1 reaches whenever one looks."""
    part = -2 * log(alpha)
    rate = (part + log(part + 1)) / tuned
    grown = number * rate + 1
    return sqrt(2 * grown / (number * number * rate) * log(sqrt(grown) / alpha))


FINEST = 1 / 40
"""The smallest stake is this part of the usual one."""
MOST_LOST = 0.95
"""No bet loses more than this part of its money."""
STEP = 1.25
SPREAD_OUT = 0.1
"""This part of the stakes is spread evenly over their orders of magnitude, for what varies much less than expected."""


class Bets:
    """A confidence sequence for the mean of independent values between `least` and `most`, which holds at all looks
    together, however many there are and whenever one stops, also for few values and for values that hardly vary.

    Bets are sold that are fair if the mean is m: with each value, who buys one multiplies their money by 1 + stake *
    (value - m). If m is the mean, they come to have 1 / alpha times what they began with in at most alpha of all runs
    (the maximal inequality for martingales that are never negative): each m against which that much was earned is left
    out. The money is divided among several stakes as a normal distribution is, which makes this the normal mixture of
    H. Robbins (Statistical methods related to the law of the iterated logarithm, 1970) where there are many values, but
    exact where there are few (I. Waudby-Smith, A. Ramdas, Estimating means of bounded random variables by betting,
    2024). It is narrowest, about 1.55 times as wide as an interval for one look, where the squares of what values
    differ from the mean add up to `tuned`.
    """

    def __init__(self, least: int, most: int, tuned: float, alpha: float = ALPHA) -> None:
        part = -2 * log(alpha)
        usual = sqrt((part + log(part + 1)) / tuned)
        greatest = MOST_LOST / ((most - least) / 2)
        smallest = min(usual * FINEST, greatest / STEP)
        steps = int(log(greatest / smallest) / log(STEP)) + 1
        self._stakes = [smallest * (greatest / smallest) ** (step / steps) for step in range(steps + 1)]
        normal = [stake * exp(-((stake / usual) ** 2) / 2) for stake in self._stakes]
        whole, each = sum(normal), SPREAD_OUT / len(normal)
        self._money = [log((1 - SPREAD_OUT) * share / whole + each) for share in normal]
        self._enough = log(2 / alpha)  # on either side half of it
        self._least = least
        self._most = most

    def interval(self, counts: Mapping[int, int]) -> Interval:
        """Of values that were counted: value to how often, at least once in all."""
        mean = sum(value * times for value, times in counts.items()) / sum(counts.values())
        values = {value: times for value, times in counts.items() if times}
        low = self._bound(mean, values, self._least)
        mirrored = {-value: times for value, times in values.items()}
        return Interval(mean, low, -self._bound(-mean, mirrored, -self._most))

    def _bound(self, mean: float, counts: Mapping[int, int], least: float) -> float:
        """The smallest m that is not left out by bets on greater values."""
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
        """The logarithm of what bets on more than this mean have become."""
        most = MOST_LOST / (mean - least) if mean > least else inf
        offsets = [(value - mean, times) for value, times in counts.items()]
        logs = []
        for stake, money in zip(self._stakes, self._money, strict=True):
            stake = min(stake, most)
            logs.append(money + sum([times * log1p(stake * offset) for offset, times in offsets]))
        best = max(logs)
        return best + log(sum(exp(each - best) for each in logs))


MOST_TRIES = 60
PRECISION = 1e-7
"""How exactly bounds are worked out; they err to the outside."""


def bonferroni(alpha: float, rows: int) -> float:
    """The `alpha` of each of several intervals, so that all of them hold together, whatever they have to do with each
    other (C. E. Bonferroni, 1936)."""
    return alpha / max(1, rows)


def sidak(alpha: float, rows: int) -> float:
    """As `bonferroni`, a little more, for two-sided intervals around normal estimates (Z. Šidák, Journal of the
    American Statistical Association 62, 1967)."""
    return 1 - exp(log1p(-alpha) / max(1, rows))


def discoveries(p_values: Sequence[float], rate: float = ALPHA) -> list[bool]:
    """Which of many rows are real, so that of those that are said to be at most the share `rate` is not, on average (Y.
    Benjamini, Y. Hochberg, Controlling the false discovery rate, 1995)."""
    ranked = sorted(p_values)
    passed = [p for rank, p in enumerate(ranked, 1) if p <= rate * rank / len(ranked)]
    limit = passed[-1] if passed else -inf
    return [p <= limit for p in p_values]
