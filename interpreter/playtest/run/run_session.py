"""Sessions: playing games of some arms on an executor, with a store, progress reports and a note of interruptions.

Number of games played by each backend.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from time import perf_counter

from interpreter.players.lineup import has_only_quick_players
from interpreter.playtest.run.arms import Arm, BackendChoice, GameSpan
from interpreter.playtest.run.chunks import Chunk, ChunkOutputs
from interpreter.playtest.run.executors import (
    Executor,
    InProcessExecutor,
    RemotePool,
    RenumberingExecutor,
    WorkersLostError,
    open_executor,
)
from interpreter.playtest.run.stopping import DecisionCounters, InterruptedGame, Stopper
from interpreter.playtest.store.result_store import CachingExecutor, Store, StoreWriteError
from interpreter.support.errors import CahierError


@dataclass(slots=True)
class BackendUse:
    """Number of games that machine code and Python played, of those that both can play.

    Attributes:
        native: Number of games played by machine code.
        python: Number of games played by Python.
        fallback_games: Number of games that machine code could not continue, by the title of the rule, or "" if
            unknown.
    """

    native: int = 0
    python: int = 0
    fallback_games: Counter[str] = field(default_factory=Counter)

    def add(self, chunk: Chunk, has_both_backends: bool) -> None:
        """Count the games of a chunk.

        `has_both_backends`: both backends can play them. Otherwise, and for observed games, Python is charged only
        with games that machine code could not continue.
        """
        is_observed = bool(chunk.findings or chunk.observations.games or chunk.tally.pace.games)
        self.native += chunk.native
        self.python += (
            chunk.count - chunk.native if has_both_backends and not is_observed else chunk.fallback_games.total()
        )
        self.fallback_games += chunk.fallback_games

    def merge(self, other: BackendUse) -> None:
        """Add the counts of another part of a run."""
        self.native += other.native
        self.python += other.python
        self.fallback_games += other.fallback_games

    def is_native(self, chosen: bool) -> bool:
        """Return True if machine code played any games, or if it was chosen and Python played none."""
        return self.native > 0 or (chosen and not self.python)

    def python_fallbacks(self, chosen: bool) -> int:
        """Return the number of games played by Python although machine code was chosen, or played others."""
        return self.python if self.native or chosen else 0


ProgressCallback = Callable[[int, int], None]
"""Progress callback: the number of games since the last call, and of all decisions so far (0 without slow players)."""


@dataclass(slots=True, kw_only=True)
class RunOutcome:
    """The outcome of one or more sessions; base class of the results of all runs.

    Attributes:
        seconds: The time of play without loading, including the time that stored games took.
        signal: The signal that interrupted the session, if any.
        lost: Number of workers that were killed from outside.
        broken: The error for which the session was given up, if any.
        interrupted: The games under way at that time, as far as known.
        backend_use: Number of games played by each backend.
        native: True if machine code was chosen for all arms.
        fallback_reasons: Reasons why machine code was not chosen, if it should have been.
    """

    seconds: float = 0.0
    signal: int | None = None
    lost: int = 0
    broken: CahierError | None = None
    interrupted: list[InterruptedGame] = field(default_factory=list)
    backend_use: BackendUse = field(default_factory=BackendUse)
    native: bool = False
    fallback_reasons: tuple[str, ...] = ()

    @property
    def is_complete(self) -> bool:
        """True if all planned games were played."""
        return self.signal is None and self.broken is None

    def note_backends(self, chosen: Sequence[BackendChoice]) -> None:
        """Note the backends that were chosen for all arms."""
        self.native = all(each.native is not None for each in chosen)
        self.fallback_reasons = tuple(dict.fromkeys(each.fallback_reason for each in chosen if each.fallback_reason))


@dataclass(slots=True)
class RunSession:
    """A session: games of some arms that are played now.

    Attributes:
        executor: The executor, with the store.
        local_executor: The executor on this machine, without the store.
        steps: The counter of decisions in games with slow players.
        progress: The progress callback.
        has_both_backends: True if both backends can play all games.
        backend_use: Number of games played by each backend.
        stored_seconds: The time that stored games took, in seconds.
        stored_decisions: Number of decisions in stored games.
    """

    executor: Executor
    local_executor: Executor
    steps: DecisionCounters
    progress: ProgressCallback | None
    has_both_backends: bool
    backend_use: BackendUse = field(default_factory=BackendUse)
    stored_seconds: float = 0.0
    stored_decisions: int = 0

    def play(self, spans: Iterable[GameSpan], outputs: ChunkOutputs) -> Iterator[Chunk]:
        """Play the spans, see `Executor.play`.

        Stored games are not played. Raises SaveError if the store can't be used.
        """
        return self._report_progress(self.executor.play(spans, outputs))

    def play_here(self, spans: Iterable[GameSpan], outputs: ChunkOutputs) -> Iterator[Chunk]:
        """Play the spans on this machine, without the store."""
        return self._report_progress(self.local_executor.play(spans, outputs))

    @property
    def decision_count(self) -> int:
        """Number of decisions so far, as far as they were counted, including those of unfinished games."""
        return self.stored_decisions + self.steps.total

    def _report_progress(self, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
        for chunk in chunks:
            self.backend_use.add(chunk, self.has_both_backends)
            if chunk.is_stored:
                self.stored_seconds += chunk.seconds
                self.stored_decisions += chunk.tally.decisions
            elif self.progress:
                self.progress(chunk.count, self.steps.total)
            yield chunk


@dataclass(frozen=True, slots=True)
class ArmNumbers:
    """Numbers of some arms among more of them, and the counter of decisions for all."""

    arms: Sequence[int]
    steps: DecisionCounters


@contextmanager
def open_session(
    outcome: RunOutcome,
    arms: Sequence[Arm],
    jobs: int,
    stopper: Stopper,
    progress: ProgressCallback | None = None,
    remote: RemotePool | None = None,
    store: Store | None = None,
    numbers: ArmNumbers | None = None,
) -> Iterator[RunSession]:
    """Open a session for the arms.

    Whatever interrupts play ends the block, and is noted in `outcome`, where time and workers are added up. The block
    also ends if the store can't be written.

    Args:
        outcome: The outcome to add to.
        arms: The arms to play.
        jobs: Number of processes.
        stopper: The stopper that ends play.
        progress: The progress callback.
        remote: Other machines to play on; None for this one.
        store: The store for results. Games that it holds are not played.
        numbers: The numbers of the arms, if they are a part of more arms.

    Raises:
        CahierError: A worker can't load its game.
    """
    steps = DecisionCounters(jobs) if numbers is None else numbers.steps

    def waiting() -> None:
        if progress:
            progress(0, steps.total)

    with open_executor(arms, jobs, stopper, steps, waiting, remote) as players:
        local_executor = InProcessExecutor(arms, stopper, steps.callback_for(0), waiting) if remote else players
        either = all(has_only_quick_players(arm.seated) for arm in arms)
        numbered = players if numbers is None else RenumberingExecutor(players, numbers.arms)
        current_session = RunSession(
            CachingExecutor(numbered, store) if store else numbered, local_executor, steps, progress, either
        )
        began = perf_counter()
        try:
            yield current_session
        except (WorkersLostError, StoreWriteError) as error:
            outcome.broken = error
        outcome.seconds += current_session.stored_seconds + perf_counter() - began
        outcome.lost += players.lost
        outcome.interrupted += [replace(each, arm_title=_title(arms, each.arm)) for each in players.interrupted]
        outcome.backend_use.merge(current_session.backend_use)
        outcome.signal = stopper.signal


def _title(arms: Sequence[Arm], number: int) -> str:
    """Return an arm's game and variants, or "" if it is the only arm."""
    book = arms[number].game.rulebook
    return ", ".join((book.id, *book.variants)) if len(arms) > 1 else ""
