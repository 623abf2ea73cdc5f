"""Result document of a ladder, as written by `balance --json`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isclose, sqrt
from typing import Annotated, Any, Literal

from interpreter.lab.balance.ladder import LadderResult, RungResult
from interpreter.lab.card_offers import CardOffers, card_offers
from interpreter.lab.pace import ASSUMED_TIMES, PaceFigures, pace_figures
from interpreter.lab.result_documents import (
    INLINE,
    Lengths,
    Points,
    RunHead,
    Seconds,
    ShareEstimate,
    StudiedGame,
    StudyDocument,
)
from interpreter.lab.stats.intervals import ALPHA, Interval, independent_difference, paired_difference, sidak, wilson
from interpreter.lab.stats.payoffs import share_count
from interpreter.lab.turn_order import is_first_turn_chosen
from interpreter.playtest.run.figures import DRAW, spread
from interpreter.playtest.run.offers import merge_copies

Z_THRESHOLD = 4.0
"""Standard deviations from which a change in the use of a card is reported."""
SETTLED_POINTS = 5.0
"""Largest change between two rungs, in points, that counts as none."""
Trend = Literal["rising", "falling", "settled", "unknown"]


@dataclass(frozen=True, slots=True)
class RungFigures:
    """Results between players of one kind.

    Attributes:
        player: Name of the kind of player.
        players: Player on each seat.
        games: Number of games.
        wins: Share of games that each side won, alone or with others.
        draws: Share of games that nobody won.
        from_even: How much more often each side wins than the mean of all sides, in percentage points.
        first_turn: Share of games won by the seat with the first turn; None if it is unknown.
        reasons: Share of games by the reason of their end.
        turns: Turns of a game.
        decisions: Decisions of a game.
        offers: Use of cards when they are offered.
        pace: Decisions, minutes and waiting, at an assumed time of each decision.
        seconds: Processor time of the games.
    """

    player: str
    players: dict[str, str]
    games: int
    wins: dict[str, ShareEstimate]
    draws: ShareEstimate
    from_even: dict[str, Points]
    first_turn: ShareEstimate | None
    reasons: dict[str, float]
    turns: Lengths
    decisions: Lengths
    offers: CardOffers
    pace: PaceFigures
    seconds: Seconds

    @property
    def is_won_together(self) -> bool:
        """True if nobody won a game that another one lost, and some were won: then there is no balance to speak of."""
        won = {share.estimate for share in self.wins.values()}
        return max(won) > 0 and all(isclose(share + self.draws.estimate, 1) for share in won)

    @property
    def is_never_won(self) -> bool:
        """True if nobody won any game, so that nothing is known of its balance."""
        return isclose(self.draws.estimate, 1)


@dataclass(frozen=True, slots=True)
class TrendFigures:
    """Change of a side's share between the two strongest kinds of players.

    Attributes:
        side: The side that is furthest from even between the strongest players.
        weaker: The kind of players before.
        stronger: The strongest kind of players.
        change: Change of the side's share.
        trend: `rising` or `falling` if the interval excludes 0 and a change that doesn't matter, `settled` if the
            interval has only changes that don't matter, else `unknown`.
    """

    side: str
    weaker: str
    stronger: str
    change: Annotated[Points, INLINE]
    trend: Trend


@dataclass(frozen=True, slots=True)
class CardTrend:
    """Uses of a card per game, between the weakest and between the strongest players."""

    id: str
    use: str
    weakest: float
    strongest: float


@dataclass(frozen=True, slots=True)
class BalanceDocument(StudyDocument):
    """Balance of a game by strength of play.

    Attributes:
        time: Time limit in seconds; None if the number of games was fixed.
        reproducible: False if a time limit decided how many games were played.
        seconds: Time spent playing, without loading.
        rungs: Results by kind of players, from the weakest to the strongest.
        trend: Change between the two strongest kinds of players that look ahead; None with fewer than two.
        first_chosen: True if a player's choice decides who has the first turn.
        cards: Uses of cards, all copies together, that differ between the weakest and the strongest players, largest
            difference first.
        next_player: The first kind of players that was left out for want of time.
        next_seconds: Estimated time for 100 games between them, in seconds.
    """

    time: float | None
    reproducible: bool
    seconds: Seconds
    rungs: list[RungFigures]
    trend: TrendFigures | None
    first_chosen: bool
    cards: list[CardTrend]
    next_player: str | None
    next_seconds: Seconds | None


def balance_document(found: LadderResult) -> BalanceDocument:
    """Return the document of a ladder. The intervals of all rungs hold together in 95 of 100 runs."""
    question, reported = found.question, found.reported
    shares = share_count(len(question.contenders), question.game.program.has_single_winner)
    alpha = sidak(ALPHA, max(1, len(reported)) * shares)
    rungs = [_rung_figures(found, each, alpha) for each in reported]
    following = None if found.next_arm is None else question.rungs[found.next_arm]
    return BalanceDocument(
        run=RunHead.of("balance", found.backend_use, found.native),
        subject=StudiedGame.of(question.game, question.rungs[-1].seated if not reported else reported[-1].rung.seated),
        seed=question.seed,
        time=question.seconds,
        reproducible=question.seconds is None,
        seconds=found.seconds,
        rungs=rungs,
        trend=_trend(rungs),
        first_chosen=any(rung.first_turn is not None for rung in rungs) and is_first_turn_chosen(question.game),
        cards=_card_trends(found, reported),
        next_player=None if following is None else following.player,
        next_seconds=found.next_rung_seconds,
    )


def _rung_figures(found: LadderResult, result: RungResult, alpha: float) -> RungFigures:
    tally, contenders = result.tally, found.question.contenders
    games, outcomes = tally.finished, tally.counts["outcomes"]
    won = {who: sum(times for winners, times in outcomes.items() if who in winners.split("+")) for who in contenders}
    first = tally.counts["first_player"]
    by_first = sum(times for (seat, winners), times in first.items() if seat in winners.split("+"))
    has_first = bool(first) and not found.question.game.rulebook.sides  # outcomes name sides, not seats
    return RungFigures(
        player=result.rung.player,
        players=StudiedGame.of(found.question.game, result.rung.seated).players,
        games=games,
        wins={who: wilson(times, games, alpha) for who, times in won.items()},
        draws=wilson(outcomes[DRAW], games, alpha),
        from_even={who: _from_even(who, won, outcomes, games, alpha) for who in contenders},
        first_turn=wilson(by_first, sum(first.values()), alpha) if has_first else None,
        reasons={reason: times / games for reason, times in tally.counts["reasons"].most_common()},
        turns=Lengths(**spread(tally.counts["turns"])),
        decisions=Lengths(**spread(tally.counts["decisions_per_game"])),
        offers=card_offers(tally.offers),
        pace=pace_figures(tally.pace, found.question.game.seats, ASSUMED_TIMES),
        seconds=result.time.seconds,
    )


def _from_even(who: str, won: dict[str, int], outcomes: Any, games: int, alpha: float) -> Interval:
    """Return the interval of a side's share minus the mean share of all sides."""
    if len(won) == 2:
        (other,) = won.keys() - {who}
        alone, against = (
            sum(
                times
                for winners, times in outcomes.items()
                if one in winners.split("+") and two not in winners.split("+")
            )
            for one, two in ((who, other), (other, who))
        )
        return paired_difference(alone, against, games, alpha).scaled(0.5)
    share, mean = wilson(won[who], games, alpha), sum(won.values()) / len(won) / games
    return Interval(share.estimate - mean, share.low - mean, share.high - mean)


