"""Worth of things, estimated from games played with and without them."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random
from statistics import stdev

import pytest

from interpreter.lab.impact.item_values import EffectEstimates, EndingPairs, ImpactRow
from interpreter.lab.stats.intervals import paired_difference, sidak, sign_test
from interpreter.lab.stats.ranking import RankRange
from interpreter.playtest.run.chunks import Ending
from interpreter.rulebook.omissions import Omission
from interpreter.support.errors import Location

RED, BLUE, BOTH = (Ending(who, None, "end") for who in (("red",), ("blue",), ("red", "blue")))
WINNERS = {RED: ("red",), BLUE: ("blue",)}


def row_of(number: int, pairs: EndingPairs, stopped: int | None = None, side: str | None = None) -> ImpactRow:
    where = Location("cards.yaml", number, 1)
    thing = Omission(number, "event", f"card_{number}", {"en": f"Card {number}"}, where, side)
    return ImpactRow(thing, pairs.total(), pairs, stopped=stopped)


def pairs(same: int, up: int, down: int) -> EndingPairs:
    """So many games that red wins in any case, only with the thing, only without it."""
    return Counter({(RED, RED): same, (BLUE, RED): up, (RED, BLUE): down})


def mirrored(rows: list[ImpactRow], margin: float) -> EffectEstimates:
    """Effects in a game whose rules show that red wins what blue loses."""
    return EffectEstimates(rows, ("red", "blue"), WINNERS, margin, has_single_winner=True)


def test_two_sides_of_which_one_wins_have_one_interval() -> None:
    rows = [row_of(1, pairs(900, 80, 20)), row_of(2, pairs(1000, 0, 0))]
    found = mirrored(rows, 0.01)
    assert found.is_mirrored
    red, blue = found.differences(rows[0]).values()
    assert red == paired_difference(80, 20, 1000, sidak(0.05, 2)) and (blue.low, blue.high) == pytest.approx(
        (-red.high, -red.low)
    )


def test_one_interval_is_enough_only_if_the_rules_show_it() -> None:
    """All these games have one winner; the next one may not."""
    row = row_of(1, pairs(900, 80, 20))
    red = EffectEstimates([row], ("red", "blue"), WINNERS, 0.01).differences(row)["red"]
    assert red == paired_difference(80, 20, 1000, sidak(0.05, 2))


def test_points_of_a_thing_count_for_its_own_side() -> None:
    rows = [row_of(1, pairs(900, 20, 80), side="blue"), row_of(2, pairs(900, 20, 80)), row_of(3, pairs(900, 80, 20))]
    found = mirrored(rows, 0.01)
    assert [found.counted_sides(row) for row in rows] == [("blue",), ("red",), ("red",)]
    told = {each.row.thing.number: each for each in found.ranked()}
    counted = [(each.counted, each.differences[each.counted or ""].estimate) for _, each in sorted(told.items())]
    assert counted == [("blue", 0.06), ("red", -0.06), ("red", 0.06)]


def test_a_side_of_one_thing_takes_nothing_from_the_intervals_of_others() -> None:
    """Of three seats, only the owner's interval is one of those that hold together."""
    row = row_of(1, Counter({(RED, BOTH): 50, (RED, RED): 950}), side="blue")
    found = EffectEstimates([row], ("red", "blue"), {**WINNERS, BOTH: ("red", "blue")}, margin=0.01)
    assert found.differences(row)["blue"] == paired_difference(50, 0, 1000, sidak(0.05, 1))
    (told,) = found.ranked()
    assert told.counted == "blue" and told.is_significant


def test_where_both_can_win_each_has_its_own() -> None:
    row = row_of(1, Counter({(RED, BOTH): 50, (RED, RED): 950}))
    found = EffectEstimates([row], ("red", "blue"), {**WINNERS, BOTH: ("red", "blue")}, margin=0.01)
    red, blue = found.differences(row).values()
    assert not found.is_mirrored and red.estimate == 0 and blue.estimate == 0.05
    assert blue == paired_difference(50, 0, 1000, sidak(0.05, 2))


def test_verdicts_and_their_order() -> None:
    rows = [
        row_of(1, pairs(9990, 5, 5)),
        row_of(2, pairs(9000, 900, 100)),
        row_of(3, pairs(8000, 1030, 970)),
        row_of(4, pairs(10, 1, 0), stopped=11),
    ]
    told = mirrored(rows, 0.01).ranked()
    assert [(each.row.thing.number, each.verdict) for each in told] == [
        (2, "real"),
        (3, "undecided"),
        (1, "within"),
        (4, "stopped"),
    ]


