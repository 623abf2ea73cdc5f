"""Result document of a search for the smallest change that reaches an aim, as written by `tune --json`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from interpreter.lab.compare.aims import ChangeAim
from interpreter.lab.compare.question import POINTS
from interpreter.lab.result_documents import (
    UNWRITTEN,
    Exact,
    KnownPoints,
    RunHead,
    Seconds,
    StudiedGame,
    StudyDocument,
    Value,
)
from interpreter.lab.tune.candidates import ChangeCandidate, excludes, figure_counts, figure_interval
from interpreter.lab.tune.forecasts import Forecast, forecast_changes
from interpreter.lab.tune.tune_result import TuneResult, TuneVerdict
from interpreter.support.errors import Problem

LEAST_CHANCE = 0.05
"""Chance from which a smaller change is worth naming."""


@dataclass(frozen=True, slots=True)
class TunedFigure:
    """A figure with the present values and with the chosen change.

    Attributes:
        figure: Id of a side or seat for its share of wins; `draws`, `turns` or `decisions`.
        aim: The number aimed at, or null for a range; shares in per cent.
        low: Smallest value that counts as reached.
        high: Largest value that counts as reached.
        before: The figure with the present values, on games that chose nothing.
        after: The figure with the chosen change, on the same games.
        change: Change of the share on these games, in points; unknown for draws and lengths.
        outside: True if the interval of `after` excludes what counts as reached; null before it is known.
    """

    figure: str
    aim: Exact | None
    low: Exact
    high: Exact
    before: Value
    after: Value
    change: KnownPoints
    outside: bool | None


@dataclass(frozen=True, slots=True)
class TunedChange:
    """A change that was tried.

    Attributes:
        values: The changed values, by the path of the place; empty for the present values.
        settings: The same as `--variant` takes them.
        places: Number of places that change.
        distance: Sum of the distances from the present values, each relative to the present value.
        screened: Change of each figure from the present values between the cheap players; empty if there was none.
        screening_games: Number of games between the cheap players.
        games: Number of games between the deciding players that chose.
        rounds: Number of rounds in which it took part.
        expected: Expected figures between the deciding players, by all games; shares in per cent.
        chance: Estimated chance that it reaches all aims.
        ruled_out: True if the games of the deciding players exclude that it reaches all aims.
        stopped_in: Index of the game that could not be played to its end, if any.
        stop_reason: Error that stopped that game.
        texts: The changed values as they are written, by the path of the place.
    """

    values: dict[str, Any]
    settings: list[str]
    places: int
    distance: float
    screened: dict[str, float]
    screening_games: int
    games: int
    rounds: int
    expected: dict[str, float]
    chance: float | None
    ruled_out: bool
    stopped_in: int | None
    stop_reason: Annotated[Problem | None, UNWRITTEN]
    texts: Annotated[dict[str, str], UNWRITTEN]


@dataclass(frozen=True, slots=True)
class TuneDocument(StudyDocument):
    """Result of a search for the smallest change that reaches an aim.

    Attributes:
        vary: The values to try, by the path of the place.
        present: The present numbers, by the path of the place, as far as the rules give them.
        by: The deciding players.
        screened_by: The cheap players that screened all changes; null if these decide.
        time: Time limit in seconds; null if the number of games was fixed.
        reproducible: False if a time limit decided how many games were played.
        complete: False if the run was interrupted.
        verdict: `not_reached` if an interval excludes the range aimed at, `reached` if all lie within, `undecided` if
            one is more than twice as wide, or unknown, else `possible`.
        chosen: The chosen change, empty for the present values; null before the deciding players have played.
        settings: The chosen change as `--variant` takes it.
        figures: The figures aimed at, before and after.
        first_game: Index of the first game that chose nothing; null before them.
        fresh_games: Number of these games with the chosen change, and as many with the present values.
        all_changes: Number of all combinations of values; of many, only the smallest changes are tried.
        refused: Number of combinations that are no valid rules.
        rounds: Number of changes in each round.
        changes: The present values, then all changes that were tried, from the smallest to the largest.
        smaller: Smaller changes than the chosen one that are not ruled out and have a chance of at least 5 %.
        games: Number of games in all.
        deciding_games: Number of games between the deciding players.
        seconds: Time spent playing, without loading.
    """

    vary: dict[str, list[Any]]
    present: dict[str, Exact]
    by: str
    screened_by: str | None
    time: float | None
    reproducible: bool
    complete: bool
    verdict: TuneVerdict
    chosen: dict[str, Any] | None
    settings: list[str]
    figures: list[TunedFigure]
    first_game: int | None
    fresh_games: int
    all_changes: int
    refused: int
    rounds: list[int]
    changes: list[TunedChange]
    smaller: list[dict[str, Any]]
    games: int
    deciding_games: int
    seconds: Seconds

    def change_with(self, values: dict[str, Any]) -> TunedChange:
        """Return the change with these values."""
        return next(
            each for each in self.changes if repr(each.values) == repr(values)
        )  # by text, because 1 equals true


def tune_document(found: TuneResult) -> TuneDocument:
    """Return the document of a search."""
    spec, chosen, fresh = found.spec, found.chosen, found.fresh
    is_known = bool(found.candidates) and found.candidates[0].decided.has_results
    forecasts = forecast_changes(found.candidates, spec.ranges, spec.is_screened) if is_known else []
    by_number = {each.candidate.number: each for each in forecasts}
    tried = [each for each in found.candidates if not each.is_left_out]
    changes = {each.number: _change(found, each, by_number.get(each.number)) for each in tried}
    smaller = [
        changes[each.number].values
        for each in tried
        if chosen is not None
        and each.size.order < chosen.size.order
        and each.is_playable
        and not changes[each.number].ruled_out
        and (changes[each.number].chance or 0.0) >= LEAST_CHANCE
    ]
    return TuneDocument(
        run=RunHead.of("tune", found.backend_use, found.native),
        subject=StudiedGame.of(spec.game, spec.deciding.seated),
        seed=spec.seed,
        vary={place.name: [value.data for value in place.values] for place in spec.places},
        present=found.numbers,
        by=spec.deciding.player,
        screened_by=spec.screening.player if spec.is_screened else None,
        time=spec.seconds,
        reproducible=spec.seconds is None,
        complete=found.is_complete,
        verdict=found.verdict,
        chosen=None if chosen is None else chosen.point.values,
        settings=[] if chosen is None else list(chosen.point.settings),
        figures=[_figure(found, number) for number in range(len(spec.aims))],
        first_game=None if fresh is None else fresh.chosen.first_game,
        fresh_games=0 if fresh is None else fresh.chosen.games,
        all_changes=found.all_changes,
        refused=found.refused,
        rounds=found.rounds,
        changes=list(changes.values()),
        smaller=smaller,
        games=found.games,
        deciding_games=found.deciding_games,
        seconds=found.seconds,
    )


def _figure(found: TuneResult, number: int) -> TunedFigure:
    spec, fresh = found.spec, found.fresh
    aim, whole = spec.aims[number], spec.ranges[number]
    scale = _scale(aim)
    before = after = change = None
    if fresh is not None and fresh.has_results:
        before, after = (fresh.figure(spot, aim) for spot in (fresh.present, fresh.chosen))
        difference = fresh.difference()
        change = difference.together.get(aim.figure) if difference else None
    return TunedFigure(
        figure=aim.figure,
        aim=round(scale * aim.low, 9) if aim.low == aim.high else None,
        low=round(scale * whole.low, 9),
        high=round(scale * whole.high, 9),
        before=before.scaled(scale) if before else None,
        after=after.scaled(scale) if after else None,
        change=change,
        outside=excludes(after, whole) if after else None,
    )


def _change(found: TuneResult, candidate: ChangeCandidate, forecast: Forecast | None) -> TunedChange:
    spec, point = found.spec, candidate.point
    present = found.candidates[0]
    screened = {}
    if candidate.screened.has_results and present.screened.has_results:
        for aim in spec.aims:
            moved = figure_counts(candidate.screened, aim).mean - figure_counts(present.screened, aim).mean
            screened[aim.figure] = _scale(aim) * moved
    expected = (
        {aim.figure: _expected(belief.mean, aim) for aim, belief in zip(spec.aims, forecast.beliefs, strict=True)}
        if forecast
        else {}
    )
    return TunedChange(
        values=point.values,
        settings=list(point.settings),
        places=candidate.size.places,
        distance=candidate.size.distance,
        screened=screened,
        screening_games=candidate.screened.games,
        games=candidate.decided.games,
        rounds=candidate.rounds,
        expected=expected,
        chance=forecast.chance if forecast else None,
        ruled_out=_is_ruled_out(found, candidate),
        stopped_in=candidate.decided.stopped if candidate.screened.stopped is None else candidate.screened.stopped,
        stop_reason=candidate.screened.stop_reason or candidate.decided.stop_reason,
        texts=dict(zip((place.name for place in point.places), point.texts, strict=True)),
    )


def _is_ruled_out(found: TuneResult, candidate: ChangeCandidate) -> bool:
    """Return whether the games of the deciding players exclude that a change reaches all aims."""
    spot = candidate.decided
    return spot.has_results and any(
        excludes(figure_interval(spot, aim, spot.estimator), aim) for aim in found.spec.ranges
    )


def _expected(mean: float, aim: ChangeAim) -> float:
    """Return an expected figure as it is written; a share lies between 0 and 100."""
    return mean if aim.is_length else POINTS * min(1.0, max(0.0, mean))


def _scale(aim: ChangeAim) -> float:
    """Return the factor with which a figure is written: shares are percentages."""
    return 1.0 if aim.is_length else POINTS
