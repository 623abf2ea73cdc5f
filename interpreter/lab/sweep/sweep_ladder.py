"""Sweep between ever better players, as many games as fit into a time.

Each rung plays the same games with each value, all equally many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from time import monotonic

from interpreter.lab.balance.planner import LEAST_GAMES, Planner, Rung
from interpreter.lab.balance.study_plan import StudyNeeds, StudyPlanDocument, study_plan
from interpreter.lab.balance.timed_run import RunMeans, TimedOutcome, play_in_time
from interpreter.lab.compare.question import POINTS
from interpreter.lab.sweep.point_loading import CheckedPoint, check_point, load_and_compile, refuse, store_terms
from interpreter.lab.sweep.question import SweepSpec
from interpreter.lab.sweep.sweep import SweepResult, empty_result
from interpreter.lab.sweep.vary import SweepPoint
from interpreter.matches.match import Game
from interpreter.playtest.run.arms import Arm, BackendChoice, GameSpan, choose_backend
from interpreter.playtest.run.chunks import Chunk, ChunkOutputs
from interpreter.playtest.store.run_identity import RunTerms
from interpreter.support.background import run_in_order
from interpreter.support.errors import Location, PlayError, Problem

MOST_VALUES = 16
"""Maximum number of values, whose games are all loaded at a time."""


@dataclass(slots=True)
class SweptRung:
    """Games with each value between players of one kind.

    Attributes:
        rung: The kind of player.
        found: Results with each value.
        seconds: Processor time of the games that were played.
    """

    rung: Rung
    found: SweepResult
    seconds: float = 0.0
    _latest: dict[int, float] = field(default_factory=dict)
    """Time of a game in the latest chunk with each value, in seconds; the first ones include the compilation."""

    @property
    def numbers(self) -> list[int]:
        """Numbers of the values whose games all came to an end so far."""
        return [number for number, spot in enumerate(self.found.arms) if spot.stopped is None]

    @property
    def games(self) -> int:
        """Number of games that were played with each value."""
        return min((self.found.arms[number].games for number in self.numbers), default=self.most_games)

    @property
    def least_games(self) -> int:
        """Number of games from which the rung is reported."""
        return LEAST_GAMES

    @property
    def most_games(self) -> int:
        """Number of games after which no more are played."""
        return self.found.spec.max_games

    @property
    def seconds_per_game(self) -> float:
        """Time of a game with each value, by the latest games; 0 before the first."""
        known = self._latest.values()
        return sum(known) / len(known) * len(self.numbers) if known else 0.0

    def add(self, chunk: Chunk, number: int) -> None:
        """Add a chunk of games with a value, by its number."""
        self.found.arms[number].add(chunk)
        self.seconds += chunk.seconds
        self._latest[number] = chunk.seconds / chunk.count
        self.found.backend_use.add(chunk, self.rung.is_quick)

    def rule_out(self) -> None:
        """Note which values are ruled out as the answer to the search for a target, once no more games are played."""
        if (aim := self.found.spec.aim) is not None:
            for spot in self.found.results:
                spot.is_ruled_out = aim.is_ruled_out(spot)


SweepLadder = TimedOutcome[SweptRung]
"""Results of a sweep between ever better players."""


@dataclass(slots=True)
class SweepPreparation:
    """The games of a sweep between ever better players, loaded.

    Attributes:
        rungs: The kinds of players, without games.
        games: The game with each value, then that with the present ones unless a value is the present one.
        terms: Store terms of the games with each of them, by rung.
    """

    rungs: list[SweptRung]
    games: list[Game] = field(default_factory=list)
    terms: list[RunTerms] = field(default_factory=list)


def prepare_sweep_ladder(spec: SweepSpec, rungs: Sequence[Rung]) -> SweepPreparation:
    """Check all values, and load and compile the game with each of them.

    `rungs`: the kinds of players, from the weakest to the strongest; each plays at most `spec.games` games with each
    value, and not more than `balance` does.

    Raises:
        RulebookError: A value is not valid in its place, or changes the seats or sides.
        PlayError: There are too many values.
    """
    if len(spec.points) > MOST_VALUES:
        message = f"{len(spec.points)} values are too many for several kinds of players; name at most {MOST_VALUES}"
        raise PlayError(Problem(Location("--vary"), "too-many-values", message))
    asked = [
        replace(spec, seated=rung.seated, games=min(rung.enough_games, spec.games or rung.enough_games))
        for rung in rungs
    ]
    problems, checked, games = list[Problem](), list[CheckedPoint](), list[Game]()
    for each in run_in_order([partial(check_point, asked, point) for point in spec.points], spec.jobs):
        if isinstance(each, CheckedPoint):
            checked.append(each)
        else:
            problems += each
    refuse(problems)
    points = list(spec.points)
    present = next((number for number, each in enumerate(checked) if each.is_present), len(points))
    if present == len(points):
        points.append(SweepPoint(present, (), ()))
    works = [partial(load_and_compile, asked[0], asked[0].max_games, point) for point in points]
    for ready in run_in_order(works, spec.jobs):
        problems += ready.problems
        if ready.game is not None:
            ready.game.program.native = ready.native
            games.append(ready.game)
    refuse(problems)
    made = SweepPreparation([], games)
    for number, (rung, of_rung) in enumerate(zip(rungs, asked, strict=True)):
        found = SweepResult(of_rung, [empty_result(of_rung, point) for point in spec.points])
        found.present = found.results[present] if present < len(found.results) else empty_result(of_rung, points[-1])
        made.rungs.append(SweptRung(rung, found))
        made.terms += [each.terms[number] for each in checked]
        if present == len(checked):
            made.terms.append(store_terms(of_rung, spec.game))
    return made


def run_sweep_ladder(prepared: SweepPreparation, seconds: float, means: RunMeans) -> SweepLadder:
    """Play each rung's games with each value until all have enough, or the time is up.

    SIGINT, SIGTERM and SIGHUP end the run early; the results then hold the games finished by then.

    Args:
        prepared: The kinds of players, and the game with each value.
        seconds: Time to play.
        means: Means of the run; the store has the values of each rung as its arms.

    Raises:
        PlayError: Machine code is requested by name and not available, or with none of the values can games be played
            to their end.
        SaveError: The store can't be used.
    """
    found, arms, games = SweepLadder(seconds, prepared.rungs), list[Arm](), prepared.games
    for each in found.rungs:
        asked, chosen = each.found.spec, list[BackendChoice]()
        for game in games:
            backend = asked.backend if each.rung.is_quick else "auto"
            chosen.append(choose_backend(game, backend, asked.seated, asked.max_games, asked.seed))
            arms.append(Arm(game, asked.seed, asked.seated, chosen[-1].native))
        each.found.note_backends(chosen)
    jobs = found.rungs[0].found.spec.jobs
    planner = Planner(found.rungs, seconds, jobs, monotonic)

    def spans() -> Iterator[GameSpan]:
        for span, number in planner.parts(lambda arm: found.rungs[arm].numbers):
            yield replace(span, arm=len(games) * span.arm + number)

    def take(chunk: Chunk) -> None:
        rung, number = divmod(chunk.arm, len(games))
        found.rungs[rung].add(chunk, number)
        found.rungs[rung].found.refuse_stopped()

    play_in_time(found, arms, planner, jobs, spans(), ChunkOutputs(endings=True), take, means)
    found.game_seconds = [planner.seconds_per_game(arm) for arm in range(len(found.rungs))]
    whole = sum(each.seconds for each in found.rungs)
    for each in found.rungs:
        each.rule_out()
        each.found.seconds = found.seconds * each.seconds / whole if whole else 0.0
    return found


def sweep_plan(found: SweepLadder, asked: SweepSpec) -> StudyPlanDocument:
    """Return the plan that timed games give. `asked`: settings of the sweep."""
    within, parts = POINTS * asked.half_width, len(found.rungs[0].found.arms)
    needs = StudyNeeds(replace(asked, games=None).max_games, within)
    return study_plan("sweep", found, asked, within, parts, lambda rung: needs)
