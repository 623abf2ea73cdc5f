"""Liar's Dice: bids that can be counted, and rolls that only their owner sees."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from interpreter.matches.match import Match
from interpreter.players.base import SeatMatch
from interpreter.players.search.growth import Budget
from interpreter.players.search.search_player import SearchPlayer
from tests.games.test_games import game_of

FACES = 6


def keys(match: Match) -> list[str]:
    assert match.decision is not None
    return [option.key for option in match.decision.options]


def one_die_each(seed: int = 0) -> Match:
    """A match of two that begins with a single die for each of them."""
    lost = [f"die_{number} of {seat}" for seat in ("p1", "p2") for number in (1, 2, 3, 4)]
    return game_of("liars_dice", 2).stage({"flags": {"lost": lost}}, seed)


def bid(match: Match, quantity: int, face: int) -> None:
    if "no" in keys(match):
        match.choose("no")
    match.choose(str(quantity))
    match.choose(str(face))


@pytest.mark.parts
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_bids_are_counted(players: int) -> None:
    """If each bid is the lowest higher one, there are six for each die, and the last one is doubted without asking."""
    match = game_of("liars_dice", players).start(1)
    while not any("shown to" in line for line in match.log()):
        match.choose(next(key for key in keys(match) if key != "yes"))
    assert sum("to name" in line for line in match.log()) == FACES * 5 * players


def test_a_doubt_shows_all_dice_and_costs_one() -> None:
    match = one_die_each(1)  # 4 and 3
    assert match.log("p1")[:2] == ["  Player 1 rolls 4", "  Player 2 rolls 1 die"]
    assert match.log("p2")[:2] == ["  Player 1 rolls 1 die", "  Player 2 rolls 3"]
    other = match.copy()
    for quantity, loser in ((1, "p2"), (2, "p1")):
        match = other.copy()
        bid(match, quantity, 3)
        match.choose("yes")
        assert "  shown to everyone: 4, 3" in match.log("p1")
        assert f"die_5 of {loser}" in match.view("p1")["flags"]["lost"]


def test_only_the_owner_sees_a_roll() -> None:
    match, random = game_of("liars_dice", 3).start(4), Random(4)
    while match.decision is not None:
        for seat in match.game.seats:
            seen = match.view(seat)["dice"]
            in_play = seen.keys() - set(match.view(seat)["flags"]["lost"])
            assert {die for die in in_play if seen[die] is not None} == {die for die in in_play if die.endswith(seat)}
        match.choose(random.choice(match.decision.options))


@pytest.mark.parts
def test_dice_rolled_anew_look_the_same_to_whoever_thinks() -> None:
    """Not a byte of what a seat sees depends on how the dice are rolled that it doesn't see."""
    match, random = game_of("liars_dice", 3).start(8), Random(8)
    while match.decision is not None:
        for seat in match.game.seats:
            other = match.determinize(seat, random)
            for seen, anew in zip(
                (match.view(seat), match.board(seat), match.log(seat)),
                (other.view(seat), other.board(seat), other.log(seat)),
                strict=True,
            ):
                assert json.dumps(seen, default=str) == json.dumps(anew, default=str)
        match.choose(random.choice(match.decision.options))


def test_hidden_dice_show_each_number_alike() -> None:
    match, random = one_die_each(), Random(1)
    drawn = Counter(match.determinize("p1", random).view("p2")["dice"]["die_5 of p2"] for _ in range(1200))
    assert len(drawn) == FACES
    assert all(150 < times < 250 for times in drawn.values())


def test_what_was_shown_stays_as_it_was() -> None:
    """Dice that a doubt has shown are the same in each match that a seat considers possible."""
    match = game_of("liars_dice", 2).start(3)
    bid(match, 10, 6)
    while match.decision is not None and "shown to" not in " ".join(match.log()):
        match.choose("yes")
    first_round = [line for line in match.log() if "shown to" in line]
    assert first_round
    assert all(
        [line for line in match.determinize(seat, Random(2)).log() if "shown to" in line] == first_round
        for seat in ("p1", "p2")
    )
    other = match.determinize("p1", Random(2)).log()
    rolls = [line for line in match.log() if "rolls" in line]
    assert [line for line in other if "rolls" in line][:2] == rolls[:2]


def test_a_search_doubts_what_can_not_be() -> None:
    """With a 3 of one's own, there are no two 4s."""
    match = one_die_each(1)
    bid(match, 2, 4)
    shares = {}
    for option in SearchPlayer(Budget(300)).think(SeatMatch(match, "p2", Random(1))):
        shares[keys(match)[option.index]] = option.win_share
    assert shares["yes"] > 0.95 > shares["no"]
