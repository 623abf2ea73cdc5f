"""Aims of a change: the distance of a figure from where it should be."""

from __future__ import annotations

import random

import pytest

from interpreter.lab.compare.aims import (
    ChangeAim,
    aim_verdict,
    distance,
    distance_change,
    parse_aim,
)
from interpreter.lab.compare.comparison import run_comparison
from interpreter.lab.compare.question import ComparedVersion, ComparisonSpec
from interpreter.lab.stats.intervals import Interval
from interpreter.matches.loading import load
from tests.lab.test_sweep import LOTS

EVEN = ChangeAim("even")


@pytest.mark.parametrize("aim", [EVEN, ChangeAim("a", 0.4, 0.6), ChangeAim("a", 0.5, 0.5)])
def test_a_change_of_distance_is_as_large_as_any_point_of_the_intervals_allows(aim: ChangeAim) -> None:
    """Random points inside never lie outside, and the bounds are reached."""
    rng = random.Random(1)
    for _ in range(50):
        both, moved = (Interval((low + high) / 2, low, high) for low, high in (
            sorted((rng.uniform(-1, 1), rng.uniform(-1, 1))),
            sorted((rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5))),
        ))  # fmt: skip
        found = distance_change(both, moved, aim)
        steps = [step / 40 for step in range(41)]
        changes = [
            distance((total + by) / 2, aim) - distance((total - by) / 2, aim)
            for total in (both.low + step * (both.high - both.low) for step in steps)
            for by in (moved.low + step * (moved.high - moved.low) for step in steps)
        ]
        assert found.low <= min(changes) + 1e-9 and max(changes) <= found.high + 1e-9
        assert found.low == pytest.approx(min(changes), abs=0.06)
        assert found.high == pytest.approx(max(changes), abs=0.06)


@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        (Interval(-0.02, -0.03, -0.012), "better"),
        (Interval(0.02, 0.012, 0.03), "worse"),
        (Interval(0.0, -0.01, 0.01), "same"),
        (Interval(0.0, -0.02, 0.02), "unknown"),
    ],
)
def test_a_verdict_on_an_aim(change: Interval, verdict: str) -> None:
    assert aim_verdict(change, 0.01) == verdict


def test_an_aim_is_a_percentage_or_a_length() -> None:
    assert parse_aim("a=45..55", ("a", "b")) == ChangeAim("a", 0.45, 0.55)
    assert parse_aim("turns=20", ("a", "b")) == ChangeAim("turns", 20, 20)


@pytest.mark.parametrize(("bar", "verdict"), [(5, "better"), (1, "worse")])
def test_even_is_nearer_or_further_as_the_rules_say(bar: int, verdict: str) -> None:
    """The player wins with a bar of 3 in 30 of 100 games; even is 50."""
    before, after = (ComparedVersion(load(LOTS, f"tracks/bar/start={each}"), {}) for each in (3, bar))
    answer = run_comparison(ComparisonSpec(before, after, backend="python", games=2000, is_single_look=True))
    (found,) = answer.aims()
    assert found.verdict == verdict
    assert found.before == pytest.approx(-0.2, abs=0.1) and found.after == pytest.approx((bar - 5) / 10, abs=0.1)


@pytest.mark.parts
@pytest.mark.parametrize(("runs", "most"), [(20, 2), pytest.param(60, 6, marks=pytest.mark.parts)])
def test_claims_on_an_aim_are_seldom_wrong(runs: int, most: int) -> None:
    """A game against itself with other seeds: nothing comes nearer, whatever the games."""
    wrong = 0
    game = load(LOTS)
    for seed in range(runs):
        version = ComparedVersion(game, {})
        asked = ComparisonSpec(
            version, version, margin_points=8, games=600, seeds=(seed, seed + 1000), backend="python"
        )
        (found,) = run_comparison(asked).aims()
        wrong += found.verdict in ("better", "worse")
    assert wrong <= most
