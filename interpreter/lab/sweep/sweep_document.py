"""Result document of a sweep, as written by `sweep --json`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from interpreter.lab.compare.question import POINTS
from interpreter.lab.result_documents import (
    UNWRITTEN,
    Exact,
    MeanEstimate,
    RunHead,
    Seconds,
    ShareEstimate,
    StudiedGame,
    StudyDocument,
)
from interpreter.lab.sweep.sweep import SweepResult
from interpreter.lab.sweep.sweep_points import AimVerdict, PointResult
from interpreter.playtest.run.figures import LENGTH_STATISTICS
from interpreter.support.errors import Problem


@dataclass(frozen=True, slots=True)
class AimFigures:
    """Result of the search for a target.

    Attributes:
        side: Side or seat whose share of wins is aimed at.
        target: Target in per cent.
        verdict: The answer.
        values: Values that reach the target, nearest first.
        nearest: The nearest value below the target and the nearest above it.
        undecided: Values that are neither ruled out nor known well enough.
        settled_after: Number of games with each value that would decide all of these.
        more_games: Number of further games that this takes in all.
    """

    side: str
    target: float
    verdict: AimVerdict
    values: list[dict[str, Any]]
    nearest: list[dict[str, Any]]
    undecided: list[dict[str, Any]]
    settled_after: int | None
    more_games: int


@dataclass(frozen=True, slots=True)
class PointFigures:
    """Results with a value in each place.

    Attributes:
        values: The values, by the path of the place.
        settings: The same as `--variant` takes them.
        games: Number of games.
        stopped_in: Index of the game that could not be played to its end, if any.
        wins: Share of games that each side won, alone or with others.
        reasons: Share of games by the reason of their end.
        length: Mean turns, if the rules count any, and decisions.
        stop_reason: Error that stopped that game.
        is_ruled_out: True if the values are ruled out as the answer to the search for a target.
    """

    values: dict[str, Any]
    settings: list[str]
    games: int
    stopped_in: int | None
    wins: dict[str, ShareEstimate]
    reasons: dict[str, ShareEstimate]
    length: dict[str, MeanEstimate | None]
    stop_reason: Annotated[Problem | None, UNWRITTEN]
    is_ruled_out: Annotated[bool, UNWRITTEN]

    @property
    def texts(self) -> list[str]:
        """The values as they are written in a YAML file."""
        return [setting.partition("=")[2] for setting in self.settings]


@dataclass(frozen=True, slots=True)
class SweepDocument(StudyDocument):
    """Result of a sweep.

    Attributes:
        vary: The values to try, by the path of the place.
        within: Reach of the intervals in percentage points, if it decided the number of games.
        complete: False if the run was interrupted.
        games: Number of games in all.
        most_games: Maximum number of games with each value.
        seconds: Time spent playing, without loading.
        aim: Result of the search for a target, if there is one.
        points: Results with each value, in the order of the values; the last place varies fastest.
    """

    vary: dict[str, list[Any]]
    within: Exact | None
    complete: bool
    games: int
    most_games: int
    seconds: Seconds
    aim: AimFigures | None
    points: list[PointFigures]

    def points_with(self, values: Sequence[dict[str, Any]]) -> list[PointFigures]:
        """Return the results with some of the values, in their order."""
        by_values = {repr(point.values): point for point in self.points}  # by text, because 1 equals true
        return [by_values[repr(each)] for each in values]


def sweep_document(found: SweepResult) -> SweepDocument:
    """Return the document of a sweep."""
    spec = found.spec
    return SweepDocument(
        run=RunHead.of("sweep", found.backend_use, found.native),
        subject=StudiedGame.of(spec.game, spec.seated),
        seed=spec.seed,
        vary={place.path: [value.data for value in place.values] for place in spec.places},
        within=None if spec.has_fixed_size else POINTS * spec.half_width,
        complete=found.is_complete,
        games=found.games,
        most_games=spec.max_games,
        seconds=found.seconds,
        aim=_aim(found),
        points=[_point(spot) for spot in found.results],
    )


def _aim(found: SweepResult) -> AimFigures | None:
    search = found.target_search
    if search is None:
        return None
    return AimFigures(
        side=search.aim.contender,
        target=POINTS * search.aim.target,
        verdict=search.verdict,
        values=[spot.point.values for spot in search.found],
        nearest=[spot.point.values for spot in search.nearest()],
        undecided=[spot.point.values for spot in search.undecided],
        settled_after=search.games_to_verdict(),
        more_games=search.more_games(),
    )


def _point(spot: PointResult) -> PointFigures:
    is_known = spot.has_results
    lengths = spot.lengths() if is_known else {}
    return PointFigures(
        values=spot.point.values,
        settings=list(spot.point.settings),
        games=spot.games,
        stopped_in=spot.stopped,
        wins=spot.shares() if is_known else {},
        reasons=spot.reasons() if is_known else {},
        length={key: lengths.get(key) for key in LENGTH_STATISTICS} if is_known else {},
        stop_reason=spot.stop_reason,
        is_ruled_out=spot.is_ruled_out,
    )
