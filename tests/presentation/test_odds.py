"""The odds of options that lead to a roll or to a draw, as they are shown to the seat that decides."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from interpreter import load
from interpreter.matches import odds
from interpreter.matches.match import Match
from tests.loaded import REPO, game_of

GAMES = REPO / "tests" / "games"
ATTACK = """\
id: attack
title: Attack
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
dice: [{id: die, count: 2}]
tracks: [{id: strength, title: Strength, between: [0, 9], start: 0}]
start: |
  as red:
    may "attack":
      roll the dice
      if sum of dice >= 7: raise strength
      otherwise if sum of dice >= 12: lower strength
    may "attack again": raise strength
  end the game, nobody wins, because "over"
"""
CARDS = """\
decks: [{deck: letters, title: Letters, cards: [{id: ace, title: Ace}, {id: ten, title: Ten}]}]
zones: [{id: pile, title: Pile, face: {face}, starts with: [letters]}]
"""


def odds_in(match: Match, seat: str) -> dict[str, str]:
    question = match.board(seat).question
    assert question is not None
    return {option.key: option.odds for option in question.options}


def test_odds_of_an_end() -> None:
    match = game_of(GAMES / "higher").start(3)
    won, lost = "The game is over, won by Red (higher)", "The game is over, won by Blue (not higher)"
    assert match.view("red")["dice"] == {"die": 5}
    assert odds_in(match, "red") == {"yes": f"58 %: {lost}, 42 %: {won}", "no": f"67 %: {won}, 33 %: {lost}"}
    assert odds_in(match, "blue") == {}


def test_only_an_end_is_told_where_there_is_one() -> None:
    match = game_of(GAMES / "berries").start(7)
    assert odds_in(match, "red")["no"] == "29 %: The game is over, won by Blue (stung)"


def test_odds_of_what_the_log_tells(tmp_path: Path) -> None:
    """Two dice against 7, and nothing that is sure."""
    (tmp_path / "game.yaml").write_text(ATTACK, encoding="utf-8")
    match = load(tmp_path).start(0)
    assert odds_in(match, "red") == {"yes": "58 %: Strength: 0 -> 1", "no": ""}


@pytest.mark.parametrize("face", ["everyone", "nobody"])
def test_odds_that_no_hidden_card_changes_are_exact(face: str, tmp_path: Path) -> None:
    rules = ATTACK + CARDS.replace("{face}", face)
    (tmp_path / "game.yaml").write_text(rules, encoding="utf-8")
    assert odds_in(load(tmp_path).start(0), "red") == {"yes": "58 %: Strength: 0 -> 1", "no": ""}


SIEGE = """\
id: siege
title: Siege
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
dice: [{id: die}, {id: lot, for: seat, faces: 4, visible: owner}]
decks:
  - deck: walls
    attributes: {height: number}
    cards: [{id: low, title: Low, height: 2}, {id: mid, title: Middle, height: 4}, {id: high, title: High, height: 6}]
zones:
  - {id: pile, title: Pile, face: nobody, starts with: [walls]}
  - {id: hand, title: Hand, for: seat, face: owner}
tracks: [{id: strength, title: Strength, between: [0, 9], start: 0}]
words:
  - say: "wall of {who: seat}"
    means: height of (first of cards in hand of who) + shows of (first of dice of who)
start: |
  shuffle pile
  for each seat, as you:
    draw 1 card from pile to your hand
    roll your lot
  repeat 3 times:
    for each seat, as you:
      may "attack":
        roll the die
        if die + 3 >= wall of the opponent: raise strength
      may "wait": roll the die
  end the game, nobody wins, because "over"
"""


@pytest.fixture
def siege(tmp_path: Path) -> Match:
    (tmp_path / "game.yaml").write_text(SIEGE, encoding="utf-8")
    return load(tmp_path).start(1)


def test_odds_that_depend_on_hidden_things_are_about_right(siege: Match) -> None:
    """Over the two cards that Blue can have and the four numbers of its die, 11/48 of the rolls are enough."""
    found = odds_in(siege, "red")["yes"]
    assert found.startswith("about ") and found.endswith("%: Strength: 0 -> 1")


@pytest.mark.parts
def test_odds_do_not_depend_on_what_is_hidden(siege: Match) -> None:
    random = Random(1)
    while (decision := siege.decision) is not None:
        told = odds_in(siege, decision.seat)
        for _ in range(4):
            assert odds_in(siege.determinize(decision.seat, random), decision.seat) == told
        siege.choose(random.randrange(2))


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("  repeat 3 times:", "  let goal be wall of blue\n  repeat 3 times:"),
        ("  repeat 3 times:", "  repeat wall of blue times:"),
        ("  repeat 3 times:", "  as blue: only if wall of blue > 1\n  repeat 3 times:"),
        ("    for each seat, as you:\n      may", "    if wall of blue > 1:\n     for each seat, as you:\n      may"),
    ],
)
def test_what_the_rules_remember_of_a_secret_is_not_told(said: str, instead: str, tmp_path: Path) -> None:
    """The deals that are drawn would have another card, and the same number."""
    (tmp_path / "game.yaml").write_text(SIEGE.replace(said, instead), encoding="utf-8")
    game = load(tmp_path)
    assert game.remembers_secrets
    match = game.start(1)
    assert match.decision is not None
    assert set(odds_in(match, match.decision.seat).values()) == {""}


def test_odds_do_not_tell_a_hidden_number(tmp_path: Path) -> None:
    """The share of rolls that reach it would."""
    hidden = "variables: [{id: goal, is: number, start: 9, visible: nobody}]\nstart: |"
    (tmp_path / "game.yaml").write_text(ATTACK.replace("start: |", hidden).replace(">= 7", ">= goal"), encoding="utf-8")
    assert odds_in(load(tmp_path).start(0), "red") == {"yes": "", "no": ""}


@pytest.mark.parts
def test_hidden_dice_give_no_odds() -> None:
    match = game_of(GAMES / "liars_dice", players=2).start(1)
    while match.decision is not None and len(match.choices) < 8:
        assert set(odds_in(match, match.decision.seat).values()) == {""}
        match.choose(len(match.decision.options) - 1)


def test_too_many_results_are_not_told() -> None:
    match = game_of(GAMES / "yahtzee").start(1)
    assert match.decision is not None
    assert set(odds_in(match, match.decision.seat).values()) == {""}


def test_too_many_outcomes_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "MOST_OUTCOMES", 41)
    assert set(odds_in(game_of(GAMES / "higher").start(3), "red").values()) == {""}


@pytest.mark.parametrize(("share", "said"), [(999, "> 99 %"), (1000, "100 %"), (580, "58 %"), (1, "< 1 %")])
def test_what_may_happen_is_never_said_to_be_certain_or_impossible(share: int, said: str) -> None:
    assert odds.percentage(Fraction(share, 1000)) == said
