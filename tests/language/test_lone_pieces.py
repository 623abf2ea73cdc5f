"""`your king`: the only piece of a kind that a seat has, and a piece where a space is needed."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.support.errors import RulebookError

GAME = """id: lone
title: Lone
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
map:
  noun: {one: cell, many: cells}
  grid: {columns: 4, rows: 4, a1: bottom}
  attributes: {depth: {is: number, optional: true}}
  spaces: [{id: b2, depth: 5}, {id: d4, depth: 7}]
pieces:
  - {id: king, owner: seat, supply: 1, start: {red: {b2: 1}, blue: {off: 1}}}
  - {id: guard, owner: seat, noun: {one: guard, many: guards}, start: {red: {b3: 1, c4: 1}, blue: {d4: 2}}}
  - {id: queen, owner: seat, supply: 1, start: {red: {a1: 1}, blue: {d4: 1}}}
boxes: [{id: off, title: Off, for: seat}]
variables: [{id: count, is: number}, {id: holder, is: seat}, {id: uses, is: number, for: cell}]
flags: [{id: wet, of: cell}]
words:
  - {say: "{cell} is beside {seat}", when: some neighbour of cell has guards of seat}
  - {say: "queen of {seat}", means: number of cells with guards of seat}
start: |
  as red:
    TEXT
score: count
"""


def counted(folder: Path, text: str) -> int:
    (folder / "game.yaml").write_text(GAME.replace("TEXT", text.replace("\n", "\n    ")))
    outcome = load(folder).start().outcome()
    assert outcome is not None
    return int(outcome.scores["red"])


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("if b2 is the cell of your king: raise count", 1),
        ("move your king to c3\nif the cell of king of red is c3 and b2 is empty: raise count", 1),
        ("if king of blue is nothing and the cell of king of the opponent is nothing: raise count", 1),
        ("move king of blue to a1\nraise count", 1),
        ("if holder is nothing and king of holder is nothing: raise count", 1),
        ("set holder to red\nif king of holder is not nothing and the cell of king of holder is b2: raise count", 1),
        ("if owner of your king is you and kind of your king is king: raise count", 1),
        ("if your king is beside red and not (king of blue is beside red): raise count", 1),
        ("set count to distance from your king to d4", 4),
        ("if b2 is in line with your king or your king is in line with b4: raise count", 1),
        ("let mine be your king\nmove mine to d1\nif d1 has your kings: raise count", 1),
        ("set count to your queen", 2),
        ("set count to number of neighbours of your king", 4),
        ("set count to number of neighbours of king of blue", 0),
        ("set count to depth of your king", 5),
        ("if depth of the guard on d4 is 7: raise count", 1),
        ("set count to depth of king of blue + 1", 1),
        ("make neighbours of your king wet\nif your king is not wet and the guard on b3 is wet: raise count", 1),
        ("if king of blue is wet or king of blue is in b2: raise count", 0),
        ("raise uses of your king by 2\nset count to uses of b2", 2),
        ("if after moving your king to a3, your king is beside red: raise count by 3", 3),
    ],
)
def test_the_only_piece_of_a_kind(text: str, count: int, tmp_path: Path) -> None:
    assert counted(tmp_path, text) == count


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("let mine be your guard", "each seat has 2 guards: say which one"),
        ("if your kings are nothing: raise count", "how many kings where"),
        ("if kings of red is nothing: raise count", "how many kings where"),
        ("if count is your king: raise count", "a number is never a piece"),
    ],
)
def test_mistakes(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match=message):
        counted(tmp_path, text)
