"""Positions at the beginning of scenarios that the game itself never reaches."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.matches.match import Match
from interpreter.rulebook.model import Text
from interpreter.rulebook.scenarios.given import GivenPosition
from interpreter.support.errors import Location, RulebookError

FILES = {
    "game.yaml": "id: b\ntitle: B\nseats: [{id: red, title: Red}, {id: blue, title: Blue}]\n",
    "map.yaml": "spaces: [{id: north, title: N}, {id: south, title: S}]\n",
    "vocabulary.yaml": """
variables: [{id: worth, is: number, for: space}, {id: count, is: number}]
words:
  - say: "visit {space}"
    do: |
      raise count
      raise worth of space by 5
      set count to count + worth of space
      if space is north: visit south
      pass by space
  - {say: "pass by {space}", do: raise worth of space}
  - {say: "greet {seat}", do: raise count}
bends:
  - {after: "greet {seat}", do: raise count}
""",
    "sequence.yaml": "start: |\n  visit north\n  greet red\nscore: count\n",
}


def begun(folder: Path, text: str) -> Match:
    for name, content in FILES.items():
        (folder / name).write_text(content)
    return load(folder).stage(GivenPosition(begin=Text(text, Location("begin"))))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("visit north", 1 + 5 + 1 + 5),
        ("visit nothing", 1),
        ("visit nothing\nvisit south", 1 + 1 + 5),
        ("for each space: visit (the only one of spaces where it is nothing)", 2),
        ("if 1 is 1: visit first of spaces where worth of it > 3", 1),
    ],
)
def test_phrases_are_given_nothing(text: str, count: int, tmp_path: Path) -> None:
    outcome = begun(tmp_path, text).outcome()
    assert outcome is not None
    assert outcome.scores["red"] == count


def test_the_game_is_as_before(tmp_path: Path) -> None:
    match = begun(tmp_path, "visit nothing")
    again = match.game.stage(GivenPosition(begin=Text("visit south", Location("begin")))).outcome()
    assert again is not None
    assert again.scores["red"] == 6
    whole = match.game.start().outcome()
    assert whole is not None
    assert whole.scores["red"] == 1 + 5 + 1 + 5 + 2


def test_what_is_bent(tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as raised:
        begun(tmp_path, "greet nothing")
    assert raised.value.problems[0].message.startswith("`greet {seat}` is bent, and the game never gives it nothing")
