"""Games of a ladder within a time, and their outcome: the rungs that had enough games, and the first that had not."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from interpreter.lab.balance.planner import FIRST_GAMES, Planner, RungProgress
from interpreter.playtest.run.arms import Arm, GameSpan
from interpreter.playtest.run.chunks import Chunk, ChunkOutputs
from interpreter.playtest.run.executors import RemotePool
from interpreter.playtest.run.run_session import ProgressCallback, RunOutcome, open_session
from interpreter.playtest.run.stopping import RunStopped, Stopper
from interpreter.playtest.store.result_store import Store

R = TypeVar("R", bound=RungProgress)


@dataclass(slots=True)
class TimedOutcome(RunOutcome, Generic[R]):
    """Outcome of games within a time.

    Attributes:
        limit: The time, in seconds.
        rungs: The kinds of players, from the weakest to the strongest; some may have no games.
        game_seconds: Estimated time of a game for each rung, with all its arms, in seconds.
    """

    limit: float
    rungs: list[R] = field(default_factory=list)
    game_seconds: list[float] = field(default_factory=list)

    @property
    def reported(self) -> list[R]:
        """The rungs with enough games for a report; the first one with any."""
        return [each for each in self.rungs if self.has_enough(each)] or self.rungs[:1]

    @property
    def next_arm(self) -> int | None:
        """The number of the first rung that was left out for want of time."""
        return next((arm for arm, each in enumerate(self.rungs) if not self.has_enough(each)), None)

    @property
    def next_player(self) -> str | None:
        """The kind of players of that rung."""
        return None if self.next_arm is None else self.rungs[self.next_arm].rung.player

    @property
    def next_rung_seconds(self) -> float | None:
        """Estimated time for the first games of the first rung that was left out, in seconds; None if there is none."""
        arm = self.next_arm
        return None if arm is None else FIRST_GAMES * self.game_seconds[arm]

    def has_enough(self, rung: R) -> bool:
        """Return True if a rung has enough games for a report."""
        return rung.games >= rung.least_games


@dataclass(frozen=True, slots=True)
class RunMeans:
    """Means of a run: who is told of it, and where the games are played and kept.

    Attributes:
        progress: Called with the number of games played since the last call, and the number of all decisions so far.
        on_hangup: Called as soon as the terminal is gone.
        remote: Remote executor that plays the games in place of local processes.
        store: Cache of games. Games in it are not played again; new ones are added.
    """

    progress: ProgressCallback | None = None
    on_hangup: Callable[[], None] | None = None
    remote: RemotePool | None = None
    store: Store | None = None


def play_in_time(
    found: RunOutcome,
    arms: Sequence[Arm],
    planner: Planner,
    jobs: int,
    spans: Iterator[GameSpan],
    outputs: ChunkOutputs,
    take: Callable[[Chunk], None],
    means: RunMeans,
) -> None:
    """Play planned games until the time of the planner is up.

    SIGINT, SIGTERM and SIGHUP end the run early. Raises SaveError if the store can't be used.

    Args:
        found: The outcome to add to.
        arms: The arms to play.
        planner: The plan, whose clock has started.
        jobs: Number of processes.
        spans: The games to play, from the plan.
        outputs: Data to keep of each chunk.
        take: Called with each chunk.
        means: Means of the run.
    """

    def check_clock(more: int, made: int) -> None:
        if means.progress:
            means.progress(more, made)
        if not more and planner.is_time_up():
            raise RunStopped

    with (
        Stopper(means.on_hangup) as stopper,
        open_session(found, arms, jobs, stopper, check_clock, means.remote, means.store) as players,
        contextlib.suppress(RunStopped),
    ):
        for chunk in players.play(spans, outputs):
            take(chunk)
            if planner.is_time_up():
                break
    if found.signal is None:
        found.interrupted.clear()  # the time was up
