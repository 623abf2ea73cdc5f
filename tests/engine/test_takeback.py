"""Undo at a table with secrets, and secrecy of logs and views."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interpreter import load
from interpreter.matches.match import Match
from interpreter.matches.takeback import newly_seen_cards, takeback_steps
from interpreter.support.errors import PlayError

MARKET = Path(__file__).parents[1] / "cli" / "market"


def market(folder: Path, rules: str, flags: str = "", zones: str = "") -> Match:
    """Start a match of the small game in which each seat draws two cards and then follows `rules`.

    If `zones` are given, they replace those of the game.
    """
    shutil.copytree(MARKET, folder / "market")
    shutil.rmtree(folder / "market" / "scenarios")
    lines = "".join(f"      {line}\n" for line in ["draw 2 cards from deck to hand of each seat", *rules.splitlines()])
    words = f"words:\n  - say: play the market\n    do: |\n{lines}"
    (folder / "market" / "sequence.yaml").write_text(f"start: play the market\n{words}")
    cards = "".join(
        f"  - {{id: {name}, title: {name.title()}}}\n" for name in ("sun", "rain", "wind", "fog", "hail", "snow", "ice")
    )
    (folder / "market" / "cards" / "luck.yaml").write_text(f"deck: luck\ntitle: Luck\ncards:\n{cards}")
    if flags:
        (folder / "market" / "vocabulary.yaml").write_text(flags)
    if zones:
        (folder / "market" / "zones.yaml").write_text(zones)
    return load(folder / "market").start(3)


def refused(match: Match, seat: str, *people: str) -> str:
    with pytest.raises(PlayError) as caught:
        takeback_steps(match, seat, people or match.game.seats)
    return caught.value.problems[0].code


TURNS = """
repeat 3 times:
  for each seat, as s:
    as s:
      choose a stall, or stop
      {then}
"""


def test_nothing_to_take_back(tmp_path: Path) -> None:
    assert refused(market(tmp_path, TURNS.format(then="")), "p1") == "nothing-to-undo"


def test_own_choice(tmp_path: Path) -> None:
    match = market(tmp_path, "as first of seats:\n  choose a stall\n  choose a stall, as target")
    match.choose("fish")
    assert takeback_steps(match, "p1", ["p1", "p2"]) == 1
    assert match.choices == ["fish"]


def test_through_the_choices_of_machines(tmp_path: Path) -> None:
    match = market(tmp_path, TURNS.format(then=""))
    match.choose("fish")
    match.choose("fruit")
    assert takeback_steps(match, "p1", ["p1"]) == 2
    assert refused(match, "p1", "p1", "p2") == "others-decided"


def test_chance_stands(tmp_path: Path) -> None:
    match = market(tmp_path, TURNS.format(then="shuffle deck"))
    match.choose("fish")
    assert refused(match, "p1") == "chance-drawn"


def test_a_card_that_was_seen_stands(tmp_path: Path) -> None:
    match = market(tmp_path, TURNS.format(then="reveal cards in your hand to everyone"))
    match.choose("fish")
    assert takeback_steps(match, "p1", ["p1"]) == 1
    assert not newly_seen_cards(match, "p1")
    match.choose("fish")
    assert refused(match, "p1", "p1") == "secret-known"
    assert sorted(newly_seen_cards(match, "p1")) == sorted(match.view("p2")["zones"]["hand of p2"])


def test_own_draw_stands(tmp_path: Path) -> None:
    match = market(tmp_path, TURNS.format(then="draw 1 card from deck to your hand"))
    match.choose("fish")
    assert refused(match, "p1") == "secret-known"


def test_marks_on_hidden_cards_are_hidden(tmp_path: Path) -> None:
    marked = 'for each card in your hand:\n    make card wet\n    note card as "dried"'
    match = market(tmp_path, f"as first of seats:\n  {marked}\n  choose a stall", "flags:\n  - {id: wet, of: card}\n")
    own = match.view("p1")["zones"]["hand of p1"]
    assert sorted(match.view("p1")["flags"]["wet"]) == sorted(own) and match.view("p2")["flags"]["wet"] == []
    titles = {card.id: card.title["en"] for card in match.game.rulebook.cards}
    assert all(f"  {titles[card]} is wet" in match.log("p1") for card in own)
    assert not [line for line in match.log("p2") for card in own if titles[card] in line]
    assert match.log("p2").count("  a card is wet") == 2 and "Player 1 uses a card: dried" in match.log("p2")
