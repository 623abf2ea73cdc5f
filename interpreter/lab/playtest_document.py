"""Result document of a playtest, as written by `playtest --json`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from interpreter.lab.card_offers import CardOffers, card_offers
from interpreter.lab.pace import ASSUMED_TIMES, DecisionTimes, PaceFigures, pace_figures
from interpreter.lab.result_documents import (
    INLINE,
    OPTIONAL,
    LoadedGame,
    MeanEstimate,
    Rate,
    RunHead,
    Seconds,
    StudiedGame,
    StudyDocument,
)
from interpreter.lab.stats.intervals import Interval, Moments, mean_interval_of_moments
from interpreter.lab.turn_order import TurnOrder, turn_order
from interpreter.playtest.run.coverage import CoverageFigures
from interpreter.playtest.run.figures import figures
from interpreter.playtest.run.runner import PlaytestResult
from interpreter.rulebook.source.files import public_path


@dataclass(frozen=True, slots=True)
class PlaytestDocument(StudyDocument):
    """Result of a playtest.

    Attributes:
        first_game: Index of the first game.
        games: Number of games that were planned.
        finished: Number of games that came to an end.
        decisions: Number of decisions in them.
        seconds: Time spent playing, without loading.
        decisions_per_second: Decisions in a second.
        games_per_second: Games in a second.
        offers: Use of cards when they are offered, in the games in which this was counted.
        pace: Decisions, minutes and waiting, in the same games.
        mean_score_leads: How far a seat's score is ahead of the best of the others at the end, or behind it if the
            number is negative; empty without a score.
        turn_order: Wins by place in turn order; null if the first turn is unknown.
        figures: The value of each entry in `FIGURES`, by its key.
        coverage: Coverage of the rules, if it was recorded.
    """

    subject: LoadedGame
    first_game: int
    games: int
    finished: int
    decisions: int
    seconds: Seconds
    decisions_per_second: Rate
    games_per_second: Rate
    offers: CardOffers
    pace: PaceFigures
    mean_score_leads: dict[str, MeanEstimate]
    turn_order: TurnOrder | None
    figures: Annotated[Mapping[str, Any], INLINE]
    coverage: Annotated[CoverageFigures | None, OPTIONAL]


def make_playtest_document(result: PlaytestResult, times: DecisionTimes = ASSUMED_TIMES) -> PlaytestDocument:
    """Return the document of a run. `times`: those of decisions, for minutes."""
    plan, tally, book = result.plan, result.tally, result.plan.game.rulebook
    rate = 1 / result.seconds if result.seconds > 0 else 0.0
    found = figures(tally)
    for rule in found["stopped"]:
        rule["file"] = public_path(rule["file"], book.folder)
    return PlaytestDocument(
        run=RunHead.of("playtest", result.backend_use, result.native),
        subject=StudiedGame.of(plan.game, plan.seated),
        seed=plan.seed,
        first_game=plan.first,
        games=plan.games,
        finished=tally.finished,
        decisions=tally.decisions,
        seconds=result.seconds,
        decisions_per_second=tally.decisions * rate,
        games_per_second=tally.games * rate,
        offers=card_offers(tally.offers),
        pace=pace_figures(tally.pace, plan.game.seats, times),
        mean_score_leads={} if book.score is None else _mean_leads(plan.game.seats, tally.counts["score_leads"]),
        turn_order=turn_order(plan.game, tally),
        figures=found,
        coverage=result.coverage.figures() if book.covers else None,
    )


def _mean_leads(seats: Sequence[str], leads: Mapping[tuple[str, int], int]) -> dict[str, Interval]:
    """Return the mean lead of each seat, given how many games it led by how many points."""
    by_seat = {seat: {points: times for (who, points), times in leads.items() if who == seat} for seat in seats}
    return {seat: mean_interval_of_moments(Moments.from_counts(counts)) for seat, counts in by_seat.items() if counts}
