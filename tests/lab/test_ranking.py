"""Ranked effects: the largest isn't told too large, and the range of ranks holds the true one."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from interpreter.lab.stats.intervals import Interval, normal_quantile, sidak
from interpreter.lab.stats.ranking import RankRange, rank_ranges, shrunken_estimates

ROWS, ERROR, RUNS = 40, 0.3, 100
TRUTHS: dict[str, Callable[[Random], float]] = {
    "alike": lambda random: random.gauss(0, 0.3),
    "a few large": lambda random: random.gauss(0, 1.5) if random.random() < 0.1 else 0.0,
    "one side": lambda random: random.uniform(0.0, 1.2),
}


@pytest.mark.parts
@pytest.mark.parametrize("kind", TRUTHS)
def test_the_first_of_a_ranking_is_not_told_too_large(kind: str) -> None:
    """Its raw estimate is. What is told is right for effects like those of the model, and nearly right for others."""
    random = Random(kind)
    raw, told = [], []
    for _ in range(RUNS):
        truths = [TRUTHS[kind](random) for _ in range(ROWS)]
        found = [random.gauss(truth, ERROR) for truth in truths]
        shrunken = shrunken_estimates(found, [ERROR] * ROWS)
        first = max(range(ROWS), key=lambda row: abs(shrunken[row]))
        sign = 1 if found[first] > 0 else -1
        raw.append(sign * (found[first] - truths[first]))
        told.append(sign * (shrunken[first] - truths[first]))
    noise = stdev(told) / sqrt(RUNS)
    assert fmean(raw) > fmean(told) + 2 * noise
    assert abs(fmean(told)) < (4 * noise if kind == "alike" else ERROR / 3)


def test_estimates_without_a_doubt_are_hardly_shrunk() -> None:
    found = shrunken_estimates([5.0, *[0.1, 0.0, -0.1] * 13], [0.1] * 40)
    assert found[0] == pytest.approx(5.0, rel=0.01) and max(map(abs, found[1:])) < 0.08
    assert shrunken_estimates([], []) == [] and shrunken_estimates([0.0], [0.1]) == [0.0]


def test_noisy_estimates_are_shrunk_more() -> None:
    exact, noisy = shrunken_estimates([1.0] * 2 + [0.2] * 10, [0.1, 0.8] + [0.1] * 10)[:2]
    assert 0 < noisy < 0.7 < exact < 1


def test_ranks_go_by_size() -> None:
    intervals = [Interval(-5, -6, -4), Interval(3, 2, 3.5), Interval(2.4, 1.5, 2.5), Interval(0, -1, 1)]
    assert rank_ranges(intervals) == [RankRange(1, 1), RankRange(2, 3), RankRange(2, 3), RankRange(4, 4)]


def test_ranges_hold_the_true_ranks() -> None:
    """In at least 95 of 100 runs all of them do; some leave out most ranks."""
    random = Random(4)
    reach = ERROR * normal_quantile(sidak(0.05, ROWS))
    missed, widths = 0, []
    for _ in range(RUNS):
        truths = [random.gauss(0, 2) for _ in range(ROWS)]
        found = [random.gauss(truth, ERROR) for truth in truths]
        order = sorted(truths, key=lambda truth: -abs(truth))
        ranges = rank_ranges([Interval(each, each - reach, each + reach) for each in found])
        within = [r.first <= order.index(truth) + 1 <= r.last for r, truth in zip(ranges, truths, strict=True)]
        missed += not all(within)
        widths += [each.last - each.first for each in ranges]
    assert missed <= 0.1 * RUNS and min(widths) <= 2
