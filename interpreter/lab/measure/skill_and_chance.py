"""Shares of the result that skill, chance and choices decide.

Effect of skill: a stronger player in each seat in turn against weaker ones, in games with the same seeds.

The games of a round share one deal, so that a round carries less information than as many independent games. Rounds
are played until the interval of the stronger player's share is narrow (Y. S. Chow and H. Robbins, On the asymptotic
theory of fixed-width sequential confidence intervals for the mean, 1965).

Shares of the result that chance and the players' choices decide, from games replayed with one of the two kept fixed.

The random inputs of a game are the chance of the rules and the picks of the players. The share of the variance of the
result that each explains alone is its first-order index (I. M. Sobol', Sensitivity estimates for nonlinear
mathematical models, 1993). It is estimated from pairs of games that have only that input in common (A. Janon and
others, Asymptotic normality and efficiency of two Sobol index estimators, 2014). The rest is the interaction of the
two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, fsum

from interpreter.lab.stats.intervals import (
    ALPHA,
    Interval,
    bonferroni,
    bounded_mean_interval,
    cluster_interval,
    ratio_interval,
)
from interpreter.lab.stats.payoffs import PayoffRule, PayoffVector
from interpreter.matches.match import Game
from interpreter.players.lineup import STATE_ONLY
from interpreter.playtest.run.chunks import Ending

KNOWN_WIDTH = 0.10
"""Width of the interval of a share below which it is reported: 10 points."""


@dataclass(frozen=True, slots=True)
class Matchup:
    """A pair of a stronger and a weaker player.

    Attributes:
        strong_playouts: Number of playouts of the stronger search player.
        weak_playouts: Number of playouts of the weaker one; 0 if the weaker players are those in `seated`, who decide
            at once.
        seated: Pairs of a seat and the name of its player.
        open_seats: Seats that they play: those to which the rules assign no player.
    """

    strong_playouts: int
    weak_playouts: int
    seated: tuple[tuple[str, str], ...]
    open_seats: tuple[str, ...]

    @property
    def stronger(self) -> str:
        """Name of the stronger player."""
        return f"search:{self.strong_playouts}"

    @property
    def weaker(self) -> str:
        """Name of the weaker player, or names joined by `+`."""
        return "+".join(dict.fromkeys(self._weaker(seat) for seat in self.open_seats))

    def _weaker(self, seat: str) -> str:
        name = dict(self.seated)[seat]
        if self.weak_playouts:
            return f"search:{self.weak_playouts}"
        return name if name in STATE_ONLY else "random"

    def seatings(self) -> list[dict[str, str]]:
        """Return the seatings of a round: the stronger player in each open seat.

        If there is only one open seat, a seating without the stronger player follows.
        """
        weak = {seat: self._weaker(seat) if seat in self.open_seats else name for seat, name in self.seated}
        seatings = [weak | {seat: self.stronger} for seat in self.open_seats]
        return [*seatings, weak] if len(self.open_seats) == 1 else seatings

    def playouts(self, decisions: float) -> float:
        """Estimate the number of playouts of a round, given the number of decisions of a game."""
        each = decisions / max(1, len(self.seated))
        return max(
            1.0,
            each
            * len(self.open_seats)
            * (self.strong_playouts + (max(1, len(self.open_seats) - 1)) * self.weak_playouts),
        )


def open_seats_of(game: Game, seated: Mapping[str, str]) -> tuple[str, ...]:
    """Return the seats that other players may take: those that the rules don't play themselves."""
    return tuple(seat for seat in game.seats if game.rulebook.players_of.get(seat) != seated[seat])


def matchups_of(game: Game, seated: dict[str, str], playouts: int) -> tuple[Matchup, ...]:
    """Return the pairs of players: search against quick players, and against a search with half as many playouts.

    There are none if no seat is open.
    """
    open_seats = open_seats_of(game, seated)
    if not open_seats:
        return ()
    sitting = tuple(seated.items())
    return Matchup(playouts, 0, sitting, open_seats), Matchup(2 * playouts, playouts, sitting, open_seats)


@dataclass(frozen=True, slots=True)
class SkillResult:
    """Results of a pair of players.

    Attributes:
        rung: The pair of players.
        rounds: Number of rounds.
        games: Number of games.
        stronger: Share of the win of the stronger player.
        weaker: Mean share of the win of a weaker player: in the same games, or in its place if there is one open seat.
        index: Excess of the stronger player over the even share, relative to the largest possible excess. It is 0 if
            skill does not matter, and 1 if it always decides.
    """

    rung: Matchup
    rounds: int
    games: int
    stronger: Interval
    weaker: Interval
    index: Interval

    @property
    def is_known(self) -> bool:
        """True if the interval of the stronger player's share is narrow enough for a report."""
        return self.stronger.high - self.stronger.low < KNOWN_WIDTH

    @property
    def games_needed(self) -> int:
        """Estimate of the number of games after which it would be: widths fall with the square root of the games."""
        width = (self.stronger.high - self.stronger.low) / KNOWN_WIDTH
        return ceil(self.games * max(1.0, width) ** 2)


