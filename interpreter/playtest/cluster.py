"""Chunks played by the workers of an existing Dask cluster.

`parcels.py` encodes the workers' input, `remote.py` runs on them. If a worker is lost, another one plays its chunk: the
result depends on the arm and the games only.
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

from interpreter.errors import CahierError, PlayError, Problem, Where
from interpreter.extras import need
from interpreter.playtest import remote
from interpreter.playtest.arms import Arm, Chunks, Span
from interpreter.playtest.chunks import Chunk, Series, Wanted
from interpreter.playtest.interrupted import InterruptedGame
from interpreter.playtest.parcels import packed, packed_wanted
from interpreter.playtest.plain import Unreadable, chunk_of, problem_of
from interpreter.playtest.records import with_rules_of
from interpreter.playtest.terms import terms_of
from interpreter.playtest.workers import WorkersLost

if TYPE_CHECKING:
    from distributed import Client, Future

CONNECT_SECONDS = 10.0
"""Longest wait for the connection to a cluster."""
ALONE_SECONDS = 20.0
"""Longest time without any worker before a run is given up; new ones may be starting."""
CHUNK_SECONDS = 1.0
"""Duration of a chunk."""
AHEAD = 2
"""Number of chunks submitted at the same time for each worker."""
FETCH_SECONDS = 5.0
"""Longest wait for the result of a finished chunk; its worker may be gone."""
ASKED_SECONDS = 1.0
"""Interval between queries for the number of workers."""
HEARD_SECONDS = 0.1
"""Interval between checks for a stop of the run."""
PYTHON_MEANT = "--backend python"


class Cluster:
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
            MissingExtra: Dask is not installed.
        """
        need("cluster", "distributed")
        self.address = address
        self.strict = strict
        self.notes: list[str] = []
        self.client = self._connected()
        try:
            self._look()
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

    def crew(self, arms: Sequence[Arm], stopped: Callable[[], bool], waiting: Callable[[], None]) -> ClusterCrew:
        """Return an executor that plays the arms on the cluster, see `crews.Elsewhere`."""
        return ClusterCrew(arms, self, stopped, waiting)

    def workers(self) -> int:
        """Return the current number of workers. Raises WorkersLost if the cluster does not answer."""
        try:
            return len(self.client.nthreads())
        except Exception as error:
            raise self.gone(f"the cluster does not answer any more: {_first_line(error)}") from None

    def gone(self, message: str) -> WorkersLost:
        """Return the error that the cluster can no longer be used."""
        return WorkersLost(Problem(Where(self.address), "workers-lost", message))

    def wrong(self, message: str, meant: str | None = None) -> PlayError:
        """Return the error that the cluster can't be used."""
        return PlayError(Problem(Where(self.address), "no-cluster", message, meant))

    def _connected(self) -> Client:
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
            raise self.wrong(f"there is no cluster to be reached: {_first_line(error)}") from None

    def _look(self) -> None:
        """Raise PlayError if there is no worker, or one that would not play the same games."""
        try:
            if not self.client.nthreads():
                raise self.wrong(f"the cluster has no worker; this starts one: `dask worker {self.address}`")
            answers = self.client.run(remote.about, on_error="return")
        except PlayError:
            raise
        except Exception as error:
            raise self.wrong(f"the cluster does not answer: {_first_line(error)}") from None
        here = json.loads(remote.about())
        without = []
        for worker, answer in sorted(answers.items()):
            if not isinstance(answer, str):
                why = f"install this version of cahier there ({_first_line(answer)})"
                raise self.wrong(f"the worker {worker} can't play: {why}")
            there = json.loads(answer)
            if there["python"] != here["python"]:
                raise self.wrong(f"the worker {worker} has Python {there['python']}, and here it is {here['python']}")
            if there["program"] != here["program"]:
                raise self.wrong(f"the worker {worker} has another version of cahier than this one")
            if not there["wasmtime"]:
                without.append(worker)
        if without and self.strict:
            message = f"the worker {without[0]} has no wasmtime, so that it can't play by machine code"
            raise self.wrong(message, PYTHON_MEANT)
        if without:
            self.notes.append(f"{len(without)} of {len(answers)} workers have no wasmtime, and play in Python")


@dataclass(slots=True)
class _Sent:
    """A submitted chunk."""

    span: Span
    future: Future

    def tells(self, done: SimpleQueue[str]) -> None:
        """Put the chunk's key on the queue when it is done."""
        self.future.add_done_callback(lambda future: done.put(future.key))


