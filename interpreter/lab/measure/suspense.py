"""Comebacks, open leads and kingmaking in games between players that think.

Positions are valued by playouts, at moments on one clock (see `leads`). A comeback is measured where the *drama* of
C. Browne (Automatic generation and evaluation of recombination games, 2008) and of Ludii (É. Piette, M. Stephenson,
D. Soemers and C. Browne, General board game concepts, 2021) is greatest, instead of its mean over a game. A lead is
open until somebody mostly wins. Kingmaking isn't among their measures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import fsum, sqrt

from interpreter.lab.measure.game_observations import GameObservation
from interpreter.lab.measure.leads import clear_winners, decision_threshold, value_at
from interpreter.lab.measure.position_values import VALUE_PLAYOUTS, OptionTrial
from interpreter.lab.stats.intervals import (
    ALPHA,
    Interval,
    bonferroni,
    bounded_mean_interval,
    clopper_pearson,
    normal_quantile,
)


@dataclass(frozen=True, slots=True)
class Suspense:
    """Statistics of comebacks and open leads.

    Attributes:
        games: Number of games that were won by some, but not by all.
        comebacks: Share of these games in which the later winners were behind for sure at some moment.
        deficit: Greatest deficit of the later winners at a moment, in shares of the win, averaged over these games.
        open_games: Number of games for `open_share`.
        open_share: Share of the moments of a game at which nobody wins most playouts by far.
    """

    games: int
    comebacks: Interval | None
    deficit: Interval | None
    open_games: int
    open_share: Interval


def suspense(games: Sequence[GameObservation], even: float) -> Suspense:
    """Return the statistics of games whose positions were valued; there is at least one.

    `even`: the even share of the win.
    """
    won = [game for game in games if clear_winners(game) is not None]
    behind = sum(_was_behind(game) for game in won)
    least = decision_threshold(even)
    return Suspense(
        len(won),
        clopper_pearson(behind, len(won)) if won else None,
        bounded_mean_interval(Counter(map(_greatest_deficit, won)), -1, 1).clipped(0, 1) if won else None,
        len(games),
        bounded_mean_interval(Counter(_open_share(game, least) for game in games), 0, 1),
    )


def _was_behind(game: GameObservation) -> bool:
    """Return True if the later winners were behind at a moment for sure: by chance in at most 5 of 100 games."""
    winners, moments = clear_winners(game) or [], len(game.values)
    z = normal_quantile(2 * bonferroni(ALPHA, moments * (len(game.payoffs) - len(winners))))
    for moment in range(moments):
        value = value_at(game, moment)
        own = max(value[winner] for winner in winners)
        best = max(share for who, share in enumerate(value) if who not in winners)
        error = sqrt(max(0.0, own + best - (best - own) ** 2) / VALUE_PLAYOUTS)
        if best - own > z * error:
            return True
    return False


def _greatest_deficit(game: GameObservation) -> float:
    """Return how far the later winners were behind when they were furthest behind.

    One half of the playouts chooses the moment and the leader, and the other half measures, because the greatest of
    many estimates is too large. The result errs on the low side.
    """
    winners = clear_winners(game) or []
    others = [who for who in range(len(game.payoffs)) if who not in winners]

    def deficit(place: tuple[int, int, int], half: int) -> float:
        moment, leader, winner = place
        return game.values[moment][half][leader] - game.values[moment][half][winner]

    found = 0.0
    for chooses, says in ((0, 1), (1, 0)):
        values = [halves[chooses] for halves in game.values]
        places = [
            (moment, max(others, key=value.__getitem__), max(winners, key=value.__getitem__))
            for moment, value in enumerate(values)
        ]
        found += deficit(max(places, key=partial(deficit, half=chooses)), says) / 2
    return found


def _open_share(game: GameObservation, least: float) -> float:
    """Return the share of the moments of a game at which nobody wins the share `least` of the playouts."""
    moments = range(len(game.values))
    return fsum(max(value_at(game, moment)) < least for moment in moments) / len(moments)


def kingmaking(trials: Sequence[OptionTrial]) -> tuple[int, Interval] | None:
    """Return in how many of the decisions a seat that can't win decides who does; None if there are no such trials.

    The first number is that of decisions in which the options were tried for it.
    """
    found = [trial.decides_winner for trial in trials if trial.decides_winner is not None]
    return (len(found), clopper_pearson(sum(found), len(found))) if found else None
