"""Coverage of intervals: compared with figures computed by hand, with full enumeration, and with statsmodels."""

from __future__ import annotations

import random
from collections import Counter
from math import exp, inf, lgamma, log

import pytest

from interpreter.lab.stats.estimators import FixedSampleDifferences
from interpreter.lab.stats.intervals import (
    SMALL_SAMPLE,
    BettingConfidenceSequence,
    Moments,
    anytime_mean,
    anytime_mean_difference,
    approximate_paired_difference,
    benjamini_hochberg,
    bonferroni,
    bounded_mean_interval,
    clopper_pearson,
    cluster_interval,
    joint_shares,
    mean_interval,
    mean_interval_of_moments,
    normal_quantile,
    paired_difference,
    ratio_interval,
    sidak,
    sign_test,
    student_quantile,
    wilson,
)


def test_closed_forms_by_hand() -> None:
    assert normal_quantile(0.05) == pytest.approx(1.959964, abs=1e-6)
    share = wilson(8, 40)  # (0.2 + 0.04802 ± 1.96 * sqrt(0.004 + 0.0006003)) / 1.09604
    assert (share.estimate, share.low, share.high) == pytest.approx((0.2, 0.105000, 0.347573), abs=1e-6)
    assert wilson(0, 10).low == 0 and wilson(10, 10).high == 1
    pairs = approximate_paired_difference(3, 1, 100)  # 2 / 102 ± 1.96 * sqrt((5 / 102 - (2 / 102)²) / 102)
    assert (pairs.estimate, pairs.low, pairs.high) == pytest.approx((0.02, -0.023190, 0.062406), abs=1e-6)
    assert (
        pairs.scaled(100).half_width == pytest.approx(4.279796, abs=1e-6)
        and pairs.contains(0)
        and not pairs.contains(0.063)
    )
    assert sidak(0.05, 53) == pytest.approx(0.00096732, abs=1e-8) and bonferroni(0.05, 6) == 0.05 / 6


@pytest.mark.parametrize(
    ("freedom", "value"), [(1, 12.7062), (2, 4.30265), (3, 3.18245), (10, 2.22814), (100, 1.98397), (10**6, 1.95997)]
)
def test_students_distribution_by_its_tables(freedom: int, value: float) -> None:
    assert student_quantile(0.05, freedom) == pytest.approx(value, rel=1e-5)


def test_of_few_cases_nothing_is_told_as_certain() -> None:
    """Neither of one, nor of a few that are all alike."""
    for values in ([7], [7, 7], [7] * (SMALL_SAMPLE - 1)):
        assert mean_interval(values).low == -inf and mean_interval(values).high == inf
        assert anytime_mean(Moments.from_counts(Counter(values)), 100).half_width == inf
    assert mean_interval([6, 8]).low == pytest.approx(7 - 12.7062)
    for values in ([7] * SMALL_SAMPLE, [0] * 1000):
        moments, reach = Moments.from_counts(Counter(values)), clopper_pearson(0, len(values)).high * max(1, values[0])
        assert mean_interval(values).half_width == anytime_mean(moments, 100).half_width == pytest.approx(reach)
        assert FixedSampleDifferences(0.05).mean(moments, moments).half_width == pytest.approx(2 * reach)
        assert anytime_mean_difference(moments, moments, 100).half_width == pytest.approx(2 * reach)
    for values in ([1], [1, 1], [1] * 20):
        found, times = bounded_mean_interval(Counter(values), 0, 1), len(values)
        assert found.high == 1 and found.low == pytest.approx(clopper_pearson(times, times).low)
        ratio = ratio_interval(values, values)
        assert ratio is not None and ratio.estimate == ratio.high == 1 and ratio.low <= found.low
        assert cluster_interval(values, 2).low == pytest.approx(found.low)
    assert ratio_interval([0.5], [1]) is not None and ratio_interval([0], [0]) is None
    assert bounded_mean_interval(Counter([0.2, 0.3]), 0, 1).half_width > 0.3
    assert mean_interval_of_moments(Moments(2, 5.0, 2.0)).half_width == pytest.approx(12.7062)


def test_rounds_are_the_cases_where_all_in_one_go_alike() -> None:
    """Simulate 20 rounds of 4 games, in which all games of a round are won or lost together, or only some.

    An interval of single games would miss the true value in a third of the runs.
    """
    draw = random.Random(4)
    runs, missed, naive, apart = 300, 0, 0, 0
    for _ in range(runs):
        alike = [float(draw.random() < 0.7) for _ in range(20)]
        missed += not cluster_interval(alike, 4).contains(0.7)
        naive += not clopper_pearson(4 * sum(alike), 80).contains(0.7)
        single = [sum(draw.random() < 0.7 for _ in range(4)) / 4 for _ in range(20)]
        apart += not cluster_interval(single, 4).contains(0.7)
    assert missed <= 0.05 * runs and apart <= 0.07 * runs and naive > 0.2 * runs
    assert (
        cluster_interval([0.75, 0.75, 0.5, 1.0] * 5, 4).half_width
        < cluster_interval([1.0, 1.0, 0.0, 1.0] * 5, 4).half_width
    )


