"""Chance: what is drawn is spread evenly and hangs together with nothing else; each seat has a stream of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from math import sqrt
from typing import Any

import pytest

from interpreter import play
from interpreter.engine.playout import GameResult, Picker, game_seed, play_random
from interpreter.language.chance import draw_index, next_state, seat_stream, seed_state
from interpreter.matches.match import Game
from interpreter.players.base import Player, RandomPlayer, SeatMatch
from interpreter.players.table_player import TablePlayer
from interpreter.playtest.run.chunks import ChunkOutputs, ChunkPlayer
from tests.loaded import game_of

COUNTS = (2, 3, 5, 8, 12)
SOME_COUNTS = [count if count in (2, 5) else pytest.param(count, marks=pytest.mark.parts) for count in COUNTS]
DRAWS, FEWER = 20_000, 5_000
SEEDS = (0, 1, 2**40)
Z = 4.0
"""Allowed distance from the expected value, in standard deviations: one correct result in 16,000 is farther off."""


def states(state: int) -> Iterator[int]:
    """A stream's states, from the one after the first."""
    while True:
        state = next_state(state)
        yield state


def picks(seed: int, seat: int, count: int, draws: int = DRAWS) -> list[int]:
    return [draw_index(state, count) for state in islice(states(seat_stream(seed, seat)), draws)]


def is_even(found: Sequence[Any], kinds: int) -> bool:
    """True if `found` is spread evenly over `kinds` kinds.

    Chi-square test, with Wilson and Hilferty's approximation of the quantiles.
    """
    expected = len(found) / kinds
    counts = Counter(found)
    assert len(counts) <= kinds
    chi_square = sum((counts[kind] - expected) ** 2 for kind in counts) / expected + (kinds - len(counts)) * expected
    free = kinds - 1
    spread = 2 / (9 * free)
    low, high = (free * max(0.0, 1 - spread + z * sqrt(spread)) ** 3 for z in (-Z, Z))
    return low <= chi_square <= high


def correlation(some: Sequence[float], others: Sequence[float]) -> float:
    """In standard deviations of what it is where there is none."""
    many = len(some)
    one, other = sum(some) / many, sum(others) / many
    together = sum((x - one) * (y - other) for x, y in zip(some, others, strict=True))
    alone = sum((x - one) ** 2 for x in some) * sum((y - other) ** 2 for y in others)
    return together / sqrt(alone) * sqrt(many)


def test_what_is_drawn_is_what_other_backends_draw() -> None:
    """The numbers of splitmix64 and of MMIX, worked out elsewhere."""
    assert seed_state(0) == 0xE220A8397B1DCDAF  # first number of Vigna's splitmix64.c with seed 0
    assert [next_state(0), next_state(1), next_state(2**64 - 1)] == [
        1442695040888963407,
        7806831264735756412,
        (1442695040888963407 - 6364136223846793005) % 2**64,
    ]
    assert [draw_index(state, 6) for state in (0, 2**63, 2**64 - 1)] == [0, 3, 5]
    assert [draw_index(share * 2**62, 4) for share in range(4)] == [0, 1, 2, 3]
    assert seat_stream(7, 0) == seed_state((7 << 64) | 1) and seat_stream(2**100, 3) == seed_state((2**100 << 64) | 4)


@pytest.mark.parametrize("count", COUNTS)
def test_each_option_is_as_likely(count: int) -> None:
    assert all(is_even(picks(seed, seat, count), count) for seed in SEEDS for seat in range(2))


@pytest.mark.parametrize("count", SOME_COUNTS)
def test_a_pick_says_nothing_of_the_next_ones(count: int) -> None:
    for seed in SEEDS:
        found = picks(seed, 0, count, 40_000)
        for apart in (1, 2, 3):
            assert is_even(list(zip(found[: -apart : apart + 1], found[apart :: apart + 1], strict=True)), count**2)
        assert all(abs(correlation(found[:-lag], found[lag:])) < Z for lag in (1, 2, 3, 10, 50))


def test_runs_are_as_long_as_chance_makes_them() -> None:
    """Of two options: how often one is taken that was not taken last."""
    found = picks(1, 0, 2)
    changes = sum(one != other for one, other in pairwise(found))
    assert abs(changes - (DRAWS - 1) / 2) < Z * sqrt(DRAWS - 1) / 2


@pytest.mark.parametrize("count", SOME_COUNTS)
def test_streams_of_neighbours_say_nothing_of_each_other(count: int) -> None:
    """Of two seats of a game, of one seat in two games that follow each other, of a seat and the game's own chance."""
    for seed in (game_seed(1, 0), game_seed(1, 1), game_seed(2, 0), 0, 1):
        own = [draw_index(state, count) for state in islice(states(seed_state(seed)), FEWER)]
        streams = [own, *(picks(seed, seat, count, FEWER) for seat in range(4))]
        for one, other in pairwise(streams):
            assert is_even(list(zip(one, other, strict=True)), count**2)
            assert all(abs(correlation(one[lag:], other[: len(other) - lag])) < Z for lag in (0, 1, 2))
    games = [picks(game_seed(1, game), 0, count, FEWER) for game in range(6)]
    for one, other in pairwise(games):
        assert is_even(list(zip(one, other, strict=True)), count**2) and abs(correlation(one, other)) < Z


