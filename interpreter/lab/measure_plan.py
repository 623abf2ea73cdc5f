"""Numbers of games for each part of a measurement.

The longer the games, the fewer are played, so that a part takes about as long for any game. The plan depends on the
rules and the settings alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf

from interpreter.errors import CahierError
from interpreter.lab.looks import GameObservation, Look
from interpreter.lab.skill import Matchup
from interpreter.lab.valuing import MOST_OPTIONS, PLAYOUTS_PER_SEED, SEEDS_PER_OPTION, VALUE_PLAYOUTS
from interpreter.matches.match import Game
from interpreter.players.making import STATE_ONLY

DEFAULT_GAMES, DEFAULT_SLOW_GAMES = 20_000, 100
"""Default numbers of games for players who decide at once, and for slow players."""
PILOT = 5
"""Number of random games from which the length of a game is estimated."""
USUAL_MOMENTS = 10
"""Number of observations in a game of average length, if it has as many decisions."""
OBSERVED_BUDGET, REPLAY_BUDGET = 250_000, 250_000
"""Budgets of decisions for observed games, and for each kind of replay."""
VALUE_BUDGET, TRIAL_BUDGET = 12_000_000, 6_000_000
"""Budgets of decisions in playouts that value positions, and in playouts that try options, which start more slowly."""
SKILL_BUDGET, MAX_ROUND_PLAYOUTS = 100_000, 60_000
"""Budget of playouts for each pair of players, and the number per round from which no round is played."""
MIN_VALUED, MAX_VALUED, MAX_TRIED = 40, 1_000, 500
"""Minimum and maximum number of games whose positions are valued, and maximum number with a tried decision."""
MIN_REPLAYED = 100
LEAST_ROUNDS, MOST_ROUNDS = 1, 200
"""Minimum and maximum number of rounds, in which the stronger player takes each seat once."""


@dataclass(frozen=True, slots=True)
class MeasurementPlan:
    """Numbers of games of each part.

    Attributes:
        games: Number of all games with the given players.
        observed: Number of observed games.
        valued: Number of games whose positions are valued.
        tried: Number of games in which the options of a decision are tried.
        replayed: Number of games that are replayed.
        rounds: Number of rounds for each pair of players. In a round the stronger player takes each seat once.
        step: Number of decisions between two observations, which does not depend on the number of games.
        decisions: Approximate number of decisions of a game.
    """

    games: int
    observed: int
    valued: int
    tried: int
    replayed: int
    rounds: tuple[int, ...]
    step: int
    decisions: float


def make_plan(game: Game, seated: Mapping[str, str], games: int | None, rungs: tuple[Matchup, ...]) -> MeasurementPlan:
    """Return the plan for a number of games; None for the default.

    All other numbers grow in proportion.
    """
    quick = set(seated.values()) <= set(STATE_ONLY)
    usual = DEFAULT_GAMES if quick else DEFAULT_SLOW_GAMES
    games = games or usual
    scale = games / usual
    decisions, options = _pilot(game, seated)
    on = decisions / 2

    def within(budget: float, each: float, least: int, most: float = inf) -> int:
        return min(games, max(least, int(min(games, scale * min(budget / each, most)))))

    rounds = tuple(_rounds(rung.playouts(decisions), scale) for rung in rungs)
    step = max(1, round(decisions / USUAL_MOMENTS))
    if not quick:
        return MeasurementPlan(games, games, games, games, games, rounds, step, decisions)
    tried = min(options, MOST_OPTIONS) * SEEDS_PER_OPTION * PLAYOUTS_PER_SEED * on
    return MeasurementPlan(
        games,
        within(OBSERVED_BUDGET, decisions, MIN_VALUED),
        within(VALUE_BUDGET, USUAL_MOMENTS * VALUE_PLAYOUTS * on, MIN_VALUED, MAX_VALUED),
        within(TRIAL_BUDGET, tried, MIN_VALUED, MAX_TRIED),
        within(REPLAY_BUDGET, decisions, MIN_REPLAYED),
        rounds,
        step,
        decisions,
    )


def _rounds(playouts: float, scale: float) -> int:
    """Return the number of rounds, given the number of playouts of one round."""
    most = int(scale * min(SKILL_BUDGET / playouts, MOST_ROUNDS))
    return max(most, 0 if playouts > max(1.0, scale) * MAX_ROUND_PLAYOUTS else LEAST_ROUNDS)


def _pilot(game: Game, seated: Mapping[str, str]) -> tuple[float, float]:
    """Estimate the number of decisions of a game, and of options of a decision, each at least 1."""
    quick = {seat: name for seat, name in seated.items() if name in STATE_ONLY}
    looking = Look(1).begin(game, quick, 0, None)
    try:
        seen = [GameObservation.from_data((), looking.play(index)[1]) for index in range(PILOT)]
    except CahierError:  # the measured games will report it
        return 1.0, 1.0
    decisions = sum(each.decisions for each in seen)
    return max(1.0, decisions / PILOT), max(1.0, sum(each.options for each in seen) / max(1, decisions))
