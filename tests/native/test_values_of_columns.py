"""Values of columns are chosen, kept and compared by both backends alike."""

from __future__ import annotations

from pathlib import Path

from interpreter import load
from tests.native.ends import different_ends

GAME = """
id: suits
title: Suits
seats: {from: 2, to: 4, id: p, title: Player}
decks:
  - deck: pack
    attributes:
      suit: {is: [clubs, diamonds, hearts, spades], none: wild, titles: {clubs: Black Clubs}}
      rank: {is: number, from: 1, to: 6}
    cards:
      - {each: [suit, rank], title: "{suit} {rank}"}
      - {id: joker, title: Joker, rank: 7}
zones:
  - {id: stock, title: Stock, face: nobody, starts with: [pack]}
  - {id: pile, title: Pile, face: everyone}
  - {id: hand, title: Hand, for: seat, face: owner}
  - {id: heap, title: Heap, for: suit, face: everyone}
  - {id: purse, title: Purse, for: [seat, suit], face: owner}
variables:
  - {id: trump, title: Trumps, is: suit, start: hearts, told: true}
  - {id: last, title: Called last, is: suit, for: seat}
  - {id: said, title: Said, is: {list: suit}, start: [spades]}
  - {id: calls, title: Calls, is: number, for: suit}
  - {id: won, title: Won, is: flag, for: [seat, suit]}
score: number of cards in hand of seat
start: |
  shuffle stock
  draw 4 cards from stock to hand of each seat
  draw 1 card from stock to pile
  for each seat, again and again, as you:
    if stock has no cards: end the game, winners are seats with the lowest number of cards in hand of it, because "out"
    choose a suit, as s, where there is a card in your hand where suit of it is s, to call, or none
    draw 1 card from stock to your hand
    if s is nothing:
      set trump to suit of (top card of pile)
    otherwise:
      call s
    for each suit, as each_suit:
      if each_suit is trump: set your last to each_suit
words:
  - say: call {suit}
    do: |
      set trump to suit
      raise calls of suit
      set won of you in (suit of (top card of pile)) to true     # skipped if that is wild
      if calls of trump > 2 and won of you in hearts: set calls of diamonds to calls of hearts
      add suit to said
      if number of said > 3 and hearts is in said: take spades out of said
      choose any of (cards in your hand where suit of it is suit), to discard
      move them to pile
      move cards in your hand where suit of it is not suit and rank of it > 4 to heap of suit
      move top card of pile to purse of you in suit of (top card of pile)
      if purse of you in hearts has at least 3 cards: move cards in purse of you in hearts to heap of clubs
      if heap of spades has cards: draw 1 card from heap of spades to your hand
      if number of (cards in heap of all suits) > 6: shuffle heap of clubs
      if number of cards in pile where suit of it is not trump > 3: shuffle pile
"""


def test_both_backends_play_the_same(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    assert different_ends(load(str(tmp_path)), 3, 60) == ([], 0, 0)
