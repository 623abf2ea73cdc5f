"""Sentences that the rules tell players: their values, who reads them, and what they must not tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.matches.match import Match
from interpreter.presentation.printed_cards import printed_lines
from interpreter.presentation.speech import load_catalog
from interpreter.support.errors import RulebookError

GAME = """
id: tricks
title: Tricks
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
decks:
  - deck: rank
    attributes: {value: number}
    cards: [{id: two, title: The Two, value: 2}, {id: four, title: The Four, value: 4}]
zones:
  - {id: deck, title: Deck, face: nobody, starts with: [rank]}
  - {id: hand, title: Hand, for: seat, face: owner}
  - {id: pile, title: Pile, face: everyone}
variables:
  - {id: secret, is: number, start: 7, visible: nobody}
  - {id: mark, is: card}
words:
  - {say: "boast of {n}", do: 'tell "so much: {n}"'}
start: |
  move two to hand of red
  move four to pile
  as red:
    BODY
  end the game, nobody wins, because "done"
"""
GERMAN = """
text:
  de:
    language: de
    for: tricks
    tell:
      "{you} plays {card}, {strength} against {value of (top card of pile)}": >
        {strength} gegen {value of (top card of pile)}: {you}
"""
PLAY = """
    choose a card in your hand, to play
    let strength be value of card
    tell "{you} plays {card}, {strength} against {value of (top card of pile)}"
    move card to pile
    tell "on {pile}: {card}"
"""


def played(folder: Path, body: str) -> Match:
    text = GAME.replace("    BODY\n", body.lstrip("\n")) + (GERMAN if body == PLAY else "")
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    match = load(folder).start(1)
    while match.decision is not None:
        match.choose(0)
    return match


def told(match: Match, seat: str | None, lang: str = "en") -> list[str]:
    lines = (line.strip() for line in match.log(seat, load_catalog(lang)))
    return [line for line in lines if " against " in line or line.startswith("on ") or "gegen" in line]


def test_a_sentence_is_told_to_those_who_know_its_cards(tmp_path: Path) -> None:
    match = played(tmp_path, PLAY)
    hidden, open_to_all = "Red plays The Two, 2 against 4", "on The Four and The Two: The Two"
    assert told(match, "red") == told(match, None) == [hidden, open_to_all]
    assert told(match, "blue") == [open_to_all]
    assert any(event.text == hidden for each in match.board("red").events for event in each.consequences)
    assert hidden not in str(match.board("blue").to_json()) and hidden not in str(match.board(None).to_json())


def test_a_translation_may_have_its_holes_in_another_order(tmp_path: Path) -> None:
    assert told(played(tmp_path, PLAY), "red", "de")[0] == "2 gegen 4: Red"


def test_a_card_in_a_variable_is_told_to_those_who_know_it(tmp_path: Path) -> None:
    match = played(tmp_path, '    set mark to first of (cards in your hand)\n    tell "on {value of mark}"\n')
    assert told(match, "red") == ["on 2"] and told(match, "blue") == []


def test_scenarios_know_a_sentence_by_the_ids_of_its_values(tmp_path: Path) -> None:
    events = [event.says for event in played(tmp_path, PLAY).events() if event.what == "tell"]
    assert events == ["red plays two, 2 against 4", "on four, two: two"]


@pytest.mark.parametrize(
    "body",
    [
        'tell "{secret}"',
        'tell "{cards in hand of blue}"',
        'tell "{value of (first of cards in your hand)}"',
        'let n be secret\ntell "{n}"',
        'let n be 0\nfor each card in your hand: set n to n + value of card\ntell "{n}"',
        "boast of secret",
        "choose a card in your hand\nboast of (value of card)",
        'let best be seats where number of (cards in hand of it where value of it > 2) > 0\ntell "{best}"',
        'if there is a seat:\n  tell "{1 if event of two can be played, otherwise 0}"',
    ],
)
def test_what_is_hidden_from_some_is_told_to_nobody(tmp_path: Path, body: str) -> None:
    with pytest.raises(RulebookError) as caught:
        played(tmp_path, "".join(f"    {line}\n" for line in body.split("\n")))
    assert {problem.code for problem in caught.value.problems} == {"hidden"}


@pytest.mark.parametrize(
    ("sentence", "code", "column"),
    [
        ("{", "bad-hole", 11),
        ("x" * 501, "too-long", 10),
        ("a {}", "bad-hole", 14),
        ("{you is red}", "wrong-type", 12),
        ("{random one of seats}", "bad-hole", 12),
        ("we {nobody}", "unknown-name", 15),
    ],
)
def test_mistakes_have_their_place(tmp_path: Path, sentence: str, code: str, column: int) -> None:
    with pytest.raises(RulebookError) as caught:
        played(tmp_path, f'    tell "{sentence}"\n')
    [problem] = caught.value.problems
    assert (problem.code, problem.where.column) == (code, column)


def test_translations_are_checked(tmp_path: Path) -> None:
    played(tmp_path, PLAY)
    file = tmp_path / "game.yaml"
    file.write_text(file.read_text("utf-8").replace("{strength} gegen", "{strenght} gegen"), encoding="utf-8")
    game = load(tmp_path)
    assert [(each.code, each.suggestion) for each in game.check_sentences()] == [("bad-hole", "strength")]
    assert told(game.start(1), "red", "de")[0] == "Red plays The Two, 2 against 4"


EVENT = """\
if your hand has cards:
  tell "you have cards"
  lower your fame by 1
if pile has cards: tell "the pile has {number of cards in pile}"
for each seat:
  if deck has cards:
    tell "the deck has cards"  # a remark
if deck has cards:
  tell "the deck has cards"
otherwise:
  raise your fame by 1
either "boast":
  tell "so much"
or "go on":
  tell "on"
  raise your fame by 2
tell "done"
"""
PRINTED = """\
if your hand has cards:
  lower your fame by 1
if deck has cards:
  …
otherwise:
  raise your fame by 1
either "boast":
  …
or "go on":
  raise your fame by 2"""


def test_a_card_does_not_print_what_its_event_tells(tmp_path: Path) -> None:
    assert "\n".join(printed_lines(EVENT)) == PRINTED
    text = GAME.replace("value: 4}", "value: 4, event: 'tell \"so much: {number of cards in deck}\"'}")
    (tmp_path / "game.yaml").write_text(text.replace("    BODY\n", "    move two to pile\n"), encoding="utf-8")
    assert load(tmp_path).start(1).board("red").cards["four"].lines == ()


CUPS = """\
id: cups
title: Cups
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
dice: [{id: die, count: 2}, {id: cup, for: seat, count: 2, visible: owner}]
start: |
  roll the dice
  for each seat, as you: roll your cups
  LINE
  end the game, nobody wins, because "over"
"""


@pytest.mark.parametrize(
    ("line", "is_told"),
    [
        ('tell "{sum of dice}"', True),
        ('tell "{number of dice showing 6}"', True),
        ('if at least 2 of the dice show the same: tell "a pair"', True),
        ('tell "{sum of cups of red}"', False),
        ('tell "{highest of (dice or cups)}"', False),
        ('if at least 2 of cups show the same: tell "a pair"', False),
        ('if number of dice showing (sum of cups) > 0: tell "seen"', False),
    ],
)
def test_secret_dice_hide_only_themselves(line: str, is_told: bool, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(CUPS.replace("LINE", line), encoding="utf-8")
    if is_told:
        load(tmp_path)
        return
    with pytest.raises(RulebookError, match="can't see"):
        load(tmp_path)
