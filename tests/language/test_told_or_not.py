"""Sentences that the rules tell under a condition: being told or not, they give nothing away."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from interpreter import load
from interpreter.matches.match import Game, Match
from interpreter.presentation.speech import load_catalog
from interpreter.support.errors import Problem, RulebookError

GAME = """
id: blush
title: Blush
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
decks:
  - deck: rank
    attributes: {value: number}
    cards:
      - {id: one, title: The One, value: 1}
      - {id: two, title: The Two, value: 2}
      - {id: three, title: The Three, value: 3}
      - {id: four, title: The Four, value: 4}
zones:
  - {id: deck, title: Deck, face: nobody, starts with: [rank]}
  - {id: hand, title: Hand, for: seat, face: owner}
  - {id: pile, title: Pile, face: everyone}
  - {id: cellar, title: Cellar, face: nobody}
words:
  - {say: "{who: seat} is strong", when: there is a card in hand of who where value of it > 2}
  - say: "boast for {who: seat}"
    do: tell "so much for {who}"
  - say: "uncover {who: seat}"
    do: reveal cards in hand of who to everyone
  - say: "boast openly for {who: seat}"
    do: |
      uncover who
      boast for who
  - say: "take one more"
    do: draw 1 card from deck to hand of red
  - say: "take one more if need be"
    do: |
      if pile has no cards: take one more
  - {say: "mix", do: shuffle hand of red}
  - {say: "hide {card}", do: move card to cellar}
  - say: "bury one"
    do: |
      as red:
        choose a card in your hand, to bury
        move card to cellar
  - say: "judge {card}"
    do: |
      if value of card > 2:
        boast for red
start: |
  shuffle deck
  draw 2 cards from deck to hand of red
  as red:
BODY
  end the game, nobody wins, because "done"
