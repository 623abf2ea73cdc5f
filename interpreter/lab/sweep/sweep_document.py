"""Result document of a sweep, as written by `sweep --json`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from interpreter.lab.compare.comparison import Verdict
from interpreter.lab.compare.question import POINTS
from interpreter.lab.result_documents import (
    UNWRITTEN,
    Estimate,
    Exact,
    MeanEstimate,
    Points,
    RunHead,
    Seconds,
    ShareEstimate,
    StudiedGame,
    StudyDocument,
)
from interpreter.lab.stats.intervals import Interval
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
        draws: Share of games that nobody won; nulls in a game for one, and without results.
        reasons: Share of games by the reason of their end.
        length: Mean turns, if the rules count any, and decisions.
        present: True if these are the present values.
        difference: Change of the share of games that each side wins from the present values, on the same games; empty
            if it isn't known. The intervals of all points hold simultaneously.
        verdict: Verdict on the change, or None.
        alone: The same as `difference`, with the intervals of a comparison of these values alone.
        stop_reason: Error that stopped that game.
        is_ruled_out: True if the values are ruled out as the answer to the search for a target.
        texts: The values as they are written.
    """

    values: dict[str, Any]
    settings: list[str]
    games: int
    stopped_in: int | None
    wins: dict[str, ShareEstimate]
    draws: Annotated[Interval | None, Estimate("share")]
    reasons: dict[str, ShareEstimate]
    length: dict[str, MeanEstimate | None]
    present: bool
    difference: dict[str, Points]
    verdict: Verdict | None
    alone: Annotated[dict[str, Interval], UNWRITTEN]
    stop_reason: Annotated[Problem | None, UNWRITTEN]
    is_ruled_out: Annotated[bool, UNWRITTEN]
    texts: Annotated[list[str], UNWRITTEN]


@dataclass(frozen=True, slots=True)
class ConfirmationFigures:
    """Results with the chosen values on games that were not used to choose them.

    Attributes:
        values: The values, by the path of the place.
        first_game: Index of the first of these games.
        games: Number of games.
        share: Share of them that the side of the aim won.
        difference: Change of this share from the present values, on the same games; None if these are chosen.
        confirmed: True if the interval of the share contains the aim; None if the run was interrupted.
    """

    values: dict[str, Any]
    first_game: int
    games: int
    share: Annotated[Interval | None, Estimate("share")]
    difference: Annotated[Interval | None, Estimate("points", POINTS)]
    confirmed: bool | None


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
        confirmation: Results with the chosen values on other games, if values were chosen.
        points: Results with each value, in the order of the values; the last place varies fastest.
        reference: Results with the present values, if no point has them.
    """

    vary: dict[str, list[Any]]
    within: Exact | None
    complete: bool
    games: int
    most_games: int
    seconds: Seconds
    aim: AimFigures | None
    confirmation: ConfirmationFigures | None
    points: list[PointFigures]
    reference: PointFigures | None

    @property
    def has_draws(self) -> bool:
        """True if nobody won a game with some of the values."""
        return any(point.draws is not None and point.draws.estimate > 0 for point in self.arms)

    @property
    def arms(self) -> list[PointFigures]:
        """Results with each value, and with the present ones."""
        return [*self.points, *([] if self.reference is None else [self.reference])]

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
        vary={place.name: [value.data for value in place.values] for place in spec.places},
        within=None if spec.has_fixed_size else POINTS * spec.half_width,
        complete=found.is_complete,
        games=found.games,
        most_games=spec.max_games,
        seconds=found.seconds,
        aim=_aim(found),
        confirmation=_confirmation(found),
        points=[_point(spot, found) for spot in found.results],
        reference=next((_point(spot, found) for spot in found.arms[len(found.results) :]), None),
    )


def _confirmation(found: SweepResult) -> ConfirmationFigures | None:
    fresh, aim = found.confirmation, found.spec.aim
    if fresh is None or aim is None:
        return None
    is_known = fresh.chosen.has_results
    difference = fresh.difference()
    return ConfirmationFigures(
        values=fresh.chosen.point.values,
        first_game=fresh.chosen.first_game,
        games=fresh.chosen.games,
        share=fresh.share(aim.contender) if is_known else None,
        difference=difference.together[aim.contender] if difference else None,
        confirmed=fresh.is_confirmed(aim) if fresh.is_complete else None,
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


def _point(spot: PointResult, found: SweepResult) -> PointFigures:
    is_known, comparison = spot.has_results, found.comparison
    difference = comparison.difference(spot) if comparison else None
    lengths = spot.lengths() if is_known else {}
    return PointFigures(
        values=spot.point.values,
        settings=list(spot.point.settings),
        games=spot.games,
        stopped_in=spot.stopped,
        wins=spot.shares() if is_known else {},
        draws=spot.draws() if is_known else None,
        reasons=spot.reasons() if is_known else {},
        length={key: lengths.get(key) for key in LENGTH_STATISTICS} if is_known else {},
        present=spot is found.present,
        difference=difference.together if difference else {},
        verdict=difference.verdict if difference else None,
        alone=difference.alone if difference else {},
        stop_reason=spot.stop_reason,
        is_ruled_out=spot.is_ruled_out,
        texts=list(spot.point.texts),
    )
