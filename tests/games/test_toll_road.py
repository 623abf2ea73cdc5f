"""A campaign of our own: three races, each of which begins with what the one before has left."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from interpreter.engine.view import view_of
from interpreter.matches.match import Match
from tests.games.test_games import game_of

MOST_LINES = 80


def race(number: int, before: Match | None, seed: int) -> Match:
    kept, random = None if before is None else before.kept(), Random(seed)
    match = game_of("toll_road").start(seed, after=kept)
    assert match.game_number == number
    while match.decision is not None:
        match.choose(random.choice(match.decision.options))
    return match


def test_it_is_short() -> None:
    assert len((Path(__file__).parent / "toll_road" / "game.yaml").read_text().splitlines()) < MOST_LINES


@pytest.mark.parametrize("seed", range(30))
def test_three_races(seed: int) -> None:
    """Gates, floods, coins and hands stay; the loads in the carts go back to the pile."""
    before = None
    for number in (1, 2, 3):
        match = race(number, before, 10 * seed + number)
        start = view_of(match.game, match.game.initial_state(0, logged=False), 0)
        if before is not None:
            left = view_of(before.game, before.state, 0)
            assert start.pieces == left.pieces and start.flags == left.flags
            assert start.variables["coins"] == left.variables["coins"] and start.variables["game_number"] == number
            assert {zone: len(cards) for zone, cards in start.zones.items()} == {
                "pile": 8,
                "hand of ada": 1,
                "hand of ben": 1,
                "cart of ada": 0,
                "cart of ben": 0,
            }
            assert start.zones["hand of ada"] == left.zones["hand of ada"]
        before = match
    end = match.outcome()
    assert end is not None and end.reason == "campaign"


def test_a_flood_is_equally_likely_everywhere() -> None:
    given = {"zones": {"hand": {"ada": ["wool", "corn"], "ben": ["wool_2", "salt"]}}, "variables": {"game_number": 2}}
    match = game_of("toll_road").stage(given)
    match.choose("wool")
    outcomes = list(match.chance("wool_2"))
    flooded = {place for outcome in outcomes for place in outcome.match.view("ada")["flags"]["flooded"]}
    assert flooded == {"ford", "mill", "ridge"} and {outcome.probability for outcome in outcomes} == {Fraction(1, 3)}
