"""Conditions and values with a body: machine code computes what Python does, and leaves the same games to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.language.test_bodies import CASES, game_with_bodies
from tests.native.ends import different_ends
from tests.native.test_random_rules import START

ENDLESS = [
    "set count to the countdown from (0 - count - 1)",
    "set count to factorial of (count + 66)",
    "set count to ways through Birch in (count + 17)",
]


@pytest.mark.parts
def test_both_backends_compute_the_same(tmp_path: Path) -> None:
    course = ("sequence.yaml", "start: play the sample\n", START.format(you="red"))
    game = game_with_bodies(tmp_path, [text for text, _ in CASES], course)
    assert different_ends(game, 3, 4 * len(CASES)) == ([], 0, 0)


@pytest.mark.parametrize("text", ENDLESS)
def test_what_has_no_end_stops_both(text: str, tmp_path: Path) -> None:
    course = ("sequence.yaml", "start: play the sample\n", START.format(you="red"))
    game = game_with_bodies(tmp_path, [text], course)
    assert different_ends(game, 3, 2) == ([], 2, 0)
