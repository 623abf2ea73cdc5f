"""Cards in variables that everybody may look at, seen by seats that don't know them."""

from __future__ import annotations

from pathlib import Path

from interpreter import load

RULES = """\
id: pledge
title: Pledge
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
decks: [{deck: letters, title: Letters, cards: [{id: ace, title: Ace}, {id: ten, title: Ten}]}]
zones:
  - {id: pile, title: Pile, face: nobody, starts with: [letters]}
  - {id: hand, title: Hand, for: seat, face: owner}
variables:
  - {id: pledged, title: Pledged, is: card}
  - {id: all_pledged, is: {list: card}}
start: |
  draw 1 card from pile to hand of red
  set pledged to top card of hand of red
  add pledged to all_pledged
  as blue:
    may "guess": stop
  end the game, nobody wins, because "over"
"""


def test_only_a_seat_that_knows_the_card_sees_it(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(RULES, encoding="utf-8")
    match = load(tmp_path).start(1)
    held = match.view("red")["zones"]["hand of red"]
    assert match.view("red")["variables"] == {"pledged": held[0], "all_pledged": held}
    assert match.view("blue")["variables"] == {"pledged": None, "all_pledged": []}
