"""How much of how a game ends is chance, by playing games again with one part of what was random as it was.

What is random is the chance of the rules and the picks of the players. The part of the variance of the result that each
explains alone is its first-order index (I. M. Sobol', Sensitivity estimates for nonlinear mathematical models, 1993),
estimated from games that have only that in common (A. Janon and others, Asymptotic normality and efficiency of two
Sobol index estimators, 2014); what is left is how they act on each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

from interpreter.lab.fates import Fate
from interpreter.lab.intervals import Interval, of_bounded, of_ratio

Pair = tuple[Fate, Fate]
"""Two games with something in common."""


@dataclass(frozen=True, slots=True)
class Chances:
    """Of how games ended, the share that `chance` alone decides, and the share that what players pick alone (`play`)
    does; the rest is both together. None: all games end alike. `same`: how much of the win two games with the same
    chance give to the same; `apart`: two that have nothing in common."""

    games: int
    chance: Interval | None
    play: Interval | None
    same: Interval
    apart: float


def chances_of(once: Sequence[Fate], same_chance: Sequence[Fate], same_picks: Sequence[Fate]) -> Chances:
    """Of games, and the same ones played again in two ways, in the same order; at least one."""
    means = [fsum(each) / len(once) for each in zip(*once, strict=True)]
    return Chances(
        len(once),
        _index(list(zip(once, same_chance, strict=True))),
        _index(list(zip(once, same_picks, strict=True))),
        of_bounded(Counter(fsum(map(_times, *pair)) for pair in zip(once, same_chance, strict=True)), 0, 1),
        fsum(mean * mean for mean in means),
    )


def _times(one: float, other: float) -> float:
    return one * other


def _index(pairs: Sequence[Pair]) -> Interval | None:
    """The covariance of the two games of a pair in proportion to the variance of one, of all who can win together."""
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
    return of_ratio(above, below)
