"""Executors that play the chunks of a run: worker processes, this process, or a cluster.

If a worker process dies, its chunks are played again.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Protocol

from interpreter.playtest.run.arms import Arm, ArmRecipe, ChunkScheduler, GameSpan
from interpreter.playtest.run.chunks import CHUNK_SECONDS, Chunk, ChunkOutputs, ChunkPlayer, Series
from interpreter.playtest.run.stopping import DecisionCounters, InterruptedGame, RunStopped, Stopper
from interpreter.support.background import FORK_IS_SAFE, end_with_parent
from interpreter.support.errors import CahierError, Location, PlayError, Problem
from interpreter.support.halt import termination_signals

GRACE_SECONDS = 1.0
"""Longest time for a worker to finish its chunk after the run was stopped."""
ANSWER_SECONDS = 0.5
"""Longest wait, after that, for workers to report the games that they are playing."""
REPORT_SIGNAL = getattr(signal, "SIGUSR1", None)
"""Signal that asks a worker for its game, where there is one."""


class WorkersLostError(PlayError):
    """Error that all workers were ended from outside."""


@dataclass(frozen=True, slots=True)
class WorkerFailure:
    """A failure of a worker: an error in the rules (`problems`), or a bug of ours (`text`, `trace`)."""

    problems: tuple[Problem, ...] = ()
    text: str = ""
    trace: str = ""


@dataclass(slots=True)
class Worker:
    """A worker process.

    Attributes:
        process: The process.
        pipe: Our end of the pipe to it.
        chunks: The chunks given to it: the one that it plays, and the next.
        last: The chunk that it played last, of each series.
    """

    process: BaseProcess
    pipe: Connection
    chunks: deque[GameSpan] = field(default_factory=deque)
    last: dict[Series, Chunk] = field(default_factory=dict)

    @property
    def can_take_more(self) -> bool:
        """True if it should be given a chunk. Where chunks are short, it has one waiting."""
        quick = bool(self.last) and all(chunk.seconds < 2 * CHUNK_SECONDS for chunk in self.last.values())
        return len(self.chunks) < (2 if quick else 1)


class WorkerPool:
    """A pool of worker processes for some arms; use it in a `with` block, which ends all of them."""

    def __init__(
        self,
        arms: Sequence[Arm],
        jobs: int,
        steps: DecisionCounters,
        is_stopped: Callable[[], bool],
        on_wait: Callable[[], None],
    ) -> None:
        """Start the processes.

        Args:
            arms: The arms to play.
            jobs: Number of processes.
            steps: The counter of decisions in games with slow players.
            is_stopped: Returns True when play should stop.
            on_wait: A callback for several times a second during play.
        """
        context = multiprocessing.get_context("fork") if FORK_IS_SAFE else multiprocessing.get_context("spawn")
        sources = arms if FORK_IS_SAFE else [arm.recipe() for arm in arms]
        self._is_stopped = is_stopped
        self._on_wait = on_wait
        self._workers: list[Worker] = []
        self.lost = 0
        self.interrupted: list[InterruptedGame] = []
        try:
            for number in range(jobs):
                ours, theirs = context.Pipe()
                process = context.Process(
                    target=_run_worker, args=(sources, steps.callback_for(number), theirs, ours), daemon=True
                )
                process.start()
                theirs.close()
                self._workers.append(Worker(process, ours))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def wait_until_ready(self) -> None:
        """Wait until each worker has loaded the first arm's game. Raises CahierError if one can't."""
        waiting = list(self._workers)
        while waiting and not self._is_stopped():
            for worker in _ready_workers(waiting):
                self._receive(worker)
                waiting.remove(worker)

    def play(self, spans: Iterable[GameSpan], outputs: ChunkOutputs) -> Iterator[Chunk]:
        """Play the spans, and yield their chunks in any order, see `Executor.play`.

        A chunk whose worker dies is given to another one. Raises WorkersLostError when no worker is left.
        """
        to_play = ChunkScheduler(spans, 2 * len(self._workers))
        deadline = None
        while True:
            if deadline is None and self._is_stopped():
                deadline = time.monotonic() + GRACE_SECONDS
            for worker in self._workers:
                while deadline is None and worker.can_take_more and (chunk := to_play.next_chunk(worker.last)):
                    worker.chunks.append(chunk)
                    with contextlib.suppress(OSError):  # a dead worker is noticed when its message is read
                        worker.pipe.send((chunk, outputs))
            busy = [worker for worker in self._workers if worker.chunks]
            if not busy and (deadline or (self._workers and to_play.next_chunk({}) is None)):
                return
            if not busy:
                message = "all worker processes were ended from outside"
                raise WorkersLostError(Problem(Location("playtest"), "workers-lost", message))
            if deadline and time.monotonic() > deadline:
                self.interrupted += _query_games(busy)
                return
            self._on_wait()
            for worker in _ready_workers(busy):
                played = self._receive(worker)
                if played is not None:
                    worker.last[played.series] = played
                    worker.chunks.popleft()
                    yield played
                else:
                    to_play.put_back(worker.chunks)

    def _receive(self, worker: Worker) -> Chunk | None:
        """Return the worker's next message; a dead worker is removed, and None returned."""
        try:
            said = worker.pipe.recv()
        except (EOFError, OSError):
            self._workers.remove(worker)
            self.lost += 1
            _end_worker(worker)
            return None
        if isinstance(said, WorkerFailure):
            if said.problems:
                raise CahierError(said.problems)
            error = RuntimeError(said.text)
            error.add_note(said.trace)
            raise error
        assert said is None or isinstance(said, Chunk)
        return said

    def close(self) -> None:
        """End all workers."""
        for worker in self._workers:
            worker.process.kill()
        while self._workers:
            _end_worker(self._workers.pop())


