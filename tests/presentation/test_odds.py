"""The odds of options that lead to a roll or to a draw, as they are shown to the seat that decides."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

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


@pytest.mark.parametrize(("face", "is_told"), [("everyone", True), ("nobody", False)])
def test_only_a_seat_that_knows_everything_is_told_odds(face: str, is_told: bool, tmp_path: Path) -> None:
    rules = ATTACK + CARDS.replace("{face}", face)
    (tmp_path / "game.yaml").write_text(rules, encoding="utf-8")
    assert bool(odds_in(load(tmp_path).start(0), "red")["yes"]) is is_told


def test_odds_do_not_tell_a_hidden_number(tmp_path: Path) -> None:
    """The share of rolls that reach it would."""
    hidden = "variables: [{id: goal, is: number, start: 9, visible: nobody}]\nstart: |"
    (tmp_path / "game.yaml").write_text(ATTACK.replace("start: |", hidden).replace(">= 7", ">= goal"), encoding="utf-8")
    assert odds_in(load(tmp_path).start(0), "red") == {"yes": "", "no": ""}


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
