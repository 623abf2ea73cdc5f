"""Plan of a search: what may be known after a time, estimated from a few timed games of the present rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from interpreter.lab.balance.ladder import LadderResult, RungResult
from interpreter.lab.balance.planner import playouts_of
from interpreter.lab.compare.question import POINTS
from interpreter.lab.result_documents import INLINE, Exact, RunHead, Seconds
from interpreter.lab.stats.estimators import FixedSampleEstimator
from interpreter.lab.tune.question import TuneSpec
from interpreter.lab.tune.rounds import CHECKING_SHARE, SCREENING_SHARE
from interpreter.lab.tune.tune_player import MOST_DECIDING_GAMES

PLANNED_PLAYERS = ("search:20", "search:50", "search:200", "search:1000")
"""Deciding players of a plan, if none are named."""
ARMS = 2
"""Number of versions that are played on games that chose nothing: the present rules, and the chosen change."""


@dataclass(frozen=True, slots=True)
class PlannedDeciders:
    """Games and time of a search with one kind of deciding players.

    Attributes:
        by: Name of the players.
        tried: Number of timed games.
        game_seconds: Time of a game, in all processes together; without timed games that of the players before, by the
            number of playouts; null if even that is unknown.
        games: Number of games between them within the time.
        fresh_games: Number of these with each version that choose nothing.
        reach: Percentage points to which the shares before and after are known by these, either way.
        needed_games: Number of games after which they are known to the half of the narrowest range aimed at; null if
            only lengths are aimed at.
        needed_seconds: Time for them.
    """

    by: str
    tried: int
    game_seconds: Seconds | None
    games: int | None
    fresh_games: int | None
    reach: float | None
    needed_games: int | None
    needed_seconds: Seconds | None


@dataclass(frozen=True, slots=True)
class TunePlanDocument:
    """Games and time of a search, estimated from a few timed games.

    Attributes:
        run: Format and backend.
        seed: Seed of the run.
        vary: The values to try, by the path of the place.
        all_changes: Number of all combinations of values.
        time: The time that is planned, in seconds.
        jobs: Number of processes that play.
        wanted: Half of the narrowest range of a share, in percentage points; null if only lengths are aimed at.
        players: Figures for each kind of deciding players.
        seconds: Time that the timed games took.
    """

    run: Annotated[RunHead, INLINE]
    seed: int
    vary: dict[str, list[Any]]
    all_changes: int
    time: Exact
    jobs: int
    wanted: Exact | None
    players: list[PlannedDeciders]
    seconds: Seconds


def tune_plan_document(spec: TuneSpec, timed: LadderResult, seconds: float) -> TunePlanDocument:
    """Return the plan for a time that timed games of the present rules give."""
    wanted = min(((aim.high - aim.low) / 2 for aim in spec.ranges if not aim.is_length), default=None)
    changes = 1
    for place in spec.places:
        changes *= len(place.values) + 1
    players = list[PlannedDeciders]()
    for each in timed.results:
        players.append(_planned(spec, each, seconds, wanted, players[-1] if players else None))
    return TunePlanDocument(
        run=RunHead.of("tune_plan", timed.backend_use, timed.native),
        seed=spec.seed,
        vary={place.name: [value.data for value in place.values] for place in spec.places},
        all_changes=changes - 1,
        time=seconds,
        jobs=spec.jobs,
        wanted=None if wanted is None else round(POINTS * wanted, 9),
        players=players,
        seconds=timed.seconds,
    )


def _planned(
    spec: TuneSpec, timed: RungResult, seconds: float, wanted: float | None, weaker: PlannedDeciders | None
) -> PlannedDeciders:
    by, tried = timed.rung.player, timed.games
    each = timed.seconds_per_game / spec.jobs if tried else _extrapolated(by, weaker)
    if not each:
        return PlannedDeciders(by, tried, None, None, None, None, None, None)
    games = min(MOST_DECIDING_GAMES, int((1 - SCREENING_SHARE) * seconds / each))
    fresh = int(CHECKING_SHARE * games / ARMS)
    estimator = spec.checking_estimator
    needed = (
        None
        if not wanted
        else int(ARMS * FixedSampleEstimator(ARMS * len(spec.aims), wanted).sample_size(1) / CHECKING_SHARE)
    )
    return PlannedDeciders(
        by=by,
        tried=tried,
        game_seconds=each,
        games=games,
        fresh_games=fresh,
        reach=POINTS * estimator.share(fresh // 2, fresh, 1).half_width if fresh else None,
        needed_games=needed,
        needed_seconds=None if needed is None else needed * each / (1 - SCREENING_SHARE),
    )


def _extrapolated(by: str, weaker: PlannedDeciders | None) -> float | None:
    """Return the time of a game by that between weaker players, in proportion to the playouts; None if unknown."""
    if weaker is None or weaker.game_seconds is None or not playouts_of(weaker.by):
        return None
    return weaker.game_seconds * playouts_of(by) / playouts_of(weaker.by)
