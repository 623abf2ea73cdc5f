"""Names that may be nothing are used only where they are something: both backends agree, and no game is stopped."""

from __future__ import annotations

from pathlib import Path

from interpreter import load
from tests.language.cases import read_cases, sample_with
from tests.native.ends import different_ends
from tests.native.test_random_rules import START

TEXTS = list(dict.fromkeys(text for text, _, _ in read_cases("statements.txt") if ", or none, as " in text))


def test_both_backends_carry_out_what_is_narrowed(tmp_path: Path) -> None:
    course = ("sequence.yaml", "start: play the sample\n", START.format(you="red"))
    game = load(sample_with(tmp_path, TEXTS, [course]))
    assert different_ends(game, 3, 5 * len(TEXTS)) == ([], 0, 0)
