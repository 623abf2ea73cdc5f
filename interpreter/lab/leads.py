"""When a game is decided: who leads at each moment of it, and how often whoever does has won in the end.

All games are looked at by one clock, the number of decisions, which does not know how long a game will last. A game
that is over by then counts on: it is led by whoever won it, and worth what they got. So what is known of the result can
only grow from one moment to the next, and a value is what it forecasts. Whoever looked at each game when three quarters
of it are over would know that it is about to end, as nobody who plays does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import fsum, sqrt

from interpreter.lab.fates import Fate
from interpreter.lab.intervals import Interval, clopper_pearson, of_bounded, of_mean, of_ratio
from interpreter.lab.looks import MOST_MOMENTS, Seen
from interpreter.lab.valuing import VALUED_BY

HALF_OF_THE_REST = 0.5
"""A game is decided when whoever leads wins the even share, and this part of the rest: three of four, of two."""
CLEAR = 2.0
"""So many standard errors, and a lead by playouts is a clear one."""
Leader = Callable[[Seen, int], int | None]
"""Who leads a game at a moment at which it goes on, if anybody does."""


@dataclass(frozen=True, slots=True)
class Part:
    """At one moment: the number of the turn, in the mean over the games that go on; the share of games that are `over`;
    in what share of all somebody leads, or has won alone; and what share of the win they have then, if anybody does.
    `points`: by how much all these have more of it together than if the game was just decided."""

    turn: float
    over: float
    led: Interval
    wins: Interval | None
    points: float


def enough(even: float) -> float:
    """How often whoever leads has to win for a game to be decided."""
    return even + HALF_OF_THE_REST * (1 - even)


def curve(games: Sequence[Seen], leader: Leader, even: float) -> list[Part]:
    """Who leads at each moment of these games, in all of which somebody decides, as long as one goes on."""
    parts = []
    for moment in range(max(len(game.turns) for game in games)):
        turns = [game.turns[moment] for game in games if not is_over(game, moment)]
        found = [(game, _alone(game) if is_over(game, moment) else leader(game, moment)) for game in games]
        shares = [game.fate[who] for game, who in found if who is not None]
        wins = clopper_pearson(fsum(shares), len(shares)) if shares else None
        over = 1 - len(turns) / len(games)
        points = fsum(share - enough(even) for share in shares)
        parts.append(Part(fsum(turns) / len(turns), over, clopper_pearson(len(shares), len(games)), wins, points))
    return parts


def is_over(game: Seen, moment: int) -> bool:
    """Whether a game does not go on at a moment."""
    return moment >= len(game.turns)


def _alone(game: Seen) -> int | None:
    """Who won a game alone."""
    return next((who for who, share in enumerate(game.fate) if share == 1), None)


def decided(parts: Sequence[Part], even: float) -> Interval | None:
    """The first moment from which on whoever leads wins often enough for the game to be decided, which is the number of
    the moments if it is after the last; None if nobody ever leads.

    As that share does not fall, a moment may be it if the share may be great enough then, and too small at the one
    before. The likeliest is where what leaders have more than enough, added up, is least (isotonic regression: R. E.
    Barlow and others, Statistical inference under order restrictions, 1972)."""
    if not any(part.wins for part in parts):
        return None
    least = enough(even)
    bounds = [(part.wins.low, part.wins.high) if part.wins else (0.0, 1.0) for part in parts]
    before = [0.0, *(low for low, _ in bounds)]
    after = [*(high for _, high in bounds), 1.0]
    may_be = [moment for moment, (low, high) in enumerate(zip(before, after, strict=True)) if low < least <= high]
    added = [fsum(part.points for part in parts[:moment]) for moment in range(len(parts) + 1)]
    return Interval(added.index(min(added)), may_be[0], may_be[-1]).within(may_be[0], may_be[-1])


def by_score(game: Seen, moment: int) -> int | None:
    """Who leads by the score."""
    return game.leads[moment]


def by_playouts(game: Seen, moment: int) -> int | None:
    """Who wins most playouts; nobody if several do."""
    value = value_at(game, moment)
    best = max(value)
    return value.index(best) if value.count(best) == 1 else None


def value_at(game: Seen, moment: int) -> Fate:
    """What the position is worth, by all playouts; when the game is over, what came of it."""
    if is_over(game, moment):
        return game.fate
    return tuple((one + other) / 2 for one, other in zip(*game.values[moment], strict=True))


def settled(games: Sequence[Seen], moment: int) -> Interval | None:
    """The share of the variance of the result that the position explains: the covariance of its value with the result,
    which noise in the value does not move (the resolution of a forecast: A. H. Murphy, A new vector partition of the
    probability score, 1973). None if all games end alike."""
    values = [value_at(game, moment) for game in games]
    means = [fsum(each) / len(games) for each in zip(*(game.fate for game in games), strict=True)]
    expected = [fsum(each) / len(games) for each in zip(*values, strict=True)]
    above, below = [], []
    for game, value in zip(games, values, strict=True):
        rest = [share - mean for share, mean in zip(game.fate, means, strict=True)]
        above.append(fsum((now - usual) * left for now, usual, left in zip(value, expected, rest, strict=True)))
        below.append(fsum(left * left for left in rest))
    return of_ratio(above, below)


def drama(games: Sequence[Seen]) -> Interval | None:
    """By how much those who won were behind, in the mean over the moments. One half of the playouts says who is ahead,
    the other by how much: the best of several estimates would always look better than it is."""
    found = [
        fsum(_behind(game, moment) for moment in range(len(game.values))) / len(game.values)
        for game in games
        if won_by(game) is not None
    ]
    return of_bounded(Counter(found), 0, 1) if found else None


def _behind(game: Seen, moment: int) -> float:
    """By how much those who won are behind, of whom none is if they have the best value."""
    winners = won_by(game) or []
    found = 0.0
    for one, other in (game.values[moment], game.values[moment][::-1]):
        best = one.index(max(one))
        found += other[best] - fsum(other[winner] for winner in winners) / len(winners)
    return found / 2


def won_by(game: Seen) -> list[int] | None:
    """Those who won; None if nobody did, or all."""
    won = [who for who, share in enumerate(game.fate) if share]
    return won if 0 < len(won) < len(game.fate) else None


def lead_changes(games: Sequence[Seen]) -> Interval:
    """How often somebody else has the lead than had it before, a game, among the moments at which it is a clear one."""
    return of_mean([_changes(game) for game in games]).within(0, MOST_MOMENTS)


def _changes(game: Seen) -> int:
    clear = [who for at in range(len(game.values)) if (who := _clearly(value_at(game, at))) is not None]
    return sum(one != other for one, other in pairwise(clear))


def _clearly(value: Fate) -> int | None:
    first, second, *_ = sorted(value, reverse=True)
    error = sqrt(max(0.0, first + second - (first - second) ** 2) / VALUED_BY)
    return value.index(first) if first - second > CLEAR * error else None


def stability(games: Sequence[Seen]) -> Interval:
    """The variance of a value along a game, in the mean over all who can win; without the part that is noise, since it
    is the covariance of the two halves of the playouts."""
    return of_mean([_varies(game) for game in games])


def _varies(game: Seen) -> float:
    total, there = 0.0, len(game.values)
    for who in range(len(game.fate)):
        ones, others = ([halves[half][who] for halves in game.values] for half in (0, 1))
        mean, mean_of_others = fsum(ones) / there, fsum(others) / there
        total += fsum((one - mean) * (other - mean_of_others) for one, other in zip(ones, others, strict=True)) / there
    return total / len(game.fate)


def threshold(games: Sequence[Seen]) -> Interval:
    """The best value that somebody had who did not win in the end, in games that were won. The best of several
    estimates looks better than it is, and one that is chosen by half of the playouts, and measured by the other half,
    not as good: it is between these."""
    least = of_bounded(Counter(_best_of_losers(game)[0] for game in games), 0, 1)
    most = of_bounded(Counter(max(value_at(game, at)[who] for at, who in _lost(game)) for game in games), 0, 1)
    return Interval((least.estimate + most.estimate) / 2, least.low, most.high)


def _lost(game: Seen) -> list[tuple[int, int]]:
    """All moments at which a value is that of somebody who did not win, and who that is."""
    winners = won_by(game) or []
    there = [who for who in range(len(game.fate)) if who not in winners]
    return [(moment, who) for moment in range(len(game.values)) for who in there]


def _best_of_losers(game: Seen) -> tuple[float, float]:
    """The best value of somebody who did not win, at the moment and for those that one half of the playouts chooses, by
    the other half, both ways; and by all playouts at the same places."""
    found = found_by_all = 0.0
    for chooses, says in ((0, 1), (1, 0)):
        moment, who = max(_lost(game), key=lambda place: game.values[place[0]][chooses][place[1]])
        found += game.values[moment][says][who] / 2
        found_by_all += value_at(game, moment)[who] / 2
    return found, found_by_all


def above_threshold(games: Sequence[Seen], step: int) -> Interval:
    """The part of a game, 0 for its beginning and 1 for its end, at which somebody who won was first above that; with
    what two standard errors of values more and less make of it."""
    by = 0.0, -CLEAR, CLEAR
    middle, early, late = (of_bounded(Counter(_above(game, step, each) for game in games), 0, 1) for each in by)
    return Interval(middle.estimate, early.low, late.high)


def _above(game: Seen, step: int, by: float) -> float:
    """The part of a game at which the value of a winner was first above the best of the others, by so many standard
    errors of the difference."""
    limit, winners = _best_of_losers(game)[1], won_by(game) or []
    for moment in range(len(game.values)):
        for winner in winners:
            value = value_at(game, moment)[winner]
            error = sqrt((value * (1 - value) + limit * (1 - limit)) / VALUED_BY)
            if value > limit + by * error:
                return moment * step / game.decisions
    return 1.0
