"""Plan of a comparison: the number of games and the time that it takes, estimated from a few timed games.

The games of both versions are pairs, and the more of them have the same winner, the fewer games are needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Annotated

from interpreter.lab.balance.study_plan import REACH_SECONDS
from interpreter.lab.compare.question import POINTS, ComparisonSpec
from interpreter.lab.compare.timed_comparison import ComparedRung, TimedComparison
from interpreter.lab.result_documents import INLINE, Exact, RunHead, Seconds, ShareEstimate
from interpreter.lab.stats.intervals import Interval, wilson
from interpreter.playtest.run.run_session import BackendUse

QUICK_PILOT, SLOW_PILOT = 1000, 100
"""Most timed games with each version, between players that decide at once and between others."""
LEAST_PAIRS = 4
"""Timed games below which nothing is said of how many are needed."""


@dataclass(frozen=True, slots=True)
class PlannedPlayers:
    """Games and time that the comparison takes under one kind of players.

    Attributes:
        by: Name of the kind of players; None for the default players.
        tried: Number of timed games with each version; with too few of them, other winners are as often as between the
            players before.
        changed: Share of the games in which a side wins with one version only; None if nothing is known of it.
        games: Number of games with each version after which the change is known to the margin, either way.
        most_games: The same number if as many games change as the interval of `changed` allows.
        seconds: Time for them.
        most_seconds: Time for the larger number.
        reach: Percentage points to which the change is known, either way, after `REACH_SECONDS`.
    """

    by: str | None
    tried: int
    changed: ShareEstimate | None
    games: int | None
    most_games: int | None
    seconds: Seconds | None
    most_seconds: Seconds | None
    reach: float | None


@dataclass(frozen=True, slots=True)
class PlanDocument:
    """Number of games and time that a comparison takes, estimated from a few timed games.

    Attributes:
        run: Format and backend.
        seed: Seed of the run.
        within: The margin: the smallest difference that matters, in percentage points.
        is_single_look: True if the games are looked at once, after a fixed number.
        jobs: Number of processes that play.
        players: Figures for each kind of players.
        seconds: Time that the timed games took.
    """

    run: Annotated[RunHead, INLINE]
    seed: int
    within: Exact
    is_single_look: bool
    jobs: int
    players: list[PlannedPlayers]
    seconds: Seconds


def pilot_games(question: ComparisonSpec, is_quick: bool) -> int:
    """Return the most timed games for a question."""
    return min(question.games, QUICK_PILOT if is_quick else SLOW_PILOT)


def plan_document(pilot: TimedComparison, is_ladder: bool) -> PlanDocument:
    """Return the plan that timed games give. On a ladder, it ends with the first players who had no time for them."""
    question = pilot.rungs[0].answer.question
    use = BackendUse()
    for each in pilot.rungs:
        use.merge(each.answer.backend_use)
    players: list[PlannedPlayers] = []
    for rung, pair_seconds in zip(pilot.rungs, pilot.game_seconds, strict=True):
        players.append(_planned(rung, pair_seconds, players[-1].changed if players else None))
        if is_ladder and rung.games < LEAST_PAIRS:
            break
    return PlanDocument(
        run=RunHead.of("plan", use, any(each.answer.native for each in pilot.rungs)),
        seed=question.seeds[0],
        within=question.margin_points,
        is_single_look=question.is_single_look,
        jobs=question.jobs,
        players=players,
        seconds=pilot.seconds,
    )


def _planned(rung: ComparedRung, pair_seconds: float, weaker: Interval | None) -> PlannedPlayers:
    answer, by = rung.answer, rung.rung.player or None
    if answer.question.is_identical:
        return PlannedPlayers(by, 0, Interval(0.0, 0.0, 0.0), 0, 0, 0.0, 0.0, 0.0)
    changed = wilson(answer.largest_changes(), rung.games) if rung.games >= LEAST_PAIRS else weaker
    if changed is None or not pair_seconds:
        return PlannedPlayers(by, rung.games, changed, None, None, None, None, None)
    games, most = (_rounded_up(answer.games_for_margin(share)) for share in (changed.estimate, changed.high))
    reach = answer.reach_after(max(1, int(REACH_SECONDS / pair_seconds)), changed.estimate)
    return PlannedPlayers(
        by, rung.games, changed, games, most, games * pair_seconds, most * pair_seconds, POINTS * reach
    )


def _rounded_up(games: int) -> int:
    """Return a number rounded up to two digits."""
    step = 10 ** max(0, len(str(games)) - 2)
    return int(ceil(games / step) * step)
