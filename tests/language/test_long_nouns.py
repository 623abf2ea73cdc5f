"""Nouns of several words, such as `red cube`, in texts and in wordings."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.support.errors import RulebookError

GAME = """\
id: cubes
title: Cubes
seats: [{id: ann, title: Ann}, {id: bob, title: Bob}]
map:
  noun: {one: market stall, many: market stalls}
  spaces: [{id: alder, title: Alder}, {id: birch, title: Birch}]
pieces:
  - {id: red_cube, supply: 4, start: {bag: 4}}
  - {id: blue_cube, noun: {one: blue cube, many: blue cubes}, supply: 2, start: {bag: 2}}
boxes: [{id: bag, title: Bag}]
variables: [{id: count, is: number}]
words:
  - say: "put {n} red cubes on {market_stall: market stall}"
    do: move n red cubes from bag to market_stall
start: |
  move 1 red cube from bag to Alder
  for each market stall: raise count by red cubes in market stall
  put 1 red cubes on Birch
  move all blue cubes from bag to Birch
  if Birch has at least 2 blue cubes and Birch has no red cubes: raise count by 10
  if there is a market stall with red cubes and without blue cubes: raise count by 100
  raise count by 1000 * number of market stalls with red cubes
  end the game, nobody wins, because "the red cube"
"""


def start_of(tmp_path: Path, old: str = "", new: str = "") -> int:
    """Play the game, with another text in place of `old`, and return what was counted."""
    (tmp_path / "game.yaml").write_text(GAME.replace(old, new), encoding="utf-8")
    match = load(tmp_path).start(1)
    assert match.is_over()
    return int(match.view("ann")["variables"]["count"])


def test_nouns_of_several_words(tmp_path: Path) -> None:
    assert start_of(tmp_path) == 1 + 100 + 2000


def test_an_unknown_noun_is_told_with_the_others(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="has no `green`"):
        start_of(tmp_path, "move 1 red cube from", "move 1 green cube from")
