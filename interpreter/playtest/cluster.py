"""Chunks played by the workers of a Dask cluster that is there: `parcels.py` says what they are sent, `remote.py` what
they do. A chunk whose worker is lost is played by another one: what it is depends on its arm and its games only.
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
"""How long a cluster is waited for."""
ALONE_SECONDS = 20.0
"""How long a cluster may be without any worker before the run is given up: they may be on their way."""
CHUNK_SECONDS = 1.0
"""About how long a chunk takes."""
AHEAD = 2
"""Chunks that are given out at the same time, for each worker."""
FETCH_SECONDS = 5.0
"""How long a chunk that was played is waited for: the worker that had it may be gone."""
ASKED_SECONDS = 1.0
"""How often one asks who is there."""
HEARD_SECONDS = 0.1
"""How often one looks whether the run was stopped."""
PYTHON_MEANT = "--backend python"


class Cluster:
    """A cluster at an address; use it in a `with` block. `notes` are what its user should know."""

    def __init__(self, address: str, strict: bool = False) -> None:
        """Connect to it, and see whether its workers have what is needed. `strict`: machine code has to play.

        Raises PlayError if there is no cluster that can be used, MissingExtra if Dask is not installed.
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
        """Who plays the arms; see crews.Elsewhere."""
        return ClusterCrew(arms, self, stopped, waiting)

    def workers(self) -> int:
        """How many there are now. Raises WorkersLost if the cluster does not answer."""
        try:
            return len(self.client.nthreads())
        except Exception as error:
            raise self.gone(f"the cluster does not answer any more: {_first_line(error)}") from None

    def gone(self, message: str) -> WorkersLost:
        """The mistake that the cluster can't be used any longer."""
        return WorkersLost(Problem(Where(self.address), "workers-lost", message))

    def wrong(self, message: str, meant: str | None = None) -> PlayError:
        """The mistake that the cluster can't be used."""
        return PlayError(Problem(Where(self.address), "no-cluster", message, meant))

    def _connected(self) -> Client:
        from distributed import Client

        for name in ["distributed", *logging.Logger.manager.loggerDict]:
            if name.partition(".")[0] == "distributed":  # what matters of it is said by us
                log = logging.getLogger(name)
                log.handlers, log.propagate = [logging.NullHandler()], False
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return Client(self.address, timeout=CONNECT_SECONDS, set_as_default=False)
        except Exception as error:
            raise self.wrong(f"there is no cluster to be reached: {_first_line(error)}") from None

    def _look(self) -> None:
        """Raise PlayError if a worker would not play the same games, or none is there."""
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
    """A chunk that was given out."""

    span: Span
    future: Future

    def tells(self, done: SimpleQueue[str]) -> None:
        """Its key goes there when it is done."""
        self.future.add_done_callback(lambda future: done.put(future.key))


@dataclass(slots=True)
class ClusterCrew:
    """The workers of a cluster as a crew; see Crew. `stopped` says when to stop; `waiting` is called several times a
    second."""

    arms: Sequence[Arm]
    cluster: Cluster
    stopped: Callable[[], bool]
    waiting: Callable[[], None]
    lost: int = 0
    interrupted: tuple[InterruptedGame, ...] = ()
    _parcels: dict[int, Future] = field(default_factory=dict)

    def play(self, spans: Iterable[Span], wanted: Wanted) -> Iterator[Chunk]:
        """See Crew."""
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
        """A chunk to come, for which the scheduler finds a worker."""
        submit = self.cluster.client.submit
        if span.arm not in self._parcels:
            self._parcels[span.arm] = submit(remote.handed, packed(self.arms[span.arm]), pure=False)
        parcel = self._parcels[span.arm]
        games = (span.first, span.count, span.without)
        return submit(remote.play, parcel, games, packed_wanted(wanted), self.cluster.strict, key=key, pure=False)

    def _received(self, sent: _Sent) -> Chunk | None:
        """What a worker has given back; None if that was lost with the worker, so that another one plays it again.
        Raises CahierError, or WorkersLost."""
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
    """How many workers a cluster has, asked for now and then."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._asked = self._seen = monotonic()
        self._number = cluster.workers()

    def workers(self) -> int:
        """How many there are, or were a short while ago. Raises WorkersLost if there have been none for long."""
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