@dataclass(slots=True)
class ClusterCrew:
    """Executor on the workers of a cluster, see `Crew`.

    `stopped` returns True when play should stop. `waiting` is called several times a second.
    """

    arms: Sequence[Arm]
    cluster: Cluster
    stopped: Callable[[], bool]
    waiting: Callable[[], None]
    lost: int = 0
    interrupted: tuple[InterruptedGame, ...] = ()
    _parcels: dict[int, Future] = field(default_factory=dict)

    def play(self, spans: Iterable[Span], wanted: Wanted) -> Iterator[Chunk]:
        """Play the spans, see `Crew.play`."""
        attendance = _Attendance(self.cluster)
        to_play = Chunks(spans, 2 * attendance.workers(), CHUNK_SECONDS)
        last: dict[Series, Chunk] = {}
        sent: dict[str, _Sent] = {}
        done: SimpleQueue[str] = SimpleQueue()
        run = f"cahier-{uuid4().hex}"
        try:
            while not self.stopped():
                while len(sent) < AHEAD * attendance.workers() and (span := to_play.next(last)):
                    key = f"{run}-{span.arm}-{span.without}-{span.first}"
                    sent[key] = _Sent(span, self._sent(span, wanted, key))
                    sent[key].tells(done)
                if not sent:
                    return
                self.waiting()
                with contextlib.suppress(Empty):
                    each = sent[done.get(timeout=HEARD_SECONDS)]
                    chunk = self._received(each)
                    if chunk is None:
                        each.tells(done)
                    else:
                        del sent[each.future.key]
                        last[chunk.of] = chunk
                        yield chunk
        finally:
            with contextlib.suppress(Exception):  # it may be gone
                self.cluster.client.cancel([each.future for each in sent.values()], force=True)

    def _sent(self, span: Span, wanted: Wanted, key: str) -> Future:
        """Submit a chunk to the scheduler."""
        submit = self.cluster.client.submit
        if span.arm not in self._parcels:
            self._parcels[span.arm] = submit(remote.handed, packed(self.arms[span.arm]), pure=False)
        parcel = self._parcels[span.arm]
        games = (span.first, span.count, span.without)
        return submit(remote.play, parcel, games, packed_wanted(wanted), self.cluster.strict, key=key, pure=False)

    def _received(self, sent: _Sent) -> Chunk | None:
        """Return a worker's chunk, or None if it was lost with the worker and will be played again.

        Raises CahierError if the rules can't be carried out, WorkersLost if the cluster lost the games for good.
        """
        span, arm = sent.span, self.arms[sent.span.arm]
        terms = terms_of(arm.game, arm.seated, arm.seed)
        try:
            answer = json.loads(sent.future.result(timeout=FETCH_SECONDS))
        except TimeoutError:
            return None
        except Exception as error:
            why = f"{type(error).__name__}: {_first_line(error)}"
            raise self.cluster.gone(f"the cluster has lost game {span.first} and those after it: {why}") from None
        if "broken" in answer:
            mistake = RuntimeError(answer["broken"]["text"])
            mistake.add_note(answer["broken"]["trace"])
            raise mistake
        try:
            if "problems" in answer:
                raise CahierError(problem_of(problem, terms.places) for problem in answer["problems"])
            chunk = chunk_of(answer["chunk"], span, answer["seconds"], terms.places, terms.who)
        except Unreadable as error:
            raise self.cluster.wrong(f"a worker has given back what is no chunk: {error}") from None
        chunk.lines = [with_rules_of(arm.game, line) for line in chunk.lines]
        return chunk


class _Attendance:
    """The number of workers of a cluster, refreshed at intervals."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._asked = self._seen = monotonic()
        self._number = cluster.workers()

    def workers(self) -> int:
        """Return the recent number of workers, at least 1. Raises WorkersLost if there have been none for long."""
        now = monotonic()
        if now > self._asked + ASKED_SECONDS:
            self._asked, self._number = now, self._cluster.workers()
        if self._number:
            self._seen = now
        elif now > self._seen + ALONE_SECONDS:
            raise self._cluster.gone("all workers of the cluster have gone")
        return max(1, self._number)


def _first_line(error: BaseException) -> str:
    return f"{error}".strip().split("\n")[0] or type(error).__name__
