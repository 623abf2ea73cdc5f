"""Tests of possibility, and replacements of something impossible: machine code finds what Python finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from tests.games.test_games import game_of
from tests.language.cases import read_cases, sample_with
from tests.native.comparing import differences
from tests.native.ends import different_ends
from tests.native.test_random_rules import START


@pytest.mark.parts
def test_what_is_possible_is_found_alike(tmp_path: Path) -> None:
    texts = list(dict.fromkeys(text for text, _, _ in read_cases("statements.txt") if " can" in text))
    assert len(texts) > 15
    course = ("sequence.yaml", "start: play the sample\n", START.format(you="red"))
    game = load(sample_with(tmp_path, texts, [course]))
    assert different_ends(game, 2, 5 * len(texts)) == ([], 0, 0)


def test_whole_games_are_alike() -> None:
    assert differences(game_of("draughts"), 2, 20) == ([], 0)
