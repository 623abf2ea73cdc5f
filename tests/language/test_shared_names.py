"""Words that a game uses twice, told apart by what stands around them."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.support.errors import RulebookError

GAME = """\
id: sites
title: Sites
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
map:
  noun: {one: site, many: sites}
  attributes: {wood: number}
  spaces: [{id: alder, title: Alder, wood: 3}, {id: birch, title: Birch, wood: 1}]
decks:
  - deck: main
    attributes: {value: number}
    cards: [{id: three, title: Three, value: 3, copies: 8}]
zones:
  - {id: stock, title: Stock, face: nobody, starts with: [main]}
  - {id: hand, title: Hand, for: seat, face: owner}
variables: [{id: wood, title: Wood, is: number, for: seat}]
words:
  - say: hand value of {seat}
    means: sum of value of it over cards in hand of seat
start: |
  draw 2 cards from stock to hand of each seat
  for each seat, as you:
    choose a site
    gain (wood of site) wood
    raise your wood by wood of site
    if hand value of you > 3: raise wood of you
  end the game, winners are seats with the highest wood of it, because "wood"
"""


def written(folder: Path, old: str = "", new: str = "") -> Path:
    assert old in GAME
    (folder / "game.yaml").write_text(GAME.replace(old, new), encoding="utf-8")
    return folder


def test_a_player_is_a_seat_in_wordings_and_of_the_lines_above(tmp_path: Path) -> None:
    lines = """\
  - {say: "pay {n} to {player}", do: raise wood of player by n}
  - {say: "wealth of {players}", means: sum of wood of it over players}
start: |
  for each player: raise wood of player
  as red:
    choose another player
    pay 2 to player
    pay wealth of players to seat
"""
    (tmp_path / "game.yaml").write_text(GAME[: GAME.index("start:")] + lines, encoding="utf-8")
    assert load(tmp_path).start(1).view("red")["variables"]["wood"] == {"red": 1, "blue": 1 + 2 + 4}


def test_a_wording_of_one_word_and_its_owner_is_said_as_anything_that_is_owned(tmp_path: Path) -> None:
    lines = """\
  - {say: "wealth of {seat}", means: wood of seat + 2}
  - {say: "wealth of {site}", means: wood of site}
start: |
  as red:
    raise your wood by your wealth
    let rich be your opponent
    raise wood of rich by rich's wealth + your opponent's wealth
    raise your wood by sum of wealth of it over sites where wealth of it > 1
"""
    (tmp_path / "game.yaml").write_text(GAME[: GAME.index("start:")] + lines, encoding="utf-8")
    assert load(tmp_path).start(1).view("red")["variables"]["wood"] == {"red": 2 + 3, "blue": 2 + 2}


@pytest.mark.parametrize(("site", "given"), [("alder", 3), ("birch", 1)])
def test_a_column_and_a_variable_of_one_name(site: str, given: int, tmp_path: Path) -> None:
    match = load(written(tmp_path)).start(1)
    for _ in range(2):
        match.choose(site)
    assert match.is_over()
    assert match.view("red")["variables"]["wood"] == {"red": 2 * given + 1, "blue": 2 * given + 1}


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("hand value of", "hand stock of", "hand"),  # the next word is the name of something, too
        ("- say: hand value of {seat}", '- say: ["hand value of {seat}", "best value of {seat}"]', "hand"),
    ],
)
def test_a_wording_that_hides_a_name(old: str, new: str, word: str, tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as caught:
        load(written(tmp_path, old, new))
    assert any(f"the word `{word}` of" in problem.message for problem in caught.value.problems)
