"""Single pieces of any kind, and kinds, are found and moved alike by both backends."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from tests.language.cases import read_cases, sample_with
from tests.native.comparing import differences
from tests.native.ends import different_ends
from tests.native.test_random_rules import START

WANDERING = """\
start: |
  repeat 12 times:
    for each seat, as you:
      choose a square where the piece on it is not nothing and kind of the piece on it is not shell, to move, or none
      if square is not nothing:
        let wanderer be the piece on square
        choose a neighbour of square, as goal
        if owner of the fox on goal is not you: move the fox on goal to nest
        move wanderer to goal
      otherwise:
        move 1 shell from nest to birch
        move your shell on birch to cave
  end the game, winners are seats with the highest foxes of it in squares, because "walked"
"""


@pytest.mark.parametrize("target", ["cave", "your den"])
def test_pieces_are_found_and_moved_alike(target: str, tmp_path: Path) -> None:
    text = WANDERING.replace("to nest", f"to {target}")
    old = 'start: end the game, nobody wins, because "nothing to do"\n'
    game = load(sample_with(tmp_path, edits=[("sequence.yaml", old, text)], sample="things"))
    assert differences(game, 3, 6) == ([], 0)


def test_kinds_are_read_alike(tmp_path: Path) -> None:
    texts = list(dict.fromkeys(text for text, _, _ in read_cases("things.txt") if "kind" in text))
    old = 'start: end the game, nobody wins, because "nothing to do"\n'
    game = load(sample_with(tmp_path, texts, [("sequence.yaml", old, START.format(you="p1"))], "things"))
    assert different_ends(game, 3, 5 * len(texts)) == ([], 0, 0)
