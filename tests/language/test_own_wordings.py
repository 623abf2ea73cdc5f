"""Wordings of a game go before forms of the core that begin alike."""

from __future__ import annotations

from pathlib import Path

from interpreter import load

GAME = """\
id: own
title: Own
seats: [{id: ann, title: Ann}, {id: bob, title: Bob}]
map:
  noun: {one: square, many: squares}
  grid: {columns: 4, rows: 3}
variables: [{id: count, is: number}]
start: play
words:
  - say: play
    do: |
      drop in column 3
      if b1 lies in column 2: raise count
      sing again and again
      end the game, nobody wins, because "x"
  - say: "drop in column {n}"
    do: raise count by n
  - say: "{square} lies in column {n}"
    when: column of square is n
  - say: sing again and again
    do: raise count by 10
"""


def test_columns_and_loops_in_own_wordings(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    match = load(tmp_path).start(1)
    assert match.is_over() and match.view("ann")["variables"]["count"] == 14
