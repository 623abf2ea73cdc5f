"""Moves that are only tried, and positions that are remembered: machine code finds what Python finds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter import load
from tests.language.cases import read_cases, sample_with
from tests.loaded import game_of
from tests.native.comparing import differences
from tests.native.ends import different_ends
from tests.native.test_random_rules import START

GAMES = Path(__file__).parents[1] / "games"


@pytest.mark.parts
def test_moves_are_tried_alike(tmp_path: Path) -> None:
    texts = list(
        dict.fromkeys(text for text, _, _ in read_cases("grid.txt") if re.search("after |capture|position", text))
    )
    assert len(texts) > 5
    old = 'start: end the game, nobody wins, because "nothing to do"\n'
    game = load(sample_with(tmp_path, texts, [("sequence.yaml", old, START.format(you="red"))], "grid"))
    assert different_ends(game, 2, 5 * len(texts)) == ([], 0, 0)


@pytest.mark.parts
def test_whole_games_are_alike() -> None:
    assert differences(game_of(GAMES / "chess"), 2, 2) == ([], 0)
    assert differences(game_of(GAMES / "go"), 2, 20) == ([], 0)
