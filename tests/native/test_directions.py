"""Steps and rays of a grid of squares, hexes or triangles are the same in both backends."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from tests.language.cases import read_cases, sample_with
from tests.native.ends import different_ends
from tests.native.test_random_rules import START
from tests.rulebook.test_several_boards import TEXTS, with_boards

COURSES = {
    "grid": ("sequence.yaml", [text for text, _, _ in read_cases("grid.txt") if "square" in text]),
    "hexes": ("game.yaml", [text for text, _, _ in read_cases("hexes.txt")]),
    "triangles": ("game.yaml", [text for text, _, _ in read_cases("triangles.txt")]),
}


@pytest.mark.parts
@pytest.mark.parametrize("sample", COURSES)
def test_both_backends_go_the_same_ways(sample: str, tmp_path: Path) -> None:
    file, texts = COURSES[sample][0], list(dict.fromkeys(COURSES[sample][1]))
    course = (file, 'start: end the game, nobody wins, because "nothing to do"\n', START.format(you="red"))
    game = load(sample_with(tmp_path, texts, [course], sample))
    assert different_ends(game, 3, 5 * len(texts)) == ([], 0, 0)


def test_both_backends_go_the_same_ways_on_several_boards(tmp_path: Path) -> None:
    course = ("sequence.yaml", 'start: end the game, nobody wins, because "nothing to do"\n', START.format(you="red"))
    game = load(with_boards(tmp_path, *(text for text, _ in TEXTS), more=(course,)))
    assert different_ends(game, 3, 5 * len(TEXTS)) == ([], 0, 0)