def _query_games(workers: Iterable[Worker]) -> Iterator[InterruptedGame]:
    """Yield the games that workers report to be playing."""
    waiting = {worker.pipe: worker for worker in workers} if REPORT_SIGNAL is not None else {}
    for worker in waiting.values():
        assert REPORT_SIGNAL is not None and worker.process.pid is not None
        with contextlib.suppress(OSError):  # it may be gone
            os.kill(worker.process.pid, REPORT_SIGNAL)
    deadline = time.monotonic() + ANSWER_SECONDS
    while waiting and (ready := wait(list(waiting), timeout=max(0.0, deadline - time.monotonic()))):
        for pipe in ready:
            assert isinstance(pipe, Connection)
            try:
                said = pipe.recv()
            except (EOFError, OSError):
                said = None
            if not isinstance(said, Chunk):  # a chunk was finished before the signal came
                del waiting[pipe]
            if isinstance(said, InterruptedGame):
                yield said


def _ready_workers(workers: list[Worker]) -> list[Worker]:
    """Return the workers that have sent something, or have died, after a short wait."""
    ready = wait([worker.pipe for worker in workers], timeout=0.1)
    return [worker for worker in workers if worker.pipe in ready]


def _end_worker(worker: Worker) -> None:
    worker.pipe.close()
    worker.process.kill()
    worker.process.join()
    worker.process.close()


def _run_worker(
    sources: Sequence[Arm | ArmRecipe], step: Callable[[], None], pipe: Connection, parents: Connection
) -> None:
    """Run a worker: play the requested chunks until the parent closes the pipe or is gone.

    The first arm is loaded at once, others when they are first played. Signals that end a command are ignored: they
    reach the whole process group, and the parent handles them.
    """
    for number in termination_signals():
        signal.signal(number, signal.SIG_IGN)
    parents.close()
    stopper = Stopper(signals=() if REPORT_SIGNAL is None else (REPORT_SIGNAL,))
    end_with_parent()

    def end_step() -> None:
        step()
        stopper.raise_if_stopped()

    @cache
    def player(number: int) -> ChunkPlayer:
        source = sources[number]
        arm = source.load_arm() if isinstance(source, ArmRecipe) else source
        return arm.chunk_player(end_step, stopper.interruptible)

    with contextlib.suppress(EOFError, OSError), stopper:
        try:
            player(0)
            pipe.send(None)
            while True:
                span, wanted = pipe.recv()
                pipe.send(player(span.arm).play(span.first, span.count, wanted, span.arm, span.omitted_item))
        except RunStopped as stopped:
            pipe.send(stopped.game)
        except CahierError as error:
            pipe.send(WorkerFailure(error.problems))
        except Exception as error:
            if isinstance(error, (EOFError, OSError)):
                raise
            pipe.send(WorkerFailure(text=f"{type(error).__name__}: {error}", trace=traceback.format_exc()))


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
            stopper.raise_if_stopped()

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