@pytest.mark.parametrize("count", [2, 3, 7])
def test_what_comes_first_is_as_likely_over_the_games_of_a_run(count: int) -> None:
    """The first picks of two seats, over many games whose numbers follow each other."""
    first = [[picks(game_seed(1, game), seat, count, 2) for game in range(FEWER)] for seat in range(2)]
    for at in range(2):
        one, other = ([made[at] for made in seat] for seat in first)
        assert is_even(one, count) and is_even(other, count) and is_even(list(zip(one, other, strict=True)), count**2)
        assert is_even(list(pairwise(one))[::2], count**2)


# -- streams in play


@pytest.mark.parametrize(
    "name",
    [
        "red_flag_over_paris",
        "revolution",
        *(pytest.param(name, marks=pytest.mark.parts) for name in ("liberte", "vive_la_revolution")),
    ],
)
def test_a_seat_takes_a_step_for_each_of_its_decisions(name: str) -> None:
    """Told from outside: what a random seat chose is what its stream says, whoever decided in between."""
    game = game_of(name)
    played = play_random(game, 3, 2, record=True)
    assert played.choices is not None and played.decisions == len(played.choices) > 9
    own = game_seed(3, 2)
    streams = {seat: states(seat_stream(own, number)) for number, seat in enumerate(game.seats)}
    match = game.start(own)
    for choice in played.choices:
        assert match.decision is not None
        options = match.decision.options
        assert options[draw_index(next(streams[match.decision.seat]), len(options))].key == choice
        match.choose(choice)
    assert match.is_over() and play_random(game, 3, 2).decisions == played.decisions


class Told(TablePlayer):
    """Notes what it is given to settle ties by, and how many options the table has left."""

    def __init__(self, game: Game, seat: str) -> None:
        super().__init__(game, seat)
        self.drawn: list[int] = []
        self.left: list[int] = []

    def pick(self, state: Any, random: int) -> int:
        self.drawn.append(random)
        self.left.append(len(self.remaining_options(state)))
        return super().pick(state, random)


def test_a_table_takes_a_step_also_where_it_leaves_one_option() -> None:
    game = game_of("revolution")
    tables = [Told(game, seat) for seat in game.seats]
    own = game_seed(1, 1)
    play_random(game, 1, 1, pickers=[table.pick for table in tables])
    for number, table in enumerate(tables):
        assert 1 in table.left and max(table.left) > 1
        assert table.drawn == list(islice(states(seat_stream(own, number)), len(table.drawn)))


class First:
    """Takes the first option, and draws from its generator as it likes."""

    def choose(self, match: SeatMatch) -> int:
        match.random.random()
        return 0


@pytest.mark.parametrize("name", ["red_flag_over_paris", "revolution"])
def test_it_makes_no_difference_how_a_game_is_played(name: str) -> None:
    """Fast, recorded, by a player object, beside a player that needs a whole match: the same picks."""
    game = game_of(name)
    own = game_seed(5, 4)
    fast, recorded = play_random(game, 5, 4), play_random(game, 5, 4, record=True)
    without = [RandomPlayer().pick for _ in game.seats]
    assert told(fast) == told(recorded) == told(play_random(game, 5, 4, pickers=without))
    assert play(game, {}, own).choices == recorded.choices
    (line,) = ChunkPlayer(game, {}, 5).play(4, 1, ChunkOutputs(records=True)).record_lines
    assert f'"choices":{list(recorded.choices or [])!r}'.replace("'", '"').replace(", ", ",") in line
    first: list[Picker | None] = [lambda state, random: 0, None]
    players: dict[str, Player] = {game.seats[0]: First()}
    assert play(game, players, own).choices == play_random(game, 5, 4, record=True, pickers=first).choices


def told(played: GameResult) -> tuple[Any, ...]:
    return played.winners, played.reason, played.scores, played.decisions, played.turns, played.uses


def test_what_one_seat_does_does_not_move_what_another_draws() -> None:
    """The first picks of the second seat are the same, whether the first plays at random or by its table."""
    game = game_of("revolution")
    drawn = []
    for first in (RandomPlayer(), TablePlayer(game, game.seats[0])):
        table = Told(game, game.seats[1])
        play_random(game, 1, 0, pickers=[first.pick, table.pick])
        drawn.append(table.drawn)
    shorter = min(map(len, drawn))
    assert shorter > 3 and drawn[0][:shorter] == drawn[1][:shorter]
