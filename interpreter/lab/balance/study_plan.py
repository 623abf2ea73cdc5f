"""Plan of a study: the number of games and the time that it takes, estimated from a few timed games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Annotated, Any, Literal, TypeVar

from interpreter.lab.balance.planner import RungProgress
from interpreter.lab.balance.timed_run import TimedOutcome
from interpreter.lab.result_documents import INLINE, Exact, RunHead, Seconds
from interpreter.lab.stats.payoffs import SingleGameSpec

PLAN_SECONDS = 20.0
"""Default time for the timed games, in seconds."""
REACH_SECONDS = 600.0
"""Time after which the reach of an interval is estimated, in seconds."""
PILOT_GAMES = 1000
"""Most timed games with each thing or value."""
StudyKind = Literal["impact", "sweep", "measure"]
R = TypeVar("R", bound=RungProgress)


@dataclass(frozen=True, slots=True)
class StudyNeeds:
    """Number of games with each thing or value that a study takes, and how far its intervals reach then, in points."""

    games: int
    reach: float


@dataclass(frozen=True, slots=True)
class PlannedStudy:
    """Games and time that a study takes between players of one kind.

    Attributes:
        player: Name of the kind of player; "" for the default players.
        tried: Number of timed games with each thing or value.
        games: Number of games with each of them, on average, after which intervals reach as far as wanted; of players
            with few timed games, as many as between weaker ones.
        seconds: Time for them, in seconds.
        reach: Percentage points to which the answer is known, either way, after `REACH_SECONDS`.
    """

    player: str
    tried: int
    games: int | None
    seconds: Seconds | None
    reach: float | None


@dataclass(frozen=True, slots=True)
class StudyPlanDocument:
    """Number of games and time that a study takes, estimated from a few timed games.

    Attributes:
        run: Format and backend.
        question: The command that plays the study.
        seed: Seed of the run.
        within: Reach of the intervals that is wanted, in percentage points.
        parts: Number of things or values that each take games, that of nothing or of the present value included.
        jobs: Number of processes that play.
        players: Figures by kind of players, from the weakest to the first who had no time for enough timed games.
        seconds: Time that the timed games took.
    """

    run: Annotated[RunHead, INLINE]
    question: StudyKind
    seed: int
    within: Exact
    parts: int
    jobs: int
    players: list[PlannedStudy]
    seconds: Seconds


def study_plan(
    question: StudyKind,
    found: TimedOutcome[R],
    asked: SingleGameSpec,
    within: float,
    parts: int,
    needs: Callable[[R], StudyNeeds | None],
) -> StudyPlanDocument:
    """Return the plan that timed games give.

    Args:
        question: The command that plays the study.
        found: The timed games.
        asked: Settings of the study.
        within: Reach of the intervals that is wanted, in percentage points.
        parts: Number of things or values that each take games.
        needs: Returns the needs of a rung; None if too few games were timed.
    """
    players: list[PlannedStudy] = []
    needed: StudyNeeds | None = None
    for rung, seconds in zip(found.rungs, found.game_seconds, strict=True):
        needed = needs(rung) or needed
        if needed is None or not rung.seconds_per_game:
            players.append(PlannedStudy(rung.rung.player, rung.games, None, None, None))
        else:
            whole = needed.games * seconds
            reach = needed.reach * sqrt(whole / REACH_SECONDS)
            players.append(PlannedStudy(rung.rung.player, rung.games, needed.games, whole, reach))
        if rung.games < rung.least_games:
            break
    head = RunHead.of("study_plan", found.backend_use, _has_machine_code(found))
    return StudyPlanDocument(head, question, asked.seed, within, parts, asked.jobs, players, found.seconds)


def _has_machine_code(found: TimedOutcome[Any]) -> bool:
    return found.native or found.backend_use.native > 0


def games_for_reach(z_score: float, within: float) -> int:
    """Return the number of games after which a share of one half is known to so many points either way.

    `z_score`: critical value of the normal distribution.
    """
    return ceil((50 * z_score / within) ** 2)
