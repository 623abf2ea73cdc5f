"""When a game is decided: who leads at each part of it, and how often whoever does has won in the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import fsum, sqrt

from interpreter.lab.fates import Fate
from interpreter.lab.intervals import Interval, of_mean, of_ratio, wilson
from interpreter.lab.looks import PARTS, Seen
from interpreter.lab.valuing import VALUED_BY

HALF_OF_THE_REST = 0.5
"""A game is decided when whoever leads wins the even share, and this part of the rest: three of four, of two."""
CLEAR = 2.0
"""So many standard errors, and a lead by playouts is a clear one."""


@dataclass(frozen=True, slots=True)
class Part:
    """At one part of the game: the number of the turn, in the mean; in what share of the games somebody leads; and what
    share of the win they have then, if anybody does."""

    turn: float
    led: Interval
    wins: Interval | None


def curve(games: Sequence[Seen], leader: Callable[[Seen, int], int | None]) -> list[Part]:
    """Who leads at each part of these games, in all of which somebody decides."""
    parts = []
    for part in range(PARTS):
        found = [(game, leader(game, part)) for game in games]
        shares = [game.fate[who] for game, who in found if who is not None]
        turn = fsum(game.turns[part] for game in games) / len(games)
        wins = wilson(fsum(shares), len(shares)) if shares else None
        parts.append(Part(turn, wilson(len(shares), len(games)), wins))
    return parts


def decided(parts: Sequence[Part], even: float) -> Interval | None:
    """From which part of the game on whoever leads wins often enough for it to be decided, as a share of its length, 1
    for its end; with what the intervals of the parts allow. None if nobody leads at all."""
    enough = even + HALF_OF_THE_REST * (1 - even)
    known = [part.wins for part in parts]
    if not any(known):
        return None

    def since(of: Callable[[Interval], float]) -> float:
        short = [at for at, wins in enumerate(known) if wins is None or of(wins) < enough]
        return (short[-1] + 1) / PARTS if short else 0.0

    return Interval(since(lambda wins: wins.estimate), since(lambda wins: wins.high), since(lambda wins: wins.low))


def by_score(game: Seen, part: int) -> int | None:
    """Who leads by the score."""
    return game.leads[part]


def by_playouts(game: Seen, part: int) -> int | None:
    """Who wins most playouts; nobody if several do."""
    value = value_at(game, part)
    best = max(value)
    return value.index(best) if value.count(best) == 1 else None


def value_at(game: Seen, part: int) -> Fate:
    """What the position is worth, by all playouts."""
    return tuple((one + other) / 2 for one, other in zip(*game.values[part], strict=True))


def settled(games: Sequence[Seen], part: int) -> Interval | None:
    """The share of the variance of the result that the position explains: the covariance of its value with the result,
    which noise in the value does not move (the resolution of a forecast: A. H. Murphy, A new vector partition of the
    probability score, 1973). None if all games end alike."""
    values = [value_at(game, part) for game in games]
    means = [fsum(each) / len(games) for each in zip(*(game.fate for game in games), strict=True)]
    expected = [fsum(each) / len(games) for each in zip(*values, strict=True)]
    above, below = [], []
    for game, value in zip(games, values, strict=True):
        rest = [share - mean for share, mean in zip(game.fate, means, strict=True)]
        above.append(fsum((now - usual) * left for now, usual, left in zip(value, expected, rest, strict=True)))
        below.append(fsum(left * left for left in rest))
    found = of_ratio(above, below)
    return None if found is None else found.within(0, 1)


def drama(games: Sequence[Seen]) -> Interval | None:
    """By how much those who won were behind, in the mean over the parts. One half of the playouts says who is ahead,
    the other by how much: the best of several estimates would always look better than it is."""
    found = [fsum(_behind(game, part) for part in range(PARTS)) / PARTS for game in games if won_by(game) is not None]
    return of_mean(found).within(0, 1) if found else None


def _behind(game: Seen, part: int) -> float:
    """By how much those who won are behind, of whom none is if they have the best value."""
    winners = won_by(game) or []
    found = 0.0
    for one, other in (game.values[part], game.values[part][::-1]):
        best = one.index(max(one))
        found += other[best] - fsum(other[winner] for winner in winners) / len(winners)
    return found / 2


def won_by(game: Seen) -> list[int] | None:
    """Those who won; None if nobody did, or all."""
    won = [who for who, share in enumerate(game.fate) if share]
    return won if 0 < len(won) < len(game.fate) else None


def lead_changes(games: Sequence[Seen]) -> Interval:
    """How often somebody else has the lead than had it before, a game, among the parts at which it is a clear one."""
    return of_mean([_changes(game) for game in games]).within(0, PARTS)


def _changes(game: Seen) -> int:
    clear = [who for part in range(PARTS) if (who := _clearly(value_at(game, part))) is not None]
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
    total = 0.0
    for who in range(len(game.fate)):
        ones, others = ([halves[half][who] for halves in game.values] for half in (0, 1))
        mean, mean_of_others = fsum(ones) / PARTS, fsum(others) / PARTS
        total += fsum((one - mean) * (other - mean_of_others) for one, other in zip(ones, others, strict=True)) / PARTS
    return total / len(game.fate)


def threshold(game: Seen) -> float:
    """The best value that somebody had who did not win in the end."""
    winners = won_by(game) or []
    values = (value_at(game, part) for part in range(PARTS))
    return max(each for value in values for who, each in enumerate(value) if who not in winners)


def above_threshold(game: Seen) -> float:
    """The part of the game at which somebody who won was first above that; 1 if never."""
    limit, winners = threshold(game), won_by(game) or []
    for part in range(PARTS):
        value = value_at(game, part)
        if any(value[winner] > limit for winner in winners):
            return part / PARTS
    return 1.0
