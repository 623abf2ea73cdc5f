"""Chunks played by the workers of an existing Dask cluster.

`parcels.py` encodes the input of workers, and has the functions that they run. If a worker is lost, another one plays
its chunk: the result depends on the arm and the games only.
"""

from __future__ import annotations

import contextlib
import json
import logging
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Self
from uuid import uuid4

from interpreter.playtest.cluster import parcels as remote
from interpreter.playtest.cluster.parcels import encode_arm, encode_outputs
from interpreter.playtest.records.game_records import with_local_rules
from interpreter.playtest.run.arms import Arm, ChunkScheduler, GameSpan
from interpreter.playtest.run.chunks import Chunk, ChunkOutputs, Series
from interpreter.playtest.run.executors import WorkersLostError
from interpreter.playtest.run.stopping import InterruptedGame
from interpreter.playtest.store.chunk_data import DecodeError, decode_chunk, decode_problem
from interpreter.playtest.store.run_identity import terms_of
from interpreter.support.errors import CahierError, Location, PlayError, Problem, require_extra

if TYPE_CHECKING:
    from distributed import Client, Future

CONNECT_SECONDS = 10.0
"""Longest wait for the connection to a cluster."""
NO_WORKER_SECONDS = 20.0
"""Longest time without any worker before a run is given up; new ones may be starting."""
CHUNK_SECONDS = 1.0
"""Duration of a chunk."""
CHUNKS_PER_WORKER = 2
"""Number of chunks submitted at the same time for each worker."""
FETCH_SECONDS = 5.0
"""Longest wait for the result of a finished chunk; its worker may be gone."""
WORKER_COUNT_INTERVAL = 1.0
"""Interval between queries for the number of workers."""
POLL_SECONDS = 0.1
"""Interval between checks for a stop of the run."""
PYTHON_SUGGESTION = "--backend python"


class DaskCluster:
    """A connection to a cluster; use it in a `with` block.

    Attributes:
        address: The address of the scheduler.
        strict: True if every worker must play by machine code.
        notes: Messages for the user.
        client: The Dask client.
    """

    def __init__(self, address: str, strict: bool = False) -> None:
        """Connect to the cluster and check its workers.

        `strict`: every worker must play by machine code.

        Raises:
            PlayError: No usable cluster is there.
            MissingExtraError: Dask is not installed.
        """
        require_extra("cluster", "distributed")
        self.address = address
        self.strict = strict
        self.notes: list[str] = []
        self.client = self._connect()
        try:
            self._check_workers()
        except BaseException:
            self.client.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(Exception):  # it may be gone
            self.client.close(timeout=CONNECT_SECONDS)

    def executor(
        self, arms: Sequence[Arm], is_stopped: Callable[[], bool], on_wait: Callable[[], None]
    ) -> ClusterExecutor:
        """Return an executor that plays the arms on the cluster, see `RemotePool`."""
        return ClusterExecutor(arms, self, is_stopped, on_wait)

    def count_workers(self) -> int:
        """Return the current number of workers. Raises WorkersLostError if the cluster does not answer."""
        try:
            return len(self.client.nthreads())
        except Exception as error:
            raise self.lost_error(f"the cluster does not answer any more: {_first_line(error)}") from None

    def lost_error(self, message: str) -> WorkersLostError:
        """Return the error that the cluster can no longer be used."""
        return WorkersLostError(Problem(Location(self.address), "workers-lost", message))

    def cluster_error(self, message: str, suggestion: str | None = None) -> PlayError:
        """Return the error that the cluster can't be used."""
        return PlayError(Problem(Location(self.address), "no-cluster", message, suggestion))

    def _connect(self) -> Client:
        from distributed import Client

        for name in ["distributed", *logging.Logger.manager.loggerDict]:
            if name.partition(".")[0] == "distributed":  # relevant errors are reported by this module
                log = logging.getLogger(name)
                log.handlers, log.propagate = [logging.NullHandler()], False
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return Client(self.address, timeout=CONNECT_SECONDS, set_as_default=False)
        except Exception as error:
            raise self.cluster_error(f"the cluster can't be reached: {_first_line(error)}") from None

    def _check_workers(self) -> None:
        """Raise PlayError if there is no worker, or one that would not play the same games."""
        try:
            if not self.client.nthreads():
                raise self.cluster_error(f"the cluster has no worker; this starts one: `dask worker {self.address}`")
            answers = self.client.run(remote.describe_machine, on_error="return")
        except PlayError:
            raise
        except Exception as error:
            raise self.cluster_error(f"the cluster does not answer: {_first_line(error)}") from None
        here = json.loads(remote.describe_machine())
        without_wasmtime = []
        for worker, answer in sorted(answers.items()):
            if not isinstance(answer, str):
                why = f"install this version of cahier there ({_first_line(answer)})"
                raise self.cluster_error(f"the worker {worker} can't play: {why}")
            there = json.loads(answer)
            if there["python"] != here["python"]:
                raise self.cluster_error(
                    f"the worker {worker} has Python {there['python']}, and here it is {here['python']}"
                )
            if there["program"] != here["program"]:
                raise self.cluster_error(f"the worker {worker} has a different version of cahier")
            if not there["wasmtime"]:
                without_wasmtime.append(worker)
        if without_wasmtime and self.strict:
            message = f"the worker {without_wasmtime[0]} has no wasmtime, so that it can't play by machine code"
            raise self.cluster_error(message, PYTHON_SUGGESTION)
        if without_wasmtime:
            self.notes.append(f"{len(without_wasmtime)} of {len(answers)} workers have no wasmtime, and play in Python")


