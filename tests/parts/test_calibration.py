"""The lab is as often right as it says: the table of CALIBRATION.md, made again."""

from __future__ import annotations

import pytest

from tests.benchmarks.calibration import CASES, DOCUMENT, RUNS, Case, lines_of

pytestmark = [pytest.mark.parts, pytest.mark.exhaustive]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_the_lab_claims_holds(case: Case) -> None:
    lines = [*lines_of(case, RUNS)]
    assert not [line for line in lines if line.is_refuted]
    assert {line.row() for line in lines} <= {*DOCUMENT.read_text("utf-8").splitlines()}
