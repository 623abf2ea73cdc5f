"""Result document of a study of campaigns, as written by `campaign --json`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from interpreter.lab.campaigns.campaign_study import CampaignResult
from interpreter.lab.result_documents import Lengths, RunHead, Seconds, ShareEstimate, StudiedGame, StudyDocument
from interpreter.lab.stats.intervals import ALPHA, sidak, wilson
from interpreter.lab.stats.payoffs import share_count
from interpreter.playtest.run.figures import spread


@dataclass(frozen=True, slots=True)
class CarriedWin:
    """The share of campaigns in which the only winner of a game also wins the last one.

    Attributes:
        campaigns: Number of campaigns in which the game has one winner.
        share: Share of them in which the same side or seat is among the winners of the last game.
        by_chance: The share that there would be if one game said nothing about another.
    """

    campaigns: int
    share: ShareEstimate
    by_chance: float


@dataclass(frozen=True, slots=True)
class CampaignGameFigures:
    """Results of one game of all campaigns.

    Attributes:
        number: Number of the game, from 1.
        wins: Share of campaigns in which each side, or else each seat, won this game, alone or with others.
        draws: Share of campaigns in which nobody won this game.
        carried: Its winner in the last game; None for the last game, and if nobody won this one alone.
        reasons: Share of campaigns by the reason of this game's end.
        decisions: Decisions of this game.
        mean_scores: Mean score of each seat at its end; empty without a rule for scores.
    """

    number: int
    wins: dict[str, ShareEstimate]
    draws: ShareEstimate
    carried: CarriedWin | None
    reasons: dict[str, float]
    decisions: Lengths
    mean_scores: dict[str, float]


@dataclass(frozen=True, slots=True)
class CampaignDocument(StudyDocument):
    """Campaigns, game by game.

    Attributes:
        campaigns: Number of finished campaigns.
        games: Results of each game; empty if no campaign was finished.
        seconds: Time spent playing, without loading.
    """

    campaigns: int
    games: list[CampaignGameFigures]
    seconds: Seconds


def campaign_document(found: CampaignResult) -> CampaignDocument:
    """Return the document of some campaigns. The intervals of all shares hold together in 95 of 100 runs."""
    spec = found.spec
    won = [[set(spec.winners_of_game(each)) for each in games] for games in found.campaigns.values()]
    rows = spec.games * share_count(len(spec.contenders), spec.game.program.has_single_winner) + spec.games - 1
    alpha = sidak(ALPHA, rows)
    return CampaignDocument(
        run=RunHead.of("campaign", found.backend_use, found.native),
        subject=StudiedGame.of(spec.game, spec.seated),
        seed=spec.seed,
        campaigns=len(won),
        games=[_game_figures(found, won, number, alpha) for number in range(spec.games)] if won else [],
        seconds=found.seconds,
    )


def _game_figures(found: CampaignResult, won: list[list[set[str]]], number: int, alpha: float) -> CampaignGameFigures:
    played = [games[number] for games in found.campaigns.values()]
    count = len(played)
    times = Counter(who for games in won for who in games[number])
    totals = Counter[str]()
    for each in played:
        totals.update(each.scores)
    is_last = number + 1 == found.spec.games
    return CampaignGameFigures(
        number=number + 1,
        wins={who: wilson(times[who], count, alpha) for who in found.spec.contenders},
        draws=wilson(sum(not games[number] for games in won), count, alpha),
        carried=None if is_last else _carried(won, number, alpha),
        reasons={reason: n / count for reason, n in Counter(each.reason for each in played).most_common()},
        decisions=Lengths(**spread(Counter(each.decisions for each in played))),
        mean_scores={seat: totals[seat] / count for seat in played[0].scores},
    )


def _carried(won: list[list[set[str]]], number: int, alpha: float) -> CarriedWin | None:
    sole = [(winner, games[-1]) for games in won if len(games[number]) == 1 for winner in games[number]]
    if not sole:
        return None
    in_last = Counter(who for games in won for who in games[-1])
    by_chance = sum(in_last[winner] / len(won) for winner, _ in sole) / len(sole)
    return CarriedWin(len(sole), wilson(sum(winner in last for winner, last in sole), len(sole), alpha), by_chance)
