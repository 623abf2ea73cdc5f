"""Decision point of a game: the leader at each moment, and how often leaders go on to win.

All games are observed on one clock, the number of decisions, which does not depend on how long a game will last. A game
that is already over still counts: its winner leads it, and its value is its result. Therefore the knowledge of the
result can only grow from one moment to the next, and a value is a forecast of the result. Observing each game at three
quarters of its own length would reveal that it is about to end, which no player knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import fsum, sqrt

from interpreter.lab.measure.game_observations import MOST_MOMENTS, GameObservation
from interpreter.lab.measure.position_values import VALUE_PLAYOUTS
from interpreter.lab.stats.intervals import (
    Interval,
    bounded_mean_interval,
    clopper_pearson,
    mean_interval,
    ratio_interval,
)
from interpreter.lab.stats.payoffs import PayoffVector

DECISION_FRACTION = 0.5
"""Fraction of the rest that leaders must win, beyond the even share, in a decided game: 3 of 4 games for two."""
Z_CLEAR = 2.0
"""Number of standard errors from which a lead by playouts is significant."""
LeaderFunction = Callable[[GameObservation, int], int | None]
"""Function that returns the leader of a game at a moment while it goes on, or None."""


@dataclass(frozen=True, slots=True)
class MomentStatistics:
    """Statistics of all games at one moment.

    Attributes:
        turn: Mean number of the turn, over the games that go on.
        over_share: Share of games that are over.
        lead_share: Share of all games that have a leader, or a single winner.
        leader_share: Share of the win that these leaders get; None if there are no leaders.
        excess: Sum over these games of the share of the win in excess of the decision threshold.
    """

    turn: float
    over_share: float
    lead_share: Interval
    leader_share: Interval | None
    excess: float


def decision_threshold(even: float) -> float:
    """Return the share of wins of leaders from which a game counts as decided."""
    return even + DECISION_FRACTION * (1 - even)


def lead_curve(games: Sequence[GameObservation], leader: LeaderFunction, even: float) -> list[MomentStatistics]:
    """Return the statistics at each moment up to the end of the longest game.

    Each of the games has at least one decision.
    """
    parts = []
    for moment in range(max(len(game.turns) for game in games)):
        turns = [game.turns[moment] for game in games if not is_over(game, moment)]
        found = [(game, _alone(game) if is_over(game, moment) else leader(game, moment)) for game in games]
        shares = [game.payoffs[who] for game, who in found if who is not None]
        wins = clopper_pearson(fsum(shares), len(shares)) if shares else None
        over = 1 - len(turns) / len(games)
        points = fsum(share - decision_threshold(even) for share in shares)
        parts.append(
            MomentStatistics(fsum(turns) / len(turns), over, clopper_pearson(len(shares), len(games)), wins, points)
        )
    return parts


def is_over(game: GameObservation, moment: int) -> bool:
    """Return whether a game is over at a moment."""
    return moment >= len(game.turns)


def _alone(game: GameObservation) -> int | None:
    """Return the single winner of a game, or None."""
    return next((who for who, share in enumerate(game.payoffs) if share == 1), None)


def decision_moment(parts: Sequence[MomentStatistics], even: float) -> Interval | None:
    """Return the first moment from which leaders win often enough for the game to be decided.

    It is the number of moments if that is after the last one, and None if nobody ever leads.

    The share of wins does not fall over time. A moment is therefore a candidate if the share may be large enough there
    and too small at the moment before. The most likely candidate is the one with the smallest cumulative sum of the
    excess over the threshold (isotonic regression: R. E. Barlow and others, Statistical inference under order
    restrictions, 1972).
    """
    if not any(part.leader_share for part in parts):
        return None
    least = decision_threshold(even)
    bounds = [(part.leader_share.low, part.leader_share.high) if part.leader_share else (0.0, 1.0) for part in parts]
    before = [0.0, *(low for low, _ in bounds)]
    after = [*(high for _, high in bounds), 1.0]
    may_be = [moment for moment, (low, high) in enumerate(zip(before, after, strict=True)) if low < least <= high]
    added = [fsum(part.excess for part in parts[:moment]) for moment in range(len(parts) + 1)]
    return Interval(added.index(min(added)), may_be[0], may_be[-1]).clipped(may_be[0], may_be[-1])


def by_score(game: GameObservation, moment: int) -> int | None:
    """Return the leader by score."""
    return game.leads[moment]


def by_playouts(game: GameObservation, moment: int) -> int | None:
    """Return the side that wins most playouts; None if several do."""
    value = value_at(game, moment)
    best = max(value)
    return value.index(best) if value.count(best) == 1 else None


def value_at(game: GameObservation, moment: int) -> PayoffVector:
    """Return the value of the position by all playouts, or the payoffs if the game is over."""
    if is_over(game, moment):
        return game.payoffs
    return tuple((one + other) / 2 for one, other in zip(*game.values[moment], strict=True))


def explained_variance(games: Sequence[GameObservation], moment: int) -> Interval | None:
    """Return the share of the variance of the result that the position explains; None if all games end alike.

    It is the covariance of the position's value with the result over the variance of the result, which noise in the
    value does not bias (the resolution of a forecast: A. H. Murphy, A new vector partition of the probability score,
    1973).
    """
    values = [value_at(game, moment) for game in games]
    means = [fsum(each) / len(games) for each in zip(*(game.payoffs for game in games), strict=True)]
    expected = [fsum(each) / len(games) for each in zip(*values, strict=True)]
    above, below = [], []
    for game, value in zip(games, values, strict=True):
        rest = [share - mean for share, mean in zip(game.payoffs, means, strict=True)]
        above.append(fsum((now - usual) * left for now, usual, left in zip(value, expected, rest, strict=True)))
        below.append(fsum(left * left for left in rest))
    return ratio_interval(above, below)


def drama(games: Sequence[GameObservation]) -> Interval | None:
    """Return the deficit of the eventual winners, averaged over the moments.

    One half of the playouts selects the leader, the other half measures the deficit: the maximum of several estimates
    is biased upwards.
    """
    found = [
        fsum(_behind(game, moment) for moment in range(len(game.values))) / len(game.values)
        for game in games
        if clear_winners(game) is not None
    ]
    return bounded_mean_interval(Counter(found), 0, 1) if found else None


def _behind(game: GameObservation, moment: int) -> float:
    """Return the deficit of the winners at a moment, which is 0 if one of them has the best value."""
    winners = clear_winners(game) or []
    found = 0.0
    for one, other in (game.values[moment], game.values[moment][::-1]):
        best = one.index(max(one))
        found += other[best] - fsum(other[winner] for winner in winners) / len(winners)
    return found / 2


def clear_winners(game: GameObservation) -> list[int] | None:
    """Return the winners of a game; None if nobody or everybody won."""
    won = [who for who, share in enumerate(game.payoffs) if share]
    return won if 0 < len(won) < len(game.payoffs) else None


def lead_changes(games: Sequence[GameObservation]) -> Interval:
    """Return the number of changes of a significant lead per game."""
    return mean_interval([_changes(game) for game in games]).clipped(0, MOST_MOMENTS)


def _changes(game: GameObservation) -> int:
    clear = [who for at in range(len(game.values)) if (who := _clearly(value_at(game, at))) is not None]
    return sum(one != other for one, other in pairwise(clear))


def _clearly(value: PayoffVector) -> int | None:
    first, second, *_ = sorted(value, reverse=True)
    error = sqrt(max(0.0, first + second - (first - second) ** 2) / VALUE_PLAYOUTS)
    return value.index(first) if first - second > Z_CLEAR * error else None


def stability(games: Sequence[GameObservation]) -> Interval:
    """Return the variance of a value over a game, averaged over all sides.

    It is estimated as the covariance of the two halves of the playouts, which removes the noise.
    """
    return mean_interval([_varies(game) for game in games])


def _varies(game: GameObservation) -> float:
    total, there = 0.0, len(game.values)
    for who in range(len(game.payoffs)):
        ones, others = ([halves[half][who] for halves in game.values] for half in (0, 1))
        mean, mean_of_others = fsum(ones) / there, fsum(others) / there
        total += fsum((one - mean) * (other - mean_of_others) for one, other in zip(ones, others, strict=True)) / there
    return total / len(game.payoffs)


def decisiveness_threshold(games: Sequence[GameObservation]) -> Interval:
    """Return the best value that an eventual loser had, in games with a winner.

    The maximum of several estimates is biased upwards. Selecting by one half of the playouts and measuring by the other
    half is biased downwards. The estimate lies between the two.
    """
    least = bounded_mean_interval(Counter(_best_of_losers(game)[0] for game in games), 0, 1)
    most = bounded_mean_interval(
        Counter(max(value_at(game, at)[who] for at, who in _lost(game)) for game in games), 0, 1
    )
    return Interval((least.estimate + most.estimate) / 2, least.low, most.high)


def _lost(game: GameObservation) -> list[tuple[int, int]]:
    """Return all pairs of a moment and an eventual loser."""
    winners = clear_winners(game) or []
    there = [who for who in range(len(game.payoffs)) if who not in winners]
    return [(moment, who) for moment in range(len(game.values)) for who in there]


def _best_of_losers(game: GameObservation) -> tuple[float, float]:
    """Return the best value of an eventual loser, by cross-validation and by all playouts.

    For the first number, each half of the playouts selects the moment and the loser, and the other half measures the
    value. The second number is the value by all playouts at the same places.
    """
    found = found_by_all = 0.0
    for chooses, says in ((0, 1), (1, 0)):
        moment, who = max(_lost(game), key=lambda place: game.values[place[0]][chooses][place[1]])
        found += game.values[moment][says][who] / 2
        found_by_all += value_at(game, moment)[who] / 2
    return found, found_by_all


def decisiveness_moment(games: Sequence[GameObservation], step: int) -> Interval:
    """Return the fraction of a game after which a winner first exceeds the threshold, from 0 (start) to 1 (end).

    The bounds allow for two standard errors of the values in each direction.
    """
    by = 0.0, -Z_CLEAR, Z_CLEAR
    middle, early, late = (
        bounded_mean_interval(Counter(_above(game, step, each) for game in games), 0, 1) for each in by
    )
    return Interval(middle.estimate, early.low, late.high)


def _above(game: GameObservation, step: int, by: float) -> float:
    """Return the fraction of a game after which a winner's value first exceeds the best value of the losers.

    `by` is the margin in standard errors of the difference.
    """
    limit, winners = _best_of_losers(game)[1], clear_winners(game) or []
    for moment in range(len(game.values)):
        for winner in winners:
            value = value_at(game, moment)[winner]
            error = sqrt((value * (1 - value) + limit * (1 - limit)) / VALUE_PLAYOUTS)
            if value > limit + by * error:
                return moment * step / game.decisions
    return 1.0
