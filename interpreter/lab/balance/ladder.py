"""The ladder: games of the same rules between ever better players, as many as fit into a time.

Each rung is a kind of player on all seats that the rules leave open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic

from interpreter.lab.balance.planner import FIRST_GAMES, LEAST_GAMES, Planner, Rung, RungTime
from interpreter.lab.stats.payoffs import SingleGameSpec, raise_if_stopped
from interpreter.playtest.run.arms import Arm, GameSpan, choose_backend
from interpreter.playtest.run.chunks import Chunk, ChunkOutputs
from interpreter.playtest.run.executors import RemotePool
from interpreter.playtest.run.figures import Tally
from interpreter.playtest.run.run_session import RunOutcome, RunSession, open_session
from interpreter.playtest.run.runner import count_decisions
from interpreter.playtest.run.stopping import Stopper
from interpreter.playtest.store.result_store import Store

DEFAULT_SECONDS = 60.0
"""Time to play, in seconds."""


@dataclass(frozen=True, slots=True)
class LadderSpec(SingleGameSpec):
    """A question about balance by strength.

    Attributes:
        rungs: The kinds of players, from the weakest to the strongest.
        seconds: Time to play; None to play `games` on each rung.
        games: Number of games on each rung, without a time.
    """

    rungs: Sequence[Rung]
    seconds: float | None = DEFAULT_SECONDS
    games: int | None = None

    def fixed_spans(self) -> list[GameSpan]:
        """Return the games to play if their number is fixed."""
        return [GameSpan(arm, 0, self.games) for arm in range(len(self.rungs))] if self.games else []


@dataclass(slots=True)
class RungResult:
    """Games of one rung, from the first one without a gap.

    Attributes:
        rung: The kind of player.
        tally: Figures of the games.
        time: Processor time of these games.
    """

    rung: Rung
    tally: Tally = field(default_factory=Tally)
    time: RungTime = field(default_factory=RungTime)
    _waiting: dict[int, Chunk] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """Number of games from the first one without a gap."""
        return self.tally.games

    @property
    def least_games(self) -> int:
        """Number of games from which the rung is reported."""
        return LEAST_GAMES

    @property
    def most_games(self) -> int:
        """Number of games after which no more are played."""
        return self.rung.enough_games

    @property
    def seconds_per_game(self) -> float:
        """Mean processor time of a game; see `RungTime.per_game`."""
        return self.time.per_game(self.rung)

    def add(self, chunk: Chunk) -> None:
        """Add the games of a chunk as soon as all games before it are there."""
        self._waiting[chunk.first] = chunk
        while (following := self._waiting.pop(self.tally.games, None)) is not None:
            self.tally.merge(following.tally)
            self.time.add(following.seconds, following.count)


@dataclass(slots=True)
class LadderResult(RunOutcome):
    """Results of a ladder.

    Attributes:
        question: The question.
        results: Results of each rung in `question.rungs`; some may have no games.
        next_rung_seconds: Estimated time for the first rung that was left out, in seconds; None if there is none.
    """

    question: LadderSpec
    results: list[RungResult] = field(default_factory=list)
    next_rung_seconds: float | None = None

    @property
    def reported(self) -> list[RungResult]:
        """The rungs with enough games for a report."""
        return [each for each in self.results if self._has_enough(each)]

    @property
    def next_arm(self) -> int | None:
        """The number of the first rung that was left out for want of time."""
        return next((arm for arm, each in enumerate(self.results) if not self._has_enough(each)), None)

    def _has_enough(self, result: RungResult) -> bool:
        """Return True if a rung has enough games for a report: any, if their number was fixed."""
        return result.tally.games >= (1 if self.question.seconds is None else LEAST_GAMES)


def run_ladder(
    question: LadderSpec,
    progress: Callable[[int, int], None] | None = None,
    on_hangup: Callable[[], None] | None = None,
    remote: RemotePool | None = None,
    store: Store | None = None,
) -> LadderResult:
    """Play the rungs until the time is up or all of them have enough games.

    SIGINT, SIGTERM and SIGHUP end the run early; the result then holds the games finished by then.

    Args:
        question: The question.
        progress: Called with the number of games played since the last call, and the number of all decisions so far.
        on_hangup: Called as soon as the terminal is gone.
        remote: Remote executor that plays the games in place of local processes.
        store: Cache of games with the rungs as its arms.

    Raises:
        PlayError: Machine code is requested by name and not available, or a game can't be played to its end.
        SaveError: The store can't be used.
    """
    found = LadderResult(question, [RungResult(rung) for rung in question.rungs])
    backends = [question.backend if rung.is_quick else "auto" for rung in question.rungs]
    chosen = [
        choose_backend(question.game, backend, rung.seated, question.games or rung.enough_games, question.seed)
        for rung, backend in zip(question.rungs, backends, strict=True)
    ]
    arms = [
        Arm(question.game, question.seed, rung.seated, each.native)
        for rung, each in zip(question.rungs, chosen, strict=True)
    ]
    found.note_backends([each for rung, each in zip(question.rungs, chosen, strict=True) if rung.is_quick])
    how = progress, remote, store
    with Stopper(on_hangup) as stopper:
        with open_session(found, arms, question.jobs, stopper, *how) as players:
            _play_rungs(found, players)
        for each in found.reported:
            count_decisions(arms[found.results.index(each)], each.tally, 0, question.jobs, stopper)
    return found


def _play_rungs(found: LadderResult, players: RunSession) -> None:
    """Play the rungs of a ladder in a session."""
    question = found.question
    planner = Planner(found.results, question.seconds, question.jobs, monotonic)
    spans = planner.spans() if question.games is None else question.fixed_spans()
    for chunk in players.play(spans, ChunkOutputs(decisions=True)):
        raise_if_stopped(question.game, chunk.tally)
        found.results[chunk.arm].add(chunk)
        if planner.is_time_up():
            break
    if found.next_arm is not None:
        found.next_rung_seconds = FIRST_GAMES * planner.seconds_per_game(found.next_arm)
