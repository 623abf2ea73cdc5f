"""The player that searches: what it finds in games whose best play is known, and that it decides by what it knows."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from interpreter import load, play
from interpreter.engine.match import Match
from interpreter.engine.staging import stage
from interpreter.players.base import Seated
from interpreter.players.search import Budget, Search, SearchPlayer, Thought, ranked
from interpreter.players.seat import SeatMatch
from interpreter.rulebook.scenarios import load_scenarios

ROOT = Path(__file__).parents[2]
GAMES = sorted(str(path.parent) for home in ("rules", "tests/games") for path in (ROOT / home).glob("*/game.yaml"))

every_game = pytest.mark.parametrize("name", GAMES, ids=lambda folder: Path(folder).name)


def think(match: Match, playouts: int, seed: int = 1) -> dict[str, Thought]:
    """What a search thinks of each option, by its key."""
    assert match.decision is not None
    seat = SeatMatch(match, match.decision.seat, Random(seed))
    thoughts = SearchPlayer(Budget(playouts)).think(seat)
    return {seat.options[thought.index].key: thought for thought in thoughts}


def test_whoever_has_the_highest_card_calls() -> None:
    """Younger holds the king and elder has bet: to call wins 2 for sure, to fold loses."""
    game = load("tests/games/kuhn")
    for seed in range(20):
        match = game.start(seed)
        match.choose("bet")
        if match.view("younger")["zones"]["hand of younger"] == ["king"]:
            best = SearchPlayer(Budget(60)).choose(SeatMatch(match, "younger", Random(seed)))
            assert match.decision is not None
            assert match.decision.options[best].key == "call"


def test_shares_are_those_of_the_hidden_deals() -> None:
    """With the queen, calling a bet wins against the jack and loses to the king: one deal each."""
    game = load("tests/games/kuhn")
    seed = next(s for s in range(50) if game.start(s).view("younger")["zones"]["hand of younger"] == ["queen"])
    match = game.start(seed)
    match.choose("bet")
    thoughts = think(match, 2000)
    assert thoughts["fold"].share == 0
    assert 0.46 < thoughts["call"].share < 0.54


@every_game
def test_the_same_seed_and_playouts_give_the_same_thoughts(name: str) -> None:
    match = load(name).start(3)
    assert think(match, 12, seed=5) == think(match, 12, seed=5)


@every_game
def test_a_search_does_not_depend_on_what_is_hidden(name: str) -> None:
    """The hidden parts are exchanged, all that the seat knows stays: it thinks the same, option by option."""
    for seed in range(3):
        match, random = load(name).start(seed), Random(seed)
        for _ in range(random.randrange(40)):
            if match.decision is not None:
                match.choose(random.randrange(len(match.decision.options)))
        if match.decision is not None:
            other = match.determinize(match.decision.seat, random)
            assert think(match, 8) == think(other, 8)


@every_game
def test_to_search_changes_nothing(name: str) -> None:
    match = load(name).start(3)
    before = match.snapshot(), match.log(), list(match.choices)
    think(match, 5)
    assert (match.snapshot(), match.log(), list(match.choices)) == before


def test_a_side_wins_for_all_of_it() -> None:
    match = load("tests/games/sealed_bid", players=3).start(1)
    search = Search(SeatMatch(match, "p1", Random(1)))
    state = match.state.copy()
    for result, shares in (
        (((0, 2), "points", None), [0.5, 0, 0.5]),
        (((0, 2), "points", 1), [1, 0, 1]),
        (((), "done", None), [1 / 3, 1 / 3, 1 / 3]),
        (None, [1 / 3, 1 / 3, 1 / 3]),
    ):
        state.result = result
        assert search.shares(state) == shares


def test_what_was_tried_most_comes_first() -> None:
    few, many, better = Thought(0, 10, 0.9), Thought(1, 30, 0.2), Thought(2, 30, 0.4)
    assert ranked([few, many, better]) == [better, many, few]


def test_it_thinks_as_long_as_it_may_and_tells_so() -> None:
    match = load("red_flag_over_paris").start(1)
    told: list[float] = []
    player = SearchPlayer(Budget(seconds=0.2), told.append)
    assert match.decision is not None
    player.choose(SeatMatch(match, match.decision.seat, Random(1)))
    assert told == sorted(told) and told[0] < 0.2 and told[-1] == 1
    assert sum(thought.playouts for thought in player.thoughts) >= 3


def test_it_beats_chance() -> None:
    """Three bids each: a search with few playouts takes well over its half."""
    game = load("tests/games/sealed_bid", players=2)
    won = sum("p1" in play(game, {"p1": "search:40"}, seed).outcome().winners for seed in range(40))  # type: ignore[union-attr]
    assert won > 26


def test_a_position_that_was_laid_out_can_be_searched() -> None:
    game = load("red_flag_over_paris")
    scenarios = (scenario for scenario in load_scenarios(game.rulebook) if not scenario.variants)
    matches = (stage(game, scenario.given) for scenario in scenarios)
    for match in islice((match for match in matches if match.decision is not None), 5):
        assert match.decision is not None
        match.choose(Seated(game, match.decision.seat, "search:3", 1).answer(match))


def test_where_all_is_won_or_lost_the_score_makes_the_difference() -> None:
    """With the same winner, more points are worth more; a win is worth more than any points."""
    match = load("tests/games/sealed_bid", players=2).start(1)
    search = Search(SeatMatch(match, "p1", Random(1)))
    points = match.game.program.symbols.track_base["points"]
    worths = []
    for winner, mine in ((0, 6), (0, 5), (1, 5), (1, 1)):
        state = match.state.copy()
        state.result = (winner,), "points", None
        state.v[points : points + 2] = [mine, 3]
        worths.append(search._worths(state, search.shares(state))[0])
    assert worths == sorted(worths, reverse=True) and len(set(worths)) == 4
    assert worths[1] > 0.5 > worths[2]
