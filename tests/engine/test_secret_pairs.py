"""A pair with a card that only its seat sees is known to that seat alone."""

from __future__ import annotations

from pathlib import Path
from random import Random

from interpreter import load

GAME = """\
id: envoys
title: Envoys
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
map:
  noun: {one: town, many: towns}
  spaces: [{id: alder, title: Alder}, {id: birch, title: Birch}]
  connections: {two_way: [[alder, birch]]}
zones:
  - {id: deck, title: Deck, face: nobody, starts with: [letters]}
  - {id: hand, title: Hand, for: seat, face: owner}
decks:
  - deck: letters
    title: Letters
    cards: [{id: oak, title: Oak}, {id: pine, title: Pine}, {id: yew, title: Yew}, {id: elm, title: Elm}]
start: |
  draw 2 cards from deck to hand of each seat
  as red: choose a card in your hand, and a town, to send
  as blue: choose a town, to visit
"""


def test_only_its_seat_knows_a_pair_with_a_hidden_card(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    match = load(tmp_path).start(1)
    assert match.decision is not None
    chosen = match.decision.options[0]
    card = chosen.text.split(" – ")[0]
    match.choose(chosen)
    assert match.choices == [chosen.key]
    told = {seat: [event.text for event in match.board(seat).events] for seat in ("red", "blue")}
    assert any(card in line for line in told["red"]) and not any(card in line for line in told["blue"])
    assert match.determinize("blue", Random(1)).choices == ["none"]
    assert match.determinize("red", Random(1)).choices == [chosen.key]
    assert match.determinizer("blue").known_choices(0) == [None]
