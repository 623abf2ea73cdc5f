"""Simulated studies: a few of each, and the table of many."""

from __future__ import annotations

from random import Random

import pytest

from tests.benchmarks.calibration import (
    CASES,
    DOCUMENT,
    FOUND,
    RUNS,
    WRONG,
    Case,
    compared,
    lines_of,
    pairs_of,
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_each_study_is_simulated_and_stands_in_the_table(case: Case) -> None:
    """A run of each gives all that the case claims; what many gave is written down, and nothing is refuted."""
    assert {*case.limits} <= {*case.simulate(Random(1))}
    rows = [row for row in DOCUMENT.read_text("utf-8").splitlines() if row.startswith(f"| {case.name} |")]
    assert [row.split(" | ")[1:3] for row in rows] == [[claim, f"{RUNS:,}"] for claim in case.limits]


@pytest.mark.parametrize(
    ("claim", "share", "limit", "refuted"),
    [(WRONG, 0.5, 0.05, True), (WRONG, 0.06, 0.05, False), (FOUND, 0.5, 0.9, True), (FOUND, 0.88, 0.9, False)],
)
def test_a_claim_is_refuted_beyond_chance(claim: str, share: float, limit: float, refuted: bool) -> None:
    case = Case("", lambda random: {claim: random.random() < share}, {claim: limit})
    (line,) = lines_of(case, 200)
    assert line.is_refuted == refuted and line.share.contains(share)


def test_truths_are_those_of_the_distribution() -> None:
    assert pairs_of(0, 0.3, better=0.04).truth() == pytest.approx({"walker": 0.04, "trapper": -0.04})
    assert pairs_of(4, 0.2, 0.01).truth() == pytest.approx(dict.fromkeys(("p1", "p2", "p3", "p4"), 0.0))
    assert compared(pairs_of(0, 0.1, better=0.1), 4.0)(Random(1))[WRONG] is False
