"""Subsets chosen in one decision: what is on offer, who knows it, and that both backends play and search alike."""

from __future__ import annotations

from collections import Counter
from math import comb, prod
from pathlib import Path

import pytest

from interpreter import load
from interpreter.language.execution.subset_numbers import (
    MOST_SUBSET_OPTIONS,
    SubsetNumbering,
    count_subsets,
    most_things,
    subsets,
)
from interpreter.learning.episode import ActionSpace
from interpreter.matches.match import Game
from tests.native.comparing import differences
from tests.native.test_searches import by_both

GAME = """\
id: letters
title: Letters
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
variables: [{id: points, is: number, for: seat}]
zones:
  - {id: deck, title: Deck, face: nobody, starts with: [letters]}
  - {id: hand, title: Hand, for: seat, face: owner}
  - {id: sent, title: Sent, face: everyone}
decks:
  - deck: letters
    title: Letters
    attributes: {worth: number}
    cards:
    - {id: oak, title: Oak, worth: 1, copies: 3}
    - {id: pine, title: Pine, worth: 2, copies: 2}
    - {id: yew, title: Yew, worth: 3}
    - {id: elm, title: Elm, worth: 4}
    - {id: ash, title: Ash, worth: 5, copies: 6}
start: |
  DEAL
  for each seat, as you:
    choose HOW, all at once, to send
    for each card in them: raise your points by worth of card
    move them to sent
  end the game, winners are seats with the highest points of it, because "sent"
score: points of seat
"""


def made(folder: Path, how: str, deal: str = "draw 5 cards from deck to hand of each seat") -> Game:
    text = GAME.replace("HOW", how).replace("DEAL", deal)
    (folder / "game.yaml").write_text(text, "utf-8")
    return load(folder)


@pytest.mark.parametrize(("fewest", "most"), [(0, 1), (0, 3), (3, 3), (1, 99)])
def test_more_things_have_too_many_subsets(fewest: int, most: int) -> None:
    things = most_things(fewest, most)
    limit = MOST_SUBSET_OPTIONS
    assert count_subsets(things, fewest, most, limit) <= limit < count_subsets(things + 1, fewest, most, limit)


def test_each_subset_has_a_number_of_its_own() -> None:
    numbering = SubsetNumbering(7, 4)
    numbers = subsets(range(7), (), 1, 4, numbering.table)
    assert sorted(numbers) == list(range(1, numbering.total))
    members = [numbering.members(number) for number in numbers]
    assert members == sorted(members, key=lambda each: (len(each), each))
    assert len(set(members)) == sum(comb(7, size) for size in (1, 2, 3, 4))


def test_cards_that_are_alike_do_not_double_options(tmp_path: Path) -> None:
    game = made(tmp_path, "any of cards in your hand")
    for seed in range(4):
        match = game.start(seed)
        assert match.decision is not None
        named = [option.text for option in match.decision.options]
        printed = Counter(card.rpartition("_")[0] or card for card in match.view("red")["zones"]["hand of red"])
        assert len(named) == len(set(named)) == prod(count + 1 for count in printed.values())


def test_only_its_seat_knows_a_subset_of_hidden_cards(tmp_path: Path) -> None:
    match = made(tmp_path, "2 cards in your hand").start(1)
    assert match.decision is not None
    chosen = match.decision.options[0]
    match.choose(chosen)
    told = {seat: [event.text for event in match.board(seat).events] for seat in ("red", "blue")}
    assert f"Red chooses to send: {chosen.text}" in told["red"] and "Red chooses to send: 2 cards" in told["blue"]
    assert match.choices == [chosen.key]


def test_with_too_many_options_things_are_chosen_one_by_one(tmp_path: Path) -> None:
    game = made(tmp_path, "any of cards in your hand", "draw 11 cards from deck to hand of red")
    match = game.start(1)
    assert match.decision is not None
    assert "-" not in match.decision.options[0].key and match.decision.options[-1].key == "stop"
    match.choose("yew")
    match.choose("stop")
    assert match.is_over() and match.choices == ["yew", "stop"]


@pytest.mark.parts
def test_both_backends_play_and_search_alike(tmp_path: Path) -> None:
    for how in ("any of cards in your hand", "2 cards in your hand", "at least 4 cards in your hand"):
        game = made(tmp_path, how)
        assert differences(game, 1, 60) == ([], 0)
        for seed in (1, 2):
            one, other = by_both(game.start(seed), 60, may_stop=True)
            assert one == other


def test_an_action_stands_for_a_subset(tmp_path: Path) -> None:
    game = made(tmp_path, "up to 2 cards in your hand")
    names = ActionSpace(game).names
    assert names[0] == "none" and len(names) == 1 + 13 + comb(13, 2)
    assert names[-1].startswith("set ")