@dataclass(slots=True)
class _SubmittedChunk:
    """A submitted chunk."""

    span: GameSpan
    future: Future

    def notify(self, done: SimpleQueue[str]) -> None:
        """Put the chunk's key on the queue when it is done."""
        self.future.add_done_callback(lambda future: done.put(future.key))


@dataclass(slots=True)
class ClusterExecutor:
    """Executor on the workers of a cluster, see `Executor`.

    `is_stopped` returns True when play should stop. `on_wait` is called several times a second.
    """

    arms: Sequence[Arm]
    cluster: DaskCluster
    is_stopped: Callable[[], bool]
    on_wait: Callable[[], None]
    lost: int = 0
    interrupted: tuple[InterruptedGame, ...] = ()
    _parcels: dict[int, Future] = field(default_factory=dict)

    def play(self, spans: Iterable[GameSpan], outputs: ChunkOutputs) -> Iterator[Chunk]:
        """Play the spans, see `Executor.play`."""
        attendance = _WorkerCount(self.cluster)
        scheduler = ChunkScheduler(spans, 2 * attendance.recent_count(), CHUNK_SECONDS)
        last: dict[Series, Chunk] = {}
        sent: dict[str, _SubmittedChunk] = {}
        done: SimpleQueue[str] = SimpleQueue()
        run = f"cahier-{uuid4().hex}"
        try:
            while not self.is_stopped():
                while len(sent) < CHUNKS_PER_WORKER * attendance.recent_count() and (
                    span := scheduler.next_chunk(last)
                ):
                    key = f"{run}-{span.arm}-{span.omitted_item}-{span.first}"
                    sent[key] = _SubmittedChunk(span, self._submit(span, outputs, key))
                    sent[key].notify(done)
                if not sent:
                    return
                self.on_wait()
                with contextlib.suppress(Empty):
                    each = sent[done.get(timeout=POLL_SECONDS)]
                    chunk = self._receive(each)
                    if chunk is None:
                        each.notify(done)
                    else:
                        del sent[each.future.key]
                        last[chunk.series] = chunk
                        yield chunk
        finally:
            with contextlib.suppress(Exception):  # it may be gone
                self.cluster.client.cancel([each.future for each in sent.values()], force=True)

    def _submit(self, span: GameSpan, wanted: ChunkOutputs, key: str) -> Future:
        """Submit a chunk to the scheduler."""
        submit = self.cluster.client.submit
        if span.arm not in self._parcels:
            self._parcels[span.arm] = submit(remote.pass_parcel, encode_arm(self.arms[span.arm]), pure=False)
        parcel = self._parcels[span.arm]
        games = (span.first, span.count, span.omitted_item)
        return submit(remote.play, parcel, games, encode_outputs(wanted), self.cluster.strict, key=key, pure=False)

    def _receive(self, sent: _SubmittedChunk) -> Chunk | None:
        """Return a worker's chunk, or None if it was lost with the worker and will be played again.

        Raises CahierError if the rules can't be carried out, WorkersLostError if the cluster lost the games for good.
        """
        span, arm = sent.span, self.arms[sent.span.arm]
        terms = terms_of(arm.game, arm.seated, arm.seed)
        try:
            answer = json.loads(sent.future.result(timeout=FETCH_SECONDS))
        except TimeoutError:
            return None
        except Exception as error:
            why = f"{type(error).__name__}: {_first_line(error)}"
            raise self.cluster.lost_error(f"the cluster has lost game {span.first} and those after it: {why}") from None
        if "broken" in answer:
            mistake = RuntimeError(answer["broken"]["text"])
            mistake.add_note(answer["broken"]["trace"])
            raise mistake
        try:
            if "problems" in answer:
                raise CahierError(decode_problem(problem, terms.places) for problem in answer["problems"])
            chunk = decode_chunk(answer["chunk"], span, answer["seconds"], terms.places, terms.participants)
        except DecodeError as error:
            raise self.cluster.cluster_error(f"a worker returned something that isn't a chunk: {error}") from None
        chunk.record_lines = [with_local_rules(arm.game, line) for line in chunk.record_lines]
        return chunk


class _WorkerCount:
    """The number of workers of a cluster, refreshed at intervals."""

    def __init__(self, cluster: DaskCluster) -> None:
        self._cluster = cluster
        self._asked = self._seen = monotonic()
        self._number = cluster.count_workers()

    def recent_count(self) -> int:
        """Return the recent number of workers, at least 1. Raises WorkersLostError if there have been none for long."""
        now = monotonic()
        if now > self._asked + WORKER_COUNT_INTERVAL:
            self._asked, self._number = now, self._cluster.count_workers()
        if self._number:
            self._seen = now
        elif now > self._seen + NO_WORKER_SECONDS:
            raise self._cluster.lost_error("all workers of the cluster have gone")
        return max(1, self._number)


def _first_line(error: BaseException) -> str:
    return f"{error}".strip().split("\n")[0] or type(error).__name__