def skill_result(game: Game, rung: Matchup, ended: Mapping[tuple[int, int], Ending]) -> SkillResult | None:
    """Return the effect of skill from the endings of games; None if no round is complete.

    `ended` has the endings by number of the seating and of the round. Incomplete rounds are left out.
    """
    fates, open_seats = PayoffRule(game), [game.seats.index(seat) for seat in rung.open_seats]
    seatings = range(len(rung.seatings()))
    numbers = sorted({number for _, number in ended})
    whole = [number for number in numbers if all((seating, number) in ended for seating in seatings)]
    strong: list[float] = []
    weak: list[float] = []
    for number in whole:
        shares = [fates.seat_payoffs(ended[seating, number].winners) for seating in seatings]
        strong.append(fsum(won[seat] for won, seat in zip(shares, open_seats, strict=False)) / len(open_seats))
        if len(open_seats) == 1:
            weak.append(shares[-1][open_seats[0]])
        else:
            others = [won[seat] for at, won in enumerate(shares) for seat in open_seats if seat != open_seats[at]]
            weak.append(fsum(others) / len(others))
    if not whole:
        return None
    each = len(open_seats)
    stronger, weaker = cluster_interval(strong, each), cluster_interval(weak, each)
    if len(game.seats) == each and not game.rulebook.sides and each > 1:
        index = _beyond(stronger, Interval(1 / each, 1 / each, 1 / each))
    else:
        alpha = bonferroni(ALPHA, 2)
        index = _beyond(cluster_interval(strong, each, alpha), cluster_interval(weak, each, alpha))
    return SkillResult(rung, len(whole), len(whole) * each, stronger, weaker, index)


def _beyond(share: Interval, even: Interval) -> Interval:
    """Return the excess of a share over the even share, relative to the largest possible excess.

    The bounds allow for errors of both shares at once.
    """

    def beyond(won: float, usual: float) -> float:
        return (won - usual) / (1 - usual) if usual < 1 else 0.0

    bounds = beyond(share.low, even.high), beyond(share.high, even.low)
    return Interval(beyond(share.estimate, even.estimate), min(bounds), max(bounds)).clipped(-1, 1)


PayoffPair = tuple[PayoffVector, PayoffVector]
"""The payoffs of two games that have an input in common."""


@dataclass(frozen=True, slots=True)
class SobolIndices:
    """Shares of the variance of the result explained by chance and by the players' choices.

    Attributes:
        games: Number of games that were replayed.
        chance: Share explained by chance alone; None if all games end alike.
        picks: Share explained by the players' picks alone; None if all games end alike. The rest is interaction.
        agreement: Share of the win that goes to the same winner in two games with the same chance.
        baseline_agreement: The same share for two games that have nothing in common.
    """

    games: int
    chance: Interval | None
    picks: Interval | None
    agreement: Interval
    baseline_agreement: float


def estimate_indices(
    once: Sequence[PayoffVector], same_chance: Sequence[PayoffVector], same_picks: Sequence[PayoffVector]
) -> SobolIndices:
    """Estimate the indices from games and two replays of each, all three in the same order.

    Args:
        once: Payoffs of the original games, at least one.
        same_chance: Payoffs of replays with the same chance and other picks.
        same_picks: Payoffs of replays with the same picks and other chance.
    """
    means = [fsum(each) / len(once) for each in zip(*once, strict=True)]
    return SobolIndices(
        len(once),
        _index(list(zip(once, same_chance, strict=True))),
        _index(list(zip(once, same_picks, strict=True))),
        bounded_mean_interval(Counter(fsum(map(_times, *pair)) for pair in zip(once, same_chance, strict=True)), 0, 1),
        fsum(mean * mean for mean in means),
    )


def _times(one: float, other: float) -> float:
    return one * other


def _index(pairs: Sequence[PayoffPair]) -> Interval | None:
    """Return the covariance of the two games of a pair over the variance of one, summed over all sides."""
    number = 2 * len(pairs)
    means = [
        fsum(one + other for one, other in each) / number
        for each in zip(*(zip(*pair, strict=True) for pair in pairs), strict=True)
    ]
    above, below = [], []
    for one, other in pairs:
        mine = [share - mean for share, mean in zip(one, means, strict=True)]
        theirs = [share - mean for share, mean in zip(other, means, strict=True)]
        above.append(fsum(map(_times, mine, theirs)))
        below.append(fsum(each * each for each in (*mine, *theirs)) / 2)
    return ratio_interval(above, below)
