"""A line that begins with an article stands where the article stands, and a no-break space is a space."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from tests.language.cases import found, sample_with, start

PHRASE = """words:
  - say: "the stranger earns {n} points"
    do: raise count by n
"""


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("raise count\nthe stranger earns 2 points", 3),
        ("the stranger earns 2 points\nraise count", 3),
        ("if 1 is 2:\n    raise count\nthe stranger earns 2 points", 2),
        ("if 1 is 1:\n  raise count\n  the stranger earns 2 points\nraise count", 4),
        ("if 1 is 2:\n  if 1 is 1:\n    raise count\n  the stranger earns 2 points", 0),
        ("raise\u00a0count by\u202f2\nmove 1 of your pawns from Old\u00a0Cedar to birch", 2),
    ],
)
def test_a_line_stands_where_its_first_word_does(text: str, count: int, tmp_path: Path) -> None:
    folder = sample_with(tmp_path, [text], [("vocabulary.yaml", "words:\n", PHRASE)])
    match = start(load(folder), 0)
    assert found(match, "count") == count