def test_no_interval_of_pairs_is_empty() -> None:
    """Also where all pairs are equal, or all differ in the same way."""
    for up, down, of in ((0, 0, 10), (10, 0, 10), (0, 1, 1)):
        found = paired_difference(up, down, of)
        assert found.low <= found.estimate <= found.high and found.half_width > 0


def missed(up: float, down: float, of: int, alpha: float) -> float:
    """Probability that the interval of pairs misses the true value, by enumeration; `down` is 0 or 0.01."""
    known = lgamma(of + 1)
    found = 0.0
    for more in range(of // 8):
        for less in range(of // 20 if down else 1):
            same = of - more - less
            likely = known - lgamma(more + 1) - lgamma(less + 1) - lgamma(same + 1)
            likely += more * log(up) + (less * log(down) if less else 0.0) + same * log(1 - up - down)
            if likely > -30 and not paired_difference(more, less, of, alpha).contains(up - down):
                found += exp(likely)
    return found


@pytest.mark.parametrize("alpha", [0.05, sidak(0.05, 53)])
@pytest.mark.parametrize(("up", "down"), [(0.005, 0.0), (0.0101, 0.0), (0.02, 0.0), (0.01, 0.01), (0.02, 0.01)])
def test_pairs_hold_as_often_as_they_say(alpha: float, up: float, down: float) -> None:
    """Also where few of them differ, and many rows share what may be wrong."""
    assert missed(up, down, 1000, alpha) <= alpha


def test_a_sign_test_by_hand() -> None:
    assert sign_test(5, 0) == sign_test(0, 5) == pytest.approx(2 / 32)
    assert sign_test(3, 1) == pytest.approx(2 * 5 / 16) and sign_test(2, 2) == sign_test(0, 0) == 1


def test_moments() -> None:
    moments = Moments.from_counts({2: 1, 4: 2, 9: 1})  # 2, 4, 4, 9
    assert (moments.count, moments.mean) == (4, 4.75) and moments.variance == pytest.approx(26.75 / 3)
    assert Moments.from_counts({7: 1}).variance == 0


def test_the_price_of_looking_at_means_whenever_one_likes() -> None:
    """Test that the sequence is 1.55 times as wide as an interval for one look, at the size that it is tuned for."""
    one = Moments(1000, 5, 4)
    once = normal_quantile(0.05) * (8 / 1000) ** 0.5
    found = anytime_mean_difference(one, Moments(1000, 6, 4), tuned=1000)
    assert found.estimate == 1 and found.half_width / once == pytest.approx(1.5486, abs=1e-4)
    assert anytime_mean_difference(one, one, tuned=30_000).half_width / once > 1.6


def test_the_price_of_bets() -> None:
    """Near what they are tuned for they are no wider than the normal mixture; far from it a little."""
    bets = BettingConfidenceSequence(-1, 1, tuned=30_000)
    for games, price in ((60_000, 1.57), (20_000, 1.63), (200_000, 1.63)):
        found = bets.interval({-1: games // 4, 0: games // 2, 1: games // 4})
        assert found.low == pytest.approx(-found.high, abs=1e-6)
        assert found.high / (normal_quantile(0.05) * (games / 2) ** 0.5 / games) < price


def test_bets_where_nothing_varies() -> None:
    """Equal pairs leave out what would have shown itself by now: about 10 in so many."""
    bets = BettingConfidenceSequence(-1, 1, tuned=30_000)
    assert 0.009 < bets.interval({0: 1000}).high < 0.01 and bets.interval({0: 1, 1: 0}).high == 1
    one_sided = bets.interval({0: 999, 1: 1})
    assert -0.01 < one_sided.low < 0 < 0.001 < 0.011 < one_sided.high


@pytest.mark.parts
@pytest.mark.parametrize(
    "shares",
    [
        (0.3, 0.3),
        pytest.param((0.2, 0.0), marks=pytest.mark.parts),
        (0.02, 0.0),
        pytest.param((0.05, 0.4), marks=pytest.mark.parts),
    ],
)
def test_bets_hold_at_every_look(shares: tuple[float, float]) -> None:
    """All ways are gone through in which the first pairs can come out, with a look after each of them."""
    up, down = shares
    truth, looks = up - down, 14
    bets = BettingConfidenceSequence(-1, 1, tuned=20, alpha=0.2)
    ways: dict[tuple[int, int], float] = {(0, 0): 1.0}
    missed = 0.0
    for games in range(1, looks + 1):
        after: dict[tuple[int, int], float] = {}
        for (ups, downs), chance in ways.items():
            for step, share in (((1, 0), up), ((0, 1), down), ((0, 0), 1 - up - down)):
                at = ups + step[0], downs + step[1]
                after[at] = after.get(at, 0.0) + chance * share
        ways = {}
        for (ups, downs), chance in after.items():
            held = bets.interval({1: ups, -1: downs, 0: games - ups - downs}).contains(truth)
            missed += 0 if held else chance
            if held:
                ways[ups, downs] = chance
    assert missed <= 0.2
    assert sum(ways.values()) + missed == pytest.approx(1)


def test_bets_find_what_there_is() -> None:
    """A difference of 30 points in a few hundred pairs."""
    draw = random.Random(1)
    counts = Counter(draw.choices((1, 0, -1), (0.5, 0.3, 0.2), k=600))
    found = BettingConfidenceSequence(-1, 1, tuned=300).interval(counts)
    assert 0.1 < found.low < found.estimate < found.high < 0.5


def test_false_discoveries_by_hand() -> None:
    """The example of Benjamini and Hochberg, 1995: of fifteen, the first four."""
    found = [
        0.0001,
        0.0004,
        0.0019,
        0.0095,
        0.0201,
        0.0278,
        0.0298,
        0.0344,
        0.0459,
        0.324,
        0.4262,
        0.5719,
        0.6528,
        0.759,
        1,
    ]
    assert benjamini_hochberg(found, 0.05) == [True] * 4 + [False] * 11
    assert benjamini_hochberg([0.2, 0.9], 0.05) == [False, False] and benjamini_hochberg([], 0.05) == []


@pytest.mark.parts
def test_the_same_as_statsmodels() -> None:
    from statsmodels.stats.multitest import multipletests
    from statsmodels.stats.proportion import proportion_confint

    draw = random.Random(2)
    for _ in range(50):
        of = draw.randint(1, 500)
        times, alpha = draw.randint(0, of), draw.choice((0.01, 0.05, 0.2))
        ours = wilson(times, of, alpha)
        assert (ours.low, ours.high) == pytest.approx(proportion_confint(times, of, alpha, "wilson"), abs=1e-12)
        values = [draw.random() ** 3 for _ in range(draw.randint(1, 40))]
        assert benjamini_hochberg(values, alpha) == list(multipletests(values, alpha, "fdr_bh")[0])
        single = sidak(alpha, len(values))
        assert single == pytest.approx(multipletests(values, alpha, "sidak")[2])
        assert bonferroni(alpha, len(values)) == pytest.approx(multipletests(values, alpha, "bonferroni")[3])


@pytest.mark.parts
def test_exact_ones_as_statsmodels_has_them() -> None:
    from statsmodels.stats.contingency_tables import mcnemar
    from statsmodels.stats.proportion import proportion_confint

    draw = random.Random(3)
    for _ in range(50):
        of = draw.choice((1, 5, 300, 70_000))
        times, alpha = draw.randint(0, draw.choice((3, of)) if of > 3 else of), draw.choice((0.0005, 0.05))
        ours = clopper_pearson(times, of, alpha)
        assert (ours.low, ours.high) == pytest.approx(proportion_confint(times, of, alpha, "beta"), abs=1e-9)
        up, down = draw.randint(0, 30), draw.randint(0, 300)
        assert sign_test(up, down) == pytest.approx(mcnemar([[0, up], [down, 0]], exact=True).pvalue, abs=1e-9)


@pytest.mark.parts
def test_rough_pairs_as_statsmodels_has_them() -> None:
    """Half a case added to each count makes the plain interval of the differences, but for the division by n - 1."""
    from statsmodels.stats.weightstats import DescrStatsW

    for up, down, of in ((3, 1, 100), (40, 70, 300), (0, 0, 20)):
        ours = approximate_paired_difference(up, down, of)
        data = DescrStatsW([1, -1, 0], weights=[up + 0.5, down + 0.5, of + 1 - up - down], ddof=0)
        spread = (data.var / (of + 2)) ** 0.5 * normal_quantile(0.05)
        assert (ours.low, ours.high) == pytest.approx((data.mean - spread, data.mean + spread))


def test_intervals_of_a_table_hold_together() -> None:
    """Of six seats that win equally often, hardly ever is one told to be favoured; single intervals would do so."""
    source, joint, single = random.Random(5), 0, 0
    for _ in range(600):
        wins = Counter(source.choices(range(6), k=600))
        counts = [wins[seat] for seat in range(6)]
        joint += not all(each.contains(1 / 6) for each in joint_shares(counts, 600))
        single += not all(wilson(each, 600).contains(1 / 6) for each in counts)
    assert joint <= 0.08 * 600 < 0.15 * 600 < single
