"""Shares of the result that chance and the players' choices decide, from games replayed with one of the two kept fixed.

The random inputs of a game are the chance of the rules and the picks of the players. The share of the variance of the
result that each explains alone is its first-order index (I. M. Sobol', Sensitivity estimates for nonlinear mathematical
models, 1993). It is estimated from pairs of games that have only that input in common (A. Janon and others, Asymptotic
normality and efficiency of two Sobol index estimators, 2014). The rest is the interaction of the two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

from interpreter.lab.fates import PayoffVector
from interpreter.lab.intervals import Interval, bounded_mean_interval, ratio_interval

PayoffPair = tuple[PayoffVector, PayoffVector]
"""The payoffs of two games that have an input in common."""


@dataclass(frozen=True, slots=True)
class SobolIndices:
    """Shares of the variance of the result explained by chance and by the players' choices.

    Attributes:
        games: Number of games that were replayed.
        chance: Share explained by chance alone; None if all games end alike.
        picks: Share explained by the players' picks alone; None if all games end alike. The rest is interaction.
        agreement: Share of the win that goes to the same winner in two games with the same chance.
        baseline_agreement: The same share for two games that have nothing in common.
    """

    games: int
    chance: Interval | None
    picks: Interval | None
    agreement: Interval
    baseline_agreement: float


def estimate_indices(
    once: Sequence[PayoffVector], same_chance: Sequence[PayoffVector], same_picks: Sequence[PayoffVector]
) -> SobolIndices:
    """Estimate the indices from games and two replays of each, all three in the same order.

    Args:
        once: Payoffs of the original games, at least one.
        same_chance: Payoffs of replays with the same chance and other picks.
        same_picks: Payoffs of replays with the same picks and other chance.
    """
    means = [fsum(each) / len(once) for each in zip(*once, strict=True)]
    return SobolIndices(
        len(once),
        _index(list(zip(once, same_chance, strict=True))),
        _index(list(zip(once, same_picks, strict=True))),
        bounded_mean_interval(Counter(fsum(map(_times, *pair)) for pair in zip(once, same_chance, strict=True)), 0, 1),
        fsum(mean * mean for mean in means),
    )


def _times(one: float, other: float) -> float:
    return one * other


def _index(pairs: Sequence[PayoffPair]) -> Interval | None:
    """Return the covariance of the two games of a pair over the variance of one, summed over all sides."""
    number = 2 * len(pairs)
    means = [
        fsum(one + other for one, other in each) / number
        for each in zip(*(zip(*pair, strict=True) for pair in pairs), strict=True)
    ]
    above, below = [], []
    for one, other in pairs:
        mine = [share - mean for share, mean in zip(one, means, strict=True)]
        theirs = [share - mean for share, mean in zip(other, means, strict=True)]
        above.append(fsum(map(_times, mine, theirs)))
        below.append(fsum(each * each for each in (*mine, *theirs)) / 2)
    return ratio_interval(above, below)
