"""Moment at which a game is decided, tested on random walks with known results."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from interpreter.lab.measure.game_observations import GameObservation
from interpreter.lab.measure.leads import (
    by_playouts,
    decision_moment,
    decisiveness_moment,
    decisiveness_threshold,
    explained_variance,
    lead_curve,
    value_at,
)
from interpreter.lab.measure.position_values import VALUE_PLAYOUTS
from interpreter.lab.stats.intervals import mean_interval
from interpreter.lab.stats.payoffs import PayoffVector

END = 7
"""A walk from beside the middle, by 2 to either side or not at all, ends here or there; some do soon, others late."""
STEPS = {-2: 0.25, 0: 0.5, 2: 0.25}
NOISE = VALUE_PLAYOUTS // 2


def half(draw: Random, value: float) -> PayoffVector:
    """Payoffs in one half of the playouts."""
    wins = sum(draw.random() < value for _ in range(NOISE)) / NOISE
    return wins, 1 - wins


def seen(draw: Random, values: list[float], won: bool, step: int = 1) -> GameObservation:
    fate = (1.0, 0.0) if won else (0.0, 1.0)
    halves = tuple((half(draw, value), half(draw, value)) for value in values)
    return GameObservation(fate, step * len(values), 0, tuple(range(len(values))), (), None, None, halves)


def walk(draw: Random) -> GameObservation:
    at, values = draw.choice((-1, 1)), list[float]()
    while abs(at) < END:
        values.append((at + END) / (2 * END))
        at += draw.choice((-2, 0, 0, 2))
    return seen(draw, values, at > 0)


@cache
def chances(moment: int) -> dict[int, float]:
    """Exact distribution of a walk's position at a moment."""
    if not moment:
        return {-1: 0.5, 1: 0.5}
    found: defaultdict[int, float] = defaultdict(float)
    for at, share in chances(moment - 1).items():
        for step, chance in STEPS.items() if abs(at) < END else ((0, 1.0),):
            found[at + step] += share * chance
    return found


def explained(moment: int) -> float:
    """The share of the variance of the result that the position explains: its value goes from 0 to 1."""
    return sum(share * (at / END) ** 2 for at, share in chances(moment).items())


def leader_wins(moment: int) -> float:
    return sum(share * (1 + abs(at) / END) / 2 for at, share in chances(moment).items())


@pytest.mark.parts
def test_games_that_are_over_count_on() -> None:
    """At a moment when some games are over and others play on, the position explains as much as it does exactly."""
    draw, held, runs = Random(1), 0, 6
    for _ in range(runs):
        games = [walk(draw) for _ in range(300)]
        for moment in (5, 15, 30, 60):
            found = explained_variance(games, moment)
            assert found is not None and found.half_width < 0.08
            held += found.contains(explained(moment))
    assert held >= 0.9 * 4 * runs
    parts = lead_curve(games, by_playouts, 0.5)
    assert parts[30].over_share == pytest.approx(sum(chances(30)[end] for end in (-END, END)), abs=0.08)
    assert all(one.over_share <= other.over_share for one, other in pairwise(parts)) and parts[-1].over_share < 1


@pytest.mark.parts
def test_when_it_is_decided_is_held_as_often_as_is_said() -> None:
    """With few games, too, and not too late on average, though one looks at many moments."""
    draw = Random(2)
    truth = next(moment for moment in range(99) if leader_wins(moment) >= 0.75)
    held, middles = 0, list[float]()
    runs = 25
    for _ in range(runs):
        found = decision_moment(lead_curve([walk(draw) for _ in range(60)], by_playouts, 0.5), 0.5)
        assert found is not None
        held += found.contains(truth)
        middles.append(found.estimate)
    assert held >= 0.92 * runs and abs(mean_interval(middles).estimate - truth) < 1.5


def flat(draw: Random, games: int) -> list[GameObservation]:
    """Games in which nothing but the last decision matters: all values are those of an even game."""
    return [seen(draw, [0.5] * 10, draw.random() < 0.5) for _ in range(games)]


def test_the_best_value_of_those_who_lost_is_not_that_of_the_luckiest_playouts() -> None:
    """Neither where all values are alike, nor where one is best: ten estimates have a best one that is too good."""
    draw = Random(3)
    games = flat(draw, 300)
    naive = mean_interval([max(value_at(game, at)[game.payoffs.index(0.0)] for at in range(10)) for game in games])
    found = decisiveness_threshold(games)
    assert naive.low > 0.55 and found.contains(0.5) and found.estimate < naive.low
    peaks = [seen(draw, [0.4] * 5 + [0.8] + [0.4] * 4, won=False) for _ in range(300)]  # whoever is ahead loses
    assert decisiveness_threshold(peaks).contains(0.8) and decisiveness_threshold(peaks).half_width < 0.05


def test_when_a_winner_was_first_above_that() -> None:
    """At a moment that is known, between playouts that differ by chance."""
    draw = Random(4)
    games = [seen(draw, [0.4, 0.4, 0.4, 0.4, 0.4, 0.95, 0.95, 0.95, 0.95, 0.95], won=True) for _ in range(100)]
    assert decisiveness_moment(games, 1).contains(0.5) and decisiveness_moment(games, 1).half_width < 0.15
    loose = decisiveness_moment(flat(draw, 100), 1)
    assert loose.low < 0.1 and loose.high > 0.9  # nobody is ever above: nothing but chance says when
