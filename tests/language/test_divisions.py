"""Division by a number that is not positive stops the match, whoever plays it."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.support.errors import PlayError
from tests.language.cases import answered, sample_with, start


@pytest.mark.parametrize("text", ["7 divided by count, rounded up", "remainder of 7 divided by (count - 2)"])
def test_a_number_below_1_divides_nothing(text: str, tmp_path: Path) -> None:
    game = load(sample_with(tmp_path, [f"set count to {text}"]))
    with pytest.raises(PlayError) as caught:
        answered(start(game, 0), "")
    (problem,) = caught.value.problems
    assert problem.code == "bad-divisor"
    assert (
        problem.message == f"in `event of case_0`: a number is divided by {-2 if '-' in text else 0}, not by 1 or more"
    )
