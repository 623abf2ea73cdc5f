"""Everything that a game declares can be renamed, and what is made from its id follows."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interpreter.authoring.references.mention_index import MentionIndex
from interpreter.authoring.references.renaming import Renaming
from interpreter.matches.loading import load
from interpreter.rulebook.building.ids import DECLARED_IN
from interpreter.support.errors import RulebookError

GAME = """
id: rolls
title: Rolls
seats: {from: 2, to: 3, id: p, title: Player}
sides: [{id: odd, title: Odd}, {id: even, title: Even}]
side: odd if seat is p2, otherwise even
map:
  noun: {one: square, many: squares}
  boards: [{id: low, title: Low, columns: 2, rows: 2}, {id: high, title: High, columns: 2, rows: 2}]
pieces:
  - {id: tank, supply: 2, start: {low_a1: 1, low_a2: 1}}
  - {id: foot_man, supply: 1, start: {high_a1: 1}}
boxes: [{id: shelf, title: Shelf, group: store}]
groups: {store: {one: store, many: stores}}
kinds: {unit: {one: unit, many: units, of: [tank, foot_man]}}
dice:
  - {id: die, count: 2, title: Die}
  - {id: coin, faces: [head, tail]}
  - {id: cube, for: seat, noun: {one: cube, many: blocks}}
decks:
  - deck: pack
    attributes: {suit: [red, black], rank: [two, three, four]}
    cards: [{each: [suit, rank], title: "{rank} of {suit}"}]
    hands: {rank: rank, suit: suit, wild: [two_of_red, four],
      kinds: [{id: flush, one suit: true}, {id: pair, alike: [2]}, {id: bare}]}
  - deck: winds
    cards: [{id: gale, title: Gale, copies: 2}]
zones: [{id: heap, title: Heap, face: everyone, starts with: [pack, winds]}]
tracks: [{id: fame, title: Fame, for: seat, between: [0, 3]}]
flags: [{id: spent, of: cube}, {id: used, of: die}]
variables: [{id: mark, is: number, for: cube}, {id: last_die, is: die}]
score: sum of dice
start: |
  as p1:
    roll the dice
    for each die:
      if die > 3: raise your fame
    if the coin is head: make die_2 used
    if best hand of 2 from cards in heap >= flush: raise mark of your cube
    set last_die to die_1
    move gale_2 to heap
    move two_of_red to heap
    tell "{die_1} and {sum of dice} and {units in low_a1}"
    if there is a low square where it has a unit: raise mark of your cube
    if odds of die_1 is win: roll the die again
    choose a die, to see
  end the game, nobody wins, because "over"
words:
  - say: "odds of {n}"
    table:
      - [n]
      - [1-2, win]
      - [3+, lose]
"""
SCENARIO = """
- name: dice
  given: {variables: {shows: {die_1: 3}, mark: {cube of p2: 1}}, turn: p1, begin: "move gale_2 to heap"}
  then: [die_1 is 3, "sum of dice > 3"]
- name: three
  players: 3
  given: {turn: p3, begin: "set last_die to die_2"}
"""
TRANSLATION = """
language: de
for: rolls
names: {die: Würfel, p3: Spieler 3, gale: Sturm, low_b2: B2}
"""
BY_KIND = {
    "seat": "p",
    "side": "odd",
    "space": "low",
    "piece": "tank",
    "box": "shelf",
    "die": "coin",
    "dice": "die",
    "noun": "unit",
    "track": "fame",
    "zone": "heap",
    "deck": "winds",
    "card": "gale",
    "variable": "mark",
    "flag": "spent",
}
WORDS = ("cube", "head", "foot_man", "red", "rank", "flush", "win")
FIRST = ("die", "p", "red")


@pytest.fixture
def rolls(tmp_path: Path) -> Path:
    """A game that declares something of every kind."""
    for name, text in (("game", GAME), ("scenarios/some", SCENARIO), ("text/de", TRANSLATION)):
        path = tmp_path / f"{name}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text.lstrip("\n"), encoding="utf-8")
    return tmp_path


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in sorted(folder.rglob("*.yaml"))}


def test_each_kind_of_declaration_is_tried() -> None:
    """Groups are left out: the words of a text are their noun, which isn't made from the id."""
    assert BY_KIND.keys() == DECLARED_IN.keys() - {"group"}


