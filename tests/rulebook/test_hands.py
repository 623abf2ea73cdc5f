"""Wild cards of a deck: single cards, ranks and suits."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.rulebook.build import load_rulebook
from interpreter.support.errors import CahierError

GAME = """
id: wilds
title: Wilds
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
decks:
  - deck: pack
    attributes: {suit: {is: [clubs, hearts], optional: true}, rank: {is: [jack, queen, king], optional: true}}
    cards:
      - {each: [suit, rank], title: "{rank} of {suit}"}
      - {id: joker, title: Joker, copies: 2}
    hands: {rank: rank, suit: suit, wild: [joker], kinds: [{id: trio, alike: [3]}, {id: row, run: 3}, {id: bare}]}
zones: [{id: heap, title: Heap, face: everyone, starts with: [pack]}]
start: |
  if best hand of 3 from cards in heap is at least trio: end the game, winner is red, because "a trio"
  end the game, winner is blue, because "none"
"""


def game_with(wild: str, folder: Path) -> Path:
    (folder / "game.yaml").write_text(GAME.replace("wild: [joker], ", wild), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("wild", "meant"),
    [
        ("", set[str]()),
        ("wild: [joker], ", {"joker", "joker_2"}),
        ("wild: [joker_2], ", {"joker_2"}),
        ("wild: [queen, king_of_hearts], ", {"queen_of_clubs", "queen_of_hearts", "king_of_hearts"}),
        ("wild: [hearts], ", {"jack_of_hearts", "queen_of_hearts", "king_of_hearts"}),
    ],
)
def test_wild_cards(wild: str, meant: set[str], tmp_path: Path) -> None:
    hands = load_rulebook(game_with(wild, tmp_path)).decks[0].hands
    assert hands is not None and hands.wild == meant


@pytest.mark.parametrize(
    ("wild", "reason"), [("", "none"), ("wild: [joker_2], ", "a trio"), ("wild: [jack], ", "a trio")]
)
def test_a_hand_with_wild_cards(wild: str, reason: str, tmp_path: Path) -> None:
    outcome = load(game_with(wild, tmp_path)).start(1).outcome()
    assert outcome is not None and outcome.reason == reason


@pytest.mark.parametrize(
    ("wild", "word", "meant"),
    [("wild: [jokre], ", "jokre", "joker"), ("wild: [heart], also lowest: king, ", "heart", "hearts")],
)
def test_a_wrong_wild_card_has_one_message(wild: str, word: str, meant: str, tmp_path: Path) -> None:
    with pytest.raises(CahierError) as caught:
        load(game_with(wild, tmp_path))
    (problem,) = caught.value.problems
    assert problem.message == f"there is no card, rank or suit with the id `{word}` in this deck"
    assert problem.suggestion == meant
