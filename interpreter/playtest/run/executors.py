"""Executors that play the chunks of a run: worker processes, this process, or a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Protocol

from interpreter.playtest.run.arms import Arm, ChunkScheduler, GameSpan
from interpreter.playtest.run.chunks import Chunk, ChunkOutputs, Series
from interpreter.playtest.run.stopping import DecisionCounters, InterruptedGame, RunStopped, Stopper
from interpreter.playtest.run.workers import WorkerPool


class Executor(Protocol):
    """An executor: it plays chunks of some arms."""

    @property
    def lost(self) -> int:
        """Number of workers that were killed from outside."""

    @property
    def interrupted(self) -> Sequence[InterruptedGame]:
        """The games under way when the run was stopped, as far as known."""

    def play(self, spans: Iterable[GameSpan], outputs: ChunkOutputs) -> Iterator[Chunk]:
        """Play the spans, and yield their chunks in any order until all are played or the run is stopped.

        Each span is split into as many chunks as suitable. The next span is requested as soon as a worker is free.

        Raises WorkersLostError when no worker is left.
        """


class RemotePool(Protocol):
    """A pool of other machines that can play."""

    def executor(self, arms: Sequence[Arm], is_stopped: Callable[[], bool], on_wait: Callable[[], None]) -> Executor:
        """Return an executor that plays the arms there.

        Args:
            arms: The arms to play.
            is_stopped: Returns True when play should stop.
            on_wait: A callback for several times a second.
        """


@contextmanager
def open_executor(
    arms: Sequence[Arm],
    jobs: int,
    stopper: Stopper,
    steps: DecisionCounters,
    on_wait: Callable[[], None],
    remote: RemotePool | None = None,
) -> Iterator[Executor]:
    """Provide an executor for the arms.

    Args:
        arms: The arms to play.
        jobs: Number of processes.
        stopper: The stopper that ends play.
        steps: The counter of decisions in games with slow players.
        on_wait: A callback for several times a second.
        remote: Other machines to play on; None for this one.

    Raises:
        CahierError: A worker can't load its game.
    """
    if remote is not None:
        yield remote.executor(arms, stopper.is_stopped, on_wait)
        return
    if jobs == 1:
        yield InProcessExecutor(arms, stopper, steps.callback_for(0), on_wait)
        return
    with WorkerPool(arms, jobs, steps, stopper.is_stopped, on_wait) as workers:
        workers.wait_until_ready()
        yield workers


class InProcessExecutor:
    """Executor in this process. A chunk that is being played when the run is stopped is dropped."""

    lost = 0

    def __init__(
        self, arms: Sequence[Arm], stopper: Stopper, on_step: Callable[[], None], on_wait: Callable[[], None]
    ) -> None:
        """Prepare the first arm. `on_step` and `on_wait` are called after each decision of slow players."""

        def step() -> None:
            on_step()
            on_wait()

        self.interrupted: list[InterruptedGame] = []
        self._stopper = stopper
        self._player = cache(lambda arm: arms[arm].chunk_player(step, stopper.interruptible))
        self._player(0)

    def play(self, spans: Iterable[GameSpan], outputs: ChunkOutputs) -> Iterator[Chunk]:
        """Play the spans, see `Executor.play`."""
        to_play, last = ChunkScheduler(spans), dict[Series, Chunk]()
        while not self._stopper.is_stopped() and (span := to_play.next_chunk(last)):
            try:
                chunk = self._player(span.arm).play(span.first, span.count, outputs, span.arm, span.omitted_item)
            except RunStopped as stopped:
                self.interrupted += [stopped.game] if stopped.game else []
                return
            last[chunk.series] = chunk
            yield chunk


class RenumberingExecutor:
    """Executor that translates the numbers of arms, to play a few arms out of many."""

    def __init__(self, executor: Executor, numbers: Sequence[int]) -> None:
        """Wrap an executor. `numbers`: the outer number of each of its arms."""
        self._executor = executor
        self._numbers = numbers
        self._arms = {number: arm for arm, number in enumerate(numbers)}

    @property
    def lost(self) -> int:
        """Number of workers that were killed from outside."""
        return self._executor.lost

    @property
    def interrupted(self) -> Sequence[InterruptedGame]:
        """The games under way when the run was stopped, as far as known."""
        return [replace(each, arm=self._numbers[each.arm]) for each in self._executor.interrupted]

    def play(self, spans: Iterable[GameSpan], outputs: ChunkOutputs) -> Iterator[Chunk]:
        """Play the spans, see `Executor.play`."""
        for chunk in self._executor.play((replace(span, arm=self._arms[span.arm]) for span in spans), outputs):
            yield replace(chunk, arm=self._numbers[chunk.arm])
