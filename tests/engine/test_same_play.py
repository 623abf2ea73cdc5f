"""The fast code and the code that writes a log play the same; copies and undo give back what was there."""

from __future__ import annotations

from random import Random

import pytest

from interpreter import load, replay
from interpreter.engine.playout import game_seed, play_random
from interpreter.matches.match import Game, Match
from interpreter.presentation.questions import Option


def test_fast_and_logged_code_play_the_same(game: Game) -> None:
    for index in range(40):
        fast = play_random(game, 7, index, record=True)
        assert fast.choices is not None
        slow = replay(game, game_seed(7, index), fast.choices)
        outcome = slow.outcome()
        assert outcome is not None
        assert (outcome.winners, outcome.reason, outcome.scores) == (list(fast.winners), fast.reason, fast.scores)
        assert len(slow.choices) == fast.decisions


def test_two_loads_of_a_game_play_the_same(game: Game) -> None:
    again = load(game.rulebook.folder)
    assert again.rulebook.digest == game.rulebook.digest
    for index in range(5):
        one, other = (play_random(each, 7, index, record=True) for each in (game, again))
        assert (one.choices, one.winners, one.reason, one.scores) == (
            other.choices,
            other.winners,
            other.reason,
            other.scores,
        )


@pytest.mark.parametrize("seed", [0, 1, 2**64, 2**200])
def test_copies_and_undo(seed: int, game: Game) -> None:
    match, pick = game.start(seed), Random(seed)
    seen = [(match.snapshot(), match.log())]
    while match.decision is not None:
        copy = match.copy()
        assert (copy.snapshot(), copy.log(), copy.choices) == (match.snapshot(), match.log(), match.choices)
        match.choose(pick.randrange(len(match.decision.options)))
        assert copy.snapshot() == seen[-1][0]
        seen.append((match.snapshot(), match.log()))
    while match.choices:
        assert (match.snapshot(), match.log()) == seen.pop()
        match.undo()
    assert (match.snapshot(), match.log()) == seen.pop()


def test_a_choice_can_be_named_in_three_ways(game: Game) -> None:
    matches = [game.start(5) for _ in range(3)]
    decision = matches[0].decision
    assert decision is not None
    option = decision.options[-1]
    choices: tuple[Option | str | int, ...] = (option, option.key, option.index)
    for match, choice in zip(matches, choices, strict=True):
        match.choose(choice)
    assert all(match.snapshot() == matches[0].snapshot() for match in matches)


def test_what_a_seat_is_told_of_a_match(game: Game) -> None:
    match = play_to_a_hand(game)
    mine, theirs = match.view("blue"), match.view("red")
    assert None not in mine["zones"]["hand of blue"] and set(theirs["zones"]["hand of blue"]) == {None}
    assert set(mine["zones"]["deck"]) == {None}
    assert "hidden_number" not in mine["variables"] and "count" in mine["variables"]
    assert mine["decision"]["options"] and "options" not in theirs["decision"]


def play_to_a_hand(game: Game) -> Match:
    match = game.start(1)
    assert match.decision is not None and match.decision.seat == "blue"
    return match