@pytest.mark.parametrize(
    "old",
    [
        pytest.param(old, marks=() if old in FIRST else pytest.mark.parts)
        for old in (*BY_KIND.values(), "store", *WORDS)
    ],
)
def test_everything_declared_is_renamed_and_back(old: str, rolls: Path) -> None:
    before = contents(rolls)
    Renaming(MentionIndex(str(rolls)), old, "fresh").write()
    assert contents(rolls) != before
    load(rolls)
    Renaming(MentionIndex(str(rolls)), "fresh", old).write()
    assert contents(rolls) == before


def test_single_dice_and_the_noun_follow_the_dice(rolls: Path) -> None:
    Renaming(MentionIndex(str(rolls)), "die", "cubelet").write()
    found = contents(rolls)
    assert "{id: cubelet, count: 2, title: Die}" in found["game.yaml"]
    assert "{id: used, of: cubelet}" in found["game.yaml"] and "{id: last_die, is: die}" in found["game.yaml"]
    assert "for each cubelet:\n      if cubelet > 3" in found["game.yaml"]
    assert 'tell "{cubelet_1} and {sum of cubelets} and' in found["game.yaml"]
    assert "shows: {cubelet_1: 3}" in found["some.yaml"] and '"sum of cubelets > 3"' in found["some.yaml"]
    assert "{cubelet: Würfel," in found["de.yaml"]


@pytest.mark.parts
def test_what_is_made_from_an_id_follows_it(rolls: Path) -> None:
    for old, new in (("p", "player_"), ("gale", "storm"), ("red", "crimson"), ("low", "lower"), ("rank", "worth")):
        Renaming(MentionIndex(str(rolls)), old, new).write()
    found = contents(rolls)
    for line in (
        "as player_1:",
        "move storm_2 to heap",
        "move two_of_crimson to heap",
        "start: {lower_a1: 1, lower_a2: 1}",
        'title: "{worth} of {suit}"',
        "hands: {rank: worth, suit: suit, wild: [two_of_crimson, four],",
    ):
        assert line in found["game.yaml"]
    assert "turn: player_3" in found["some.yaml"] and 'begin: "move storm_2 to heap"' in found["some.yaml"]
    assert "player_3: Spieler 3, storm: Sturm, lower_b2: B2" in found["de.yaml"]


@pytest.mark.parts
def test_a_kind_of_hand_is_called_so(rolls: Path) -> None:
    assert Renaming(MentionIndex(str(rolls)), "flush", "fresh").kind == "a kind of hand"


@pytest.mark.parametrize(
    ("old", "instead"),
    [("die_2", "die"), ("p2", "p"), ("gale_2", "gale"), ("two_of_red", "red or two"), ("low_a1", "low")],
)
def test_what_is_made_from_another_id_is_not_renamed_itself(old: str, instead: str, rolls: Path) -> None:
    with pytest.raises(RulebookError) as raised:
        Renaming(MentionIndex(str(rolls)), old, "fresh")
    assert raised.value.problems[0].message == "no file declares this id, which is made from another one: rename that"
    assert raised.value.problems[0].suggestion == instead


def test_the_id_of_a_cell_is_its_place(tmp_path: Path) -> None:
    folder = shutil.copytree("tests/games/tic_tac_toe", tmp_path / "copy")
    with pytest.raises(RulebookError) as raised:
        Renaming(MentionIndex(str(folder)), "a1", "fresh")
    assert raised.value.problems[0].message == "no file declares this id, which is made from its row and column"


@pytest.mark.parts
@pytest.mark.parametrize("name", ["backgammon", "higher", "liars_dice", "yahtzee"])
def test_dice_of_a_game_of_the_shelf_are_renamed_and_back(name: str, tmp_path: Path) -> None:
    folder = shutil.copytree(f"tests/games/{name}", tmp_path / name)
    before = contents(folder)
    Renaming(MentionIndex(str(folder)), "die", "cubelet").write()
    assert "cubelet" in contents(folder)["game.yaml"]
    Renaming(MentionIndex(str(folder)), "cubelet", "die").write()
    assert contents(folder) == before
