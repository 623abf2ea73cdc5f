"""Steps and rays of a grid are the same in both backends."""

from __future__ import annotations

from pathlib import Path

from interpreter import load
from tests.language.cases import read_cases, sample_with
from tests.native.ends import different_ends
from tests.native.test_random_rules import START

TEXTS = list(dict.fromkeys(text for text, _, _ in read_cases("grid.txt") if "square" in text))


def test_both_backends_go_the_same_ways(tmp_path: Path) -> None:
    course = ("sequence.yaml", 'start: end the game, nobody wins, because "nothing to do"\n', START.format(you="red"))
    game = load(sample_with(tmp_path, TEXTS, [course], "grid"))
    assert different_ends(game, 3, 5 * len(TEXTS)) == ([], 0, 0)