def _trend(rungs: Sequence[RungFigures]) -> TrendFigures | None:
    """Compare the two strongest kinds of players that search."""
    searching = [each for each in rungs if ":" in each.player]
    if len(searching) < 2:
        return None
    weaker, stronger = searching[-2:]
    side = max(stronger.from_even, key=lambda who: abs(stronger.from_even[who].estimate))
    before, after = ((round(each.wins[side].estimate * each.games), each.games) for each in (weaker, stronger))
    change = independent_difference(before, after)
    return TrendFigures(side, weaker.player, stronger.player, change, trend_of(change))


def trend_of(change: Interval, reach: float = SETTLED_POINTS / 100) -> Trend:
    """Return the trend of a share with a change between two rungs. `reach`: largest change that doesn't matter."""
    if -reach <= change.low and change.high <= reach:
        return "settled"
    if change.low > 0:
        return "rising"
    return "falling" if change.high < 0 else "unknown"


def _card_trends(found: LadderResult, reported: Sequence[RungResult]) -> list[CardTrend]:
    """Return the uses of cards that differ by `Z_THRESHOLD` standard deviations of Poisson numbers."""
    if len(reported) < 2:
        return []
    weakest, strongest = reported[0].tally, reported[-1].tally
    before, after = (merge_copies(each.counts["cards"], found.question.game.rulebook) for each in (weakest, strongest))
    trends = []
    for card, use in {*before, *after}:
        one, two = before[card, use] / weakest.finished, after[card, use] / strongest.finished
        pooled = (before[card, use] + after[card, use]) / (weakest.finished + strongest.finished)
        z_score = abs(two - one) / sqrt(pooled / weakest.finished + pooled / strongest.finished)
        if z_score >= Z_THRESHOLD:
            trends.append((-abs(two - one), CardTrend(card, use, one, two)))
    return [card for _, card in sorted(trends, key=lambda each: (each[0], each[1].id, each[1].use))]
