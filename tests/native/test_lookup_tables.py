"""Tables of constants: machine code finds what Python does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.language.test_lookup_tables import TEXTS, game_with_tables
from tests.native.ends import different_ends
from tests.native.test_random_rules import START


@pytest.mark.parts
def test_both_backends_find_the_same(tmp_path: Path) -> None:
    game = game_with_tables(tmp_path, TEXTS, ("sequence.yaml", "start: play the sample\n", START.format(you="red")))
    assert different_ends(game, 3, 4 * len(TEXTS)) == ([], 0, 0)