def test_of_many_that_do_nothing_hardly_any_is_called_real() -> None:
    """Each row alone would be, with 1 in 20; one of them is."""
    some = pairs(888, 70, 46)
    assert sign_test(70, 46) < 0.05
    assert [each.is_significant for each in mirrored([row_of(1, some)], 0.001).ranked()] == [True]
    rows = [row_of(number, some) for number in range(1, 6)]
    rows += [row_of(number, pairs(900, 50, 50)) for number in range(6, 60)] + [row_of(60, pairs(850, 110, 40))]
    told = mirrored(rows, 0.001).ranked()
    assert [each.row.thing.number for each in told if each.is_significant] == [60] and told[0].verdict == "real"


def test_an_interval_of_what_is_real_leaves_out_0() -> None:
    """And the other way round: what isn't real has an interval that holds together with all others."""
    rows = [row_of(number, pairs(900, 50 + 3 * number, 50 - 2 * number)) for number in range(16)]
    found = mirrored(rows, 0.001)
    told = found.ranked()
    real = [each for each in told if each.is_significant]
    assert 4 < len(real) < 16
    simultaneous = sidak(0.05, 16)
    for each in told:
        counted = each.differences["red"]
        assert counted.contains(0) != each.is_significant
        changes = 50 + 3 * each.row.thing.number, 50 - 2 * each.row.thing.number
        of = each.row.games
        rate = 0.05 * len(real) / 16 if each.is_significant else simultaneous
        assert counted == paired_difference(*changes, of, rate)
        assert abs(each.shrunken) < abs(counted.estimate) + 0.01


def test_ranks_are_told_with_the_range_that_they_may_have() -> None:
    rows = [row_of(1, pairs(9000, 900, 100)), *(row_of(number, pairs(9980, 11, 9)) for number in range(2, 6))]
    told = mirrored(rows, 0.01).ranked()
    assert [each.ranks for each in told] == [RankRange(1, 1), *[RankRange(2, 5)] * 4]


@pytest.mark.parts
def test_false_coverage_rate() -> None:
    """Of the intervals of effects that are called real, at most 5 % miss on average, although these were selected."""
    random, rates = Random(2), []
    for _ in range(60):
        truths = [random.choice([0.0, 0.0, 0.03, 0.06]) for _ in range(20)]
        rows = []
        for number, truth in enumerate(truths):
            ups = sum(random.random() < 0.1 + truth / 2 for _ in range(400))
            downs = sum(random.random() < 0.1 - truth / 2 for _ in range(400))
            rows.append(row_of(number, pairs(1000 - ups - downs, ups, downs)))
        told = mirrored(rows, 0.001).ranked()
        real = [each for each in told if each.is_significant]
        missed = sum(not each.differences["red"].contains(0.4 * truths[each.row.thing.number]) for each in real)
        rates.append(missed / max(1, len(real)))
    assert 0.0 <= sum(rates) / len(rates) <= 0.06 + 2 * stdev(rates) / sqrt(len(rates))


def test_what_is_real_may_be_too_little_to_matter() -> None:
    (told,) = mirrored([row_of(1, pairs(99_800, 150, 50))], 0.01).ranked()
    assert told.verdict == "within" and told.is_significant


@pytest.mark.parametrize(
    ("up", "down", "within", "reach"),
    [
        (60, 40, 0.012, 0.01),  # large: half its size
        (54, 46, 0.012, 0.009),  # neither: three quarters of the margin
        (50, 50, 0.012, 0.012),  # nothing: the margin
    ],
)
def test_how_many_games_are_needed(up: int, down: int, within: float, reach: float) -> None:
    def estimates(times: int) -> tuple[EffectEstimates, ImpactRow]:
        row = row_of(1, pairs((1000 - up - down) * times, up * times, down * times))
        return EffectEstimates([row], ("red", "blue"), WINNERS, within), row

    found, row = estimates(1)
    needed = found.games_needed(row)
    later, more = estimates(needed // 1000 + 1)
    assert found.differences(row)["red"].half_width > reach >= later.differences(more)["red"].half_width
    assert (
        later.games_needed(more) == more.games
        and needed < 1.3 * 1000 * (found.differences(row)["red"].half_width / reach) ** 2
    )
    assert mirrored([row], 0.05).games_needed(row) == 1000
