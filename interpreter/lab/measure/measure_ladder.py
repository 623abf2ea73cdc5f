"""Measurement of a game between ever better players, as many games as fit into a time.

Each rung plays observed games. Their positions are valued and options tried, unless all players choose by chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any

from interpreter.lab.balance.planner import LEAST_GAMES, Planner, Rung, RungTime
from interpreter.lab.balance.study_plan import StudyNeeds, StudyPlanDocument, games_for_reach, study_plan
from interpreter.lab.balance.timed_run import RunMeans, TimedOutcome, play_in_time
from interpreter.lab.measure.game_observations import GameObservation, GameObserver, Look, StepCallback
from interpreter.lab.measure.measure import (
    MeasurementResult,
    MeasurementSpec,
    contiguous_chunks,
    invalid_data_error,
    make_plan,
    numbered_endings,
)
from interpreter.lab.stats.intervals import ALPHA, normal_quantile, sidak
from interpreter.lab.stats.payoffs import PayoffRule, raise_if_stopped, share_count
from interpreter.matches.match import Game
from interpreter.players.lineup import random_seats
from interpreter.playtest.run.arms import MIN_NATIVE_GAMES, Arm, GameSpan, choose_backend
from interpreter.playtest.run.chunks import Chunk, ChunkOutputs
from interpreter.rulebook.player_names import RANDOM


@dataclass(frozen=True, slots=True)
class LadderLook:
    """Probe that values positions and tries options unless all players of a rung choose by chance; see `Look`.

    Attributes:
        step: Number of decisions between two observations.
        native: Use machine code for the playouts.
    """

    step: int
    native: bool = False

    def begin(self, game: Game, seated: Mapping[str, str], seed: int, step: StepCallback | None) -> GameObserver:
        """Start observing the games of a run; see `Probe`."""
        return GameObserver(self._look(not random_seats(game, seated)), game, seated, seed, step)

    def is_found(self, found: Any, game: Game) -> bool:
        """Return whether the data may be observations of this game; see `Probe`."""
        return any(self._look(valued).is_found(found, game) for valued in (False, True))

    def _look(self, valued: bool) -> Look:
        return Look(self.step, valued, valued, self.native)


@dataclass(slots=True)
class MeasuredRung:
    """Observed games between players of one kind.

    Attributes:
        rung: The kind of player.
        found: The measurement, which has its games once play is over.
        time: Processor time of the games that were played, and their number.
    """

    rung: Rung
    found: MeasurementResult
    time: RungTime = field(default_factory=RungTime)

    @property
    def games(self) -> int:
        """Number of games that were played."""
        return self.time.games

    @property
    def least_games(self) -> int:
        """Number of games from which the rung is reported."""
        return LEAST_GAMES

    @property
    def most_games(self) -> int:
        """Number of games after which no more are played."""
        return min(self.rung.enough_games, self.found.subject.games or self.rung.enough_games)

    @property
    def seconds_per_game(self) -> float:
        """Mean processor time of a game; see `RungTime.per_game`."""
        return self.time.per_game(self.rung)

    def note(self, chunk: Chunk) -> None:
        """Note the time of a chunk. Raises PlayError if a game can't be played to its end."""
        raise_if_stopped(self.found.subject.game, chunk.tally)
        self.time.add(chunk.seconds, chunk.count)

    def add(self, chunk: Chunk) -> None:
        """Add the games of a chunk, all games before which are there."""
        found, payoffs = self.found, PayoffRule(self.found.subject.game)
        found.tally.merge(chunk.tally)
        for (number, ending), seen in zip(numbered_endings(chunk), chunk.findings, strict=True):
            found.endings[number] = ending
            found.observations[number] = GameObservation.from_data(payoffs.of_ending(ending), seen)


MeasureLadder = TimedOutcome[MeasuredRung]
"""Results of a measurement between ever better players."""


def ladder_look(subject: MeasurementSpec) -> LadderLook:
    """Return the probe for the games of all rungs.

    Raises PlayError if machine code is requested by name and not available.
    """
    game, chance = subject.game, dict.fromkeys(subject.game.seats, RANDOM)
    chosen = choose_backend(game, subject.backend, chance, MIN_NATIVE_GAMES, subject.seed)
    return LadderLook(make_plan(game, chance, None, ()).step, chosen.native is not None)


def run_measure_ladder(
    subject: MeasurementSpec, look: LadderLook, rungs: Sequence[Rung], seconds: float, means: RunMeans
) -> MeasureLadder:
    """Observe games on each rung until all have enough, or the time is up.

    SIGINT, SIGTERM and SIGHUP end the run early; the results then hold the games finished by then.

    Args:
        subject: Settings of the measurement; those of a rung have its players.
        look: The probe, see `ladder_look`.
        rungs: The kinds of players, from the weakest to the strongest.
        seconds: Time to play.
        means: Means of the run; the store has the rungs as its arms.

    Raises:
        PlayError: A game can't be played to its end.
        SaveError: The store can't be used.
    """
    game, found = subject.game, MeasureLadder(seconds)
    for rung in rungs:
        asked = replace(subject, seated=rung.seated)
        plan = replace(make_plan(game, rung.seated, None, ()), step=look.step)
        found.rungs.append(MeasuredRung(rung, MeasurementResult(asked, plan, (), native=look.native)))
    planner = Planner(found.rungs, seconds, subject.jobs, monotonic)
    arms = [Arm(game, subject.seed, rung.seated) for rung in rungs]
    came: list[Chunk] = []

    def spans() -> Iterator[GameSpan]:
        return (span for span, _ in planner.parts(lambda arm: (look,)))

    def take(chunk: Chunk) -> None:
        if not all(look.is_found(each, game) for each in chunk.findings):
            raise invalid_data_error(chunk)
        found.rungs[chunk.arm].note(chunk)
        came.append(chunk)

    outputs = ChunkOutputs(endings=True, probe=look)
    play_in_time(found, arms, planner, subject.jobs, spans(), outputs, take, means)
    came.sort(key=lambda chunk: chunk.first)
    for chunk in contiguous_chunks(came, {}):
        found.rungs[chunk.arm].add(chunk)
    found.game_seconds = [planner.seconds_per_game(arm) for arm in range(len(found.rungs))]
    whole = sum(each.time.seconds for each in found.rungs)
    for each in found.rungs:
        each.found.seconds = found.seconds * each.time.seconds / whole if whole else 0.0
    return found


PLAN_POINTS = 5.0
"""Reach of the intervals of shares for which a measurement is planned, in percentage points."""


def measure_plan(found: MeasureLadder, asked: MeasurementSpec) -> StudyPlanDocument:
    """Return the plan that timed games give. `asked`: settings of the measurement."""
    shares = share_count(len(asked.contenders), asked.game.program.has_single_winner)
    needs = StudyNeeds(games_for_reach(normal_quantile(sidak(ALPHA, shares)), PLAN_POINTS), PLAN_POINTS)
    return study_plan("measure", found, asked, PLAN_POINTS, 1, lambda rung: needs)