"""
REFUSED = {
    "a hand": 'if there is a card in your hand where value of it > 2: tell "strong"',
    "a word": 'if red is strong: tell "strong"',
    "the other branch": 'if red is strong: shuffle pile\notherwise: tell "weak"',
    "a later branch": 'if red is strong: shuffle pile\notherwise if pile has no cards: tell "weak"',
    "only if": 'only if red is strong\ntell "strong"',
    "a stop": 'if red is strong:\n  if pile has no cards: stop\ntell "weak"',
    "a loop that is left": 'repeat 2 times:\n  tell "again"\n  if red is strong: leave the loop',
    "a number of rounds": 'repeat (value of (first of cards in your hand)) times: tell "one more"',
    "a set of cards": 'for each card in your hand where value of it > 2: tell "one more"',
    "a set of seats": 'for each seat where it is strong, as s: tell "a seat"',
    "a call": "if red is strong: boast for red",
    "a call of a call": "let best be the first of cards in your hand\njudge best",
    "a name": 'let best be seats where it is strong\nif there is a seat in best: tell "strong"',
    "a name set": 'let n be 0\nif red is strong: set n to 1\nif n is 1: tell "strong"',
    "a card unknown outside": 'for each card in your hand:\n  if value of card > 2: stop\ntell "weak"',
    "another hand shown": 'uncover blue\nif red is strong: tell "strong"',
    "shown in one branch": 'if pile has no cards: shuffle pile\notherwise: uncover red\nif red is strong: tell "so"',
    "a card drawn after": 'uncover red\ndraw 1 card from deck to hand of red\nif red is strong: tell "strong"',
    "a card moved after": 'uncover red\nmove top card of deck to hand of red\nif red is strong: tell "strong"',
    "a card drawn in a call": 'uncover red\ntake one more\nif red is strong: tell "strong"',
    "a card drawn in a branch": 'uncover red\nif pile has no cards: take one more\nif red is strong: tell "strong"',
    "a card drawn in a loop": 'uncover red\nrepeat 2 times:\n  if red is strong: tell "strong"\n  take one more',
    "a card drawn in a branch of a call": 'uncover red\ntake one more if need be\nif red is strong: tell "strong"',
    "the top of a zone shuffled": "uncover red\nshuffle hand of red\n"
    'if value of (top card of hand of red) > 2: tell "strong"',
    "the first of a zone shuffled": "uncover red\nshuffle hand of red\n"
    'if value of (first of cards in your hand) > 2: tell "strong"',
    "a card taken from a zone shuffled": "uncover red\nshuffle hand of red\nmove top card of hand of red to cellar\n"
    'if red is strong: tell "strong"',
    "a card put away": "uncover red\nchoose a card in your hand, to bury\nmove card to cellar\n"
    'if red is strong: tell "strong"',
    "a card put away in a call": 'uncover red\nbury one\nif red is strong: tell "strong"',
    "a card that comes after a shuffle": "uncover red\nshuffle hand of red\ntake one more\n"
    'if red is strong: tell "strong"',
    "a chosen card that a call puts away": "uncover red\nchoose a card in your hand, to bury\nhide card\n"
    'if red is strong: tell "strong"',
    "cards put away by what is hidden": "uncover red\nfor each card in hand of red, as c:\n"
    "  if value of (top card of deck) > 2: move c to cellar\n"
    'if red is strong: tell "strong"',
    "a top card put away": 'uncover red\nmove top card of hand of red to cellar\nif red is strong: tell "strong"',
    "shown too late": 'if red is strong: tell "strong"\nuncover red',
}
ACCEPTED = {
    "public numbers": 'if your hand has cards: tell "there is a card"',
    "cards counted": 'for each card in your hand: tell "one more"',
    "a hand shown": 'uncover red\nif red is strong: tell "strong"',
    "a hand shown inside": 'if red is strong:\n  uncover red\n  tell "so"\notherwise:\n  uncover red\n  tell "weak"',
    "a hand shown in a call": "if red is strong: boast openly for red",
    "hands shown in a loop": 'for each seat, as s: uncover s\nif red is strong: tell "strong"',
    "shown in each branch": 'if pile has cards: uncover red\notherwise: uncover red\nif red is strong: tell "so"',
    "shown once more": 'uncover red\ntake one more\nuncover red\nif red is strong: tell "strong"',
    "a card drawn under it": 'uncover red\nif red is strong:\n  take one more\n  tell "strong"',
    "another hand filled": 'uncover red\ndraw 1 card from deck to pile\nif red is strong: tell "strong"',
    "seen cards come": 'uncover red\nmove cards in pile to hand of red\nif red is strong: tell "strong"',
    "a zone shuffled": 'uncover red\nshuffle hand of red\nif red is strong: tell "strong"',
    "a zone shuffled in a loop": "uncover red\nrepeat 2 times:\n  shuffle hand of red\n"
    '  if red is strong: tell "strong"',
    "a zone shuffled in a branch": "uncover red\nif pile has no cards: shuffle hand of red\n"
    'if red is strong: tell "strong"',
    "a zone shuffled in a call": 'uncover red\nmix\nif red is strong: tell "strong"',
    "a shuffled card seen to leave": "uncover red\nshuffle hand of red\nmove top card of hand of red to pile\n"
    'if red is strong: tell "strong"',
    "known cards moved one by one": "uncover red\nfor each card in hand of red, as c: move c to cellar\n"
    'if red is strong: tell "strong"\ntell "so"',
    "all cards moved": 'uncover red\nmove cards in hand of red to cellar\nif red is strong: tell "strong"\ntell "so"',
    "a card moved": "choose a card in your hand, to play\nmove card to pile\njudge card",
    "a card": 'choose a card in your hand, to play\nif value of card > 2: tell "strong"',
    "a card, left": 'choose a card in your hand, to play\nif value of card > 2: stop\ntell "weak"',
    "a number of a card": 'for each card in your hand:\n  let n be value of card\n  if n > 2: tell "strong"',
}


def game_with(body: str, folder: Path) -> Game:
    text = GAME.replace("BODY", "\n".join(f"    {line}" for line in body.split("\n")))
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return load(folder)


def problems(body: str, folder: Path) -> tuple[Problem, ...]:
    with pytest.raises(RulebookError) as caught:
        game_with(body, folder)
    return caught.value.problems


def played(game: Game, seed: int) -> Match:
    match = game.start(seed)
    while match.decision is not None:
        match.choose(0)
    return match


def told_and_seen(match: Match, seat: str) -> tuple[str, str]:
    """The sentences that a seat is told, and everything else that it has seen: the end, and the log without them."""
    lines = match.log(seat, load_catalog("en"))
    told = [line for line in lines if "strong" in line or "weak" in line or "so" in line]
    return str(told), str([match.view(seat), *(line for line in lines if line not in told)])


def is_told_apart(game: Game) -> bool:
    """True if Blue, who sees the same in two deals, is told something else."""
    heard: dict[str, set[str]] = {}
    for seed in range(40):
        told, seen = told_and_seen(played(game, seed), "blue")
        heard.setdefault(seen, set()).add(told)
    return any(len(each) > 1 for each in heard.values())


@pytest.mark.parametrize("body", REFUSED.values(), ids=REFUSED)
def test_a_sentence_under_a_hidden_condition_is_refused(body: str, tmp_path: Path) -> None:
    assert {problem.code for problem in problems(body, tmp_path)} == {"hidden"}


@pytest.mark.parametrize("body", ACCEPTED.values(), ids=ACCEPTED)
def test_one_that_gives_nothing_away_is_told(body: str, tmp_path: Path) -> None:
    game = game_with(body, tmp_path)
    assert not is_told_apart(game)
    assert any(event.what == "tell" for seed in range(12) for event in played(game, seed).events())


def test_what_a_caller_has_shown_is_no_longer_known_once_its_call_draws(tmp_path: Path) -> None:
    word = '  - say: "boast after all"\n    do: |\n      BEGIN\n      if red is strong: tell "strong"\nstart: |'
    for begin, is_fine in [("shuffle pile", True), ("take one more", False)]:
        text = GAME.replace("start: |", word.replace("BEGIN", begin)).replace(
            "BODY", "    uncover red\n    boast after all"
        )
        (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
        if is_fine:
            assert not is_told_apart(load(tmp_path))
        else:
            with pytest.raises(RulebookError, match="depends on the cards in `hand`"):
                load(tmp_path)


def test_a_message_names_the_place_what_is_hidden_and_the_way_out(tmp_path: Path) -> None:
    [problem] = problems(REFUSED["a hand"], tmp_path)
    assert problem.message == (
        "it depends on the cards in `hand` if this is told, and some players can't see that: "
        "reveal it to everyone before, or tell the sentence in any case"
    )
    assert problem.excerpt is not None and problem.excerpt[problem.where.column - 1 :].startswith("tell")
    [problem] = problems(REFUSED["a call"], tmp_path)
    assert "if players are told something here" in problem.message
    assert problem.excerpt is not None and problem.excerpt[problem.where.column - 1 :].startswith("boast")


SHOWN = ("", "uncover red", "uncover blue", "for each seat, as s: uncover s")
CONDITIONS = (
    "red is strong",
    "there is a card in hand of red where value of it > 2",
    "blue is strong",
    "deck has cards",
)
FORMS = (
    'if {}: tell "so"',
    "if {}: shuffle pile\notherwise: boast for red",
    'repeat 2 times:\n  if {}: leave the loop\n  tell "so"',
    'let n be 1\nif {}: set n to 2\nif n > 1: tell "so"',
)


@pytest.mark.parts
def test_whatever_is_accepted_tells_no_deal_from_another(tmp_path: Path) -> None:
    accepted = 0
    for shown, condition, form in product(SHOWN, CONDITIONS, FORMS):
        body = form.format(condition)
        try:
            game = game_with(f"{shown}\n{body}" if shown else body, tmp_path)
        except RulebookError as error:
            assert {problem.code for problem in error.problems} == {"hidden"}, error
        else:
            accepted += 1
            assert not is_told_apart(game), body
    assert 30 < accepted < 50
